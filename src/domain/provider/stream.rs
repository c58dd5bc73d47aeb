//! Reading a reply that comes piece by piece, as server-sent events.
//!
//! Each form puts its events together to the reply that would have come at once, which is then read as such.

mod sse;

use serde_json::Value;

use super::error::{broken, reported};
use super::wire::{error_in, parse_reply, read_reply};
use super::{CallFailure, ModelReply, WireForm, anthropic, chat, gemini, responses};
use sse::Lines;

/// Bytes of a reply that are kept at most.
const MOST_BYTES: usize = 8 << 20;
/// Bytes of the start that are kept to show what a stream was that could not be read.
const OPENING_BYTES: usize = 600;

/// Reads a streamed reply piece by piece. A stream that breaks off, is damaged or has no end mark is a
/// failure, never half a reply taken for whole. A reply that came at once is read too.
pub struct StreamReader {
    form: WireForm,
    opening: Vec<u8>,
    body: Body,
    pieces: Box<dyn Pieces>,
    is_over: bool,
    failure: Option<CallFailure>,
}

/// What comes: known by the first byte that is no white space.
enum Body {
    Unknown,
    Events(Lines),
    /// JSON, though a stream was asked for, or a page of a proxy.
    Whole(Vec<u8>),
}

/// The pieces of a reply in one form.
pub trait Pieces {
    /// Takes an event and returns the visible text that it adds.
    ///
    /// # Errors
    /// An event that makes no sense, or more than [`Kept`] takes.
    fn add(&mut self, event: &Value) -> Result<String, CallFailure>;
    /// Whether the last event of the reply was among them.
    fn is_complete(&self) -> bool;
    /// The reply as if it had come at once; none where it has no end mark.
    fn into_reply(self: Box<Self>) -> Option<Value>;
}

impl StreamReader {
    /// A reader for the reply to one call.
    pub fn new(form: WireForm) -> Self {
        let pieces: Box<dyn Pieces> = match form {
            WireForm::ChatCompletions => Box::<chat::stream::ChatPieces>::default(),
            WireForm::Responses => Box::<responses::stream::ResponsesPieces>::default(),
            WireForm::Anthropic => Box::<anthropic::stream::AnthropicPieces>::default(),
            WireForm::Gemini => Box::<gemini::stream::GeminiPieces>::default(),
        };
        Self { form, opening: Vec::new(), body: Body::Unknown, pieces, is_over: false, failure: None }
    }

    /// Takes the next bytes and returns the visible text that they add, for showing.
    pub fn push(&mut self, bytes: &[u8]) -> String {
        let room = OPENING_BYTES.saturating_sub(self.opening.len()).min(bytes.len());
        self.opening.extend_from_slice(&bytes[..room]);
        if self.is_done() {
            return String::new();
        }
        self.take(bytes).unwrap_or_else(|failure| {
            self.failure = Some(failure);
            String::new()
        })
    }

    /// Whether the reply is whole, or has failed: nothing that follows matters.
    pub fn is_done(&self) -> bool {
        self.is_over || self.failure.is_some() || self.pieces.is_complete()
    }

    /// Whether it can't be read any more, whatever follows.
    pub fn has_failed(&self) -> bool {
        self.failure.is_some()
    }

    /// The reply, as if it had come at once.
    ///
    /// # Errors
    /// An error that the stream reported, damage, or a stream without its end mark.
    pub fn finish(mut self) -> Result<ModelReply, CallFailure> {
        let opening = String::from_utf8_lossy(&self.opening).into_owned();
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        match std::mem::replace(&mut self.body, Body::Unknown) {
            Body::Whole(bytes) => return self.finish_whole(&String::from_utf8_lossy(&bytes)),
            Body::Events(lines) if !self.is_done() => {
                // The blank line behind the last event may be missing.
                if let Some(data) = lines.finish() {
                    self.event(&data)?;
                }
            }
            Body::Events(_) | Body::Unknown => {}
        }
        let reply = self.pieces.into_reply();
        let reply = reply.ok_or_else(|| broken("the stream ended before the reply did", &opening))?;
        read_reply(self.form, &reply, &opening)
    }

    fn take(&mut self, bytes: &[u8]) -> Result<String, CallFailure> {
        match &mut self.body {
            Body::Whole(whole) => {
                if whole.len() + bytes.len() > MOST_BYTES {
                    return Err(too_large());
                }
                whole.extend_from_slice(bytes);
                Ok(String::new())
            }
            Body::Events(lines) => {
                let events = lines.push(bytes);
                let is_too_large = lines.kept_bytes() > MOST_BYTES;
                let mut text = String::new();
                for data in events {
                    // What was shown before a failure stays shown; the failure ends it.
                    if self.is_done() {
                        break;
                    }
                    text += &self.event(&data)?;
                }
                if is_too_large { Err(too_large()) } else { Ok(text) }
            }
            Body::Unknown => {
                let is_blank = |byte: &u8| byte.is_ascii_whitespace() || b"\xef\xbb\xbf".contains(byte);
                let Some(at) = bytes.iter().position(|byte| !is_blank(byte)) else { return Ok(String::new()) };
                // Lines of events begin with data, event, id, retry or a colon.
                let is_events = b"deir:".contains(&bytes[at]);
                self.body = if is_events { Body::Events(Lines::default()) } else { Body::Whole(Vec::new()) };
                self.take(&bytes[at..])
            }
        }
    }

    fn event(&mut self, data: &str) -> Result<String, CallFailure> {
        let data = data.trim();
        if data.is_empty() {
            return Ok(String::new());
        }
        if data == "[DONE]" {
            self.is_over = true;
            return Ok(String::new());
        }
        let event =
            serde_json::from_str(data).map_err(|error| broken(&format!("an event is not JSON: {error}"), data))?;
        self.add(&event, data)
    }

    fn add(&mut self, event: &Value, data: &str) -> Result<String, CallFailure> {
        match error_in(event) {
            Some(error) => Err(reported(error, data)),
            None => self.pieces.add(event),
        }
    }

    /// A reply that came at once; Gemini's may be a list of what would have been events.
    fn finish_whole(mut self, body: &str) -> Result<ModelReply, CallFailure> {
        let list = match serde_json::from_str(body) {
            Ok(Value::Array(list)) if self.form == WireForm::Gemini => list,
            _ => return parse_reply(self.form, 200, body),
        };
        for event in &list {
            self.add(event, body)?;
        }
        let reply = self.pieces.into_reply().ok_or_else(|| broken("the list ended before the reply did", body))?;
        read_reply(self.form, &reply, body)
    }
}

fn too_large() -> CallFailure {
    broken("it is larger than 8 MiB", "")
}

/// How much of a stream is kept.
#[derive(Default)]
pub struct Kept {
    bytes: usize,
}

impl Kept {
    /// Notes that a value is kept.
    ///
    /// # Errors
    /// Where that is more than a reply may be.
    pub fn add(&mut self, value: &Value) -> Result<(), CallFailure> {
        self.bytes = self.bytes.saturating_add(size(value));
        if self.bytes > MOST_BYTES { Err(too_large()) } else { Ok(()) }
    }
}

/// About the memory that a value takes beside its own place.
fn size(value: &Value) -> usize {
    const PLACE: usize = std::mem::size_of::<Value>();
    match value {
        Value::String(text) => text.len(),
        Value::Array(items) => items.iter().map(|item| PLACE + size(item)).sum(),
        Value::Object(fields) => fields.iter().map(|(key, value)| 2 * PLACE + key.len() + size(value)).sum(),
        _ => 0,
    }
}

#[cfg(test)]
mod tests;
