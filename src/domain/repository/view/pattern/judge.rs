//! The backtracking engine, which decides on single lines.

use fancy_regex::{RegexBuilder, RegexInput};

use super::emit::{Target, emit};
use super::matcher::SIZE_LIMIT;
use super::tree::Node;
use crate::domain::repository::view::ToolError;

/// Backtracking steps for one line: at first, then for the few lines that need more.
const STEPS: [usize; 3] = [500, 20_000, 1_000_000];

/// Why a search ends early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// One line takes too many steps.
    Catastrophic,
    /// All lines together have taken too many.
    Spent,
}

/// The backtracking engine, for lines of ASCII and for others, with one limit after the other.
pub(super) struct Judge {
    patterns: [String; 2],
    compiled: [[Option<fancy_regex::Regex>; STEPS.len()]; 2],
}

impl Judge {
    pub(super) fn new(tree: &Node) -> Result<Self, ToolError> {
        let patterns = [false, true].map(|is_ascii| emit(tree, Target::Line, is_ascii).pattern);
        let mut judge = Self { patterns, compiled: Default::default() };
        for is_ascii in 0..2 {
            let regex = compile(&judge.patterns[is_ascii], STEPS[0])
                .map_err(|error| ToolError::Pattern { detail: error.to_string() })?;
            judge.compiled[is_ascii][0] = Some(regex);
        }
        Ok(judge)
    }

    /// Whether a line has a match that starts at a place or behind it.
    pub(super) fn is_match(
        &mut self,
        line: &str,
        is_ascii: bool,
        from: usize,
        steps_left: &mut usize,
    ) -> Result<bool, Stopped> {
        let is_ascii = usize::from(is_ascii);
        for (i, steps) in STEPS.into_iter().enumerate() {
            *steps_left = steps_left.checked_sub(steps).ok_or(Stopped::Spent)?;
            let compiled = &mut self.compiled[is_ascii][i];
            if compiled.is_none() {
                *compiled = compile(&self.patterns[is_ascii], steps).ok();
            }
            if let Some(Ok(found)) =
                compiled.as_ref().map(|regex| regex.is_match_input(RegexInput::new(line).from_pos(from)))
            {
                return Ok(found);
            }
        }
        Err(Stopped::Catastrophic)
    }
}

fn compile(pattern: &str, steps: usize) -> Result<fancy_regex::Regex, fancy_regex::Error> {
    RegexBuilder::new(pattern).backtrack_limit(steps).delegate_size_limit(SIZE_LIMIT).build()
}
