//! What agents that are run elsewhere tell of their work: a transcript, in our own form or as a list of messages in
//! that of OpenAI's chat API, and the tokens that they used.

use serde::Deserialize;
use serde_json::Value;

use crate::domain::agent::Transcript;
use crate::domain::json::sentence;
use crate::domain::provider::{AssistantTurn, Message, ToolCall, ToolResult, Usage};

#[derive(Deserialize)]
#[serde(tag = "role", rename_all = "snake_case")]
enum ChatMessage {
    #[serde(alias = "developer")]
    System {
        content: Value,
    },
    User {
        content: Value,
    },
    Assistant {
        #[serde(default)]
        content: Value,
        #[serde(default)]
        tool_calls: Vec<ChatCall>,
    },
    Tool {
        tool_call_id: String,
        #[serde(default)]
        content: Value,
    },
}

#[derive(Deserialize)]
struct ChatCall {
    id: String,
    function: ChatFunction,
}

#[derive(Deserialize)]
struct ChatFunction {
    name: String,
    arguments: Value,
}

/// A transcript; empty where there is none.
///
/// # Errors
/// What is wrong with it.
pub fn read_transcript(value: Option<Value>) -> Result<Transcript, String> {
    let mut transcript = Transcript::default();
    match value {
        None | Some(Value::Null) => {}
        Some(own @ Value::Object(_)) => {
            transcript = serde_json::from_value(own).map_err(|error| sentence(&error))?;
        }
        Some(list @ Value::Array(_)) => {
            let messages: Vec<ChatMessage> = serde_json::from_value(list).map_err(|error| sentence(&error))?;
            let mut names = std::collections::BTreeMap::new();
            for message in messages {
                let message = message_of(message);
                if let Message::Assistant(turn) = &message {
                    names.extend(turn.calls.iter().map(|call| (call.id.clone(), call.name.clone())));
                }
                transcript.push(named(message, &names));
            }
        }
        Some(_) => return Err("it is no list of messages".into()),
    }
    Ok(transcript)
}

fn message_of(message: ChatMessage) -> Message {
    match message {
        ChatMessage::System { content } => Message::System { text: text_of(content) },
        ChatMessage::User { content } => Message::User { text: text_of(content) },
        ChatMessage::Assistant { content, tool_calls } => {
            let calls = tool_calls.into_iter().map(|call| ToolCall {
                id: call.id,
                name: call.function.name,
                arguments: text_of(call.function.arguments),
            });
            Message::Assistant(AssistantTurn { text: text_of(content), calls: calls.collect(), ..Default::default() })
        }
        ChatMessage::Tool { tool_call_id, content } => {
            let (name, is_error) = (String::new(), false);
            Message::Tool(ToolResult { call_id: tool_call_id, name, content: text_of(content), is_error })
        }
    }
}

/// A tool's result names its call only; the call has the tool's name.
fn named(message: Message, names: &std::collections::BTreeMap<String, String>) -> Message {
    match message {
        Message::Tool(mut result) => {
            result.name = names.get(&result.call_id).cloned().unwrap_or_default();
            Message::Tool(result)
        }
        other => other,
    }
}

/// Text, or the texts of a list of parts; anything else as JSON.
fn text_of(content: Value) -> String {
    match content {
        Value::String(text) => text,
        Value::Null => String::new(),
        Value::Array(parts) if parts.iter().all(|part| part.get("text").is_some_and(Value::is_string)) => {
            parts.iter().filter_map(|part| part["text"].as_str()).collect::<Vec<_>>().join("\n")
        }
        other => other.to_string(),
    }
}

/// Usage in our own form, or in that of the OpenAI API.
#[derive(Deserialize)]
struct UsageLine {
    #[serde(alias = "prompt_tokens")]
    input_tokens: u64,
    #[serde(alias = "completion_tokens")]
    output_tokens: u64,
    #[serde(default)]
    cached_tokens: u64,
    #[serde(default)]
    cache_write_tokens: u64,
    #[serde(default)]
    reasoning_tokens: u64,
    #[serde(default)]
    unreported_calls: u64,
}

/// Tokens used; marked as not reported where that isn't told.
///
/// # Errors
/// What is wrong with the numbers.
pub fn read_usage(value: Option<Value>) -> Result<Usage, String> {
    let value = match value {
        None | Some(Value::Null) => return Ok(Usage::UNREPORTED),
        Some(value) => value,
    };
    let line: UsageLine = serde_json::from_value(value).map_err(|error| sentence(&error))?;
    let usage = Usage {
        input_tokens: line.input_tokens,
        cached_tokens: line.cached_tokens,
        cache_write_tokens: line.cache_write_tokens,
        output_tokens: line.output_tokens,
        reasoning_tokens: line.reasoning_tokens,
        unreported_calls: line.unreported_calls,
    };
    if usage.is_plausible() { Ok(usage) } else { Err("more tokens than can be".into()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn chat_messages_become_ours() {
        let transcript = read_transcript(Some(json!([
            {"role": "developer", "content": "rules"},
            {"role": "user", "content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]},
            {"role": "assistant", "content": null, "tool_calls":
                [{"id": "c1", "type": "function", "function": {"name": "read_file", "arguments": "{}"}}]},
            {"role": "tool", "tool_call_id": "c1", "content": "text"},
            {"role": "assistant", "content": "done"}
        ])))
        .unwrap();
        let messages: Vec<&Message> = transcript.messages().collect();
        assert_eq!(messages[1], &Message::User { text: "a\nb".into() });
        let calls = vec![ToolCall { id: "c1".into(), name: "read_file".into(), arguments: "{}".into() }];
        assert_eq!(messages[2], &Message::Assistant(AssistantTurn { calls, ..Default::default() }));
        assert!(matches!(messages[3], Message::Tool(result) if result.name == "read_file" && result.content == "text"));
        let own = serde_json::to_value(&transcript).unwrap();
        assert_eq!(read_transcript(Some(own)), Ok(transcript));
    }

    #[test]
    fn other_forms_are_told() {
        assert_eq!(read_transcript(None), Ok(Transcript::default()));
        assert_eq!(read_transcript(Some(json!("log"))), Err("it is no list of messages".into()));
        assert!(
            read_transcript(Some(json!([{"role": "oracle"}]))).unwrap_err().starts_with("unknown variant `oracle`")
        );
        assert!(read_transcript(Some(json!({"events": []}))).unwrap_err().starts_with("missing field `entries`"));
    }
}
