//! Building the request. What repeats from request to request is marked for the provider's cache: tools,
//! instructions, and the conversation so far.

use serde_json::{Value, json};

use crate::domain::agent::tools::Tool;
use crate::domain::provider::wire::address::address;
use crate::domain::provider::wire::body::{arguments, instructions, merge_extra};
use crate::domain::provider::wire::ids::{IdRule, with_ids};
use crate::domain::provider::{
    AssistantTurn, JsonSupport, Message, ModelRequest, Target, ToolResult, WireForm, WireRequest,
};

const VERSION: &str = "2023-06-01";
/// Paths of calls, which a base URL may end with.
const TAILS: [&str; 2] = ["/messages", "/models"];

/// The request that makes a call.
pub fn call(target: &Target<'_>, request: &ModelRequest, key: Option<&str>) -> WireRequest {
    let url = address(target.base_url, Some("v1"), &TAILS, "/messages");
    WireRequest::post(url, headers(key), &body(target, request))
}

/// The request for the list of models, on one page.
pub fn list_models(base_url: &str, key: Option<&str>) -> WireRequest {
    WireRequest::get(address(base_url, Some("v1"), &TAILS, "/models?limit=1000"), headers(key))
}

/// Without the last one, a page of another origin gets no answer.
fn headers(key: Option<&str>) -> Vec<(&'static str, String)> {
    let key = key.map(|key| ("x-api-key", key.to_owned()));
    let own =
        [("anthropic-version", VERSION.to_owned()), ("anthropic-dangerous-direct-browser-access", "true".to_owned())];
    key.into_iter().chain(own).collect()
}

fn body(target: &Target<'_>, request: &ModelRequest) -> Value {
    let messages = with_ids(&request.messages, IdRule::Words);
    let has_calls = messages.iter().any(|m| matches!(m, Message::Assistant(turn) if !turn.calls.is_empty()));
    let mut body = json!({"model": target.model, "max_tokens": request.max_tokens});
    if let Some(text) = instructions(&messages) {
        let mut block = json!({"type": "text", "text": text});
        mark(&mut block);
        body["system"] = json!([block]);
    }
    body["messages"] = conversation(&messages).into();
    if request.offers_tools || has_calls {
        body["tools"] = tools().into();
    }
    if !request.offers_tools && has_calls {
        // Where calls were made before and the tools are gone, some models say nothing at all.
        body["tool_choice"] = json!({"type": "none"});
    }
    if let Some(schema) = &request.schema
        && !request.offers_tools
        && target.dialect.json == JsonSupport::Schema
    {
        body["output_config"] = json!({"format": {"type": "json_schema", "schema": schema.schema}});
    }
    if target.streams {
        body["stream"] = true.into();
    }
    merge_extra(&mut body, target.extra);
    body
}

/// Marks a block: up to here, what is sent again is read from the cache. At most four marks are taken.
fn mark(block: &mut Value) {
    if let Value::Object(block) = block {
        block.insert("cache_control".into(), json!({"type": "ephemeral"}));
    }
}

fn tools() -> Vec<Value> {
    let mut tools: Vec<Value> = Tool::ALL
        .into_iter()
        .map(|tool| json!({"name": tool.name(), "description": tool.description(), "input_schema": tool.parameters()}))
        .collect();
    tools.iter_mut().next_back().map(mark);
    tools
}

/// The messages, those of one side that follow each other as one: in a user's message the results of tools
/// come first.
fn conversation(messages: &[Message]) -> Vec<Value> {
    let mut turns: Vec<(&str, Vec<Value>)> = Vec::new();
    for message in messages {
        let (role, blocks) = match message {
            Message::System { .. } => continue,
            Message::User { text } => ("user", text_block(text).into_iter().collect()),
            Message::Assistant(turn) => ("assistant", turn_blocks(turn)),
            Message::Tool(result) => ("user", vec![result_block(result)]),
        };
        match turns.last_mut().filter(|(last, _)| *last == role) {
            Some((_, last)) => last.extend(blocks),
            None => turns.push((role, blocks)),
        }
    }
    turns.retain(|(_, blocks)| !blocks.is_empty());
    for (_, blocks) in turns.iter_mut().filter(|(role, _)| *role == "user") {
        blocks.sort_by_key(|block| block["type"] != "tool_result");
    }
    if let Some((_, blocks)) = turns.last_mut().filter(|(role, _)| *role == "user") {
        blocks.iter_mut().next_back().map(mark);
    }
    turns.into_iter().map(|(role, blocks)| json!({"role": role, "content": blocks})).collect()
}

/// A text without words is refused.
fn text_block(text: &str) -> Option<Value> {
    (!text.trim().is_empty()).then(|| json!({"type": "text", "text": text}))
}

fn result_block(result: &ToolResult) -> Value {
    let mut block = json!({"type": "tool_result", "tool_use_id": result.call_id, "content": result.content});
    if result.is_error {
        block["is_error"] = true.into();
    }
    block
}

/// All blocks as they were received, thinking included, but for empty texts; else made from the turn.
fn turn_blocks(turn: &AssistantTurn) -> Vec<Value> {
    let raw = turn.raw.as_ref().filter(|_| turn.raw_form == WireForm::Anthropic).and_then(Value::as_array);
    let mut calls = turn.calls.iter();
    match raw {
        Some(raw) => {
            let is_empty_text = |block: &Value| {
                block["type"] == "text" && block["text"].as_str().is_none_or(|text| text.trim().is_empty())
            };
            let mut blocks: Vec<Value> = raw.iter().filter(|block| !is_empty_text(block)).cloned().collect();
            for block in blocks.iter_mut().filter(|block| block["type"] == "tool_use") {
                if let Some(call) = calls.next() {
                    block["id"] = call.id.clone().into();
                }
            }
            blocks
        }
        None => {
            let uses = calls
                .map(|call| json!({"type": "tool_use", "id": call.id, "name": call.name, "input": arguments(call)}));
            text_block(&turn.text).into_iter().chain(uses).collect()
        }
    }
}
