//! What a model is to the benchmark: a request goes out, a reply or a failure comes back.
//!
//! The types here are the domain's own. Each wire form ([`chat`]) has types of its own, and is
//! converted by hand. [`wire`] is the way in: it builds requests and reads replies in any form.

mod chat;
mod dialect;
mod error;
mod failure;
mod message;
mod settings;
mod stream;
pub mod wire;

pub use dialect::{CallIds, Dialect, JsonSupport, LimitKey, ReasoningEcho};
pub use error::{classify, network_failure, timeout_failure};
pub use failure::{CallFailure, FailureKind};
pub use message::{
    AssistantTurn, Message, ModelReply, ModelRequest, ReplySchema, StopReason, ToolCall, ToolResult, Usage,
};
pub use settings::{BASELINE_MODEL, BASELINE_PROVIDER, ModelRef, ModelSettings, ProviderConfig, ProviderKind};
pub use stream::StreamReader;
pub use wire::{ListedModel, Method, Target, WireForm, WireRequest};
