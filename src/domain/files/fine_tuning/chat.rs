//! Transcripts as chat messages with tool calls.

use serde_json::{Value, json};

use crate::domain::agent::Transcript;
use crate::domain::agent::tools::Tool;
use crate::domain::provider::{Message, ToolCall};
use crate::domain::task::prompts::Prompt;
use crate::domain::task::{GenerationStage, Task};

/// The three repository tools, as the model was offered them.
pub fn tools() -> Value {
    let tool = |tool: Tool| {
        json!({"type": "function", "function": {
            "name": tool.name(), "description": tool.description(), "parameters": tool.parameters()
        }})
    };
    Tool::ALL.into_iter().map(tool).collect()
}

/// The first two messages.
pub fn opening(prompt: &Prompt) -> Vec<Value> {
    vec![json!({"role": "system", "content": prompt.system}), json!({"role": "user", "content": prompt.user})]
}

/// The model's last message.
pub fn answer(text: &str) -> Value {
    json!({"role": "assistant", "content": text})
}

/// The transcript of the gold answer, where it has tool calls, each answered, and ends in text.
pub fn exploration(task: &Task) -> Option<&Transcript> {
    let stage = task.transcripts.iter().find(|stage| stage.stage == GenerationStage::Answer)?;
    let transcript = &stage.transcript;
    let mut open: Vec<&str> = Vec::new();
    let (mut calls, mut ends_in_text) = (0, false);
    for message in transcript.messages() {
        match message {
            Message::Tool(result) => {
                let at = open.iter().position(|id| *id == result.call_id)?;
                open.remove(at);
            }
            _ if !open.is_empty() => return None,
            Message::Assistant(turn) => {
                open.extend(turn.calls.iter().map(|call| call.id.as_str()));
                calls += turn.calls.len();
            }
            _ => {}
        }
        ends_in_text =
            matches!(message, Message::Assistant(turn) if turn.calls.is_empty() && !turn.text.trim().is_empty());
    }
    (calls > 0 && ends_in_text && open.is_empty()).then_some(transcript)
}

/// Every message. A draft that was asked for again is not to be learnt: its weight is 0.
pub fn whole(transcript: &Transcript) -> Vec<Value> {
    let last = transcript.entries.len().saturating_sub(1);
    let message = |(at, message): (usize, &Message)| {
        let mut value = value(message)?;
        if matches!(message, Message::Assistant(turn) if turn.calls.is_empty()) && at < last {
            value["weight"] = json!(0);
        }
        Some(value)
    };
    transcript.messages().enumerate().filter_map(message).collect()
}

/// The tool calls and their results only.
pub fn tool_turns(transcript: &Transcript) -> Vec<Value> {
    let is_tool_turn = |message: &&Message| match message {
        Message::Assistant(turn) => !turn.calls.is_empty(),
        Message::Tool(_) => true,
        Message::System { .. } | Message::User { .. } => false,
    };
    transcript.messages().filter(is_tool_turn).filter_map(value).collect()
}

/// Characters of all texts and arguments.
pub fn chars(messages: &Value) -> usize {
    let count = |value: &Value| value.as_str().map_or(0, |text| text.chars().count());
    let of_calls = |message: &Value| -> usize {
        let calls = message["tool_calls"].as_array().into_iter().flatten();
        calls.map(|call| count(&call["function"]["name"]) + count(&call["function"]["arguments"])).sum()
    };
    messages.as_array().into_iter().flatten().map(|message| count(&message["content"]) + of_calls(message)).sum()
}

/// A message; none for a turn that says nothing.
fn value(message: &Message) -> Option<Value> {
    Some(match message {
        Message::System { text } => json!({"role": "system", "content": text}),
        Message::User { text } => json!({"role": "user", "content": text}),
        Message::Assistant(turn) if turn.calls.is_empty() => {
            if turn.text.trim().is_empty() {
                return None;
            }
            answer(&turn.text)
        }
        Message::Assistant(turn) => {
            let text = if turn.text.is_empty() { Value::Null } else { json!(turn.text) };
            json!({"role": "assistant", "content": text, "tool_calls": turn.calls.iter().map(call).collect::<Vec<_>>()})
        }
        Message::Tool(result) => json!({"role": "tool", "tool_call_id": result.call_id, "content": result.content}),
    })
}

fn call(call: &ToolCall) -> Value {
    let arguments = if call.arguments.trim().is_empty() { "{}" } else { call.arguments.as_str() };
    json!({"id": call.id, "type": "function", "function": {"name": call.name, "arguments": arguments}})
}
