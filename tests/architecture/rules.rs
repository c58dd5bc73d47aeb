//! The rules and the checker.

use crate::tokens::{Named, Token, named, tokens, without_tests};

/// A file of Rust.
pub struct Source {
    /// Path from the project's root.
    pub path: String,
    pub text: String,
}

/// A folder and what its files must not name: our own modules as `crate::…`, others by their crate.
struct Rule {
    folder: &'static str,
    who: &'static str,
    forbidden: &'static [&'static [&'static str]],
}

const MOST_LINES: usize = 500;

/// Crates that only work in a browser.
const BROWSER: &[&str] = &[
    "console_error_panic_hook",
    "gloo_net",
    "gloo_timers",
    "idb",
    "js_sys",
    "leptos",
    "leptos_router",
    "plotters_canvas",
    "wasm_bindgen",
    "wasm_bindgen_futures",
    "web_sys",
];

/// What has effects or depends on the machine.
const OUTSIDE: &[&str] =
    &["std::env", "std::fs", "std::net", "std::process", "std::thread", "std::time::Instant", "std::time::SystemTime"];

const RULES: &[Rule] = &[
    Rule {
        folder: "src/domain/",
        who: "domain",
        forbidden: &[BROWSER, OUTSIDE, &["crate::adapters", "crate::chart", "crate::engine", "crate::ui", "plotters"]],
    },
    Rule {
        folder: "src/chart/",
        who: "chart",
        forbidden: &[BROWSER, OUTSIDE, &["crate::adapters", "crate::engine", "crate::ui"]],
    },
    Rule {
        folder: "src/engine/",
        who: "engine",
        forbidden: &[BROWSER, OUTSIDE, &["crate::adapters", "crate::chart", "crate::ui", "plotters"]],
    },
    Rule { folder: "src/adapters/", who: "adapters", forbidden: &[&["crate::chart", "crate::ui"]] },
    Rule { folder: "src/ui/", who: "ui", forbidden: &[&["crate::adapters"]] },
    Rule {
        folder: "src/ui/components/",
        who: "a component",
        forbidden: &[&["crate::domain", "crate::engine", "crate::ui::engine", "crate::ui::pages", "crate::ui::state"]],
    },
];

/// The composition root, with its own submodules, is the one part of the page that knows the adapters.
const COMPOSITION_ROOT: [&str; 2] = ["src/ui/app.rs", "src/ui/app/"];

/// The one folder that knows the parser.
const PYTHON: &str = "src/domain/python/";

/// Everything that is wrong with a file, one line each.
pub fn problems(source: &Source) -> Vec<String> {
    let mut found: Vec<String> = too_long(source).into_iter().collect();
    if is_test(&source.path) {
        return found;
    }
    let tokens = without_tests(tokens(&source.text));
    let module = module(&source.path);
    for named in named(&tokens) {
        let path = absolute(&named, &module);
        found.extend(breaches(&source.path, &path).map(|text| format!("{}:{}: {text}", source.path, named.line)));
    }
    found.extend(panics(&tokens).map(|(line, what)| format!("{}:{line}: `{what}` outside tests", source.path)));
    found
}

/// The problem of a file that is too long.
pub fn too_long(source: &Source) -> Option<String> {
    let lines = source.text.lines().count();
    (lines >= MOST_LINES).then(|| format!("{}: {lines} lines, must be under {MOST_LINES}: split it", source.path))
}

fn is_root(path: &str) -> bool {
    COMPOSITION_ROOT.iter().any(|root| path.starts_with(root))
}

fn is_test(path: &str) -> bool {
    path.ends_with("/tests.rs") || path.contains("/tests/")
}

fn breaches(file: &str, path: &str) -> impl Iterator<Item = String> {
    let is_below = |of: &str| path == of || path.strip_prefix(of).is_some_and(|rest| rest.starts_with("::"));
    let rules = RULES.iter().filter(|rule| file.starts_with(rule.folder) && !is_root(file));
    let mut found: Vec<String> = rules
        .flat_map(|rule| rule.forbidden.iter().copied().flatten().map(move |name| (rule.who, *name)))
        .filter(|(_, name)| is_below(name))
        .map(|(who, name)| format!("{who} must not know `{}`", name.trim_start_matches("crate::")))
        .collect();
    if path.starts_with("ruff_") && !file.starts_with(PYTHON) {
        found.push("only domain/python knows the parser's crates".into());
    }
    found.into_iter()
}

/// `src/engine/run/work.rs` is the module `engine::run::work`.
fn module(path: &str) -> Vec<String> {
    let inner = path.trim_start_matches("src/").trim_end_matches(".rs");
    let mut parts: Vec<String> = inner.split('/').map(str::to_owned).collect();
    if parts.last().is_some_and(|last| ["mod", "lib", "main"].contains(&last.as_str())) {
        parts.pop();
    }
    parts
}

/// A path with `self`, `super` and this crate's name made `crate::…`.
fn absolute(named: &Named, module: &[String]) -> String {
    let mut base: Option<Vec<String>> = None;
    let mut rest = named.path.as_slice();
    while let Some((first, after)) = rest.split_first() {
        match first.as_str() {
            "crate" | "code_qa_bench" => base = Some(Vec::new()),
            "self" => base = base.or_else(|| Some(module.to_vec())),
            "super" => {
                let mut parts = base.unwrap_or_else(|| module.to_vec());
                parts.pop();
                base = Some(parts);
            }
            _ => break,
        }
        rest = after;
    }
    match base {
        Some(base) => [&["crate".to_owned()], base.as_slice(), rest].concat().join("::"),
        None => rest.join("::"),
    }
}

fn panics(tokens: &[Token]) -> impl Iterator<Item = (usize, &'static str)> {
    const SHAPES: [(&[&str], &str); 5] = [
        (&[".", "unwrap", "(", ")"], ".unwrap()"),
        (&[".", "expect", "("], ".expect("),
        (&["panic", "!"], "panic!"),
        (&["todo", "!"], "todo!"),
        (&["unimplemented", "!"], "unimplemented!"),
    ];
    (0..tokens.len()).filter_map(|at| {
        let fits = |shape: &[&str]| {
            shape.iter().enumerate().all(|(i, text)| tokens.get(at + i).is_some_and(|token| token.text == *text))
        };
        SHAPES.iter().find(|(shape, _)| fits(shape)).map(|(_, name)| (tokens[at].line, *name))
    })
}
