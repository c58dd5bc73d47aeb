//! The house rules, read from the sources: who may know whom, no panics outside tests, no long files.

#![allow(clippy::expect_used)] // tests fail by panicking

mod rules;
mod tokens;

use std::path::{Path, PathBuf};

use rules::{Source, problems};

#[test]
fn the_sources_keep_the_rules() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let sources = sources(root, "src");
    assert!(sources.len() > 50, "only {} files found: the test looks in the wrong place", sources.len());
    let found: Vec<String> = sources.iter().flat_map(problems).collect();
    assert!(found.is_empty(), "{} breaches of ARCHITECTURE.md:\n{}", found.len(), found.join("\n"));
}

#[test]
fn tests_and_benches_are_short_too() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let all = ["tests", "benches"].into_iter().flat_map(|folder| sources(root, folder));
    let long: Vec<String> = all.filter_map(|source| rules::too_long(&source)).collect();
    assert!(long.is_empty(), "{}", long.join("\n"));
}

/// All Rust files of a folder, with paths from the root.
fn sources(root: &Path, folder: &str) -> Vec<Source> {
    let mut pending: Vec<PathBuf> = vec![root.join(folder)];
    let mut found = Vec::new();
    while let Some(path) = pending.pop() {
        if path.is_dir() {
            let entries = std::fs::read_dir(&path).expect("the folder can be read");
            pending.extend(entries.map(|entry| entry.expect("the entry can be read").path()));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = std::fs::read_to_string(&path).expect("the file can be read");
            let name = path.strip_prefix(root).expect("below the root").to_string_lossy().replace('\\', "/");
            found.push(Source { path: name, text });
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

/// The checker itself: what `sample` must be blamed for, at `path`.
#[track_caller]
fn check(path: &str, sample: &str, expected: &[&str]) {
    let found = problems(&Source { path: path.into(), text: sample.into() });
    assert_eq!(found.len(), expected.len(), "{found:#?}");
    for (found, expected) in found.iter().zip(expected) {
        assert!(found.contains(expected), "{found:?} does not contain {expected:?}");
    }
}

#[test]
fn the_checker_finds_each_forbidden_import() {
    check("src/domain/a.rs", "use web_sys::Window;", &["src/domain/a.rs:1: domain must not know `web_sys`"]);
    check("src/domain/a.rs", "use crate::{domain::condition, engine::Engine};", &["`engine`"]);
    check("src/domain/a.rs", "fn a() { leptos::logging::log!(\"\"); }", &["`leptos`"]);
    check("src/domain/a.rs", "use std::time::Instant;\nuse std::fs;", &["`std::time::Instant`", "`std::fs`"]);
    check("src/domain/chunks/a.rs", "use ruff_python_ast::Stmt;", &["only domain/python"]);
    check("src/domain/python/a.rs", "use ruff_python_ast::Stmt;", &[]);
    check(
        "src/chart/a.rs",
        "use crate::ui::State;\nuse plotters_canvas::CanvasBackend;",
        &["`ui`", "`plotters_canvas`"],
    );
    check(
        "src/engine/a.rs",
        "pub use crate::\n    adapters::fetch;",
        &["src/engine/a.rs:2: engine must not know `adapters`"],
    );
    check("src/ui/pages/a.rs", "use crate::adapters::worker;", &["`adapters`"]);
    check("src/ui/app.rs", "use crate::adapters::worker;", &[]);
    check("src/ui/components/a.rs", "use crate::domain::task::Task;", &["`domain`"]);
    check(
        "src/adapters/a.rs",
        "use crate::ui::pages::x;\nuse ruff_text_size::TextSize;",
        &["`ui`", "only domain/python"],
    );
    check("src/engine/a.rs", "use super::super::ui::State;", &["`ui`"]);
}

#[test]
fn the_checker_finds_panics_outside_tests() {
    check("src/a.rs", "fn a() { b().unwrap(); }", &["`.unwrap()`"]);
    check(
        "src/a.rs",
        "fn a() {\n    b()\n        .expect(\"x\");\n    todo!()\n}",
        &["src/a.rs:3: `.expect(`", "src/a.rs:4: `todo!`"],
    );
    check("src/a.rs", "fn a() { panic!(\"no\") }", &["`panic!`"]);
    check(
        "src/a.rs",
        "#[cfg(test)]\nmod tests {\n    fn a() { b().unwrap(); }\n}\nfn c() { d().unwrap() }",
        &["src/a.rs:5"],
    );
    check("src/a/tests.rs", "fn a() { b().unwrap(); }", &[]);
}

#[test]
fn the_checker_passes_over_comments_strings_and_longer_names() {
    check("src/domain/a.rs", "//! Knows no leptos::prelude or web_sys::Window.\n/* panic!() */", &[]);
    check("src/domain/a.rs", "fn a() { b(\"use web_sys::x; .unwrap() panic!(\", 'x', r#\"\"todo!()\"\"#) }", &[]);
    check("src/domain/a.rs", "fn a<'a>(engine: &'a str, ui: char) -> &'a str { b(engine).unwrap_or('\"') }", &[]);
    check("src/domain/a.rs", "use crate::domain::retrieval::engine_of;", &[]);
}

#[test]
fn the_checker_finds_long_files() {
    check("src/domain/a.rs", &"\n".repeat(501), &["501 lines"]);
    check("src/domain/a.rs", &"\n".repeat(499), &[]);
}
