//! What pages hold of the engine: a way to send it commands.

use leptos::prelude::*;

use crate::engine::protocol::Command;

/// Bulk data beside a command: a file as the browser gave it, read by the engine and not by the page.
pub type Attachment = web_sys::File;

/// Sends commands to the engine. Answers come as events into [`super::State`].
#[derive(Clone, Copy)]
pub struct EngineHandle {
    send: Callback<(Command, Vec<Attachment>)>,
}

impl EngineHandle {
    /// A handle that sends through `send`.
    pub fn new(send: Callback<(Command, Vec<Attachment>)>) -> Self {
        Self { send }
    }

    /// Sends a command.
    pub fn send(self, command: Command) {
        self.send.run((command, Vec::new()));
    }

    /// Sends a command with files beside it.
    pub fn send_with(self, command: Command, attachments: Vec<Attachment>) {
        self.send.run((command, attachments));
    }
}

/// The engine, as provided by the composition root.
pub fn use_engine() -> EngineHandle {
    expect_context()
}
