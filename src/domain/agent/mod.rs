//! The agent: a loop of model calls and tool calls, as a state machine without IO.

mod limits;
mod transcript;

pub use limits::AgentLimits;
pub use transcript::{Entry, Transcript};
