//! Which string statements are documentation, and what goes with each.

use std::ops::Range;

use ruff_python_ast::statement_visitor::{StatementVisitor, walk_body, walk_stmt};
use ruff_python_ast::token::{Token, TokenKind};
use ruff_python_ast::{Expr, Stmt};
use ruff_text_size::Ranged;

use super::super::removal::{RemovalKind, Removals};
use super::{Cut, StripMode};

/// How many statements at the head of a body are plain string literals: the docstring, and whatever
/// would become the docstring without it.
pub(in super::super) fn docstring_run(body: &[Stmt]) -> usize {
    body.iter().take_while(|s| is_string(s)).count()
}

/// Whether a statement is nothing but a plain string literal.
pub(in super::super) fn is_string(statement: &Stmt) -> bool {
    matches!(statement, Stmt::Expr(e) if matches!(*e.value, Expr::StringLiteral(_)))
}

/// What a body belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Owner {
    Module,
    Class,
    Function,
    /// Any other compound statement: its head is no docstring.
    Block,
}

impl Owner {
    fn docstring(self) -> Option<RemovalKind> {
        match self {
            Self::Module => Some(RemovalKind::ModuleDocstring),
            Self::Class => Some(RemovalKind::ClassDocstring),
            Self::Function => Some(RemovalKind::FunctionDocstring),
            Self::Block => None,
        }
    }
}

/// Cuts string statements out of a module whose tokens come without indents and dedents.
pub(super) struct Strings<'t> {
    /// Gathers them when they are first needed.
    tokens: &'t dyn Fn() -> &'t [Token],
    length: u32,
    mode: StripMode,
    owner: Owner,
    pub(super) cuts: Vec<Cut>,
    pub(super) removed: Removals,
}

impl<'t> Strings<'t> {
    /// Finds all that go in a module.
    pub(super) fn of_module(body: &[Stmt], tokens: &'t dyn Fn() -> &'t [Token], length: u32, mode: StripMode) -> Self {
        let mut found =
            Self { tokens, length, mode, owner: Owner::Module, cuts: Vec::new(), removed: Removals::default() };
        found.visit_body(body);
        found
    }
}

impl<'a> StatementVisitor<'a> for Strings<'_> {
    fn visit_body(&mut self, body: &'a [Stmt]) {
        let owner = std::mem::replace(&mut self.owner, Owner::Block);
        self.body(body, owner);
        walk_body(self, body);
    }

    fn visit_stmt(&mut self, statement: &'a Stmt) {
        self.owner = match statement {
            Stmt::ClassDef(_) => Owner::Class,
            Stmt::FunctionDef(_) => Owner::Function,
            _ => Owner::Block,
        };
        walk_stmt(self, statement);
    }
}

impl Strings<'_> {
    fn body(&mut self, body: &[Stmt], owner: Owner) {
        let mut at = 0;
        if let Some(kind) = owner.docstring() {
            at = docstring_run(body);
            self.run(body, 0..at, kind, owner);
        }
        while self.mode == StripMode::Strict && at < body.len() {
            let count = docstring_run(&body[at..]);
            self.run(body, at..at + count, RemovalKind::BareString, owner);
            at += count.max(1);
        }
    }

    /// Cuts neighbouring string statements.
    fn run(&mut self, body: &[Stmt], range: Range<usize>, kind: RemovalKind, owner: Owner) {
        let run = &body[range];
        let Some((first, last)) = run.first().zip(run.last()) else { return };
        self.removed.add(kind, run.len() as u32);
        let begin = first.start();
        let tokens = (self.tokens)();
        let first_token = tokens.partition_point(|t| t.start() < begin);
        let mut behind = first_token + tokens[first_token..].partition_point(|t| t.start() < last.end());
        let mut end: u32 = last.end().into();
        if self.kind(behind) == TokenKind::Semi {
            end = tokens[behind].end().into();
            behind += 1;
        }
        let ends_line = matches!(
            self.kind(behind),
            TokenKind::Newline | TokenKind::NonLogicalNewline | TokenKind::Comment | TokenKind::EndOfFile
        );
        let before = first_token.checked_sub(1).map(|i| tokens[i]);
        let cut = if !ends_line {
            Cut { start: begin.into(), end: tokens[behind].start().into(), leaves_pass: false }
        } else if run.len() == body.len() && owner != Owner::Module {
            Cut { start: begin.into(), end, leaves_pass: true }
        } else if before.is_some_and(|t| t.kind() == TokenKind::Semi) {
            // Behind another statement on its line, so the line stays.
            let start = first_token.checked_sub(2).map_or(0, |i| tokens[i].end().into());
            Cut { start, end, leaves_pass: false }
        } else {
            let start = before.map_or(0, |t| t.end().into());
            Cut { start, end: self.end_of_line(behind), leaves_pass: false }
        };
        self.cuts.push(cut);
    }

    fn kind(&self, token: usize) -> TokenKind {
        (self.tokens)().get(token).map_or(TokenKind::EndOfFile, Token::kind)
    }

    /// Where the logical line ends that holds the token, its line end included.
    fn end_of_line(&self, token: usize) -> u32 {
        let tokens = (self.tokens)();
        tokens[token.min(tokens.len())..]
            .iter()
            .find(|t| t.kind() == TokenKind::Newline)
            .map_or(self.length, |t| t.end().into())
    }
}
