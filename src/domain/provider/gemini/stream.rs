//! Putting the chunks of a streamed reply together.

use serde_json::{Map, Value, json};

use crate::domain::provider::CallFailure;
use crate::domain::provider::stream::{Kept, Pieces};

/// The chunks so far.
#[derive(Default)]
pub struct GeminiPieces {
    /// What stands beside the candidates: the newest value of each key.
    rest: Map<String, Value>,
    parts: Vec<Value>,
    finish: Option<String>,
    kept: Kept,
}

impl Pieces for GeminiPieces {
    fn add(&mut self, event: &Value) -> Result<String, CallFailure> {
        for (key, value) in event.as_object().into_iter().flatten().filter(|(key, _)| *key != "candidates") {
            if !self.rest.contains_key(key) {
                self.kept.add(value)?;
            }
            self.rest.insert(key.clone(), value.clone());
        }
        let Some(candidate) = event.pointer("/candidates/0") else { return Ok(String::new()) };
        let mut visible = String::new();
        for part in candidate.pointer("/content/parts").and_then(Value::as_array).into_iter().flatten() {
            self.kept.add(part)?;
            if part["thought"] != true {
                visible += part["text"].as_str().unwrap_or_default();
            }
            self.add_part(part);
        }
        if let Some(reason) = candidate["finishReason"].as_str().filter(|reason| !reason.is_empty()) {
            self.finish = Some(reason.to_owned());
        }
        Ok(visible)
    }

    /// Never by itself: a signature may still come behind the reason for the end.
    fn is_complete(&self) -> bool {
        false
    }

    fn into_reply(self: Box<Self>) -> Option<Value> {
        let mut reply = self.rest;
        if let Some(reason) = self.finish {
            let mut candidate = json!({"finishReason": reason});
            if !self.parts.is_empty() {
                candidate["content"] = json!({"role": "model", "parts": self.parts});
            }
            reply.insert("candidates".into(), json!([candidate]));
        } else if !self.parts.is_empty() || !reply.contains_key("promptFeedback") {
            return None;
        }
        Some(Value::Object(reply))
    }
}

impl GeminiPieces {
    /// Texts are continued, but never across a signature, which belongs to its own part.
    fn add_part(&mut self, part: &Value) {
        if let (Some(Value::String(text)), true) = (part.get("text"), is_plain_text(part))
            && let Some(last) = self.parts.last_mut()
            && is_plain_text(last)
            && last.get("thought") == part.get("thought")
            && let Some(Value::String(known)) = last.get_mut("text")
        {
            known.push_str(text);
            return;
        }
        self.parts.push(part.clone());
    }
}

fn is_plain_text(part: &Value) -> bool {
    part.as_object().is_some_and(|part| part.keys().all(|key| key == "text" || key == "thought"))
}
