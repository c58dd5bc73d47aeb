//! Invariants of stripping over generated programs: the tree is kept, nothing of the documentation is
//! left, and a second pass changes nothing.

#![allow(clippy::expect_used, clippy::panic)] // tests fail by panicking

use code_qa_bench::domain::python::{StripMode, highlight, outline, strip, verify};
use proptest::prelude::*;

/// A literal that counts as a docstring at the head of a body.
fn docstring() -> impl Strategy<Value = String> {
    prop::sample::select(vec![
        "'doc'",
        "\"\"\"doc\n# no comment\n    more\"\"\"",
        "r'do\\c'",
        "u\"é☃\"",
        "('a'\n'b')",
        "'a' \"b\"",
        "'''x''' ; 'y'",
        "''",
    ])
    .prop_map(str::to_owned)
}

/// What stands behind a statement on its line.
fn line_end() -> impl Strategy<Value = String> {
    prop::sample::select(vec![
        "\n",
        "\n",
        "  # c\n",
        "# é\n",
        "\n\n",
        "\n   # odd indent\n",
        "\n# c \\\n",
        " \\\n\n",
        " ;\n",
    ])
    .prop_map(str::to_owned)
}

fn simple() -> impl Strategy<Value = String> {
    prop::sample::select(vec![
        "x = 1",
        "y = '# no' # yes",
        "f(1, # a\n  2)",
        "z = [ # b\n# c\n 1, \\\n 2]",
        "x = 1; 'no docstring'",
        "'late string'",
        "w = f'{x} # {y!r:>{z}}'",
        "v = f'''{\n x # in\n }'''",
        "b'bytes'",
        "f'not {x}'",
        "t = t'{x}'",
        "return_ = lambda: 'x'",
    ])
    .prop_map(str::to_owned)
}

/// A statement as lines without indentation of its own.
fn statement() -> impl Strategy<Value = Vec<String>> {
    let leaf = (simple(), line_end()).prop_map(|(code, end)| vec![format!("{code}{end}")]);
    leaf.prop_recursive(3, 24, 4, |inner| {
        let header = prop::sample::select(vec![
            "def f(a, b=1):",
            "class A:",
            "async def g():",
            "if x:",
            "for i in y:",
            "class B(\n  A, # base\n):",
        ]);
        let body = prop::collection::vec(inner, 0..4);
        let docs = prop::collection::vec((docstring(), line_end()), 0..3);
        (header, line_end(), docs, body).prop_map(|(header, end, docs, body)| {
            let opening = if end.starts_with(" ;") || end.starts_with(" \\") { "\n".to_owned() } else { end };
            let mut lines = vec![format!("{header}{opening}")];
            let mut inner: Vec<String> = docs.into_iter().map(|(doc, end)| format!("{doc}{end}")).collect();
            inner.extend(body.into_iter().flatten());
            if inner.is_empty() {
                inner.push("pass\n".to_owned());
            }
            lines.extend(inner.into_iter().map(|line| format!("    {line}")));
            lines
        })
    })
}

fn program() -> impl Strategy<Value = String> {
    let docs = prop::collection::vec((docstring(), line_end()), 0..2);
    let line_feed = prop::sample::select(vec!["\n", "\r\n", "\r"]);
    (docs, prop::collection::vec(statement(), 0..5), line_feed, any::<bool>()).prop_map(|(docs, body, feed, ended)| {
        let mut text: String = docs.into_iter().map(|(doc, end)| format!("{doc}{end}")).collect();
        text.extend(body.into_iter().flatten());
        let text = text.replace('\n', feed);
        if ended { text } else { text.trim_end().to_owned() }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn stripping_keeps_the_tree(text in program(), mode in prop::sample::select(vec![StripMode::Standard, StripMode::Strict])) {
        // Some combinations are no Python, such as a lone backslash at the end.
        let parsed = strip(&text, mode);
        prop_assume!(parsed.is_ok());
        let stripped = parsed.expect("just seen to be");
        prop_assert!(verify(&text, &stripped.text, mode), "{:?} became {:?}", text, stripped.text);
        let again = strip(&stripped.text, mode).expect("the result parses");
        prop_assert_eq!(&*again.text, &*stripped.text);
        prop_assert!(again.removed.is_empty());
    }

    #[test]
    fn cuts_rebuild_the_result(text in program()) {
        let Ok(stripped) = strip(&text, StripMode::Strict) else { return Ok(()) };
        let (mut rebuilt, mut at) = (String::new(), 0);
        for cut in &stripped.cuts {
            rebuilt.push_str(&text[at..cut.start as usize]);
            rebuilt.push_str(cut.replacement());
            at = cut.end as usize;
        }
        rebuilt.push_str(&text[at..]);
        prop_assert_eq!(rebuilt, &*stripped.text);
    }

    #[test]
    fn broken_source_never_panics(text in "[ -~\n\t'\"#(){}\\[\\]\\\\é:;@]{0,120}") {
        let _ = strip(&text, StripMode::Strict);
        let _ = outline(&text);
        for span in highlight(&text) {
            prop_assert!(text.get(span.start as usize..span.end as usize).is_some());
        }
    }
}
