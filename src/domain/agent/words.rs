//! What the loop itself says to a model.

/// After an empty reply.
pub const EMPTY: &str = "Your last reply was empty. Give your final answer now.";

/// When the tools are withdrawn.
pub const WITHDRAWN: &str = "The tools are no longer available. Give your final answer now, from what you have seen.";

/// The result of a call whose turn was cut.
pub const CUT: &str = "Not run: your reply was cut at the token limit. Call fewer tools at once.";

/// In place of an old result of a tool.
pub fn left_out(tool: &str) -> String {
    format!("[An earlier result of {tool} was left out to save room. Call it again if you need it.]")
}
