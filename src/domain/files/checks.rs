//! Small checks of what came from outside.

use crate::domain::provider::Usage;

/// Bytes of an identifier at most.
const ID_BYTES: usize = 200;

/// Whether a text can be an identifier: it becomes part of keys in the store, which use `/` and `|`.
pub(super) fn is_id(text: &str) -> bool {
    !text.is_empty()
        && text.len() <= ID_BYTES
        && !text.chars().any(|c| c.is_control() || c.is_whitespace() || matches!(c, '/' | '\\' | '|'))
}

/// Whether a text says nothing.
pub(super) fn is_blank(text: &str) -> bool {
    text.trim().is_empty()
}

/// A text for a sentence, cut where it is long.
pub(super) fn short(text: &str) -> String {
    const MOST_CHARS: usize = 80;
    match text.char_indices().nth(MOST_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// A parser's error in bounded length; its line is always the first, so only the column is told.
pub(super) fn sentence(error: &serde_json::Error) -> String {
    const MOST_CHARS: usize = 200;
    let text = error.to_string();
    let text = text.split(" at line ").next().unwrap_or_default();
    let short: String = text.chars().take(MOST_CHARS).collect();
    let dots = if short.len() < text.len() { "…" } else { "" };
    match error.column() {
        0 => format!("{short}{dots}"),
        column => format!("{short}{dots} at column {column}"),
    }
}

/// Whether numbers of tokens can be added up without overflow, whatever a file says.
pub(super) fn is_plausible(usage: &Usage) -> bool {
    const MOST_TOKENS: u64 = 1 << 52;
    let numbers = [
        usage.input_tokens,
        usage.cached_tokens,
        usage.cache_write_tokens,
        usage.output_tokens,
        usage.reasoning_tokens,
        usage.unreported_calls,
    ];
    numbers.into_iter().all(|number| number <= MOST_TOKENS)
}
