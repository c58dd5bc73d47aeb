//! Source without docstrings and comments, all else kept to the byte.
//!
//! Nothing is printed anew: the result is the original with pieces cut out, and `pass` where a body
//! would be left empty. Which pieces, and why exactly these:
//!
//! - A run of leading string statements alone on its logical line goes with the line; before
//!   `; statement` it goes up to that statement; as the whole body it becomes `pass`.
//! - A comment alone on its line goes with the line. One behind code is cut from the end of the token
//!   before it, so also where a backslash and a line end stand between the two: left alone, the
//!   backslash would join two statements.
//! - Inside a field of an f-string or t-string only the comment itself goes, since the white space there
//!   can be part of the program.

use std::sync::Arc;

use ruff_python_ast::statement_visitor::{StatementVisitor, walk_stmt};
use ruff_python_ast::token::{Token, TokenKind};
use ruff_python_ast::{Expr, Stmt};
use ruff_text_size::Ranged;

use super::parse::{Module, ParseProblem};

/// A piece of the original that is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// First byte of the piece.
    pub start: u32,
    /// The byte behind the piece.
    pub end: u32,
    /// What stands in its place: nothing or `pass`.
    pub replacement: &'static str,
}

/// A source without its documentation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stripped {
    /// The stripped source.
    pub text: Arc<str>,
    /// How many docstrings went: string statements at the head of a body.
    pub docstrings: u32,
    /// How many comments went.
    pub comments: u32,
    /// The pieces of the original that went, in order and apart from each other.
    pub cuts: Vec<Cut>,
}

/// Strips decoded source.
///
/// # Errors
/// Where the source doesn't parse.
pub fn strip(text: &str) -> Result<Stripped, ParseProblem> {
    Ok(Module::parse(text)?.strip())
}

pub(super) fn strip_module(module: &Module) -> Stripped {
    let tokens: Vec<Token> = module
        .tokens()
        .iter()
        .filter(|t| !matches!(t.kind(), TokenKind::Indent | TokenKind::Dedent))
        .copied()
        .collect();
    let mut finder = Docstrings { tokens: &tokens, length: module.text.len() as u32, cuts: Vec::new(), found: 0 };
    finder.body(module.body(), Owner::Module);
    finder.visit_body(module.body());
    let docstrings = finder.found;
    let mut cuts = finder.cuts;
    let comments = comment_cuts(&tokens, &mut cuts);
    let (text, cuts) = apply(module.text, cuts);
    Stripped { text, docstrings, comments, cuts }
}

/// How many statements at the head of a body are plain string literals: the docstring, and whatever
/// would become the docstring without it.
pub(super) fn docstring_run(body: &[Stmt]) -> usize {
    body.iter().take_while(|s| string_statement(s)).count()
}

fn string_statement(statement: &Stmt) -> bool {
    matches!(statement, Stmt::Expr(e) if matches!(*e.value, Expr::StringLiteral(_)))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Owner {
    Module,
    Definition,
}

struct Docstrings<'t> {
    tokens: &'t [Token],
    length: u32,
    cuts: Vec<Cut>,
    found: u32,
}

impl<'a> StatementVisitor<'a> for Docstrings<'_> {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        match statement {
            Stmt::ClassDef(class) => self.body(&class.body, Owner::Definition),
            Stmt::FunctionDef(function) => self.body(&function.body, Owner::Definition),
            _ => {}
        }
        walk_stmt(self, statement);
    }
}

impl Docstrings<'_> {
    /// Cuts the docstrings of one body.
    fn body(&mut self, body: &[Stmt], owner: Owner) {
        let run = docstring_run(body);
        let Some((first, last)) = body[..run].first().zip(body[..run].last()) else { return };
        self.found += run as u32;
        let begin = first.start();
        let first_token = self.tokens.partition_point(|t| t.start() < begin);
        let mut behind = first_token + self.tokens[first_token..].partition_point(|t| t.start() < last.end());
        let mut end: u32 = last.end().into();
        if self.kind(behind) == TokenKind::Semi {
            end = self.tokens[behind].end().into();
            behind += 1;
        }
        let cut = match self.kind(behind) {
            TokenKind::Newline | TokenKind::NonLogicalNewline | TokenKind::Comment | TokenKind::EndOfFile => {
                if run == body.len() && owner == Owner::Definition {
                    Cut { start: begin.into(), end, replacement: "pass" }
                } else {
                    let start = first_token.checked_sub(1).map_or(0, |i| self.tokens[i].end().into());
                    Cut { start, end: self.end_of_line(behind), replacement: "" }
                }
            }
            _ => Cut { start: begin.into(), end: self.tokens[behind].start().into(), replacement: "" },
        };
        self.cuts.push(cut);
    }

    fn kind(&self, token: usize) -> TokenKind {
        self.tokens.get(token).map_or(TokenKind::EndOfFile, Token::kind)
    }

    /// Where the logical line ends that holds the token, its line end included.
    fn end_of_line(&self, token: usize) -> u32 {
        self.tokens[token.min(self.tokens.len())..]
            .iter()
            .find(|t| t.kind() == TokenKind::Newline)
            .map_or(self.length, |t| t.end().into())
    }
}

/// Adds the cuts of all comments, and tells how many there are.
fn comment_cuts(tokens: &[Token], cuts: &mut Vec<Cut>) -> u32 {
    let (mut depth, mut found) = (0u32, 0);
    for (i, token) in tokens.iter().enumerate() {
        match token.kind() {
            TokenKind::FStringStart | TokenKind::TStringStart => depth += 1,
            TokenKind::FStringEnd | TokenKind::TStringEnd => depth = depth.saturating_sub(1),
            TokenKind::Comment => {
                found += 1;
                let before = i.checked_sub(1).map(|i| tokens[i]);
                let (mut start, mut end) = (token.start().into(), token.end().into());
                if depth == 0 {
                    start = before.map_or(0, |t| t.end().into());
                    if before.is_none_or(|t| t.kind().is_any_newline()) {
                        end = match tokens.get(i + 1) {
                            Some(next) if next.kind().is_any_newline() => next.end().into(),
                            _ => end,
                        };
                    }
                }
                cuts.push(Cut { start, end, replacement: "" });
            }
            _ => {}
        }
    }
    found
}

/// The text without the cuts, and the cuts in order with overlaps merged.
fn apply(text: &str, mut cuts: Vec<Cut>) -> (Arc<str>, Vec<Cut>) {
    cuts.sort_by_key(|c| (c.start, std::cmp::Reverse(c.end)));
    let mut out = String::with_capacity(text.len());
    let mut kept: Vec<Cut> = Vec::with_capacity(cuts.len());
    let mut at: u32 = 0;
    for mut cut in cuts {
        if cut.end <= at && cut.start < at {
            continue;
        }
        cut.start = cut.start.max(at);
        out.push_str(&text[at as usize..cut.start as usize]);
        out.push_str(cut.replacement);
        at = cut.end;
        kept.push(cut);
    }
    out.push_str(&text[at as usize..]);
    (Arc::from(out), kept)
}
