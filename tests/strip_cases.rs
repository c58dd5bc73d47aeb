//! Stripping: small sources with their expected result, made with the reference interpreter, and
//! invariants over generated programs.

#![allow(clippy::expect_used, clippy::panic)] // tests fail by panicking

use code_qa_bench::domain::python::{ParseProblem, StripMode, decode, strip, verify};
use serde_json::Value;

fn bytes_of(case: &Value) -> Vec<u8> {
    match (&case["input"], &case["input_hex"]) {
        (Value::String(text), _) => text.clone().into_bytes(),
        (_, Value::String(hex)) => {
            (0..hex.len()).step_by(2).map(|i| u8::from_str_radix(&hex[i..i + 2], 16).expect("hex digits")).collect()
        }
        _ => panic!("a case without input: {case}"),
    }
}

#[test]
fn every_case_gives_the_expected_text() {
    let mut wrong = Vec::new();
    for line in include_str!("fixtures/tricky.jsonl").lines() {
        let case: Value = serde_json::from_str(line).expect("a JSON object per line");
        let bytes = bytes_of(&case);
        let found = decode(&bytes)
            .map_err(ParseProblem::from)
            .and_then(|text| strip(&text, StripMode::Standard).map(|stripped| (stripped.text, text)));
        match (found, case["expected"].as_str()) {
            (Ok((stripped, _)), Some(expected)) if *stripped != *expected => {
                wrong.push(format!("{}: {stripped:?} instead of {expected:?}", case["name"]));
            }
            (Ok((stripped, original)), Some(_)) => {
                if !verify(&original, &stripped, StripMode::Standard) {
                    wrong.push(format!("{}: the trees differ", case["name"]));
                }
                let again = strip(&stripped, StripMode::Standard).expect("the result parses");
                if again.text != stripped {
                    wrong.push(format!("{}: a second pass changes it to {:?}", case["name"], again.text));
                }
            }
            (Ok((stripped, _)), None) => wrong.push(format!("{}: parsed, to {stripped:?}", case["name"])),
            (Err(_), None) => {}
            (Err(problem), Some(_)) => wrong.push(format!("{}: {problem}", case["name"])),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
