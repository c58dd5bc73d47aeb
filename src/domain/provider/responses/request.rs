//! Building the request.

use serde_json::{Value, json};

use crate::domain::agent::tools::Tool;
use crate::domain::provider::chat::bearer;
use crate::domain::provider::wire::address::address;
use crate::domain::provider::wire::body::{arguments, instructions, merge_extra, without_nulls};
use crate::domain::provider::wire::ids::{IdRule, with_ids};
use crate::domain::provider::{
    AssistantTurn, Dialect, JsonSupport, Message, ModelRequest, Target, ToolCall, WireForm, WireRequest,
};

/// Paths of calls, which a base URL may end with.
const TAILS: [&str; 3] = ["/responses", "/chat/completions", "/models"];

/// The request that makes a call.
pub fn call(target: &Target<'_>, request: &ModelRequest, key: Option<&str>) -> WireRequest {
    WireRequest::post(address(target.base_url, None, &TAILS, "/responses"), bearer(key), &body(target, request))
}

/// The request for the list of models.
pub fn list_models(base_url: &str, key: Option<&str>) -> WireRequest {
    WireRequest::get(address(base_url, None, &TAILS, "/models"), bearer(key))
}

fn body(target: &Target<'_>, request: &ModelRequest) -> Value {
    let messages = with_ids(&request.messages, IdRule::Any);
    let mut body = json!({"model": target.model, "store": false});
    if let Some(text) = instructions(&messages) {
        body["instructions"] = text.into();
    }
    body["input"] = messages.iter().flat_map(items).collect();
    body["max_output_tokens"] = request.max_tokens.into();
    if target.dialect.encrypted_reasoning {
        body["include"] = json!(["reasoning.encrypted_content"]);
    }
    if request.offers_tools {
        body["tools"] = Tool::ALL.into_iter().map(tool).collect();
    } else if let Some(format) = format(target.dialect, request) {
        body["text"] = json!({"format": format});
    }
    if target.streams {
        body["stream"] = true.into();
    }
    merge_extra(&mut body, target.extra);
    body
}

fn format(dialect: &Dialect, request: &ModelRequest) -> Option<Value> {
    let schema = request.schema.as_ref()?;
    match dialect.json {
        JsonSupport::Schema => {
            Some(json!({"type": "json_schema", "name": schema.name, "schema": schema.schema, "strict": true}))
        }
        JsonSupport::Object => Some(json!({"type": "json_object"})),
        JsonSupport::Unsupported => None,
    }
}

/// Not strict, which would want every argument given.
fn tool(tool: Tool) -> Value {
    json!({
        "type": "function",
        "name": tool.name(),
        "description": tool.description(),
        "parameters": tool.parameters(),
        "strict": false
    })
}

fn items(message: &Message) -> Vec<Value> {
    match message {
        Message::System { .. } => Vec::new(),
        Message::User { text } => vec![json!({"role": "user", "content": text})],
        Message::Assistant(turn) => {
            let raw = turn.raw.as_ref().filter(|_| turn.raw_form == WireForm::Responses);
            raw.and_then(Value::as_array).map_or_else(|| rebuilt(turn), |raw| echoed(raw, turn))
        }
        Message::Tool(result) => {
            vec![json!({"type": "function_call_output", "call_id": result.call_id, "output": result.content})]
        }
    }
}

/// All items of a turn as they were received, with the identifiers of this request and with arguments that
/// are JSON.
fn echoed(raw: &[Value], turn: &AssistantTurn) -> Vec<Value> {
    let mut calls = turn.calls.iter();
    let item = |item: &Value| {
        let mut item = without_nulls(item, &[]);
        if item["type"] == "function_call"
            && let Some(call) = calls.next()
        {
            item["call_id"] = call.id.clone().into();
            item["arguments"] = arguments_text(call).into();
        }
        item
    };
    raw.iter().map(item).collect()
}

fn rebuilt(turn: &AssistantTurn) -> Vec<Value> {
    let mut items = Vec::new();
    if !turn.text.trim().is_empty() {
        items.push(json!({"role": "assistant", "content": turn.text}));
    }
    items.extend(turn.calls.iter().map(|call| {
        json!({"type": "function_call", "call_id": call.id, "name": call.name, "arguments": arguments_text(call)})
    }));
    items
}

fn arguments_text(call: &ToolCall) -> String {
    let is_whole = serde_json::from_str::<serde_json::Map<String, Value>>(&call.arguments).is_ok();
    if is_whole { call.arguments.clone() } else { arguments(call).to_string() }
}
