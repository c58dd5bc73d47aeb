//! The question as the model writes it, and the rules that can be checked mechanically.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::draft::strings;
use crate::domain::json::find_object;

/// Rubric points that a question needs at least.
const LEAST_RUBRIC: usize = 3;
/// About 25 words are asked for; beyond this many a question is far over length.
const MOST_WORDS: usize = 40;
const BANNED: [&str; 6] = [
    "provide a comprehensive",
    "comprehensive analysis",
    "describe in detail",
    "trace through",
    "for each step",
    "architectural analysis",
];
const FILE_ENDINGS: [&str; 7] = [".py", ".pyi", ".md", ".rst", ".txt", ".cfg", ".toml"];

/// A question with its rubric.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuestionDraft {
    pub question: String,
    pub rubric: Vec<String>,
}

impl QuestionDraft {
    /// Reads a reply. The error is what the model is told.
    pub fn parse(text: &str) -> Result<Self, String> {
        let form = "Reply with one JSON object {question, rubric}.";
        let object = find_object(text).map_err(|problem| format!("That was not usable: {problem}. {form}"))?;
        let question = object.get("question").and_then(Value::as_str).unwrap_or_default().trim().to_owned();
        if question.is_empty() {
            return Err(format!("\"question\" is missing or empty. {form}"));
        }
        let rubric = strings(&object, "rubric");
        if rubric.len() < LEAST_RUBRIC {
            return Err(format!(
                "\"rubric\" has {} points; at least {LEAST_RUBRIC} are needed, each a separate string. {form}",
                rubric.len()
            ));
        }
        Ok(Self { question, rubric })
    }

    /// Checks the rules that need no judgement. The error is what the model is told.
    pub fn check_rules(&self, paths: &[String]) -> Result<(), String> {
        match problem(&self.question, paths) {
            Some(problem) => Err(format!("{problem} Write the JSON object again with another question.")),
            None => Ok(()),
        }
    }
}

/// Which rule a question breaks, of those that need no judgement: no path, no line number, not far over length, none
/// of the banned phrases. `paths` are those that the question might give away.
pub fn problem(question: &str, paths: &[String]) -> Option<String> {
    let low = question.to_lowercase();
    if let Some(word) = question.split_whitespace().map(trim_word).find(|word| is_path(word, paths)) {
        return Some(format!("The question names a path (\"{word}\"), which it must not."));
    }
    if names_a_line(&low) {
        return Some("The question names a line number, which it must not.".into());
    }
    let words = question.split_whitespace().count();
    if words > MOST_WORDS {
        return Some(format!("The question has {words} words; about 25 are wanted."));
    }
    let phrase = BANNED.iter().find(|phrase| low.contains(**phrase))?;
    Some(format!("The question says \"{phrase}\", which a colleague would not."))
}

fn trim_word(word: &str) -> &str {
    word.trim_matches(|c: char| !c.is_alphanumeric() && c != '_')
}

fn is_path(word: &str, paths: &[String]) -> bool {
    let low = word.to_lowercase();
    let has_ending = FILE_ENDINGS.iter().any(|ending| low.len() > ending.len() && low.ends_with(ending));
    has_ending || (word.contains('/') && paths.iter().any(|path| path.contains(word)))
}

fn names_a_line(low: &str) -> bool {
    let words: Vec<&str> = low.split_whitespace().map(trim_word).collect();
    words.windows(2).any(|pair| {
        matches!(pair[0], "line" | "lines")
            && !pair[1].is_empty()
            && pair[1].chars().all(|c| c.is_ascii_digit() || c == '-')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(question: &str, problem: Option<&str>) {
        let draft = QuestionDraft { question: question.into(), rubric: Vec::new() };
        let got = draft.check_rules(&["pkg/io/reader.py".into()]);
        match problem {
            None => assert_eq!(got, Ok(()), "{question}"),
            Some(start) => assert!(got.clone().is_err_and(|e| e.contains(start)), "{question}: {got:?}"),
        }
    }

    #[test]
    fn mechanical_rules() {
        check("How does the reader cope with read/write locks and broken lines?", None);
        check("What does reader.py do?", Some("names a path"));
        check("What happens in `pkg/io` on error?", Some("names a path"));
        check("What happens at line 12 of the reader?", Some("line number"));
        check("Please describe in detail how it reads.", Some("describe in detail"));
        check(&"word ".repeat(60), Some("60 words"));
    }
}
