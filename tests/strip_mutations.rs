//! Invariants of stripping over real sources that were damaged: what still parses keeps its tree, and a second
//! pass changes nothing; what doesn't is reported, and nothing panics.

#![allow(clippy::expect_used)] // tests fail by panicking

use std::path::Path;

use code_qa_bench::domain::python::{StripMode, highlight, outline, strip, verify};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::Value;

/// What is put between two characters of a source.
const INSERTED: [&str; 30] = [
    "# c",
    "# c\n",
    "\n# c\n",
    "'doc'",
    "\"\"\"doc\n\"\"\"",
    "\n'doc'\n",
    "\n    'doc'\n",
    "\\\n",
    "\n",
    "\r",
    "\r\n",
    "\t",
    " ",
    ";",
    ":",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "f'{x # c\n}'",
    "f'{x!r:>{y}}'",
    "t'{x}'",
    "b'x'",
    "'''",
    "\"",
    "\x0c",
    "é",
    "\n        pass\n",
];

/// The tricky cases, and the sample repository.
fn sources() -> Vec<String> {
    let cases = include_str!("fixtures/tricky.jsonl").lines().filter_map(|line| {
        let case: Value = serde_json::from_str(line).expect("a JSON object per line");
        case["input"].as_str().map(str::to_owned)
    });
    let mut sources: Vec<String> = cases.collect();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("public/sample/greenhouse")];
    let mut paths = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("the sample is there") {
            let path = entry.expect("the sample can be read").path();
            if path.is_dir() { folders.push(path) } else { paths.push(path) }
        }
    }
    paths.sort();
    let python = paths.iter().filter(|path| path.extension().is_some_and(|ending| ending == "py"));
    sources.extend(python.map(|path| std::fs::read_to_string(path).expect("a text")));
    sources
}

/// A change to a source; places are shares of its length.
#[derive(Clone, Debug)]
enum Mutation {
    Insert(f64, &'static str),
    Delete(f64, usize),
    DeleteLine(f64),
    DuplicateLine(f64),
    MoveLine(f64, f64),
    IndentLine(f64, &'static str),
    CutOff(f64),
    LineEnds(&'static str),
    Splice(f64, usize, f64),
}

fn mutation() -> impl Strategy<Value = Mutation> {
    let share = || 0.0..1.0f64;
    prop_oneof![
        6 => (share(), prop::sample::select(INSERTED.to_vec())).prop_map(|(at, text)| Mutation::Insert(at, text)),
        2 => (share(), 1..12usize).prop_map(|(at, length)| Mutation::Delete(at, length)),
        2 => share().prop_map(Mutation::DeleteLine),
        2 => share().prop_map(Mutation::DuplicateLine),
        1 => (share(), share()).prop_map(|(from, to)| Mutation::MoveLine(from, to)),
        1 => (share(), prop::sample::select(vec!["    ", "\t", " "])).prop_map(|(at, by)| Mutation::IndentLine(at, by)),
        1 => share().prop_map(Mutation::CutOff),
        1 => prop::sample::select(vec!["\r", "\r\n"]).prop_map(Mutation::LineEnds),
        1 => (share(), any::<usize>(), share()).prop_map(|(at, other, from)| Mutation::Splice(at, other, from)),
    ]
}

fn place(text: &str, share: f64) -> usize {
    text.floor_char_boundary((text.len() as f64 * share) as usize)
}

fn apply(text: &mut String, mutation: &Mutation, sources: &[String]) {
    let line = |text: &str, share: f64| {
        let at = place(text, share);
        let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
        start..text[at..].find('\n').map_or(text.len(), |end| at + end + 1)
    };
    match *mutation {
        Mutation::Insert(at, inserted) => text.insert_str(place(text, at), inserted),
        Mutation::Delete(at, length) => {
            let start = place(text, at);
            let end = text.floor_char_boundary((start + length).min(text.len())).max(start);
            text.replace_range(start..end, "");
        }
        Mutation::DeleteLine(at) => text.replace_range(line(text, at), ""),
        Mutation::DuplicateLine(at) => {
            let range = line(text, at);
            let copy = text[range.clone()].to_owned();
            text.insert_str(range.start, &copy);
        }
        Mutation::MoveLine(from, to) => {
            let range = line(text, from);
            let moved = text[range.clone()].to_owned();
            text.replace_range(range, "");
            let start = line(text, to).start;
            text.insert_str(start, &moved);
        }
        Mutation::IndentLine(at, by) => {
            let start = line(text, at).start;
            text.insert_str(start, by);
        }
        Mutation::CutOff(at) => text.truncate(place(text, at)),
        Mutation::LineEnds(end) => *text = text.replace("\r\n", "\n").replace('\n', end),
        Mutation::Splice(at, other, from) => {
            let other = &sources[other % sources.len()];
            let start = place(other, from);
            let end = other.floor_char_boundary((start + 200).min(other.len()));
            text.insert_str(place(text, at), &other[start..end]);
        }
    }
}

#[test]
fn damaged_sources_keep_the_invariants() {
    let sources = sources();
    let strategy = (any::<usize>(), prop::collection::vec(mutation(), 1..4));
    let config = Config { cases: 6_000, failure_persistence: None, ..Config::default() };
    // The same sources at every run.
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let parsed = std::cell::Cell::new(0);
    let result = runner.run(&strategy, |(source, mutations)| {
        let mut text = sources[source % sources.len()].clone();
        for mutation in &mutations {
            apply(&mut text, mutation, &sources);
        }
        let _ = outline(&text);
        let _ = highlight(&text);
        for mode in [StripMode::Standard, StripMode::Strict] {
            let Ok(stripped) = strip(&text, mode) else { return Ok(()) };
            parsed.set(parsed.get() + 1);
            prop_assert!(verify(&text, &stripped.text, mode), "{:?} became {:?}", text, stripped.text);
            let again = strip(&stripped.text, mode).expect("verified to parse");
            prop_assert_eq!(&*again.text, &*stripped.text, "of {:?}", text);
            prop_assert_eq!((again.removed.docstrings(), again.removed.comments()), (0, 0));
        }
        Ok(())
    });
    assert!(result.is_ok(), "{}", result.err().map(|error| error.to_string()).unwrap_or_default());
    assert!(parsed.get() > 2_000, "only {} of the damaged sources parse, so little was tested", parsed.get());
}
