//! Sources made to do harm, on a stack as small as a worker's: each ends soon, in a text or a problem.

#![allow(clippy::expect_used)] // tests fail by panicking

use std::time::{Duration, Instant};

use code_qa_bench::domain::python::{Module, StripMode, decode, highlight, outline, verify};

const STACK_BYTES: usize = 1 << 20;
/// Comparing trees takes more in an unoptimised build: beyond about 500 terms of a sum, more than a worker has.
const COMPARING_STACK_BYTES: usize = 32 << 20;
/// Far more than a source needs, since the machine may be busy.
const LONGEST: Duration = Duration::from_secs(60);

#[derive(Clone, Copy, Debug, PartialEq)]
enum Expected {
    Parses,
    Problem,
    Either,
}
use Expected::*;

/// All that is done with a source, in a thread of its own.
fn check(name: &'static str, source: impl Into<Vec<u8>>, expected: Expected) {
    let source = source.into();
    let work = move || {
        let text = decode(&source).ok()?.into_owned();
        let _ = (outline(&text), highlight(&text));
        let stripped = {
            let Ok(module) = Module::parse(&text) else { return None };
            let _ = module.docstring_chunks("a.py");
            module.strip(StripMode::Standard)
        };
        Some((text, stripped.text))
    };
    let began = Instant::now();
    let found = on_stack(STACK_BYTES, work);
    let parses = found.is_some();
    if let Some((text, stripped)) = found {
        let is_same = on_stack(COMPARING_STACK_BYTES, move || verify(&text, &stripped, StripMode::Standard));
        assert!(is_same, "{name}: another program");
    }
    let took = began.elapsed();
    println!("{name}: {} in {took:?}", if parses { "parses" } else { "a problem" });
    assert!(took < LONGEST, "{name} took {took:?}");
    assert!(expected == Either || parses == (expected == Parses), "{name}: parses is {parses}");
}

fn on_stack<T: Send + 'static>(bytes: usize, work: impl FnOnce() -> T + Send + 'static) -> T {
    std::thread::Builder::new().stack_size(bytes).spawn(work).expect("starts").join().expect("ends")
}

const DEEP: usize = 10_000;

fn nested(open: &str, inside: &str, close: &str, depth: usize) -> String {
    format!("{}{inside}{}\n", open.repeat(depth), close.repeat(depth))
}

fn blocks(head: &str, depth: usize) -> String {
    (0..depth).map(|i| format!("{}{head}\n", " ".repeat(i))).collect::<String>() + &" ".repeat(depth) + "pass\n"
}

#[test]
fn nesting_within_the_interpreters_limits_parses() {
    check("200 brackets", nested("(", "1", ")", 200), Parses);
    check("200 lists", nested("[", "1", "]", 200), Parses);
    check("200 calls", nested("f(", "1", ")", 200), Parses);
    check("99 blocks", blocks("if x:", 99), Parses);
    check("99 functions", blocks("def f():", 99), Parses);
    check("99 classes", blocks("class A:", 99), Parses);
}

#[test]
fn deep_nesting_is_a_problem() {
    check("brackets", nested("(", "1", ")", DEEP), Problem);
    check("lists", nested("[", "1", "]", DEEP), Problem);
    check("dicts", nested("{1:", "1", "}", DEEP), Problem);
    check("calls", nested("f(", "1", ")", DEEP), Problem);
    check("subscripts", nested("a[", "1", "]", DEEP), Problem);
    check("blocks", blocks("if x:", DEEP / 10), Problem);
    check("functions", blocks("def f():", DEEP / 10), Problem);
    check("f-strings", nested("f'{", "1", "}'", DEEP), Problem);
    check("format specs", format!("f'{}{}'\n", "{x:".repeat(DEEP), "}".repeat(DEEP)), Problem);
    check("unary", format!("x = {}1\n", "-".repeat(DEEP)), Problem);
    check("not", format!("x = {}1\n", "not ".repeat(DEEP)), Problem);
    check("await", format!("async def f():\n  {}x\n", "await ".repeat(DEEP)), Problem);
    check("power", format!("x = {}1\n", "2 ** ".repeat(DEEP)), Problem);
    check("attributes", format!("x = a{}\n", ".b".repeat(DEEP)), Problem);
    check("calls in a row", format!("x = a{}\n", "()".repeat(DEEP)), Problem);
    check("subscripts in a row", format!("x = a{}\n", "[0]".repeat(DEEP)), Problem);
    check("sum", format!("x = {}1\n", "1 + ".repeat(DEEP)), Problem);
    check("lambdas", format!("x = {}1\n", "lambda: ".repeat(DEEP)), Problem);
    check("conditionals", format!("x = {}1\n", "1 if x else ".repeat(DEEP)), Problem);
    check("comprehensions", nested("[", "1", " for x in y]", DEEP), Problem);
    check("patterns", format!("match x:\n  case {}y{}:\n    pass\n", "[".repeat(DEEP), "]".repeat(DEEP)), Problem);
    check("type parameters", format!("def f[T: {}int{}]():\n  pass\n", "a[".repeat(DEEP), "]".repeat(DEEP)), Problem);
    check("walrus", nested("(x := ", "1", ")", DEEP), Problem);
    check("starred", format!("x = [{}a]\n", "*".repeat(DEEP)), Either);
    check(
        "else if",
        (0..DEEP / 10).map(|i| format!("{0}if x:\n{0} pass\n{0}else:\n ", " ".repeat(i))).collect::<String>(),
        Problem,
    );
}

#[test]
fn long_but_flat_sources_end() {
    check("elif", format!("if x:\n  pass\n{}", "elif y:\n  pass\n".repeat(DEEP)), Parses);
    check("decorators", format!("{}def f():\n  pass\n", "@a\n".repeat(DEEP)), Parses);
    check("strings side by side", format!("x = ({})\n", "'a' ".repeat(100_000)), Parses);
    check("docstring of parts", format!("def f():\n  ({})\n", "'a'\n".repeat(100_000)), Parses);
    check("global", format!("def f():\n  global a{}\n", ", a".repeat(100_000)), Parses);
    check("comparison", format!("x = a{}\n", " < a".repeat(100_000)), Parses);
    check("and", format!("x = a{}\n", " and a".repeat(100_000)), Parses);
    check("targets", format!("{}1\n", "x = ".repeat(DEEP)), Parses);
    check("comments", "# c\n".repeat(300_000), Parses);
    check("docstrings", "def f():\n  'd'\n".repeat(20_000), Parses);
    check("bare strings", "'d'\n".repeat(300_000), Parses);
    check("handlers", format!("try:\n  pass\n{}", "except A:\n  pass\n".repeat(DEEP)), Parses);
    check("cases", format!("match x:\n{}", "  case 1:\n    pass\n".repeat(DEEP)), Parses);
    check("semicolons", "x; ".repeat(300_000), Parses);
    check("continued lines", format!("x = 1{}\n", " + \\\n 1".repeat(1_000)), Parses);
    check("fields", format!("x = f'{}'\n", "{x}".repeat(100_000)), Parses);
    check("comments in brackets", format!("x = [\n{}]\n", "1,  # c\n".repeat(100_000)), Parses);
}

#[test]
fn huge_sources_of_one_kind_end() {
    const BYTES: usize = 5 << 20;
    check("one line of 50 MB", format!("x = '{}'\n", "a".repeat(50 << 20)), Parses);
    check("one comment of 50 MB", format!("# {}\n", "a".repeat(50 << 20)), Parses);
    check("line ends", "\n".repeat(2_000_000), Parses);
    check("too many line ends", "\n".repeat(4_000_000), Problem);
    check("open brackets", "(".repeat(BYTES), Problem);
    check("closing brackets", ")".repeat(BYTES), Problem);
    check("backslashes", "\\".repeat(BYTES), Problem);
    check("continuations", "\\\n".repeat(BYTES / 2), Either);
    check("hashes", "#".repeat(BYTES), Parses);
    check("open string", format!("x = \"\"\"{}", "a\n".repeat(BYTES / 2)), Problem);
    check("quotes", "\"".repeat(BYTES), Either);
    check("open f-strings", "f'{".repeat(BYTES / 3), Problem);
    check("blanks", " ".repeat(BYTES), Parses);
    check("carriage returns", "\r".repeat(BYTES / 2), Parses);
    check("question marks", "?".repeat(BYTES / 10), Problem);
    check("dollar lines", "$\n".repeat(BYTES / 20), Problem);
    check("odd indents", (0..2_000).map(|i| format!("{}x\n", " ".repeat(i % 97))).collect::<String>(), Problem);
    check("NUL", b"x = 1\0\n".to_vec(), Problem);
    check("NUL bytes", vec![0; BYTES], Problem);
    check("a digit string", format!("x = {}\n", "9".repeat(100_000)), Either);
    check("not UTF-8", vec![0xff; BYTES], Problem);
}
