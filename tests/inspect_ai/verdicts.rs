//! The project's judge takes what ours takes for a verdict, and nothing else.

use std::path::Path;

use code_qa_bench::domain::judge::parse_verdict;
use serde_json::Value;

use crate::project::python;

const REPLIES: [&str; 17] = [
    r#"{"accuracy": 4, "completeness": 3.5, "specificity": "5", "explanation": "fine"}"#,
    "Sure:\n```json\n{\"accuracy\": 4, \"completeness\": 0, \"specificity\": 5, \"explanation\": \"a { brace\"}\n```",
    r#"<think>{"accuracy": 1}</think>{"accuracy": 2, "completeness": 2, "specificity": 2}"#,
    r#"The set {x} is {"accuracy": 2, "completeness": 2, "specificity": 2, "explanation": 7}"#,
    r#"<think>{"accuracy": 2, "completeness": 2, "specificity": 2}"#,
    r#"{"accuracy": 4, "completeness": 3}"#,
    r#"{"accuracy": 7, "completeness": 3, "specificity": 1}"#,
    r#"{"accuracy": -0.5, "completeness": 3, "specificity": 1}"#,
    r#"{"accuracy": null, "completeness": 3, "specificity": 1}"#,
    r#"{"accuracy": true, "completeness": 3, "specificity": 1}"#,
    r#"{"accuracy": [4], "completeness": 3, "specificity": 1}"#,
    r#"{"accuracy": "NaN", "completeness": 3, "specificity": 1}"#,
    r#"{"accuracy": "four", "completeness": 3, "specificity": 1}"#,
    r#"{"accuracy": 4, "completeness": 3, "specificity": "#,
    "I would give 4 out of 5.",
    "[1, 2]",
    "",
];

#[test]
fn verdicts_are_read_alike() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/domain/files/inspect_ai/project");
    let replies = Value::from(REPLIES.map(Value::from).to_vec()).to_string();
    let theirs = python("call_tools.py", &[&project, Path::new("verdicts")], &replies);
    for (reply, theirs) in REPLIES.into_iter().zip(theirs) {
        match parse_verdict(reply) {
            Ok(ours) => assert_eq!(serde_json::to_value(&ours).unwrap(), theirs, "{reply}"),
            Err(ours) => {
                let told = theirs["problem"].as_str().unwrap_or_else(|| panic!("{reply}: {theirs}"));
                let is_json = ours.to_string().contains("JSON object is");
                assert!(
                    ours.to_string() == told || is_json && told.contains("JSON object is"),
                    "{reply}: {ours}, {told}"
                );
            }
        }
    }
}
