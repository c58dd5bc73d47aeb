//! Parsing, guarded against nesting that would overflow the stack.

use std::cell::OnceCell;

use ruff_python_ast::token::Token;
use ruff_python_ast::{PythonVersion, Stmt};
use ruff_python_parser::{Mode, ParseOptions, Parsed, parse_unchecked};
use ruff_text_size::Ranged;
use serde::{Deserialize, Serialize};

use super::lines::Lines;
use super::removal::Removals;
use super::{depth, docstrings, strip};

/// Why a source isn't Python that can be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct ParseProblem {
    /// What is wrong, in one sentence.
    pub message: String,
    /// Line of the problem, counted from 1.
    pub line: u32,
}

impl ParseProblem {
    /// A problem that concerns the file as a whole.
    pub fn whole_file(message: impl Into<String>) -> Self {
        Self { message: message.into(), line: 1 }
    }
}

/// A parsed source: one parse serves stripping and docstring chunks.
pub struct Module<'a> {
    pub(super) text: &'a str,
    lines: OnceCell<Lines>,
    pub(super) parsed: Parsed<ruff_python_ast::ModModule>,
}

impl<'a> Module<'a> {
    /// Parses decoded source.
    ///
    /// # Errors
    /// The first syntax error, or nesting beyond [`super::LIMITS`].
    pub fn parse(text: &'a str) -> Result<Self, ParseProblem> {
        depth::check(text)?;
        let module = Self::parse_tolerant_unguarded(text)?;
        match module.parsed.errors().first() {
            None => Ok(module),
            Some(e) => Err(ParseProblem { message: e.error.to_string(), line: module.line(e.location.start().into()) }),
        }
    }

    /// Parses as far as possible: a window of a file, or broken source, gives what could be recognised.
    pub(super) fn parse_tolerant(text: &'a str) -> Result<Self, ParseProblem> {
        depth::check(text)?;
        Self::parse_tolerant_unguarded(text)
    }

    fn parse_tolerant_unguarded(text: &'a str) -> Result<Self, ParseProblem> {
        let options = ParseOptions::from(Mode::Module).with_target_version(PythonVersion::PY314);
        let parsed = parse_unchecked(text, options)
            .try_into_module()
            .ok_or_else(|| ParseProblem::whole_file("the source is not a module"))?;
        Ok(Self { text, lines: OnceCell::new(), parsed })
    }

    /// The source without docstrings and comments.
    pub fn strip(&self, mode: strip::StripMode) -> strip::Stripped {
        strip::strip_module(self, mode)
    }

    /// What [`Self::strip`] cuts out, in order and apart from each other, and how much of each kind it is.
    pub fn cuts(&self, mode: strip::StripMode) -> (Vec<strip::Cut>, Removals) {
        strip::find(self, mode)
    }

    /// The documentation chunks of the module at `path`.
    pub fn docstring_chunks(&self, path: &str) -> Vec<docstrings::DocstringChunk> {
        docstrings::of_module(self, path)
    }

    pub(super) fn body(&self) -> &[Stmt] {
        self.parsed.suite()
    }

    pub(super) fn tokens(&self) -> &[Token] {
        self.parsed.tokens()
    }

    /// Number of the line that holds the byte at `offset`, counted from 1.
    pub(super) fn line(&self, offset: u32) -> u32 {
        self.lines.get_or_init(|| Lines::new(self.text)).line(offset)
    }

    /// Line on which a class or function starts, behind its decorators.
    pub(super) fn line_behind_decorators(&self, definition: &Stmt) -> u32 {
        let decorators = match definition {
            Stmt::ClassDef(class) => &class.decorator_list,
            Stmt::FunctionDef(function) => &function.decorator_list,
            _ => return self.line(definition.start().into()),
        };
        let behind = decorators.last().map_or(definition.start(), Ranged::end);
        let tokens = self.tokens();
        let first = tokens.partition_point(|t| t.start() < behind);
        let start = tokens[first..]
            .iter()
            .find(|t| !t.kind().is_trivia() && !t.kind().is_any_newline())
            .map_or(definition.start(), Ranged::start);
        self.line(start.into())
    }

    /// The source text of a node.
    pub(super) fn source(&self, node: &impl Ranged) -> &'a str {
        self.text.get(node.start().to_usize()..node.end().to_usize()).unwrap_or("")
    }
}
