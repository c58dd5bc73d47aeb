//! Whole repositories: our report equals that of an independent reference, which shares no code with us.
//!
//! The expected digests are made by `scripts/make_oracle_digests.py`; the archives are fetched by
//! `scripts/fetch_sdists.py`.

#![allow(clippy::expect_used, clippy::panic)] // tests fail by panicking

#[path = "support/sdists.rs"]
mod sdists;

use code_qa_bench::domain::python::{StripMode, verify};
use code_qa_bench::domain::repository::{Analyser, Analysis, Limits, Unpacker, report};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

const NUMBERS: [&str; 3] = ["files", "py_files", "tier"];
const SECTIONS: [&str; 5] = ["doc_files_removed", "unparseable", "stripped_sha256", "chunks", "selected"];

/// Files that we parse and the reference doesn't, by source distribution, each with the reason.
const PARSE_DIFFERENCES: &str = include_str!("fixtures/oracle/parse_differences.json");

macro_rules! equals_the_reference {
    ($($test:ident: $name:literal, $file:literal;)*) => {
        $(#[test]
        fn $test() {
            check($name, $file, include_str!(concat!("fixtures/oracle/", $name, ".json")));
        })*

        /// Each source distribution with differences has a test that looks at them.
        #[test]
        fn differences_are_of_known_distributions() {
            let all: Value = serde_json::from_str(PARSE_DIFFERENCES).expect("a JSON object");
            let unknown: Vec<_> = all.as_object().into_iter().flatten().filter(|(n, _)| ![$($name),*].contains(&n.as_str())).collect();
            assert!(unknown.is_empty(), "{unknown:?}");
        }
    };
}

equals_the_reference! {
    astropy: "astropy", "astropy-8.0.2.tar.gz";
    django: "django", "django-6.1.3.tar.gz";
    matplotlib: "matplotlib", "matplotlib-3.11.2.tar.gz";
    pylint: "pylint", "pylint-4.1.4.tar.gz";
    pytest: "pytest", "pytest-9.2.0.tar.gz";
    scikit_learn: "scikit-learn", "scikit_learn-1.9.1.tar.gz";
    seaborn: "seaborn", "seaborn-0.13.2.tar.gz";
    sphinx: "sphinx", "sphinx-9.2.0.tar.gz";
    sympy: "sympy", "sympy-1.14.0.tar.gz";
    xarray: "xarray", "xarray-2026.9.0.tar.gz";
}

fn check(name: &str, file: &str, expected: &str) {
    let path = sdists::sdist(file);
    let bytes = std::fs::read(&path).expect("the archive can be read");
    let repository = Unpacker::run(file, bytes, Limits::default()).expect("unpacks");
    let analysis = Analyser::run(&repository, StripMode::Standard);
    let report = report::report(&repository, &analysis);
    let expected: Value = serde_json::from_str(expected).expect("a JSON object");
    let left_out = differences(name);
    let mut wrong: Vec<String> = left_out.keys().filter_map(|path| wrong_difference(&analysis, path)).collect();
    for number in NUMBERS {
        if report[number] != expected[number] {
            wrong.push(format!("{number}: {} instead of {}", report[number], expected[number]));
        }
    }
    for section in SECTIONS {
        let lines = lines(&report, section, &left_out);
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let digest: String = Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
        let (count, sha256) = (&expected[section]["count"], &expected[section]["sha256"]);
        if *count != lines.len() || *sha256 != digest {
            let ours = std::env::temp_dir().join(format!("oracle-{name}-{section}.txt"));
            std::fs::write(&ours, text).expect("the temporary folder can be written");
            wrong.push(format!(
                "{section}: {} lines, {count} expected. To see which differ:\n    python3 scripts/make_oracle_digests.py \
                 --reference FOLDER --section {section} {name} | diff - {}",
                lines.len(),
                ours.display()
            ));
        }
    }
    assert!(wrong.is_empty(), "{name} differs from the reference:\n{}", wrong.join("\n"));
}

/// Paths that only we parse, with the reasons. Their lines count on neither side.
fn differences(name: &str) -> Map<String, Value> {
    let all: Value = serde_json::from_str(PARSE_DIFFERENCES).expect("a JSON object");
    all[name].as_object().cloned().unwrap_or_default()
}

/// What is wrong with a listed file: that we don't parse it either, or that stripping changes its tree. No
/// reference tells its stripped text, so the invariants have to do.
fn wrong_difference(analysis: &Analysis, path: &str) -> Option<String> {
    let Some(file) = analysis.python.get(path) else { return Some(format!("{path}: listed, but not there")) };
    match &file.stripped {
        Err(problem) => Some(format!("{path}: listed as parseable, but: {problem}")),
        Ok(stripped) if !verify(&file.original, stripped, StripMode::Standard) => {
            Some(format!("{path}: stripping changed its tree"))
        }
        Ok(_) => None,
    }
}

/// A section as lines, as `scripts/make_oracle_digests.py` writes them.
fn lines(report: &Value, section: &str, left_out: &Map<String, Value>) -> Vec<String> {
    let strings = |value: &Value| -> Vec<String> {
        value.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
    };
    let counts = |path: &str| !left_out.contains_key(path);
    let value = &report[section];
    let entries = || value.as_object().into_iter().flatten().filter(|(path, _)| counts(path));
    let chunks = || value.as_array().into_iter().flatten();
    match section {
        "doc_files_removed" => strings(value),
        "unparseable" => entries().map(|(path, _)| path.clone()).collect(),
        "stripped_sha256" => entries().map(|(path, digest)| row(&[path, text(digest)])).collect(),
        "chunks" => {
            let both = chunks().filter(|chunk| counts(text(&chunk["path"])));
            both.map(|chunk| chunk_row(chunk, section, &strings)).collect()
        }
        _ => chunks().map(|chunk| chunk_row(chunk, section, &strings)).collect(),
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
