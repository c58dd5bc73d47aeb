//! Small checks of what came from outside.

/// Bytes of an identifier at most.
const ID_BYTES: usize = 200;

/// Whether a text can be an identifier: it becomes part of keys in the store, which use `/` and `|`.
pub fn is_id(text: &str) -> bool {
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

/// SHA-256 in hexadecimal.
pub(super) fn sha256(bytes: &[u8]) -> String {
    use sha2::{Digest, Sha256};
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
