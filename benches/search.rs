//! Searching all of Django's source: ours, ripgrep's own library on the same bytes in memory, and CPython's
//! `re`, as ratios of one run. Every search finds all lines, without the cut of a reply, on one thread.
//!
//! ripgrep's side has no walk through folders and no reading of files, and CPython's is the faster of two ways
//! (`scripts/make_regex_table.py --time`), so both are compared with at their best.

#![allow(clippy::expect_used)] // a benchmark fails by panicking

#[path = "../tests/support/sdists.rs"]
mod sdists;

use std::process::Command;
use std::sync::Arc;
use std::time::Instant;

use code_qa_bench::domain::condition::Condition;
use code_qa_bench::domain::python::StripMode;
use code_qa_bench::domain::repository::{Analyser, Limits, RepositoryView, Unpacker};
use criterion::{Criterion, criterion_group, criterion_main};
use grep_regex::RegexMatcherBuilder;
use grep_searcher::{SearcherBuilder, sinks::Bytes};
use serde_json::Value;

const FILE: &str = "django-6.1.3.tar.gz";
/// CPython needs many minutes for all of the table; `CQB_ALL_PATTERNS=1` measures it none the less, and `3/8`
/// the third of eight parts of it.
const EVERY: usize = 8;
/// Patterns that CPython is given at once, so that lines come as they are measured.
const BATCH: usize = 12;
const LITERALS: [&str; 4] = ["get_queryset", "select_related", "no such text", "self"];

fn django() -> RepositoryView {
    let bytes = std::fs::read(sdists::sdist(FILE)).expect("the archive can be read");
    let repository = Arc::new(Unpacker::run(FILE, bytes, Limits::default()).expect("the archive unpacks"));
    RepositoryView::new(
        repository.clone(),
        Arc::new(Analyser::run(&repository, StripMode::Standard)),
        Condition::Documented,
    )
}

/// The best of three, in seconds, and the count found.
fn best(mut search: impl FnMut() -> usize) -> (f64, usize) {
    let run = |_| {
        let started = Instant::now();
        let found = search();
        (started.elapsed().as_secs_f64(), found)
    };
    (0..3).map(run).min_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or_default()
}

fn ours(view: &RepositoryView, pattern: &str) -> (f64, usize) {
    best(|| {
        let mut found = 0;
        view.matching_lines(pattern, None, |_, _, _| found += 1).expect("a valid pattern");
        found
    })
}

fn ripgrep(view: &RepositoryView, pattern: &str) -> Option<(f64, usize)> {
    let texts: Vec<_> = view.paths().filter(|path| path.ends_with(".py")).filter_map(|path| view.text(path)).collect();
    RegexMatcherBuilder::new().line_terminator(Some(b'\n')).build(pattern).ok()?;
    Some(best(|| {
        let matcher = RegexMatcherBuilder::new().line_terminator(Some(b'\n')).build(pattern).expect("just built");
        let mut searcher = SearcherBuilder::new().line_number(true).build();
        let mut found = 0;
        for text in &texts {
            let each = Bytes(|_, _| {
                found += 1;
                Ok(true)
            });
            searcher.search_slice(&matcher, text.as_bytes(), each).expect("in memory");
        }
        found
    }))
}

fn cpython(patterns: &[&str]) -> Vec<f64> {
    let file = std::env::temp_dir().join("code-qa-bench-patterns.json");
    std::fs::write(&file, serde_json::to_vec(patterns).expect("strings")).expect("the temporary folder can be written");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/make_regex_table.py");
    let output = Command::new("python3").arg(script).arg("--time").arg(&file).output().expect("python3");
    let times: Vec<Value> = serde_json::from_slice(&output.stdout).expect("a JSON list");
    times.iter().filter_map(|time| time["seconds"].as_f64()).collect()
}

/// The patterns that the environment asks for.
fn wanted<'p>(patterns: &[&'p str]) -> Vec<&'p str> {
    let Some(asked) = std::env::var("CQB_ALL_PATTERNS").ok() else {
        return patterns.iter().copied().step_by(EVERY).collect();
    };
    let part = asked.split_once('/').and_then(|(part, parts)| Some((part.parse().ok()?, parts.parse().ok()?)));
    let (part, parts): (usize, usize) = part.unwrap_or((1, 1));
    patterns.iter().copied().skip(part.saturating_sub(1)).step_by(parts.max(1)).collect()
}

fn ratios(view: &RepositoryView) {
    let table: Vec<Value> = include_str!("../tests/fixtures/regex/table.jsonl")
        .lines()
        .filter_map(|row| serde_json::from_str(row).ok())
        .filter(|row: &Value| row.get("error").is_none())
        .collect();
    let patterns: Vec<&str> = table.iter().filter_map(|row| row["pattern"].as_str()).collect();
    let patterns = LITERALS.into_iter().chain(wanted(&patterns)).collect::<Vec<_>>();
    println!(
        "{:>10} {:>10} {:>10} {:>9} {:>9}  pattern",
        "ours ms", "ripgrep ms", "CPython ms", "÷ ripgrep", "÷ CPython"
    );
    let (mut to_ripgrep, mut to_python) = (Vec::new(), Vec::new());
    for batch in patterns.chunks(BATCH) {
        for (pattern, python) in batch.iter().zip(cpython(batch)) {
            let (seconds, _) = ours(view, pattern);
            let ripgrep = ripgrep(view, pattern).map(|(ripgrep, _)| ripgrep);
            to_ripgrep.extend(ripgrep.map(|ripgrep| seconds / ripgrep));
            to_python.push(seconds / python);
            let shown = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.2}"));
            println!(
                "{:>10.2} {:>10} {:>10.2} {:>9} {:>9.3}  {pattern:?}",
                seconds * 1e3,
                shown(ripgrep.map(|ripgrep| ripgrep * 1e3)),
                python * 1e3,
                shown(ripgrep.map(|ripgrep| seconds / ripgrep)),
                seconds / python
            );
        }
    }
    let slower = to_python.iter().filter(|ratio| **ratio >= 1.0).count();
    println!("slower than CPython: {slower} of {}", to_python.len());
    for (name, ratios) in [("ripgrep", &mut to_ripgrep), ("CPython", &mut to_python)] {
        ratios.sort_by(f64::total_cmp);
        let (median, worst) = (ratios.get(ratios.len() / 2), ratios.last());
        println!("ours ÷ {name}: median {median:.3?}, worst {worst:.3?} of {}", ratios.len());
    }
}

fn search(criterion: &mut Criterion) {
    let view = django();
    ratios(&view);
    let mut group = criterion.benchmark_group("all matching lines of Django");
    group.sample_size(10);
    for pattern in ["get_queryset", r"^\s*def \w+", r"(\w+)=\1\b"] {
        group.bench_function(pattern, |b| b.iter(|| ours(&view, pattern)));
    }
    group.finish();
}

criterion_group!(benches, search);
criterion_main!(benches);
