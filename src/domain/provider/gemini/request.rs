//! Building the request.

use std::collections::HashSet;

use serde_json::{Value, json};

use crate::domain::agent::tools::Tool;
use crate::domain::provider::wire::address::{address, escaped};
use crate::domain::provider::wire::body::{arguments, instructions, merge_extra};
use crate::domain::provider::wire::ids::{IdRule, with_ids};
use crate::domain::provider::{
    AssistantTurn, CallIds, JsonSupport, Message, ModelRequest, Target, ToolCall, ToolResult, WireForm, WireRequest,
};

/// What Google documents for calls that its model did not make itself: newer models want a signature.
const NO_SIGNATURE: &str = "skip_thought_signature_validator";

/// The request that makes a call.
pub fn call(target: &Target<'_>, request: &ModelRequest, key: Option<&str>) -> WireRequest {
    let model = target.model.trim().trim_start_matches("models/");
    // A tuned model's name says where it is.
    let place = if model.contains('/') { "/" } else { "/models/" };
    let method = if target.streams { "streamGenerateContent?alt=sse" } else { "generateContent" };
    let url = below(target.base_url, &format!("{place}{}:{method}", escaped(model)));
    WireRequest::post(url, headers(key), &body(target, request))
}

/// The request for the list of models, on one page.
pub fn list_models(base_url: &str, key: Option<&str>) -> WireRequest {
    WireRequest::get(below(base_url, "/models?pageSize=1000"), headers(key))
}

/// The base URL may go on to the path of a call.
fn below(base_url: &str, path: &str) -> String {
    let base = base_url.split_once("/models").map_or(base_url, |(base, _)| base);
    address(base, Some("v1beta"), &[], path)
}

/// The key never stands in the address, though this provider would take it there.
fn headers(key: Option<&str>) -> Vec<(&'static str, String)> {
    key.map(|key| ("x-goog-api-key", key.to_owned())).into_iter().collect()
}

fn body(target: &Target<'_>, request: &ModelRequest) -> Value {
    let messages = with_ids(&request.messages, IdRule::Any);
    let mut body = json!({});
    if let Some(text) = instructions(&messages) {
        body["systemInstruction"] = json!({"parts": [{"text": text}]});
    }
    body["contents"] = contents(&messages, target.dialect.call_ids != CallIds::LeftOut).into();
    body["generationConfig"] = json!({"maxOutputTokens": request.max_tokens});
    if request.offers_tools {
        let declarations: Vec<Value> = Tool::ALL.into_iter().map(declaration).collect();
        body["tools"] = json!([{"functionDeclarations": declarations}]);
    } else if let Some(schema) = &request.schema
        && target.dialect.json != JsonSupport::Unsupported
    {
        body["generationConfig"]["responseMimeType"] = "application/json".into();
        if target.dialect.json == JsonSupport::Schema {
            body["generationConfig"]["responseJsonSchema"] = schema.schema.clone();
        }
    }
    merge_extra(&mut body, target.extra);
    body
}

fn declaration(tool: Tool) -> Value {
    json!({"name": tool.name(), "description": tool.description(), "parametersJsonSchema": tool.parameters()})
}

/// The conversation. Results of one turn's calls stand together and by themselves, directly behind it; texts
/// of the user that follow each other are one.
fn contents(messages: &[Message], with_ids: bool) -> Vec<Value> {
    let mut contents: Vec<(&str, Vec<Value>)> = Vec::new();
    // Identifiers that are only ours: these calls came without one, and go out without one.
    let mut ours = HashSet::new();
    for message in messages {
        let (kind, part) = match message {
            Message::System { .. } => continue,
            Message::User { text } => ("text", json!({"text": text})),
            Message::Tool(result) => {
                let has_id = with_ids && !ours.contains(result.call_id.as_str());
                ("result", json!({"functionResponse": response(result, has_id)}))
            }
            Message::Assistant(turn) => {
                let parts = parts(turn, with_ids, &mut ours);
                if !parts.is_empty() {
                    contents.push(("model", parts));
                }
                continue;
            }
        };
        match contents.last_mut().filter(|(last, _)| *last == kind) {
            Some((_, parts)) => parts.push(part),
            None => contents.push((kind, vec![part])),
        }
    }
    let role = |kind: &str| if kind == "model" { "model" } else { "user" };
    contents.into_iter().map(|(kind, parts)| json!({"role": role(kind), "parts": parts})).collect()
}

fn response(result: &ToolResult, has_id: bool) -> Value {
    let key = if result.is_error { "error" } else { "output" };
    let mut response = json!({"name": result.name, "response": {key: result.content}});
    if has_id {
        response["id"] = result.call_id.clone().into();
    }
    response
}

/// All parts of a turn as they were received, signatures included; else made from the turn.
fn parts<'a>(turn: &'a AssistantTurn, with_ids: bool, ours: &mut HashSet<&'a str>) -> Vec<Value> {
    let raw = turn.raw.as_ref().filter(|_| turn.raw_form == WireForm::Gemini);
    match raw.and_then(|raw| raw["parts"].as_array()) {
        Some(raw) => echoed(raw, &turn.calls, with_ids, ours),
        None => rebuilt(turn, with_ids),
    }
}

fn echoed<'a>(raw: &[Value], calls: &'a [ToolCall], with_ids: bool, ours: &mut HashSet<&'a str>) -> Vec<Value> {
    let mut calls = calls.iter();
    let mut parts = raw.to_vec();
    for function in parts.iter_mut().filter_map(|part| part.get_mut("functionCall")?.as_object_mut()) {
        let Some(call) = calls.next() else { break };
        if !function.contains_key("id") {
            ours.insert(&call.id);
        } else if with_ids {
            function.insert("id".into(), call.id.clone().into());
        } else {
            function.shift_remove("id");
        }
    }
    parts
}

fn rebuilt(turn: &AssistantTurn, with_ids: bool) -> Vec<Value> {
    let mut parts = Vec::new();
    if !turn.text.trim().is_empty() {
        parts.push(json!({"text": turn.text}));
    }
    for (index, call) in turn.calls.iter().enumerate() {
        let mut part = json!({"functionCall": {"name": call.name, "args": arguments(call)}});
        if with_ids {
            part["functionCall"]["id"] = call.id.clone().into();
        }
        if index == 0 {
            part["thoughtSignature"] = NO_SIGNATURE.into();
        }
        parts.push(part);
    }
    parts
}
