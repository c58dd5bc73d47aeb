//! Finding the JSON object in a model's reply, and saying why a text is none.

use serde_json::{Map, Value};
use thiserror::Error;

/// Why no object was found.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum JsonProblem {
    /// Nothing that looks like an object.
    #[error("the reply holds no JSON object")]
    None,
    /// It begins and does not end: the reply was cut.
    #[error("the JSON object is cut off")]
    CutOff,
    /// It does not parse.
    #[error("the JSON object is invalid: {0}")]
    Invalid(String),
}

/// A parser's error in bounded length; its line is always the first, so only the column is told.
pub fn sentence(error: &serde_json::Error) -> String {
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

/// The JSON object of a reply: the whole text, else what stands in a code fence, else the first
/// balanced `{…}` that parses. Brackets are never added: a cut reply is no reply.
///
/// # Errors
/// See [`JsonProblem`].
pub fn find_object(text: &str) -> Result<Map<String, Value>, JsonProblem> {
    let text = without_thinking(text).trim();
    if let Ok(Value::Object(object)) = serde_json::from_str(text) {
        return Ok(object);
    }
    let mut problem = JsonProblem::None;
    let mut from = 0;
    while let Some(open) = text[from..].find('{').map(|at| from + at) {
        match balanced_end(&text[open..]) {
            None => {
                if problem == JsonProblem::None {
                    problem = JsonProblem::CutOff;
                }
                from = open + 1;
            }
            Some(length) => match serde_json::from_str::<Value>(&text[open..open + length]) {
                Ok(Value::Object(object)) => return Ok(object),
                Ok(_) => from = open + length,
                Err(error) => {
                    if !matches!(problem, JsonProblem::Invalid(_)) {
                        problem = JsonProblem::Invalid(error.to_string());
                    }
                    from = open + 1;
                }
            },
        }
    }
    Err(problem)
}

/// The text behind the reasoning in think tags. Some templates open the tag in the prompt, so that only its
/// end is in the reply; a tag that never ends means that nothing but reasoning came.
pub fn without_thinking(text: &str) -> &str {
    match text.rsplit_once("</think>") {
        Some((_, answer)) => answer,
        None if text.trim_start().starts_with("<think>") => "",
        None => text,
    }
}

/// Length of the balanced object at the start of `text`, which begins with `{`.
fn balanced_end(text: &str) -> Option<usize> {
    let (mut depth, mut in_string, mut is_escaped) = (0_usize, false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if in_string => is_escaped = true,
            b'"' => in_string = !in_string,
            b'{' if !in_string => depth += 1,
            b'}' if !in_string => {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Result<&str, JsonProblem>) {
        let got = find_object(text).map(|object| Value::Object(object).to_string());
        match (got, expected) {
            (Err(JsonProblem::Invalid(_)), Err(JsonProblem::Invalid(_))) => {}
            (got, expected) => assert_eq!(got, expected.map(str::to_owned), "{text}"),
        }
    }

    #[test]
    fn objects_in_replies() {
        check(r#"{"a":1}"#, Ok(r#"{"a":1}"#));
        check("Here:\n```json\n{\"a\": {\"b\": \"}\"}}\n```\nDone.", Ok(r#"{"a":{"b":"}"}}"#));
        check("<think>maybe {\"a\":0}</think>{\"a\":1}", Ok(r#"{"a":1}"#));
        check("maybe {\"a\":0}</think>{\"a\":1}", Ok(r#"{"a":1}"#));
        check("<think>maybe {\"a\":0}", Err(JsonProblem::None));
        check("The set {x} is {\"a\":1}", Ok(r#"{"a":1}"#));
        check("nothing", Err(JsonProblem::None));
        check("[1, 2]", Err(JsonProblem::None));
        check(r#"{"a": [1, 2"#, Err(JsonProblem::CutOff));
        check("{a: 1}", Err(JsonProblem::Invalid(String::new())));
    }
}
