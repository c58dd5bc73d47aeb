//! What a model is to the benchmark: a request goes out, a reply or a failure comes back.
//!
//! The types here are the domain's own. Each wire form ([`chat`]) has types of its own, and is
//! converted by hand.

pub mod chat;
mod failure;
mod message;
mod settings;

pub use failure::{CallFailure, FailureKind};
pub use message::{AssistantTurn, Message, ModelReply, ModelRequest, StopReason, ToolCall, ToolResult, Usage};
pub use settings::{BASELINE_MODEL, BASELINE_PROVIDER, ModelRef, ModelSettings, ProviderConfig, ProviderKind};
