//! `search_code`'s regular expressions find the lines that CPython's `re` finds, in all of Django's source,
//! and refuse the patterns that it refuses.
//!
//! The table is made by `scripts/make_regex_table.py`; the archive is fetched by `scripts/fetch_sdists.py`.

#![allow(clippy::expect_used, clippy::panic)] // tests fail by panicking

#[path = "support/sdists.rs"]
mod sdists;

use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use code_qa_bench::domain::condition::Condition;
use code_qa_bench::domain::python::StripMode;
use code_qa_bench::domain::repository::{Analyser, Limits, RepositoryView, ToolError, Unpacker};
use serde_json::Value;
use sha2::{Digest, Sha256};

const FILE: &str = "django-6.1.3.tar.gz";

fn django() -> RepositoryView {
    let bytes = std::fs::read(sdists::sdist(FILE)).expect("the archive can be read");
    let repository = Arc::new(Unpacker::run(FILE, bytes, Limits::default()).expect("unpacks"));
    RepositoryView::new(
        repository.clone(),
        Arc::new(Analyser::run(&repository, StripMode::Standard)),
        Condition::Documented,
    )
}

/// What differs for one row of the table.
fn difference(view: &RepositoryView, row: &Value) -> Option<String> {
    let pattern = row["pattern"].as_str().expect("a pattern");
    let is_error = row.get("error").is_some();
    let (mut digest, mut found, mut first) = (Sha256::new(), 0, None);
    let mut entry = String::new();
    let result = view.matching_lines(pattern, row["path"].as_str(), |path, number, line| {
        entry.clear();
        writeln!(entry, "{path}:{number}").expect("writing to memory");
        digest.update(entry.as_bytes());
        found += 1;
        first.get_or_insert_with(|| format!("{path}:{number}: {line}"));
    });
    match (result, is_error) {
        (Err(ToolError::Pattern { .. }), true) => return None,
        (Err(error), _) => return Some(format!("{pattern:?}: {error}")),
        (Ok(()), true) => return Some(format!("{pattern:?}: valid, with {found} lines, but {}", row["error"])),
        (Ok(()), false) => {}
    }
    let digest: String = digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    (row["sha256"] != digest.as_str())
        .then(|| format!("{pattern:?}: {found} lines instead of {}, from {first:?}", row["lines"]))
}

#[test]
fn finds_what_python_finds() {
    let view = django();
    let rows: Vec<Value> = include_str!("fixtures/regex/table.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).expect("a JSON object per line"))
        .collect();
    assert!(rows.len() >= 120);
    let next = AtomicUsize::new(0);
    let work = || {
        let mut wrong = Vec::new();
        while let Some(row) = rows.get(next.fetch_add(1, Ordering::Relaxed)) {
            wrong.extend(difference(&view, row));
        }
        wrong
    };
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..2).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("no panic")).collect()
    });
    assert!(wrong.is_empty(), "{} of {} rows differ:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
}
