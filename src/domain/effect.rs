//! What the state machines of generation and evaluation want done, and what they are told of it.

use serde::{Deserialize, Serialize};

use super::condition::Condition;
use super::provider::{CallFailure, ModelReply, ModelRequest, ToolCall, ToolResult};

/// The next thing to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Call the model that this machine works with.
    CallModel(Box<ModelRequest>),
    /// Call the judge.
    CallJudge(Box<ModelRequest>),
    /// Run the tools over the repository of a condition.
    RunTools {
        /// Which repository.
        condition: Condition,
        /// The calls, each to be answered, in order.
        calls: Vec<ToolCall>,
    },
    /// Look up whether these paths exist in the documented repository.
    CheckPaths(Vec<String>),
    /// Read these files of the code-only repository.
    ReadCodeOnly(Vec<String>),
    /// Nothing: the work has ended.
    Done,
}

/// What came of an [`Effect`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Outcome {
    /// The model or judge replied.
    Replied(ModelReply),
    /// The call failed for good; trying again or resuming would not help.
    CallFailed(CallFailure),
    /// The results of the tools, in the order of the calls.
    ToolResults(Vec<ToolResult>),
    /// One per path asked for.
    Paths(Vec<PathCheck>),
    /// One per file asked for: path, and text where the code-only repository has it.
    CodeOnly(Vec<(String, Option<String>)>),
}

/// Whether a path exists.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PathCheck {
    /// The path as the model wrote it.
    pub path: String,
    /// The path in the repository, where it exists.
    pub found: Option<String>,
    /// Paths that look like it, where it doesn't.
    pub similar: Vec<String>,
}
