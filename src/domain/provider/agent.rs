//! Agents of the user's over HTTP: a question goes out under one condition, an answer comes back. How the agent finds
//! it is its own affair. Neither gold answer nor rubric leaves the tab.
//!
//! The protocol is told in `public/agent/README.md`, beside a server that speaks it.

use serde_json::{Map, Value, json};
use thiserror::Error;

use super::chat::bearer;
use super::error::{broken, classify, reported};
use super::wire::error_in;
use super::{
    AssistantTurn, CallFailure, FailureKind, ListedModel, Message, ModelReply, StopReason, ToolResult, Usage,
    WireRequest,
};
use crate::domain::agent::{AgentLimits, read_transcript, read_usage};
use crate::domain::condition::Condition;
use crate::domain::python::StripMode;

/// Version of the protocol.
pub const AGENT_PROTOCOL_VERSION: u64 = 1;
/// What a question says it is.
const QUESTION: &str = "code-qa-bench/agent-question";
/// What a greeting says it is.
const GREETING: &str = "code-qa-bench/agent";
/// Characters of an answer at most: far more than any question asks for.
const MOST_ANSWER_CHARS: usize = 100_000;
/// Characters of a transcript at most, as JSON; it is stored with the sample.
const MOST_TRANSCRIPT_CHARS: usize = 4_000_000;

/// What an agent elsewhere is asked, and all that it is told.
#[derive(Clone, Debug, PartialEq)]
pub struct AgentQuestion {
    /// Identifier of the task.
    pub task: String,
    /// What the agent may look at.
    pub condition: Condition,
    /// Which repetition, from 0.
    pub epoch: u32,
    /// Name of the repository.
    pub repository: String,
    /// SHA-256 of its archive, in hexadecimal.
    pub archive_sha256: String,
    /// How much the code-only repository of the run has lost.
    pub strip_mode: StripMode,
    /// The question.
    pub question: String,
    /// How far an agent of our own might go.
    pub limits: AgentLimits,
}

/// Whom a question goes to.
#[derive(Clone, Copy, Debug)]
pub struct AgentTarget<'a> {
    /// The address, as the user has entered it.
    pub url: &'a str,
    /// Which of the agents there.
    pub agent: &'a str,
    /// How long the answer may take, in milliseconds.
    pub timeout_ms: u64,
    /// The user's own settings, passed on as they are.
    pub settings: &'a Map<String, Value>,
}

/// In what a reply breaks the protocol.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
enum Breach {
    #[error("it is no JSON object")]
    NoObject,
    #[error("\"answer\" is missing or no text")]
    NoAnswer,
    #[error("\"answer\" has {0} characters, and {MOST_ANSWER_CHARS} are the most")]
    LongAnswer(usize),
    #[error("\"refused\" is neither true nor false")]
    Refused,
    #[error("\"format\" is not \"{GREETING}\"")]
    NoGreeting,
    #[error("\"version\" is not {AGENT_PROTOCOL_VERSION}")]
    Version,
    #[error("\"agents\" is no list of names")]
    NoAgents,
}

impl From<Breach> for CallFailure {
    fn from(breach: Breach) -> Self {
        // Asked again, the agent would break it again.
        Self {
            kind: FailureKind::Rejected,
            message: format!("The agent's reply breaks the protocol: {breach}."),
            details: String::new(),
            retry_after_ms: None,
        }
    }
}

/// The request that asks a question.
pub fn ask(target: &AgentTarget<'_>, asked: &AgentQuestion, key: Option<&str>) -> WireRequest {
    let AgentLimits { max_turns, max_tokens, context_budget_chars } = asked.limits;
    let body = json!({
        "format": QUESTION,
        "version": AGENT_PROTOCOL_VERSION,
        "agent": target.agent,
        "task": asked.task,
        "condition": asked.condition.id(),
        "epoch": asked.epoch,
        "repository": asked.repository,
        "archive_sha256": asked.archive_sha256,
        "code_only": asked.strip_mode.id(),
        "question": asked.question,
        "limits": {
            "max_turns": max_turns,
            "max_reply_tokens": max_tokens,
            "max_context_chars": context_budget_chars,
            "timeout_ms": target.timeout_ms,
        },
        "settings": target.settings,
    });
    WireRequest::post(target.url.trim().to_owned(), bearer(key), &body)
}

/// Reads the reply to [`ask`].
///
/// # Errors
/// A status other than 2xx, an error in the body, or a reply that breaks the protocol. A transcript or usage that
/// can't be read costs no answer: it is left out, and the transcript says so.
pub fn read_answer(status: u16, body: &str) -> Result<ModelReply, CallFailure> {
    let mut reply = object(status, body)?;
    let answer = match reply.get("answer") {
        Some(Value::String(text)) => text.trim().to_owned(),
        // Who refuses need not answer.
        None | Some(Value::Null) if reply.get("refused") == Some(&Value::Bool(true)) => String::new(),
        _ => return Err(Breach::NoAnswer.into()),
    };
    let chars = answer.chars().count();
    if chars > MOST_ANSWER_CHARS {
        return Err(Breach::LongAnswer(chars).into());
    }
    let stop = match reply.get("refused") {
        None | Some(Value::Null | Value::Bool(false)) => StopReason::End,
        Some(Value::Bool(true)) => StopReason::Refusal,
        Some(_) => return Err(Breach::Refused.into()),
    };
    let mut earlier = Vec::new();
    match transcript(reply.remove("transcript"), &answer) {
        Ok(messages) => earlier = messages,
        Err(problem) => earlier.push(note("transcript", &problem)),
    }
    let usage = read_usage(reply.remove("usage")).unwrap_or_else(|problem| {
        earlier.push(note("usage", &problem));
        Usage::UNREPORTED
    });
    let turn = AssistantTurn { text: answer, ..AssistantTurn::default() };
    Ok(ModelReply { turn, stop, usage, earlier })
}

/// The request that asks a server which agents it has.
pub fn greet(url: &str, key: Option<&str>) -> WireRequest {
    WireRequest::get(url.trim().to_owned(), bearer(key))
}

/// Reads the reply to [`greet`]: the names of the agents, in order.
///
/// # Errors
/// A status other than 2xx, an error in the body, or a reply that breaks the protocol.
pub fn read_greeting(status: u16, body: &str) -> Result<Vec<ListedModel>, CallFailure> {
    let reply = object(status, body)?;
    if reply.get("format").and_then(Value::as_str) != Some(GREETING) {
        return Err(Breach::NoGreeting.into());
    }
    if reply.get("version").and_then(Value::as_u64) != Some(AGENT_PROTOCOL_VERSION) {
        return Err(Breach::Version.into());
    }
    let names = reply.get("agents").and_then(Value::as_array).ok_or(Breach::NoAgents)?;
    let named = |name: &Value| {
        let name = name.as_str().map(str::trim).filter(|name| !name.is_empty()).ok_or(Breach::NoAgents)?;
        Ok(ListedModel { name: name.to_owned(), context_tokens: None, output_tokens: None })
    };
    let mut agents = names.iter().map(named).collect::<Result<Vec<_>, Breach>>()?;
    agents.sort();
    agents.dedup();
    Ok(agents)
}

/// The object of a reply.
fn object(status: u16, body: &str) -> Result<Map<String, Value>, CallFailure> {
    if !(200..300).contains(&status) {
        return Err(classify(status, body));
    }
    let value: Value = serde_json::from_str(body).map_err(|error| broken(&format!("not JSON: {error}"), body))?;
    if let Some(error) = error_in(&value) {
        return Err(reported(error, body));
    }
    match value {
        Value::Object(object) => Ok(object),
        _ => Err(Breach::NoObject.into()),
    }
}

/// The messages before the answer, which is a turn of its own: where the transcript ends with it, it is not told twice.
fn transcript(value: Option<Value>, answer: &str) -> Result<Vec<Message>, String> {
    let chars = value.as_ref().map_or(0, |value| value.to_string().chars().count());
    if chars > MOST_TRANSCRIPT_CHARS {
        return Err(format!("it has {chars} characters, and {MOST_TRANSCRIPT_CHARS} are the most"));
    }
    let mut messages: Vec<Message> = read_transcript(value)?.messages().cloned().collect();
    let is_answer = |message: &Message| matches!(message, Message::Assistant(turn) if turn.calls.is_empty() && turn.text.trim() == answer);
    if messages.last().is_some_and(is_answer) {
        messages.pop();
    }
    // What a provider sent is echoed to that provider alone; here nothing is.
    for message in &mut messages {
        if let Message::Assistant(turn) = message {
            turn.raw = None;
        }
    }
    Ok(messages)
}

/// Says in the transcript what could not be read.
fn note(what: &str, problem: &str) -> Message {
    Message::Tool(ToolResult {
        call_id: String::new(),
        name: format!("reading the agent's {what}"),
        content: format!("The agent's {what} can't be read ({problem}); the answer is kept without it."),
        is_error: true,
    })
}

#[cfg(test)]
mod tests;
