//! Building the request.

use serde_json::{Map, Value, json};

use crate::domain::agent::tools::Tool;
use crate::domain::provider::{AssistantTurn, Message, ModelRequest};

/// The address of the Chat Completions call below a base URL such as `http://127.0.0.1:8080/v1`.
pub fn endpoint(base_url: &str) -> String {
    let base = base_url.trim().trim_end_matches('/');
    if base.ends_with("/chat/completions") { base.to_owned() } else { format!("{base}/chat/completions") }
}

/// Under which key the bound of a reply goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitKey {
    /// What most endpoints know.
    MaxTokens,
    /// What newer models of some providers want instead.
    MaxCompletionTokens,
}

/// The body of a request. `temperature` is left out on purpose: newer models refuse other values than
/// their own.
pub fn request_body(model: &str, request: &ModelRequest, limit_key: LimitKey) -> Value {
    let mut body = json!({
        "model": model,
        "messages": request.messages.iter().map(message).collect::<Vec<_>>(),
    });
    let limit_key = match limit_key {
        LimitKey::MaxTokens => "max_tokens",
        LimitKey::MaxCompletionTokens => "max_completion_tokens",
    };
    body[limit_key] = request.max_tokens.into();
    if request.offers_tools {
        body["tools"] = Tool::ALL.into_iter().map(tool).collect();
    }
    body
}

fn tool(tool: Tool) -> Value {
    json!({
        "type": "function",
        "function": {"name": tool.name(), "description": tool.description(), "parameters": tool.parameters()}
    })
}

fn message(message: &Message) -> Value {
    match message {
        Message::System { text } => json!({"role": "system", "content": text}),
        Message::User { text } => json!({"role": "user", "content": text}),
        Message::Assistant(turn) => turn.raw.clone().unwrap_or_else(|| assistant(turn)),
        Message::Tool(result) => {
            json!({"role": "tool", "tool_call_id": result.call_id, "content": result.content})
        }
    }
}

/// A turn whose raw form can't be echoed: made by another provider, or with broken arguments.
fn assistant(turn: &AssistantTurn) -> Value {
    let mut object = Map::new();
    object.insert("role".into(), "assistant".into());
    object.insert("content".into(), turn.text.clone().into());
    if !turn.calls.is_empty() {
        let calls = turn.calls.iter().map(|call| {
            let is_object = serde_json::from_str::<Map<String, Value>>(&call.arguments).is_ok();
            let arguments =
                if is_object { call.arguments.clone() } else { json!({"unreadable": call.arguments}).to_string() };
            json!({"id": call.id, "type": "function", "function": {"name": call.name, "arguments": arguments}})
        });
        object.insert("tool_calls".into(), calls.collect());
    }
    Value::Object(object)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::condition::Condition;
    use crate::domain::provider::{ToolCall, ToolResult};
    use crate::domain::task::Brief;

    #[test]
    fn endpoints() {
        assert_eq!(endpoint("http://h:1/v1"), "http://h:1/v1/chat/completions");
        assert_eq!(endpoint(" http://h:1/v1/ "), "http://h:1/v1/chat/completions");
        assert_eq!(endpoint("http://h/v1/chat/completions"), "http://h/v1/chat/completions");
    }

    #[test]
    fn a_conversation_with_broken_arguments_is_echoed_as_valid_json() {
        let call = ToolCall { id: "c1".into(), name: "read_file".into(), arguments: "{\"path\": ".into() };
        let request = ModelRequest {
            brief: Brief::Answer { repository: "r".into(), question: "q".into(), condition: Condition::CodeOnly },
            messages: vec![
                Message::System { text: "s".into() },
                Message::User { text: "u".into() },
                Message::Assistant(AssistantTurn { text: String::new(), calls: vec![call], raw: None }),
                Message::Tool(ToolResult {
                    call_id: "c1".into(),
                    name: "read_file".into(),
                    content: "no".into(),
                    is_error: true,
                }),
            ],
            offers_tools: false,
            wants_json: false,
            max_tokens: 9,
        };
        let body = request_body("m", &request, LimitKey::MaxTokens);
        assert_eq!(body["max_tokens"], 9);
        assert!(body.get("tools").is_none() && body.get("temperature").is_none());
        let echoed = body["messages"][2]["tool_calls"][0]["function"]["arguments"].as_str().unwrap();
        assert!(serde_json::from_str::<Map<String, Value>>(echoed).is_ok(), "{echoed}");
        assert_eq!(body["messages"][3]["tool_call_id"], "c1");
    }
}
