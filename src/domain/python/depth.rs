//! A cheap look at the nesting of a source before it is parsed.
//!
//! The parser and everything behind it recurse with the nesting of the source. In the browser the stack
//! can't grow, and an overflow kills the worker; so what nests deeper than the reference interpreter
//! itself allows is reported as a problem of the file instead.

use ruff_python_ast::token::TokenKind as K;
use ruff_python_parser::{Mode, lexer};

use super::parse::ParseProblem;

/// The deepest nesting that is parsed.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Brackets within brackets; also f-strings within f-strings. The interpreter's own limit.
    pub brackets: u32,
    /// Blocks within blocks. The interpreter's own limit.
    pub blocks: u32,
    /// `not`, `~`, `**`, lambdas and conditional expressions in one expression.
    pub prefixes: u32,
    /// Other operators in one expression, signs included: they nest to the left.
    pub chain: u32,
}

/// The limits in force.
pub const LIMITS: Limits = Limits { brackets: 200, blocks: 99, prefixes: 400, chain: 4_000 };

/// What was counted since the bracket (or the statement, or the comma) before.
#[derive(Clone, Copy, Default)]
struct Level {
    prefixes: u32,
    chain: u32,
}

/// # Errors
/// Where the nesting of `text` goes beyond [`LIMITS`].
pub(super) fn check(text: &str) -> Result<(), ParseProblem> {
    match scan(text) {
        None => Ok(()),
        Some(message) => Err(ParseProblem { message: message.into(), line: first_line_too_deep(text) }),
    }
}

/// The lexer tells no positions, so the line is searched: the shortest run of lines that is too deep.
fn first_line_too_deep(text: &str) -> u32 {
    let ends: Vec<usize> = text
        .split_inclusive('\n')
        .scan(0, |at, line| {
            *at += line.len();
            Some(*at)
        })
        .collect();
    ends.partition_point(|end| scan(&text[..*end]).is_none()) as u32 + 1
}

/// What is nested too deeply, if anything.
fn scan(text: &str) -> Option<&'static str> {
    let mut lexer = lexer::lex(text, Mode::Module);
    let mut levels = vec![Level::default()];
    let mut blocks: u32 = 0;
    loop {
        let kind = lexer.next_token();
        let level = levels.last_mut()?;
        match kind {
            K::EndOfFile => return None,
            K::Lpar | K::Lsqb | K::Lbrace | K::FStringStart | K::TStringStart => {
                level.chain += 1;
                levels.push(Level::default());
                if levels.len() as u32 - 1 > LIMITS.brackets {
                    return Some("too many nested brackets");
                }
            }
            K::Rpar | K::Rsqb | K::Rbrace | K::FStringEnd | K::TStringEnd => {
                if levels.len() > 1 {
                    levels.pop();
                }
            }
            K::Indent => {
                blocks += 1;
                if blocks > LIMITS.blocks {
                    return Some("too many levels of indentation");
                }
            }
            K::Dedent => blocks = blocks.saturating_sub(1),
            K::Newline => {
                levels.clear();
                levels.push(Level::default());
            }
            K::Semi | K::Comma => *level = Level::default(),
            K::Not | K::Tilde | K::Lambda | K::If | K::Await | K::DoubleStar => level.prefixes += 1,
            K::And | K::Or | K::In | K::Is => level.chain += 1,
            kind if kind.is_operator() && kind != K::Colon => level.chain += 1,
            _ => {}
        }
        if levels.last().is_some_and(|l| l.prefixes > LIMITS.prefixes || l.chain > LIMITS.chain) {
            return Some("too long an expression");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_ok(text: &str, expected: bool) {
        assert_eq!(check(text).is_ok(), expected, "{}…", &text[..text.len().min(40)]);
    }

    #[test]
    fn brackets() {
        check_ok(&format!("{}1{}\n", "(".repeat(200), ")".repeat(200)), true);
        check_ok(&format!("{}1{}\n", "[".repeat(201), "]".repeat(201)), false);
        check_ok(&"(".repeat(100_000), false);
    }

    #[test]
    fn blocks() {
        let nested = |n: usize| (0..n).map(|i| format!("{}if x:\n", " ".repeat(i))).collect::<String>();
        check_ok(&format!("{}{}x\n", nested(99), " ".repeat(99)), true);
        check_ok(&format!("{}{}x\n", nested(100), " ".repeat(100)), false);
    }

    #[test]
    fn chains() {
        check_ok(&format!("x = {}1\n", "not ".repeat(100_000)), false);
        check_ok(&format!("x = {}1\n", "-".repeat(100_000)), false);
        check_ok(&format!("x = {}1\n", "1 + ".repeat(3_000)), true);
        check_ok(&format!("x = [{}]\n", "-1, ".repeat(100_000)), true);
    }
}
