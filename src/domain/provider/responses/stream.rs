//! Putting the events of a streamed reply together: the last one holds the reply as a whole.

use serde_json::Value;

use crate::domain::provider::CallFailure;
use crate::domain::provider::error::reported;
use crate::domain::provider::stream::{Kept, Pieces};

/// The events so far.
#[derive(Default)]
pub struct ResponsesPieces {
    reply: Option<Value>,
    items: Vec<Value>,
    kept: Kept,
}

impl Pieces for ResponsesPieces {
    fn add(&mut self, event: &Value) -> Result<String, CallFailure> {
        let response = event.get("response").filter(|response| response.is_object());
        match (event.get("type").and_then(Value::as_str).unwrap_or_default(), response) {
            ("response.output_text.delta", _) => {
                return Ok(event.get("delta").and_then(Value::as_str).unwrap_or_default().to_owned());
            }
            ("response.output_item.done", _) => {
                let item = event.get("item").cloned().unwrap_or_default();
                self.kept.add(&item)?;
                self.items.push(item);
            }
            ("response.completed" | "response.incomplete", Some(response)) => {
                self.kept.add(response)?;
                self.reply = Some(response.clone());
            }
            ("response.failed" | "response.cancelled", Some(response)) => {
                let error = response.get("error").unwrap_or(&Value::Null);
                return Err(reported(error, &response.to_string()));
            }
            _ => {}
        }
        Ok(String::new())
    }

    fn is_complete(&self) -> bool {
        self.reply.is_some()
    }

    fn into_reply(self: Box<Self>) -> Option<Value> {
        let mut reply = self.reply?;
        // Some servers leave the items out where they have sent them before.
        let has_items = reply["output"].as_array().is_some_and(|items| !items.is_empty());
        if !has_items && !self.items.is_empty() {
            reply["output"] = Value::Array(self.items);
        }
        Some(reply)
    }
}
