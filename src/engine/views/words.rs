//! What became of a text, word by word.

use similar::{ChangeTag, TextDiff};

use crate::engine::protocol::{WordOp, WordRun};

/// Characters of both texts together above which they are only shown one after the other.
const MOST_CHARS: usize = 40_000;

/// The way from one text to another.
pub fn by_words(before: &str, after: &str) -> Vec<WordRun> {
    if before.len() + after.len() > MOST_CHARS {
        let run = |op, text: &str| WordRun { op, text: text.to_owned() };
        return vec![run(WordOp::Removed, before), run(WordOp::Added, after)];
    }
    let mut runs: Vec<WordRun> = Vec::new();
    for change in TextDiff::from_words(before, after).iter_all_changes() {
        let op = match change.tag() {
            ChangeTag::Equal => WordOp::Same,
            ChangeTag::Delete => WordOp::Removed,
            ChangeTag::Insert => WordOp::Added,
        };
        match runs.last_mut() {
            Some(last) if last.op == op => last.text += change.value(),
            _ => runs.push(WordRun { op, text: change.value().to_owned() }),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_went_and_came() {
        let runs = by_words("It reads all of the files twice.", "It reads the files twice, lazily.");
        let side = |without: WordOp| {
            runs.iter().filter(|run| run.op != without).map(|run| run.text.as_str()).collect::<String>()
        };
        assert_eq!(side(WordOp::Added), "It reads all of the files twice.");
        assert_eq!(side(WordOp::Removed), "It reads the files twice, lazily.");
        assert!(runs.iter().any(|run| run.op == WordOp::Same && run.text.contains("the files")), "{runs:?}");
        let long = "word ".repeat(10_000);
        assert_eq!(by_words(&long, "short").len(), 2);
    }
}
