//! `prompts.json`: the words of a run, with slots where a task's own texts go.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use crate::domain::agent::tools::Tool;
use crate::domain::agent::words::{CUT, EMPTY, WITHDRAWN, left_out};
use crate::domain::condition::Condition;
use crate::domain::run::{Run, verdict_again};
use crate::domain::task::Brief;
use crate::domain::task::prompts::Prompt;

/// All that is said to agent and judge. A slot is a name in braces, such as `{question}`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Prompts {
    answer: BTreeMap<Condition, Asked>,
    agent: AgentWords,
    judge: JudgeWords,
    tools: Vec<ToolWords>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct Asked {
    system: String,
    user: String,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct AgentWords {
    nudge: String,
    withdrawn: String,
    cut: String,
    left_out: String,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct JudgeWords {
    system: String,
    user: String,
    user_without_rubric: String,
    again: String,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct ToolWords {
    name: &'static str,
    description: &'static str,
    parameters: Value,
}

impl Prompts {
    /// As a file of indented JSON.
    pub fn text(&self) -> String {
        // Plain data with string keys: serialising can't fail.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}

/// The words of a run; nothing where its prompts are not known any more.
pub fn prompts(run: &Run) -> Option<Prompts> {
    let words = run.words()?;
    let slot = |name: &str| format!("{{{name}}}");
    let answer = |condition| {
        let brief = Brief::Answer { repository: slot("repository"), question: slot("question"), condition };
        let Prompt { system, user } = words.prompt(&brief);
        (condition, Asked { system, user })
    };
    let judge = |rubric: Vec<String>| {
        words.prompt(&Brief::Judge {
            question: slot("question"),
            gold_answer: slot("gold_answer"),
            rubric,
            answer: slot("answer"),
        })
    };
    let judged = judge(vec![slot("rubric")]);
    Some(Prompts {
        answer: Condition::ALL.map(answer).into(),
        agent: AgentWords {
            nudge: EMPTY.into(),
            withdrawn: WITHDRAWN.into(),
            cut: CUT.into(),
            left_out: left_out(&slot("name")),
        },
        judge: JudgeWords {
            system: judged.system,
            user: judged.user,
            user_without_rubric: judge(Vec::new()).user,
            again: verdict_again(&slot("problem")),
        },
        tools: Tool::ALL
            .map(|tool| ToolWords { name: tool.name(), description: tool.description(), parameters: tool.parameters() })
            .into(),
    })
}
