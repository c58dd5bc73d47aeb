//! Tasks as training data for supervised fine-tuning, as chat JSONL: one conversation a line, in the form that
//! OpenAI's fine-tuning and most open trainers take.
//!
//! Only tasks whose gold answer was verified get in: fact check passed or warned, audit done where the task is
//! code-derivable. A rejected task or one with a failed fact check never does.

mod chat;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use thiserror::Error;

use super::format::{WriteError, write_line};
use crate::domain::condition::Condition;
use crate::domain::task::prompts::{Prompt, PromptSet};
use crate::domain::task::{Brief, FactVerdict, Review, Task, TaskSet};

/// What a conversation shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExampleKind {
    /// The question, and the gold answer as its answer, under the closed-book prompt.
    #[default]
    QuestionAnswer,
    /// The generator's conversation as it was: its prompts with the chunk, its tool calls with their results, and the
    /// gold answer as the JSON that it gave. What it was asked to do again has the weight 0.
    Exploration,
    /// The question under the prompt of the documented condition, then the generator's tool calls with their results,
    /// then the gold answer.
    ExplorationOfQuestion,
}

/// What goes into the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Options {
    /// What a conversation shows.
    pub kind: ExampleKind,
    /// Whether tasks that nobody has looked at get in, beside the accepted ones.
    pub includes_unreviewed: bool,
    /// Whether tasks get in whose fact check warned of small discrepancies.
    pub includes_warned: bool,
    /// Whether each line says which task it is from, under `metadata`. Turn it off for uploads that allow no further
    /// keys.
    pub includes_metadata: bool,
    /// Characters of a conversation at most; longer ones are skipped. None for no bound.
    pub most_chars: Option<usize>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            kind: ExampleKind::default(),
            includes_unreviewed: false,
            includes_warned: true,
            includes_metadata: true,
            most_chars: None,
        }
    }
}

/// The file, and what is not in it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Export {
    /// The file's text.
    pub text: String,
    /// Conversations in it.
    pub examples: usize,
    /// Tasks that are not in it, each with the reason.
    pub skipped: Vec<(String, Skipped)>,
}

/// Why a task is not in the file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Skipped {
    /// A person rejected it.
    #[error("it was rejected")]
    Rejected,
    /// Nobody has looked at it.
    #[error("nobody has reviewed it")]
    Unreviewed,
    /// Its fact check failed.
    #[error("its fact check failed")]
    Contradicted,
    /// Its fact check warned.
    #[error("its fact check warned")]
    Warned,
    /// It has no fact check or no audit.
    #[error("its answer was not verified by fact check and audit")]
    Unverified,
    /// No transcript with tool calls that are all answered and a final answer.
    #[error("it has no whole transcript of an exploration with tools")]
    NoExploration,
    /// Longer than [`Options::most_chars`].
    #[error("its conversation has {chars} characters")]
    TooLong {
        /// Its length.
        chars: usize,
    },
}

/// Writes the training data of these tasks, in these words.
///
/// # Errors
/// A [`WriteError`], which no task is known to cause.
pub fn write(tasks: &[Task], options: &Options, prompts: &PromptSet) -> Result<Export, WriteError> {
    let mut export = Export::default();
    for task in tasks {
        match example(task, options, prompts) {
            Ok(example) => {
                export.text.push_str(&write_line(&example)?);
                export.examples += 1;
            }
            Err(reason) => export.skipped.push((task.id.clone(), reason)),
        }
    }
    Ok(export)
}

fn example(task: &Task, options: &Options, prompts: &PromptSet) -> Result<Value, Skipped> {
    check(task, options)?;
    let mut example = match options.kind {
        ExampleKind::QuestionAnswer => {
            let mut messages = chat::opening(&question(task, Condition::ClosedBook, prompts));
            messages.push(chat::answer(&task.answer));
            json!({"messages": messages})
        }
        ExampleKind::Exploration => {
            let transcript = chat::exploration(task).ok_or(Skipped::NoExploration)?;
            json!({"messages": chat::whole(transcript), "tools": chat::tools()})
        }
        ExampleKind::ExplorationOfQuestion => {
            let transcript = chat::exploration(task).ok_or(Skipped::NoExploration)?;
            let mut messages = chat::opening(&question(task, Condition::Documented, prompts));
            messages.extend(chat::tool_turns(transcript));
            messages.push(chat::answer(&task.answer));
            json!({"messages": messages, "tools": chat::tools()})
        }
    };
    let chars = chat::chars(&example["messages"]);
    if options.most_chars.is_some_and(|most| chars > most) {
        return Err(Skipped::TooLong { chars });
    }
    if options.includes_metadata {
        example["metadata"] = metadata(task);
    }
    Ok(example)
}

/// Whether a task may be trained on.
fn check(task: &Task, options: &Options) -> Result<(), Skipped> {
    match task.fact_check.as_ref().map(|check| check.verdict) {
        Some(FactVerdict::Fail) => return Err(Skipped::Contradicted),
        Some(FactVerdict::Warn) if !options.includes_warned => return Err(Skipped::Warned),
        _ => {}
    }
    match task.review {
        Review::Rejected => return Err(Skipped::Rejected),
        Review::Unreviewed if !options.includes_unreviewed => return Err(Skipped::Unreviewed),
        _ => {}
    }
    let is_audited = task.audit.is_some() || task.set == TaskSet::DocDependent;
    if task.fact_check.is_some() && is_audited { Ok(()) } else { Err(Skipped::Unverified) }
}

fn question(task: &Task, condition: Condition, prompts: &PromptSet) -> Prompt {
    let (repository, question) = (task.repository.clone(), task.question.clone());
    prompts.prompt(&Brief::Answer { repository, question, condition })
}

/// Texts only, as uploads ask for.
fn metadata(task: &Task) -> Value {
    json!({
        "task": task.id,
        "repository": task.repository,
        "archive_sha256": task.archive_sha256,
        "set": task.set.id(),
        "category": task.category.id(),
        "subtype": task.subtype.map(|subtype| subtype.id()).unwrap_or_default(),
        "generator": task.model.as_ref().map(|model| model.model.as_str()).unwrap_or_default(),
    })
}

#[cfg(test)]
mod tests;
