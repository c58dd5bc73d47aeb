//! The offline baseline `bm25-extract`: deterministic, not a language model, and named so wherever its
//! figures appear. It takes the place of a model behind the same requests and tools, so that the whole
//! pipeline runs without a key and every model has a floor to be compared with.
//!
//! - As an agent it searches with the words of the question, ranks files and definitions by BM25, reads
//!   them through the tools, follows callees one level down, and lists the facts it finds.
//! - As a generator it does the same for a documentation chunk and asks a question of the category's form.
//! - As an auditor it keeps claims whose names stand in the stripped files.
//! - As a judge it scores by overlap with rubric and gold answer.
//!
//! It has no memory of any repository: closed-book it can only repeat the question's own words.

mod answer;
mod explore;
mod facts;
mod judge;
mod task;

use serde_json::Value;

use super::provider::{AssistantTurn, ModelReply, ModelRequest, StopReason, ToolCall, Usage};
use super::task::Brief;

/// The baseline's reply to a request. The same request always gets the same reply.
pub fn reply(request: &ModelRequest) -> ModelReply {
    match &request.brief {
        Brief::GoldAnswer { chunk, .. } => explore::or_else(request, &explore::Topic::of_chunk(chunk), |findings| {
            Reply::Json(task::gold_answer(chunk, findings))
        }),
        Brief::Answer { question, condition, .. } => {
            explore::or_else(request, &explore::Topic::of_question(question, *condition), |findings| {
                Reply::Text(answer::answer(question, findings))
            })
        }
        Brief::DocumentAnswer { chunk, .. } => Reply::Json(task::document_answer(chunk)).into(),
        Brief::FactCheck { chunk, answer } => Reply::Json(task::fact_check(chunk, answer)).into(),
        Brief::Audit { answer, files } => Reply::Json(task::audit(answer, files)).into(),
        Brief::Question { answer, evidence, category, subtype, .. } => {
            Reply::Json(task::question(answer, evidence, *category, *subtype)).into()
        }
        Brief::Judge { gold_answer, rubric, answer, .. } => {
            Reply::Json(judge::verdict(gold_answer, rubric, answer)).into()
        }
    }
}

/// What the baseline says.
enum Reply {
    Text(String),
    Json(Value),
    Calls(Vec<ToolCall>),
}

impl From<Reply> for ModelReply {
    fn from(reply: Reply) -> Self {
        let (text, calls) = match reply {
            Reply::Text(text) => (text, Vec::new()),
            Reply::Json(value) => (value.to_string(), Vec::new()),
            Reply::Calls(calls) => (String::new(), calls),
        };
        let stop = if calls.is_empty() { StopReason::End } else { StopReason::ToolCalls };
        Self {
            turn: AssistantTurn { text, calls, ..AssistantTurn::default() },
            stop,
            usage: Usage::default(),
            earlier: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests;
