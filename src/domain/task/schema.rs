//! The form of each reply that must be a JSON object, for providers that can hold a model to it. The keys
//! are those that the prompts name and the parsers read.

use serde_json::{Value, json};

use super::Brief;
use crate::domain::provider::ReplySchema;

/// What the reply to a brief must look like; none where it is free text.
pub fn reply_schema(brief: &Brief) -> Option<ReplySchema> {
    let (name, schema) = match brief {
        Brief::GoldAnswer { .. } => {
            ("gold_answer", object(&[("answer", text()), ("key_files", texts()), ("code_evidence", texts())]))
        }
        Brief::DocumentAnswer { .. } => ("document_answer", object(&[("answer", text()), ("code_evidence", texts())])),
        Brief::FactCheck { .. } => {
            ("fact_check", object(&[("verdict", one_of(&["pass", "warn", "fail"])), ("reasons", texts())]))
        }
        Brief::Audit { .. } => ("audit", audit()),
        Brief::Question { .. } => ("question", object(&[("question", text()), ("rubric", texts())])),
        Brief::Judge { .. } => ("verdict", verdict()),
        Brief::Answer { .. } => return None,
    };
    Some(ReplySchema { name: name.into(), schema })
}

fn audit() -> Value {
    let claim = object(&[("claim", text()), ("verdict", one_of(&["keep", "remove", "rewrite"])), ("reason", text())]);
    object(&[
        ("claims", json!({"type": "array", "items": claim})),
        ("revised_answer", text()),
        ("doc_leakage_fraction", number("0.0 to 1.0")),
        ("summary", text()),
    ])
}

fn verdict() -> Value {
    object(&[
        ("accuracy", number("0 to 5")),
        ("completeness", number("0 to 5")),
        ("specificity", number("0 to 5")),
        ("explanation", text()),
    ])
}

/// Strict modes want every key required and no others allowed.
fn object(properties: &[(&str, Value)]) -> Value {
    let keys: Vec<&str> = properties.iter().map(|(key, _)| *key).collect();
    let properties: serde_json::Map<String, Value> =
        properties.iter().map(|(key, schema)| ((*key).to_owned(), schema.clone())).collect();
    json!({"type": "object", "properties": properties, "required": keys, "additionalProperties": false})
}

fn text() -> Value {
    json!({"type": "string"})
}

fn texts() -> Value {
    json!({"type": "array", "items": {"type": "string"}})
}

fn one_of(words: &[&str]) -> Value {
    json!({"type": "string", "enum": words})
}

/// Bounds are words: not every strict mode takes `minimum` and `maximum`.
fn number(range: &str) -> Value {
    json!({"type": "number", "description": range})
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::condition::Condition;
    use crate::domain::task::prompts::PromptSet;
    use crate::domain::task::{Category, ChunkText, Subtype};

    fn chunk() -> ChunkText {
        ChunkText { source: String::new(), path: String::new(), heading: String::new(), content: String::new() }
    }

    /// Every key of the schema stands in the prompt.
    #[track_caller]
    fn check(brief: &Brief) {
        let system = PromptSet::default().prompt(brief).system;
        let schema = reply_schema(brief).unwrap().schema;
        for key in schema["required"].as_array().unwrap() {
            assert!(system.contains(&format!("\"{}\":", key.as_str().unwrap())), "{key} is not in: {system}");
        }
    }

    #[test]
    fn schemas_and_prompts_agree() {
        let (repository, category, subtype) = (String::new(), Category::How, Subtype::SystemDesign);
        check(&Brief::GoldAnswer { repository: repository.clone(), chunk: chunk(), category, subtype });
        check(&Brief::DocumentAnswer { repository: repository.clone(), chunk: chunk(), category, subtype });
        check(&Brief::FactCheck { chunk: chunk(), answer: String::new() });
        check(&Brief::Audit { answer: String::new(), files: Vec::new() });
        let (answer, evidence) = (String::new(), Vec::new());
        check(&Brief::Question { answer: answer.clone(), evidence, category, subtype, with_tools: false });
        let (question, gold_answer, rubric) = (String::new(), String::new(), Vec::new());
        check(&Brief::Judge { question: question.clone(), gold_answer, rubric, answer });
        let free = Brief::Answer { repository, question, condition: Condition::ClosedBook };
        assert_eq!(reply_schema(&free), None);
    }
}
