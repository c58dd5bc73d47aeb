//! The gold answer as the model writes it.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::domain::effect::PathCheck;
use crate::domain::json::find_object;
use crate::domain::task::TaskSet;

/// Evidence items that a code-derivable answer needs at least; a doc-dependent one rests on its chunk.
const LEAST_EVIDENCE: usize = 3;

/// A gold answer that has passed the form's checks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GoldDraft {
    pub answer: String,
    pub key_files: Vec<String>,
    pub evidence: Vec<String>,
}

impl GoldDraft {
    /// Reads a reply. The error is what the model is told.
    pub fn parse(text: &str, set: TaskSet) -> Result<Self, String> {
        let object = find_object(text).map_err(|problem| {
            format!("That was not usable: {problem}. Reply with one JSON object {{answer, key_files, code_evidence}}.")
        })?;
        let answer = object.get("answer").and_then(Value::as_str).unwrap_or_default().trim().to_owned();
        if answer.is_empty() {
            return Err("\"answer\" is missing or empty. Reply with the whole JSON object again.".into());
        }
        let evidence = strings(&object, "code_evidence");
        if set == TaskSet::CodeDerivable && evidence.len() < LEAST_EVIDENCE {
            return Err(format!(
                "\"code_evidence\" has {} items; at least {LEAST_EVIDENCE} are needed, each a fact with its file and \
                 function. Reply with the whole JSON object again.",
                evidence.len()
            ));
        }
        Ok(Self { answer, key_files: strings(&object, "key_files"), evidence })
    }

    /// The draft with its files as the repository spells them. The error is what the model is told.
    pub fn with_checked_files(mut self, checks: &[PathCheck]) -> Result<Self, String> {
        let missing: Vec<String> = checks
            .iter()
            .filter(|check| check.found.is_none())
            .map(|check| match check.similar.as_slice() {
                [] => format!("\"{}\" does not exist", check.path),
                similar => format!("\"{}\" does not exist (did you mean {}?)", check.path, similar.join(" or ")),
            })
            .collect();
        if !missing.is_empty() {
            return Err(format!(
                "Key files are paths relative to the repository's root: {}. Reply with the whole JSON object again.",
                missing.join("; ")
            ));
        }
        self.key_files = checks.iter().filter_map(|check| check.found.clone()).collect();
        self.key_files.dedup();
        if !self.key_files.iter().any(|path| path.ends_with(".py") || path.ends_with(".pyi")) {
            return Err("\"key_files\" names no Python file. Name the source files that the answer rests on, in the \
                        whole JSON object."
                .into());
        }
        Ok(self)
    }
}

/// The non-empty strings of a list; models also write a single string, or objects with a fact in them.
pub fn strings(object: &Map<String, Value>, key: &str) -> Vec<String> {
    let item = |value: &Value| match value {
        Value::String(text) => Some(text.trim().to_owned()),
        Value::Object(map) => {
            let parts: Vec<_> = map.values().filter_map(Value::as_str).map(str::trim).collect();
            Some(parts.join(" · "))
        }
        _ => None,
    };
    let items: Vec<String> = match object.get(key) {
        Some(Value::Array(items)) => items.iter().filter_map(item).collect(),
        Some(single) => item(single).into_iter().collect(),
        None => Vec::new(),
    };
    items.into_iter().filter(|text| !text.is_empty()).collect()
}
