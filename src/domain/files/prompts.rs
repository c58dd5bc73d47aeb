//! The prompts that a user has changed, as one JSON object: `"format": "code-qa-bench/prompts"`, its version, and
//! under `texts` each text by the identifier of its template. Line ends are those of the system that wrote it.

use serde_json::Value;
use thiserror::Error;

use super::checks::short;
use super::format::{WriteError, write_whole};
use super::migrations::{Record, VersionProblem, migrate};
use crate::domain::json::sentence;
use crate::domain::task::prompts::PromptEdits;

/// Bytes of a file at most.
const MOST_BYTES: usize = 4 << 20;

/// Why a file can't be taken in at all.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PromptsProblem {
    /// Longer than any set of prompts.
    #[error("it has more than {MOST_BYTES} bytes")]
    TooLong,
    /// Not JSON, or not of the form that is expected.
    #[error("{0}")]
    Malformed(String),
    /// It says that it is something else.
    #[error("it is no file of prompts")]
    OtherFormat,
    /// Of a version that can't be read.
    #[error("{0}")]
    Version(#[from] VersionProblem),
}

/// What was read, and what was left out: the name of each text, and why.
pub type Read = (PromptEdits, Vec<(String, String)>);

/// The file of these texts.
///
/// # Errors
/// A [`WriteError`], which no text is known to cause.
pub fn write(edits: &PromptEdits) -> Result<String, WriteError> {
    write_whole(Record::Prompts, edits)
}

/// Reads a file. Texts that can't be used are left out.
///
/// # Errors
/// A [`PromptsProblem`] where it is of no use as a whole.
pub fn read(bytes: &[u8]) -> Result<Read, PromptsProblem> {
    if bytes.len() > MOST_BYTES {
        return Err(PromptsProblem::TooLong);
    }
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let malformed = |error| PromptsProblem::Malformed(sentence(&error));
    let value: Value = serde_json::from_slice(bytes).map_err(malformed)?;
    if value.get("format").and_then(Value::as_str) != Some(Record::Prompts.format()) {
        return Err(PromptsProblem::OtherFormat);
    }
    let edits: PromptEdits = serde_json::from_value(migrate(Record::Prompts, value)?).map_err(malformed)?;
    let left_out = edits.unusable().into_iter().map(|(id, why)| (short(&id), why)).collect();
    Ok((edits.usable(), left_out))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::task::prompts::template;

    fn edits(texts: &[(&str, &str)]) -> PromptEdits {
        let mut edits = PromptEdits::default();
        texts.iter().for_each(|(id, text)| edits.set(template(id).unwrap(), text));
        edits
    }

    #[test]
    fn a_file_comes_back_as_it_was() {
        let all = edits(&[("answer.tools", "Use the tools.\n\n{\"a\": 1}"), ("judge.no_rubric", "None.")]);
        assert_eq!(read(write(&all).unwrap().as_bytes()), Ok((all, Vec::new())));
    }

    fn check(texts: &str, expected: &PromptEdits, left_out: &[&str]) {
        let file = format!("\u{feff}{{\"format\": \"code-qa-bench/prompts\",\n\"version\": 1, \"texts\": {texts}}}");
        let (got, problems) = read(file.as_bytes()).unwrap();
        assert_eq!(got, *expected);
        assert_eq!(problems.iter().map(|(id, _)| id.as_str()).collect::<Vec<_>>(), left_out);
    }

    #[test]
    fn what_is_of_no_use_is_left_out() {
        check("{}", &PromptEdits::default(), &[]);
        check(r#"{"answer.tools": "a\r\nb\rc"}"#, &edits(&[("answer.tools", "a\nb\nc")]), &[]);
        check(r#"{"answer.tools": " ", "x": "y"}"#, &PromptEdits::default(), &["answer.tools", "x"]);
        check(r#"{"answer.user": "{questions}"}"#, &PromptEdits::default(), &["answer.user"]);
        let standard = template("answer.user").unwrap().default_text();
        check(&serde_json::json!({"answer.user": standard}).to_string(), &PromptEdits::default(), &[]);
    }

    fn refused(text: &str, expected: &str) {
        assert_eq!(read(text.as_bytes()).unwrap_err().to_string(), expected);
    }

    #[test]
    fn files_of_no_use_are_refused() {
        refused("{", "EOF while parsing an object at column 1");
        refused("[]", "it is no file of prompts");
        refused(r#"{"format": "code-qa-bench/task", "version": 1}"#, "it is no file of prompts");
        let format = "\"format\": \"code-qa-bench/prompts\"";
        refused(&format!("{{{format}, \"version\": 1}}"), "missing field `texts`");
        refused(
            &format!("{{{format}, \"version\": 1, \"texts\": {{\"answer.tools\": 1}}}}"),
            "invalid type: integer `1`, expected a string",
        );
        let newer =
            "\"code-qa-bench/prompts\" of version 2, and this build reads up to 1: reload the page for a newer build";
        refused(&format!("{{{format}, \"version\": 2, \"texts\": {{}}}}"), newer);
        refused(&" ".repeat(MOST_BYTES + 1), "it has more than 4194304 bytes");
    }
}
