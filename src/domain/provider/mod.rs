//! What a model is to the benchmark: a request goes out, a reply or a failure comes back.
//!
//! The types here are the domain's own. [`wire`] is the way to and from what providers speak: it builds
//! requests and reads replies in any [`WireForm`], and [`StreamReader`] reads those that come piece by piece.
//! A form has a module of its own (`chat`, `responses`, `anthropic`, `gemini`), with its request, its reply
//! and its stream. [`agent`] is the way to whole agents of the user's. Everything here is pure: there is no connection.

pub mod agent;
mod anthropic;
mod catalogue;
mod chat;
mod connection;
mod dialect;
mod doctor;
mod error;
mod failure;
mod gemini;
mod message;
mod pace;
mod presets;
mod price;
mod responses;
mod settings;
mod stream;
pub mod wire;

pub use catalogue::{ModelFacts, catalogue_date};
pub use connection::{cut_failure, stall_failure};
pub use dialect::{CallIds, Dialect, JsonSupport, LimitKey, ReasoningEcho};
pub use doctor::{Check, CheckOutcome, Diagnosis, Findings, LocalAccess, Trouble, diagnose, is_address, is_loopback};
pub use error::{classify, network_failure, timeout_failure};
pub use failure::{CallFailure, FailureKind};
pub use message::{
    AssistantTurn, Message, ModelReply, ModelRequest, ReplySchema, StopReason, ToolCall, ToolResult, Usage,
};
pub use pace::{Begun, LONGEST_HINT_MS, Pace};
pub use presets::{AGENT, CUSTOM, KeySource, PRESETS, Preset};
pub use price::Price;
pub use settings::{
    BASELINE_MODEL, BASELINE_PROVIDER, IMPORTED_PROVIDER, ModelRef, ModelSettings, ProviderConfig, ProviderKind,
    Remote, is_key,
};
pub use stream::StreamReader;
pub use wire::{ListedModel, Method, Target, WireForm, WireRequest};
