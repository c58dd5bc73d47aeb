//! Putting the chunks of a streamed reply together.

use serde_json::{Map, Value, json};

use crate::domain::provider::CallFailure;
use crate::domain::provider::error::broken;
use crate::domain::provider::stream::{Kept, Pieces};

/// Calls in one turn at most: more is no reply.
const MOST_CALLS: usize = 512;

/// The chunks so far.
#[derive(Default)]
pub struct ChatPieces {
    id: Value,
    usage: Value,
    message: Map<String, Value>,
    calls: Vec<Call>,
    finish: Option<String>,
    kept: Kept,
}

/// A call with its place in the stream.
struct Call {
    index: Option<u64>,
    whole: Map<String, Value>,
}

impl Pieces for ChatPieces {
    fn add(&mut self, event: &Value) -> Result<String, CallFailure> {
        for (place, value) in [(&mut self.id, event.get("id")), (&mut self.usage, usage_of(event))] {
            if let Some(value) = value.filter(|value| !value.is_null()) {
                *place = value.clone();
            }
        }
        let choices = event.get("choices").and_then(Value::as_array);
        let first = |choice: &&Value| choice.get("index").and_then(Value::as_u64).unwrap_or(0) == 0;
        let Some(choice) = choices.and_then(|choices| choices.iter().find(first)) else { return Ok(String::new()) };
        if let Some(reason) = choice.get("finish_reason").and_then(Value::as_str).filter(|reason| !reason.is_empty()) {
            self.finish = Some(reason.to_owned());
        }
        // A server that ignores `stream` may still put its whole message into one event.
        let delta = choice.get("delta").or_else(|| choice.get("message")).and_then(Value::as_object);
        delta.map_or_else(|| Ok(String::new()), |delta| self.merge(delta))
    }

    /// Never by itself: the usage comes behind the last chunk.
    fn is_complete(&self) -> bool {
        false
    }

    fn into_reply(self: Box<Self>) -> Option<Value> {
        let mut message = self.message;
        message.entry("role").or_insert_with(|| "assistant".into());
        message.entry("content").or_insert(Value::Null);
        if !self.calls.is_empty() {
            let calls = self.calls.into_iter().map(|call| Value::Object(call.whole)).collect();
            message.insert("tool_calls".into(), calls);
        }
        let choice = json!({"index": 0, "message": message, "finish_reason": self.finish?});
        Some(json!({"id": self.id, "choices": [choice], "usage": self.usage}))
    }
}

impl ChatPieces {
    fn merge(&mut self, delta: &Map<String, Value>) -> Result<String, CallFailure> {
        let mut visible = String::new();
        for (key, value) in delta {
            self.kept.add(value)?;
            match (key.as_str(), value) {
                ("tool_calls", Value::Array(calls)) => {
                    for call in calls.iter().filter_map(Value::as_object) {
                        self.merge_call(call)?;
                    }
                }
                ("tool_calls", _) => {}
                ("role", _) => {
                    self.message.insert("role".into(), "assistant".into());
                }
                (_, Value::Null) => {
                    self.message.entry(key).or_insert(Value::Null);
                }
                _ => {
                    if key == "content" {
                        visible += &text_of(value);
                    }
                    append(self.message.entry(key).or_insert(Value::Null), value);
                }
            }
        }
        Ok(visible)
    }

    fn merge_call(&mut self, delta: &Map<String, Value>) -> Result<(), CallFailure> {
        let index = delta.get("index").and_then(Value::as_u64);
        let id = delta.get("id").and_then(Value::as_str).filter(|id| !id.is_empty());
        let is_other = |call: &Call| {
            // Some servers give all calls one index, and some none.
            id.is_some() && call.whole.get("id").is_some_and(|known| known.as_str() != id)
        };
        let at = match index {
            Some(_) => self.calls.iter().rposition(|call| call.index == index),
            None if id.is_some() => self.calls.iter().rposition(|call| !is_other(call)),
            None => self.calls.len().checked_sub(1),
        };
        let at = match at.filter(|at| !is_other(&self.calls[*at])) {
            Some(at) => at,
            None if self.calls.len() >= MOST_CALLS => return Err(broken("it has too many calls", "")),
            None => {
                self.calls.push(Call { index, whole: Map::new() });
                self.calls.len() - 1
            }
        };
        let call = &mut self.calls[at].whole;
        for (key, value) in delta.iter().filter(|(key, value)| *key != "index" && !value.is_null()) {
            match (key.as_str(), value) {
                ("function", Value::Object(part)) => {
                    let function = call.entry("function").or_insert_with(|| json!({}));
                    if let Value::Object(function) = function {
                        merge_function(function, part);
                    }
                }
                ("id" | "type", Value::String(text)) if text.is_empty() => {}
                _ => {
                    call.insert(key.clone(), value.clone());
                }
            }
        }
        Ok(())
    }
}

/// The name comes once or again and again, the arguments in pieces.
fn merge_function(function: &mut Map<String, Value>, part: &Map<String, Value>) {
    for (key, value) in part.iter().filter(|(_, value)| !value.is_null()) {
        match (key.as_str(), function.get_mut(key)) {
            ("arguments", Some(known)) => append(known, value),
            ("name", Some(_)) if value.as_str().is_none_or(str::is_empty) => {}
            _ => {
                function.insert(key.clone(), value.clone());
            }
        }
    }
}

/// Adds what came to what is there: texts are continued, and so are lists.
fn append(known: &mut Value, more: &Value) {
    match (&mut *known, more) {
        (Value::String(text), Value::String(more)) => text.push_str(more),
        (Value::Array(items), Value::Array(more)) => more.iter().for_each(|item| append_item(items, item)),
        (Value::Array(items), Value::String(text)) => append_item(items, &json!({"type": "text", "text": text})),
        (Value::String(text), Value::Array(more)) => {
            let mut items = Vec::new();
            if !text.is_empty() {
                items.push(json!({"type": "text", "text": text}));
            }
            more.iter().for_each(|item| append_item(&mut items, item));
            *known = Value::Array(items);
        }
        _ => *known = more.clone(),
    }
}

/// Continues the last item of a list where the new one is a piece of the same: of the same type and place.
fn append_item(items: &mut Vec<Value>, item: &Value) {
    const PIECES: [&str; 4] = ["text", "thinking", "summary", "reasoning"];
    let same = |last: &Value| ["type", "index"].iter().all(|key| last.get(key) == item.get(key));
    let is_piece = PIECES.iter().any(|key| item.get(key).is_some_and(|part| part.is_string() || part.is_array()));
    let Some(Value::Object(last)) = items.last_mut().filter(|last| is_piece && same(last)) else {
        items.push(item.clone());
        return;
    };
    for (key, value) in item.as_object().into_iter().flatten().filter(|(_, value)| !value.is_null()) {
        if PIECES.contains(&key.as_str()) {
            append(last.entry(key).or_insert(Value::Null), value);
        } else {
            last.insert(key.clone(), value.clone());
        }
    }
}

fn text_of(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().filter_map(|part| part["text"].as_str()).collect(),
        _ => String::new(),
    }
}

fn usage_of(event: &Value) -> Option<&Value> {
    event.get("usage").filter(|usage| usage.is_object()).or_else(|| event.pointer("/x_groq/usage"))
}
