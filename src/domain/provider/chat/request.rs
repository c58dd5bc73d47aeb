//! Building the request.

use serde_json::{Map, Value, json};

use crate::domain::agent::tools::Tool;
use crate::domain::provider::wire::address::address;
use crate::domain::provider::wire::body::{arguments, merge_extra, without_nulls};
use crate::domain::provider::wire::ids::{IdRule, with_ids};
use crate::domain::provider::{
    AssistantTurn, CallIds, Dialect, JsonSupport, LimitKey, Message, ModelRequest, ReasoningEcho, Target, ToolCall,
    WireForm, WireRequest,
};

/// Paths of calls, which a base URL may end with.
const TAILS: [&str; 2] = ["/chat/completions", "/models"];

/// The request that makes a call.
pub fn call(target: &Target<'_>, request: &ModelRequest, key: Option<&str>) -> WireRequest {
    let url = address(target.base_url, None, &TAILS, "/chat/completions");
    WireRequest::post(url, bearer(key), &body(target, request))
}

/// The request for the list of models.
pub fn list_models(base_url: &str, key: Option<&str>) -> WireRequest {
    WireRequest::get(address(base_url, None, &TAILS, "/models"), bearer(key))
}

/// The header with the key.
pub fn bearer(key: Option<&str>) -> Vec<(&'static str, String)> {
    key.map(|key| ("authorization", format!("Bearer {key}"))).into_iter().collect()
}

/// `temperature` is left out on purpose: newer models refuse other values than their own.
fn body(target: &Target<'_>, request: &ModelRequest) -> Value {
    let dialect = target.dialect;
    let rule = match dialect.call_ids {
        CallIds::Any | CallIds::LeftOut => IdRule::Any,
        CallIds::NineAlphanumerics => IdRule::NineAlphanumerics,
    };
    let messages = with_ids(&request.messages, rule);
    let mut body = json!({
        "model": target.model,
        "messages": conversation(&messages, dialect),
    });
    let limit_key = match dialect.limit_key {
        LimitKey::MaxTokens => "max_tokens",
        LimitKey::MaxCompletionTokens => "max_completion_tokens",
    };
    body[limit_key] = request.max_tokens.into();
    if request.offers_tools {
        body["tools"] = Tool::ALL.into_iter().map(tool).collect();
    } else if let Some(format) = response_format(dialect, request) {
        body["response_format"] = format;
    }
    if target.streams {
        body["stream"] = true.into();
        if dialect.stream_usage {
            body["stream_options"] = json!({"include_usage": true});
        }
    }
    merge_extra(&mut body, target.extra);
    body
}

fn response_format(dialect: &Dialect, request: &ModelRequest) -> Option<Value> {
    let schema = request.schema.as_ref()?;
    match dialect.json {
        JsonSupport::Schema => Some(json!({
            "type": "json_schema",
            "json_schema": {"name": schema.name, "schema": schema.schema, "strict": true}
        })),
        JsonSupport::Object => Some(json!({"type": "json_object"})),
        JsonSupport::Unsupported => None,
    }
}

fn tool(tool: Tool) -> Value {
    json!({
        "type": "function",
        "function": {"name": tool.name(), "description": tool.description(), "parameters": tool.parameters()}
    })
}

/// What a model seems to have said where an endpoint wants it to say something.
const BRIDGE: &str = "Understood.";

/// The messages. Those of the user that follow each other are one: many chat templates want turns to alternate.
fn conversation(messages: &[Message], dialect: &Dialect) -> Vec<Value> {
    let mut sent: Vec<Value> = Vec::new();
    for next in messages {
        if let (Message::User { text }, Some(last)) = (next, sent.last_mut()) {
            if last["role"] == "user" {
                last["content"] = format!("{}\n\n{text}", last["content"].as_str().unwrap_or_default()).into();
                continue;
            }
            if last["role"] == "tool" && !dialect.user_after_tools {
                sent.push(json!({"role": "assistant", "content": BRIDGE}));
            }
        }
        sent.push(message(next, dialect.echo));
    }
    sent
}

fn message(message: &Message, echo: ReasoningEcho) -> Value {
    match message {
        Message::System { text } => json!({"role": "system", "content": text}),
        Message::User { text } => json!({"role": "user", "content": text}),
        Message::Assistant(turn) => {
            let raw = turn.raw.as_ref().filter(|_| turn.raw_form == WireForm::ChatCompletions);
            let mut message = raw.map_or_else(|| rebuilt(turn), |raw| echoed(raw, turn));
            mend_reasoning(&mut message, echo);
            message
        }
        Message::Tool(result) => {
            json!({"role": "tool", "tool_call_id": result.call_id, "content": result.content})
        }
    }
}

/// A turn as it was received, but for nulls and empty lists, with the identifiers of this request and with arguments that are JSON.
fn echoed(raw: &Value, turn: &AssistantTurn) -> Value {
    let mut message = without_nulls(raw, &["content"]);
    if let Value::Object(object) = &mut message {
        object.retain(|_, value| value.as_array().is_none_or(|items| !items.is_empty()));
    }
    if let Some(calls) = message.get_mut("tool_calls").and_then(Value::as_array_mut) {
        for (call, known) in calls.iter_mut().zip(&turn.calls) {
            if let Value::Object(call) = call {
                call.insert("id".into(), known.id.clone().into());
                call.insert("function".into(), function(known));
            }
        }
    }
    message
}

/// A turn whose received form can't be echoed: made in another form, or with a call that can't be read.
fn rebuilt(turn: &AssistantTurn) -> Value {
    let mut object = Map::new();
    object.insert("role".into(), "assistant".into());
    object.insert("content".into(), turn.text.clone().into());
    if !turn.calls.is_empty() {
        let calls =
            turn.calls.iter().map(|call| json!({"id": call.id, "type": "function", "function": function(call)}));
        object.insert("tool_calls".into(), calls.collect());
    }
    Value::Object(object)
}

/// Arguments go out as they came, unless they are broken.
fn function(call: &ToolCall) -> Value {
    let is_whole = serde_json::from_str::<Map<String, Value>>(&call.arguments).is_ok();
    let arguments = if is_whole { call.arguments.clone() } else { arguments(call).to_string() };
    json!({"name": call.name, "arguments": arguments})
}

fn mend_reasoning(message: &mut Value, echo: ReasoningEcho) {
    let has_calls = message.get("tool_calls").is_some();
    let Value::Object(object) = message else { return };
    let needs_it = match echo {
        ReasoningEcho::AsReceived => false,
        ReasoningEcho::OnToolTurns => has_calls,
        ReasoningEcho::OnAllTurns => true,
        ReasoningEcho::Never => {
            object.retain(|key, _| !["reasoning_content", "reasoning", "reasoning_details"].contains(&key.as_str()));
            false
        }
    };
    if needs_it {
        object.entry("reasoning_content").or_insert_with(|| "".into());
    }
}

#[cfg(test)]
mod tests;
