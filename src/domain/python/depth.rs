//! A cheap look at the nesting of a source before it is parsed.
//!
//! The parser and everything behind it recurse with the nesting of the source. In the browser the stack
//! can't grow, and an overflow kills the worker; so what nests deeper than the reference interpreter
//! itself allows is reported as a problem of the file instead.

use ruff_python_ast::token::TokenKind as K;
use ruff_python_parser::{Mode, lexer};

use super::parse::ParseProblem;

mod shallow;

pub use shallow::is_shallow;

/// The deepest nesting that is parsed.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Brackets within brackets; also f-strings within f-strings. The interpreter's own limit.
    pub brackets: u32,
    /// Blocks within blocks. The interpreter's own limit.
    pub blocks: u32,
    /// Operators that nest to the right: `not`, `~`, `await` and `**` in a row; and in one expression,
    /// lambdas and conditional expressions.
    pub right: u32,
    /// Operators that nest to the left: sums, products, and attributes, calls and subscripts in a row.
    pub left: u32,
    /// All of the latter two, through all brackets around.
    pub total: u32,
    /// Tokens of a source. The tree of so many takes some hundred megabytes, more than a tab should.
    pub tokens: u32,
}

/// The limits in force.
pub const LIMITS: Limits =
    Limits { brackets: 200, blocks: 99, right: 400, left: 2_000, total: 5_000, tokens: 3_000_000 };

/// How deep the tree is at this place within its bracket: counted by precedence, so that a long
/// polynomial counts its terms and not all of its powers.
#[derive(Clone, Copy, Default)]
struct Level {
    /// Depth of the brackets around.
    outside: u32,
    conditionals: u32,
    sums: u32,
    products: u32,
    unary: u32,
    postfix: u32,
    /// Lambdas whose parameters are being read: a comma between these ends nothing.
    open_lambdas: u32,
}

impl Level {
    fn depth(&self) -> u32 {
        self.outside + self.conditionals + self.sums + self.products + self.unary + self.postfix
    }

    fn is_too_deep(&self) -> bool {
        self.conditionals.max(self.unary) > LIMITS.right
            || self.sums.max(self.products).max(self.postfix) > LIMITS.left
            || self.depth() > LIMITS.total
    }

    /// Begins an expression that is no part of the one before.
    fn restart(&mut self) {
        *self = Self { outside: self.outside, ..Self::default() };
    }

    fn operator(&mut self, kind: K) {
        let before = *self;
        match kind {
            K::If => self.conditionals += 1,
            K::Lambda => {
                self.conditionals += 1;
                self.open_lambdas += 1;
            }
            K::Colon => self.open_lambdas = self.open_lambdas.saturating_sub(1),
            K::Not | K::Tilde | K::Await => self.unary += 1,
            K::DoubleStar => *self = Self { unary: before.unary + 1, postfix: 0, ..before },
            // A sign counts as a sum, which does no harm.
            K::Plus | K::Minus | K::Vbar | K::CircumFlex | K::Amper | K::LeftShift | K::RightShift => {
                *self = Self { sums: before.sums + 1, products: 0, unary: 0, postfix: 0, ..before };
            }
            K::Star | K::Slash | K::DoubleSlash | K::Percent | K::At => {
                *self = Self { products: before.products + 1, unary: 0, postfix: 0, ..before };
            }
            K::Dot => self.postfix += 1,
            // The tree holds the parts of these side by side.
            K::And | K::Or | K::In | K::Is => {
                self.restart();
                (self.conditionals, self.open_lambdas) = (before.conditionals, before.open_lambdas);
            }
            K::Less | K::Greater | K::EqEqual | K::NotEqual | K::LessEqual | K::GreaterEqual => {
                self.restart();
                (self.conditionals, self.open_lambdas) = (before.conditionals, before.open_lambdas);
                self.unary = before.unary;
            }
            _ => {}
        }
    }
}

const TOO_MUCH: &str = "too much code in one file";

/// # Errors
/// Where the nesting of `text` goes beyond [`LIMITS`].
pub(super) fn check(text: &str) -> Result<(), ParseProblem> {
    if is_shallow(text) {
        return Ok(());
    }
    match scan(text) {
        None => Ok(()),
        // A matter of the whole file; searching the line would read millions of tokens again and again.
        Some(TOO_MUCH) => Err(ParseProblem::whole_file(TOO_MUCH)),
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
    let mut tokens: u32 = 0;
    loop {
        let kind = lexer.next_token();
        tokens += 1;
        if tokens > LIMITS.tokens {
            return Some(TOO_MUCH);
        }
        let level = levels.last_mut()?;
        match kind {
            K::EndOfFile => return None,
            K::Lpar | K::Lsqb | K::Lbrace | K::FStringStart | K::TStringStart => {
                level.postfix += 1;
                let outside = level.depth();
                levels.push(Level { outside, ..Level::default() });
            }
            K::Rpar | K::Rsqb | K::Rbrace | K::FStringEnd | K::TStringEnd => {
                if levels.len() > 1 {
                    levels.pop();
                }
            }
            K::Indent => blocks += 1,
            K::Dedent => blocks = blocks.saturating_sub(1),
            K::Newline => {
                levels.clear();
                levels.push(Level::default());
            }
            K::Comma | K::Equal if level.open_lambdas > 0 => {}
            K::Semi | K::Comma | K::Equal => level.restart(),
            kind => level.operator(kind),
        }
        if blocks > LIMITS.blocks {
            return Some("too many levels of indentation");
        }
        if levels.len() as u32 > LIMITS.brackets + 1 {
            return Some("too many nested brackets");
        }
        if levels.last().is_some_and(Level::is_too_deep) {
            return Some("too deep an expression");
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
    fn size() {
        check_ok(&format!("x = [{}]\n", "1, ".repeat(1_000_000)), true);
        check_ok(&format!("x = [{}]\n", "1, ".repeat(2_000_000)), false);
        check_ok(&format!("x = '{}'\n", "1, ".repeat(2_000_000)), true);
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
        check_ok(&format!("x = {}1\n", "2 ** -".repeat(100_000)), false);
        check_ok(&format!("x = {}1\n", "1 if x else ".repeat(100_000)), false);
        check_ok(&format!("x = {}1\n", "lambda a, b=1: ".repeat(100_000)), false);
        check_ok(&format!("x = [{}]\n", "lambda a, b=1: a, ".repeat(100_000)), true);
        check_ok(&format!("x = {}1\n", "(1 + ".repeat(199)), true);
        check_ok(&format!("x = a{}\n", ".b".repeat(1_500)), true);
        check_ok(&format!("x = {}1\n", "y**2*z**3 + ".repeat(1_500)), true);
        check_ok(&format!("x = {}1\n", "a == not b and ".repeat(100_000)), true);
        check_ok(&format!("x = [{}]\n", "-1, ".repeat(100_000)), true);
    }
}
