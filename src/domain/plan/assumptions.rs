//! What is assumed of a call where nothing was seen.

use super::{Once, Range};
use crate::domain::agent::AgentLimits;
use crate::domain::provider::Usage;

/// Tokens of instructions, tool descriptions and question.
pub const PROMPT_TOKENS: u64 = 900;
/// Tokens of an answer or verdict: few, and many (the limit holds where it is lower).
pub const REPLY_TOKENS: (u64, u64) = (150, 1200);
/// Tokens that a turn adds to the conversation, with what its tools return: few, and many.
const TURN_TOKENS: (u64, u64) = (400, 4000);
/// Characters for one token.
pub const CHARS_PER_TOKEN: u64 = 4;

/// One call.
pub fn one_call(input_tokens: u64, reply: u64, limits: AgentLimits) -> Once {
    let output_tokens = reply.min(u64::from(limits.max_tokens));
    (1, Usage { input_tokens, output_tokens, ..Usage::default() })
}

/// An agent that looks around in the repository for so many turns, few and many, after a prompt of so many tokens.
pub fn exploring(prompt_tokens: u64, turns: (u64, u64), limits: AgentLimits) -> Range<Once> {
    let of = |turns: u64, added: u64, reply: u64| {
        let turns = turns.min(u64::from(limits.max_turns)).max(1);
        let most = limits.context_budget_chars as u64 / CHARS_PER_TOKEN;
        // Every turn sends the whole conversation again, up to the context budget.
        let input = (0..turns).map(|turn| prompt_tokens + (added * turn).min(most)).sum();
        let output = turns * reply.min(u64::from(limits.max_tokens));
        (turns, Usage { input_tokens: input, output_tokens: output, ..Usage::default() })
    };
    Range { low: of(turns.0, TURN_TOKENS.0, REPLY_TOKENS.0), high: of(turns.1, TURN_TOKENS.1, REPLY_TOKENS.1) }
}
