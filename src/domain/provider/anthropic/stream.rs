//! Putting the events of a streamed reply together.

use serde_json::{Map, Value, json};

use crate::domain::provider::CallFailure;
use crate::domain::provider::error::broken;
use crate::domain::provider::stream::{Kept, Pieces};

/// Blocks in one turn at most: more is no reply.
const MOST_BLOCKS: usize = 1024;

/// The events so far.
#[derive(Default)]
pub struct AnthropicPieces {
    message: Map<String, Value>,
    blocks: Vec<Block>,
    is_complete: bool,
    kept: Kept,
}

struct Block {
    index: u64,
    whole: Value,
    /// JSON text of a tool's input, as far as it has come.
    input: String,
}

impl Pieces for AnthropicPieces {
    fn add(&mut self, event: &Value) -> Result<String, CallFailure> {
        match event.get("type").and_then(Value::as_str).unwrap_or_default() {
            "message_start" => {
                if let Some(message) = event["message"].as_object() {
                    self.kept.add(&event["message"])?;
                    self.message = message.clone();
                }
            }
            "content_block_start" => return self.start_block(event),
            "content_block_delta" => return self.add_to_block(event),
            "message_delta" => self.merge_end(event)?,
            "message_stop" => self.is_complete = true,
            _ => {} // pings, ends of blocks, and what is not known yet
        }
        Ok(String::new())
    }

    fn is_complete(&self) -> bool {
        self.is_complete
    }

    fn into_reply(self: Box<Self>) -> Option<Value> {
        if !self.is_complete {
            return None;
        }
        let mut message = self.message;
        message.insert("content".into(), self.blocks.into_iter().map(Block::whole).collect());
        Some(Value::Object(message))
    }
}

impl AnthropicPieces {
    fn start_block(&mut self, event: &Value) -> Result<String, CallFailure> {
        let whole = event.get("content_block").filter(|block| block.is_object());
        let (Some(index), Some(whole)) = (event["index"].as_u64(), whole) else {
            return Err(broken("a block has no place", &event.to_string()));
        };
        if self.blocks.len() >= MOST_BLOCKS || self.blocks.iter().any(|block| block.index >= index) {
            return Err(broken("its blocks are out of order", &event.to_string()));
        }
        self.kept.add(whole)?;
        let visible = whole.get("text").and_then(Value::as_str).unwrap_or_default().to_owned();
        self.blocks.push(Block { index, whole: whole.clone(), input: String::new() });
        Ok(visible)
    }

    fn add_to_block(&mut self, event: &Value) -> Result<String, CallFailure> {
        let delta = &event["delta"];
        self.kept.add(delta)?;
        let block = self.blocks.iter_mut().find(|block| Some(block.index) == event["index"].as_u64());
        let block = block.ok_or_else(|| broken("a piece belongs to no block", &event.to_string()))?;
        let piece = |key: &str| delta[key].as_str().unwrap_or_default();
        match delta["type"].as_str().unwrap_or_default() {
            "text_delta" => {
                block.append("text", piece("text"));
                return Ok(piece("text").to_owned());
            }
            "thinking_delta" => block.append("thinking", piece("thinking")),
            "signature_delta" => block.append("signature", piece("signature")),
            "input_json_delta" => block.input.push_str(piece("partial_json")),
            _ => {}
        }
        Ok(String::new())
    }

    /// The reason for the end, and the usage as far as it is known better now.
    fn merge_end(&mut self, event: &Value) -> Result<(), CallFailure> {
        self.kept.add(&event["delta"])?;
        self.kept.add(&event["usage"])?;
        for (key, value) in event["delta"].as_object().into_iter().flatten() {
            self.message.insert(key.clone(), value.clone());
        }
        if let Value::Object(usage) = self.message.entry("usage").or_insert_with(|| json!({})) {
            for (key, value) in event["usage"].as_object().into_iter().flatten().filter(|(_, v)| !v.is_null()) {
                usage.insert(key.clone(), value.clone());
            }
        }
        Ok(())
    }
}

impl Block {
    fn append(&mut self, key: &str, piece: &str) {
        if let Value::Object(block) = &mut self.whole {
            match block.get_mut(key) {
                Some(Value::String(text)) => text.push_str(piece),
                _ => {
                    block.insert(key.into(), piece.into());
                }
            }
        }
    }

    /// The block with its input; as text where that was cut.
    fn whole(mut self) -> Value {
        if !self.input.trim().is_empty()
            && let Value::Object(block) = &mut self.whole
        {
            let input = serde_json::from_str::<Map<String, Value>>(&self.input);
            block.insert("input".into(), input.map_or_else(|_| self.input.into(), Value::Object));
        }
        self.whole
    }
}
