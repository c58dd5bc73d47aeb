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

use std::cell::LazyCell;
use std::sync::Arc;

use ruff_python_ast::token::{Token, TokenKind};
use serde::{Deserialize, Serialize};

use super::parse::{Module, ParseProblem};
use super::removal::Removals;

mod comments;
mod strings;

pub(super) use strings::{docstring_run, is_string};

/// How much goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StripMode {
    /// Docstrings and comments: the benchmark's own rule.
    #[default]
    Standard,
    /// Also every other string statement, such as the docstrings of attributes.
    Strict,
}

impl StripMode {
    /// Stable identifier, as used in files.
    pub fn id(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Strict => "strict",
        }
    }
}

/// A piece of the original that is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cut {
    /// First byte of the piece.
    pub start: u32,
    /// The byte behind the piece.
    pub end: u32,
    /// Whether `pass` stands in its place, where a body would be left empty.
    pub leaves_pass: bool,
}

impl Cut {
    /// What stands in the place of the piece.
    pub fn replacement(&self) -> &'static str {
        if self.leaves_pass { "pass" } else { "" }
    }
}

/// A source without its documentation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stripped {
    /// The stripped source.
    pub text: Arc<str>,
    /// How much of each kind went.
    pub removed: Removals,
    /// The pieces of the original that went, in order and apart from each other.
    pub cuts: Vec<Cut>,
}

/// Strips decoded source.
///
/// # Errors
/// Where the source doesn't parse.
pub fn strip(text: &str, mode: StripMode) -> Result<Stripped, ParseProblem> {
    Ok(Module::parse(text)?.strip(mode))
}

pub(super) fn strip_module(module: &Module, mode: StripMode) -> Stripped {
    let (cuts, removed) = find(module, mode);
    // Cuts of this very text are always within it.
    let text = without(module.text, &cuts).unwrap_or_else(|| module.text.into());
    Stripped { text, removed, cuts }
}

/// The cuts of a module, in order and apart from each other, and how much of each kind they are.
pub(super) fn find(module: &Module, mode: StripMode) -> (Vec<Cut>, Removals) {
    // Half of all sources have nothing to remove: then no tokens are gathered.
    let tokens = LazyCell::new(|| -> Vec<Token> {
        let is_kept = |token: &&Token| !matches!(token.kind(), TokenKind::Indent | TokenKind::Dedent);
        let mut kept = Vec::with_capacity(module.tokens().len());
        kept.extend(module.tokens().iter().filter(is_kept).copied());
        kept
    });
    let gathered = || tokens.as_slice();
    let found = strings::Strings::of_module(module.body(), &gathered, module.text.len() as u32, mode);
    let (mut cuts, mut removed) = (found.cuts, found.removed);
    if module.tokens().iter().any(|token| token.kind() == TokenKind::Comment) {
        comments::cut(module.text, &tokens, &mut cuts, &mut removed);
    }
    (apart(cuts), removed)
}

/// Cuts in order, overlaps merged.
fn apart(mut cuts: Vec<Cut>) -> Vec<Cut> {
    cuts.sort_by_key(|c| (c.start, std::cmp::Reverse(c.end)));
    let mut at: u32 = 0;
    cuts.retain_mut(|cut| {
        if cut.end <= at && cut.start < at {
            return false;
        }
        cut.start = cut.start.max(at);
        at = cut.end;
        true
    });
    cuts
}

/// The text without the pieces; nothing where they aren't pieces of it in order.
pub fn without(text: &str, cuts: &[Cut]) -> Option<Arc<str>> {
    if cuts.is_empty() {
        return Some(text.into());
    }
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for cut in cuts {
        out.push_str(text.get(at..cut.start as usize)?);
        out.push_str(cut.replacement());
        at = cut.end as usize;
    }
    out.push_str(text.get(at..)?);
    Some(out.into())
}
