//! Which comments there are, and what goes with each.

use ruff_python_ast::token::{Token, TokenKind};
use ruff_text_size::Ranged;

use super::super::removal::{RemovalKind, Removals};
use super::Cut;

/// Words with which a comment speaks to a tool.
const TOOLS: [&str; 21] = [
    "noqa",
    "pragma:",
    "type: ignore",
    "pylint:",
    "mypy:",
    "pyright:",
    "ruff:",
    "flake8:",
    "fmt:",
    "isort:",
    "yapf:",
    "nosec",
    "nosemgrep",
    "doctest:",
    "codespell:",
    "sphinx:",
    "cython:",
    "distutils:",
    "black:",
    "skipcq",
    "lint:",
];

/// Adds the cuts of all comments, and counts them.
pub(super) fn cut(text: &str, tokens: &[Token], cuts: &mut Vec<Cut>, removed: &mut Removals) {
    let mut depth = 0_u32;
    for (i, token) in tokens.iter().enumerate() {
        match token.kind() {
            TokenKind::FStringStart | TokenKind::TStringStart => depth += 1,
            TokenKind::FStringEnd | TokenKind::TStringEnd => depth = depth.saturating_sub(1),
            TokenKind::Comment => {
                let before = i.checked_sub(1).map(|i| tokens[i]);
                let is_alone = before.is_none_or(|t| t.kind().is_any_newline());
                let (mut start, mut end) = (token.start().into(), token.end().into());
                removed.add(kind(text, start, end, is_alone), 1);
                if depth == 0 {
                    start = before.map_or(0, |t| t.end().into());
                    if is_alone {
                        end = match tokens.get(i + 1) {
                            Some(next) if next.kind().is_any_newline() => next.end().into(),
                            _ => end,
                        };
                    }
                }
                cuts.push(Cut { start, end, leaves_pass: false });
            }
            _ => {}
        }
    }
}

/// The kind of the comment that stands at a place.
fn kind(text: &str, start: u32, end: u32, is_alone: bool) -> RemovalKind {
    let comment = &text[start as usize..end as usize];
    if start == 0 && comment.starts_with("#!") {
        return RemovalKind::Shebang;
    }
    if is_alone && is_in_first_two_lines(text, start) && is_cookie(comment) {
        return RemovalKind::EncodingCookie;
    }
    let words = comment.trim_start_matches('#').trim_start();
    let is_for_tool = |tool: &&str| words.get(..tool.len()).is_some_and(|head| head.eq_ignore_ascii_case(tool));
    if TOOLS.iter().any(is_for_tool) {
        RemovalKind::Pragma
    } else if words.starts_with("type:") {
        RemovalKind::TypeComment
    } else if is_alone {
        RemovalKind::OwnLineComment
    } else {
        RemovalKind::TrailingComment
    }
}

fn is_in_first_two_lines(text: &str, start: u32) -> bool {
    // A line end takes one or two bytes; what lies far behind can't be on the second line.
    text[..start as usize].bytes().filter(|b| *b == b'\n').take(2).count() < 2
}

fn is_cookie(comment: &str) -> bool {
    comment.match_indices("coding").any(|(at, word)| comment[at + word.len()..].starts_with([':', '=']))
}
