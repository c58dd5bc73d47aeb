//! Syntax colouring from tokens; broken source is coloured as far as it goes.

use ruff_python_ast::token::{Token, TokenKind};
use ruff_text_size::Ranged;
use serde::{Deserialize, Serialize};

use super::parse::Module;

/// What a coloured piece of source is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SpanKind {
    /// A keyword, `True`, `False` and `None` included.
    Keyword,
    /// A string literal or the text of an f-string.
    String,
    /// A comment.
    Comment,
    /// A number.
    Number,
    /// The name behind `class` or `def`.
    Definition,
    /// A decorator: the `@` and the dotted name.
    Decorator,
}

/// A coloured piece of source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// The byte behind the last.
    pub end: u32,
    /// What it is.
    pub kind: SpanKind,
}

/// The coloured pieces of `text`, in order and apart from each other; none where it nests too deeply.
pub fn highlight(text: &str) -> Vec<Span> {
    let Ok(module) = Module::parse_tolerant(text) else { return Vec::new() };
    let mut spans = Vec::new();
    let mut before = None;
    let mut line_start = true;
    let mut decorator = false;
    for token in module.tokens() {
        decorator = match token.kind() {
            TokenKind::At => line_start,
            TokenKind::Name | TokenKind::Dot => decorator,
            _ => false,
        };
        if let Some(kind) = if decorator { Some(SpanKind::Decorator) } else { kind_of(token, before) } {
            let (start, end) = (token.start().into(), token.end().into());
            match spans.last_mut() {
                Some(Span { end: last, kind: same, .. }) if *last == start && *same == kind => *last = end,
                _ => spans.push(Span { start, end, kind }),
            }
        }
        line_start = match token.kind() {
            TokenKind::Newline | TokenKind::NonLogicalNewline => true,
            TokenKind::Indent | TokenKind::Dedent | TokenKind::Comment => line_start,
            _ => false,
        };
        before = Some(token.kind());
    }
    spans
}

fn kind_of(token: &Token, before: Option<TokenKind>) -> Option<SpanKind> {
    use TokenKind as K;
    match token.kind() {
        K::Comment => Some(SpanKind::Comment),
        K::String | K::FStringStart | K::FStringMiddle | K::FStringEnd => Some(SpanKind::String),
        K::TStringStart | K::TStringMiddle | K::TStringEnd => Some(SpanKind::String),
        K::Int | K::Float | K::Complex => Some(SpanKind::Number),
        K::Name if matches!(before, Some(K::Class | K::Def)) => Some(SpanKind::Definition),
        kind if kind.is_keyword() => Some(SpanKind::Keyword),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[(&str, SpanKind)]) {
        let spans = highlight(text);
        let found: Vec<_> = spans.iter().map(|s| (&text[s.start as usize..s.end as usize], s.kind)).collect();
        assert_eq!(found, expected, "{text:?}");
    }

    #[test]
    fn kinds() {
        use SpanKind::*;
        check(
            "@a.b(1)\nclass A: x = 'é' @ 2  # c\n",
            &[
                ("@a.b", Decorator),
                ("1", Number),
                ("class", Keyword),
                ("A", Definition),
                ("'é'", String),
                ("2", Number),
                ("# c", Comment),
            ],
        );
    }

    #[test]
    fn broken_source_is_coloured_too() {
        use SpanKind::*;
        check("def f(:\n  return 'x\n", &[("def", Keyword), ("f", Definition), ("return", Keyword), ("'x", String)]);
    }
}
