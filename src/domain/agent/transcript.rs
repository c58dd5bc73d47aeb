//! The record of a conversation: every message, whole, in order.

use serde::{Deserialize, Serialize};

use crate::domain::provider::{Message, Usage};

/// Everything that was said, with nothing elided.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Transcript {
    /// The messages in order.
    pub entries: Vec<Entry>,
}

/// One message with what is known of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// The message.
    pub message: Message,
    /// Tokens of the call that made it; only on the model's turns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usage: Option<Usage>,
}

impl Transcript {
    /// Appends a message that cost nothing.
    pub fn push(&mut self, message: Message) {
        self.entries.push(Entry { message, usage: None });
    }

    /// Appends a model's turn with its usage.
    pub fn push_reply(&mut self, message: Message, usage: Usage) {
        self.entries.push(Entry { message, usage: Some(usage) });
    }

    /// The messages.
    pub fn messages(&self) -> impl Iterator<Item = &Message> {
        self.entries.iter().map(|entry| &entry.message)
    }

    /// Number of model turns so far.
    pub fn turns(&self) -> u32 {
        let turns = self.messages().filter(|m| matches!(m, Message::Assistant(_))).count();
        u32::try_from(turns).unwrap_or(u32::MAX)
    }
}
