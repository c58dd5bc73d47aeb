//! Whole repositories: our report equals that of an independent reference, which shares no code with us.
//!
//! The expected digests are made by `scripts/make_oracle_digests.py`; the archives are fetched by
//! `scripts/fetch_sdists.py`.

#![allow(clippy::expect_used, clippy::panic)] // tests fail by panicking

use std::path::PathBuf;

use code_qa_bench::domain::python::StripMode;
use code_qa_bench::domain::repository::{Analyser, Limits, Unpacker, report};
use serde_json::Value;
use sha2::{Digest, Sha256};

const NUMBERS: [&str; 3] = ["files", "py_files", "tier"];
const SECTIONS: [&str; 5] = ["doc_files_removed", "unparseable", "stripped_sha256", "chunks", "selected"];

#[test]
fn seaborn() {
    check("seaborn", "seaborn-0.13.2.tar.gz", include_str!("fixtures/oracle/seaborn.json"));
}

#[test]
fn pytest() {
    check("pytest", "pytest-9.2.0.tar.gz", include_str!("fixtures/oracle/pytest.json"));
}

fn check(name: &str, file: &str, expected: &str) {
    let path = sdists().join(file);
    let Ok(bytes) = std::fs::read(&path) else {
        panic!("{} is missing: fetch it with `python3 scripts/fetch_sdists.py {name}`", path.display());
    };
    let repository = Unpacker::run(file, bytes, Limits::default()).expect("unpacks");
    let report = report::report(&repository, &Analyser::run(&repository, StripMode::Standard));
    let expected: Value = serde_json::from_str(expected).expect("a JSON object");
    let mut wrong = Vec::new();
    for number in NUMBERS {
        if report[number] != expected[number] {
            wrong.push(format!("{number}: {} instead of {}", report[number], expected[number]));
        }
    }
    for section in SECTIONS {
        let lines = lines(&report, section);
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let digest: String = Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
        let (count, sha256) = (&expected[section]["count"], &expected[section]["sha256"]);
        if *count != lines.len() || *sha256 != digest {
            let ours = std::env::temp_dir().join(format!("oracle-{name}-{section}.txt"));
            std::fs::write(&ours, text).expect("the temporary folder can be written");
            wrong.push(format!(
                "{section}: {} lines, {count} expected. To see which differ:\n    python3 scripts/make_oracle_digests.py \
                 --reference FOLDER --section {section} {} | diff - {}",
                lines.len(),
                path.display(),
                ours.display()
            ));
        }
    }
    assert!(wrong.is_empty(), "{name} differs from the reference:\n{}", wrong.join("\n"));
}

fn sdists() -> PathBuf {
    let cache = std::env::var_os("CQB_CACHE").filter(|c| !c.is_empty()).map(PathBuf::from);
    let home = || PathBuf::from(std::env::var_os("HOME").unwrap_or_default()).join(".cache/code-qa-bench");
    cache.unwrap_or_else(home).join("sdists")
}

/// A section as lines, as `scripts/make_oracle_digests.py` writes them.
fn lines(report: &Value, section: &str) -> Vec<String> {
    let strings = |value: &Value| -> Vec<String> {
        value.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
    };
    let value = &report[section];
    match section {
        "doc_files_removed" => strings(value),
        "unparseable" => value.as_object().into_iter().flat_map(|o| o.keys().cloned()).collect(),
        "stripped_sha256" => {
            value.as_object().into_iter().flatten().map(|(path, digest)| row(&[path, text(digest)])).collect()
        }
        _ => value.as_array().into_iter().flatten().map(|chunk| chunk_row(chunk, section, &strings)).collect(),
    }
}

fn chunk_row(chunk: &Value, section: &str, strings: &dyn Fn(&Value) -> Vec<String>) -> String {
    let number = |key: &str| chunk[key].to_string();
    let score = format!("{:.1}", chunk["score"].as_f64().expect("a number"));
    let field = |key: &str| text(&chunk[key]);
    let start_line = number("start_line");
    let mut fields = vec![field("source"), field("path"), field("heading"), &start_line, &score];
    let (chars, signals) = (number("chars"), strings(&chunk["signals"]).join(","));
    match section {
        "chunks" => fields.extend([chars.as_str(), field("sha256"), &signals]),
        _ => fields.extend([field("category"), field("subtype")]),
    }
    row(&fields)
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a string")
}

fn row(fields: &[&str]) -> String {
    fields.join("\t")
}
