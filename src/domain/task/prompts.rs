//! The words in which a [`Brief`] is put to a model: templates, which the user may change. Wording is ours; inputs,
//! rules and JSON keys are those of Code-QA-Bench (arXiv 2605.29277, sections 4 to 5 and appendices C, E, F, G).
//!
//! The texts are in `texts/`, one file for each [`Template`]. A [`PromptSet`] is all of them as they are in force
//! for a run; [`PromptEdits`] are those that the user has changed.

/// A template by its identifier, which names its file too.
macro_rules! template {
    ($id:literal, $stage:ident, $title:literal, $purpose:literal, [$($placeholder:expr),*], [$($key:literal),*]) => {
        $crate::domain::task::prompts::Template {
            id: $id,
            stage: $crate::domain::task::prompts::PromptStage::$stage,
            title: $title,
            purpose: $purpose,
            placeholders: &[$($placeholder),*],
            keys: &[$($key),*],
            file: include_str!(concat!("texts/", $id, ".txt")),
        }
    };
}

mod answer;
mod gold;
mod judge;
mod question;
mod set;
mod template;

use super::{Brief, ChunkText};

pub use set::{PROMPTS_VERSION, PromptEdits, PromptSet, text_sha256};
pub use template::{Placeholder, PromptStage, Template, TextProblem};

/// A brief in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prompt {
    /// Instructions that hold for the whole conversation.
    pub system: String,
    /// What is asked.
    pub user: String,
}

/// Every template, in the order of the work.
pub fn templates() -> impl Iterator<Item = &'static Template> {
    [gold::TEMPLATES, question::TEMPLATES, answer::TEMPLATES, judge::TEMPLATES].into_iter().flatten().copied()
}

/// The template with this identifier.
pub fn template(id: &str) -> Option<&'static Template> {
    templates().find(|template| template.id == id)
}

impl PromptSet {
    /// Puts a brief into words.
    pub fn prompt(&self, brief: &Brief) -> Prompt {
        match brief {
            Brief::GoldAnswer { repository, chunk, category, subtype } => {
                gold::with_tools(self, repository, chunk, *category, *subtype)
            }
            Brief::DocumentAnswer { repository, chunk, category, subtype } => {
                gold::from_document(self, repository, chunk, *category, *subtype)
            }
            Brief::FactCheck { chunk, answer } => gold::fact_check(self, chunk, answer),
            Brief::Audit { answer, files } => gold::audit(self, answer, files),
            Brief::Question { answer, evidence, category, subtype, with_tools } => {
                question::question(self, answer, evidence, *category, *subtype, *with_tools)
            }
            Brief::Answer { repository, question, condition } => answer::answer(self, repository, question, *condition),
            Brief::Judge { question, gold_answer, rubric, answer } => {
                judge::judge(self, question, gold_answer, rubric, answer)
            }
        }
    }
}

fn chunk_block(chunk: &ChunkText) -> String {
    format!("--- chunk ---\n[{}: {}] {}\n{}\n--- end chunk ---", chunk.source, chunk.path, chunk.heading, chunk.content)
}

fn bullets(items: &[String]) -> String {
    items.iter().map(|item| format!("- {item}\n")).collect()
}

#[cfg(test)]
mod tests;
