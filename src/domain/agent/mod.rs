//! The agent: a loop of model calls and tool calls, as a state machine without IO.
//!
//! The same loop serves generation and evaluation (METHOD section 6). It says what it wants next
//! ([`AgentStep`]) and is told what came of it; performing is the engine's work.

mod context;
mod elsewhere;
mod limits;
mod machine;
pub mod tools;
mod transcript;
pub mod words;

pub use elsewhere::{read_transcript, read_usage};
pub use limits::AgentLimits;
pub use machine::{Agent, AgentEnd, AgentStep};
pub use transcript::{Entry, Transcript};
