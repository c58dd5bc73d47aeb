//! What a file holds, by its beginning.

use serde_json::Value;

use crate::domain::files::inspect_ai::log::looks_like_log;

/// Bytes of a file that are looked at.
const LOOKED_AT: usize = 16 << 20;

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// Tasks of this site.
    Tasks,
    /// Answers of agents that were run elsewhere.
    Answers,
    /// A run of this site.
    Run,
    /// Prompts that a user has changed.
    Prompts,
    /// Questions without answers: what was exported for agents elsewhere.
    Questions,
    /// A log of inspect_ai.
    InspectLog,
    /// Rows of SWE-QA-Bench.
    SweQaBench,
    /// Rows of SWE-QA-Pro.
    SweQaPro,
    /// Nothing that is known here.
    Unknown,
}

impl FileKind {
    /// The kind of a file with this content.
    pub fn of(bytes: &[u8]) -> Self {
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        if looks_like_log(bytes) {
            return Self::InspectLog;
        }
        let looked_at = &bytes[..bytes.len().min(LOOKED_AT)];
        let lines = looked_at.split(|byte| *byte == b'\n');
        let Some(first) = lines.map(<[u8]>::trim_ascii).find(|line| !line.is_empty()) else { return Self::Unknown };
        // A file for people is one record over several lines.
        let row = serde_json::from_slice::<Value>(first).or_else(|_| serde_json::from_slice(looked_at));
        let Ok(row) = row else { return Self::Unknown };
        let has = |key: &str| row.get(key).is_some();
        match row.get("format").and_then(Value::as_str).and_then(|format| format.strip_prefix("code-qa-bench/")) {
            Some("task") => Self::Tasks,
            Some("run-bundle") => Self::Run,
            Some("prompts") => Self::Prompts,
            Some("question") if has("answer") => Self::Answers,
            Some("question") => Self::Questions,
            _ if has("answer") && has("task") && has("condition") => Self::Answers,
            _ if has("repo") || has("repo_name") || has("commit_id") => Self::SweQaPro,
            _ if has("question") && has("answer") => Self::SweQaBench,
            _ => Self::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: FileKind) {
        assert_eq!(FileKind::of(text.as_bytes()), expected, "{text}");
    }

    #[test]
    fn by_the_first_line() {
        check("\u{feff}\n{\"format\": \"code-qa-bench/task\", \"version\": 1}\n", FileKind::Tasks);
        check("{\"format\": \"code-qa-bench/run-bundle\"}", FileKind::Run);
        check("{\"format\": \"code-qa-bench/question\", \"task\": \"t\"}", FileKind::Questions);
        check("{\"format\": \"code-qa-bench/question\", \"task\": \"t\", \"answer\": \"a\"}", FileKind::Answers);
        check("{\"task\": \"t\", \"condition\": \"code_only\", \"answer\": \"a\"}", FileKind::Answers);
        check("{\"question\": \"q\", \"answer\": \"a\"}", FileKind::SweQaBench);
        check("{\n\"format\": \"code-qa-bench/prompts\",\n\"version\": 1}", FileKind::Prompts);
        check("PK\u{3}\u{4}", FileKind::InspectLog);
        check("{\n  \"version\": 2,\n  \"eval\": {\n    \"run_id\": \"x\"", FileKind::InspectLog);
        check("not json", FileKind::Unknown);
        check("", FileKind::Unknown);
    }
}
