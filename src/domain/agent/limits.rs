//! How far an agent may go.

use serde::{Deserialize, Serialize};

/// Limits of the agent loop (METHOD section 6; the defaults are the paper's).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgentLimits {
    /// Model calls at most; on the last the tools are withdrawn.
    pub max_turns: u32,
    /// Tokens of a reply at most.
    pub max_tokens: u32,
    /// Characters of the conversation at most; above, the oldest tool results are left out.
    pub context_budget_chars: usize,
}

impl Default for AgentLimits {
    fn default() -> Self {
        Self { max_turns: 60, max_tokens: 4096, context_budget_chars: 200_000 }
    }
}
