//! Text that grows while a model writes, as the page is told of it.

/// How often the page is told, in milliseconds.
pub const TEXT_EVERY_MS: u64 = 150;
/// Characters of the end that it is told.
const TAIL_CHARS: usize = 240;

/// The end of a text.
pub fn tail(text: &str) -> String {
    match text.char_indices().rev().nth(TAIL_CHARS) {
        Some((at, _)) => format!("…{}", &text[at..]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_end_of_a_long_text_is_told() {
        assert_eq!(tail("kurz, größer"), "kurz, größer");
        let long = "ä".repeat(1000) + "end";
        assert!(tail(&long).starts_with('…') && tail(&long).ends_with("end"));
        assert_eq!(tail(&long).chars().count(), TAIL_CHARS + 2);
    }
}
