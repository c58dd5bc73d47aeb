//! A compiled pattern, and the walk through the matching lines of a text.

use std::ops::Range;

use fancy_regex::RegexBuilder;
use memchr::{memchr, memchr_iter, memrchr};
use regex_automata::Input;
use regex_automata::meta::Regex;
use regex_automata::util::syntax;

use super::emit::{Emitted, Target, emit};
use super::parse::parse;
use super::tree::Node;
use crate::domain::repository::view::ToolError;

/// Memory that a compiled pattern may take, in bytes.
const SIZE_LIMIT: usize = 16 << 20;
/// Longest line that a pattern is tried on with backtracking, in bytes: minified data isn't code.
const MAX_BACKTRACKED_BYTES: usize = 20_000;
/// Backtracking steps for one line: at first, then for the few lines that need more.
const STEPS: [usize; 3] = [500, 20_000, 1_000_000];
/// Backtracking steps for one search. A line counts as the limit within which it was done with.
const STEPS_PER_SEARCH: usize = 600_000_000;

/// A pattern that is ready to search.
pub struct Pattern {
    /// A matching line has a match of each; the first is the one that texts are scanned with.
    filters: Vec<Filter>,
    /// Has the last word on a line, where the filters aren't exact.
    judge: Option<Judge>,
    steps_left: usize,
}

/// Where a search in a text has come to.
pub struct Cursor<'t> {
    text: &'t str,
    is_ascii: Option<bool>,
    /// Start of the next line to look at, and its number.
    at: usize,
    number: usize,
}

/// A line that was come upon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found<'t> {
    /// It matches.
    Match {
        /// Its number, counted from 1.
        number: usize,
        /// Its text, without the line end.
        line: &'t str,
    },
    /// It may match, but is too long for a pattern that needs backtracking.
    TooLong {
        /// Its number, counted from 1.
        number: usize,
    },
}

/// Why a search ends early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// One line takes too many steps.
    Catastrophic,
    /// All lines together have taken too many.
    Spent,
}

impl<'t> Cursor<'t> {
    /// The start of a text whose lines end in `\n` only.
    pub fn new(text: &'t str) -> Self {
        Self { text, is_ascii: None, at: 0, number: 1 }
    }

    /// Moves behind the line that holds a place; its number and range.
    fn pass(&mut self, place: usize) -> (usize, Range<usize>) {
        let bytes = self.text.as_bytes();
        let start = memrchr(b'\n', &bytes[self.at..place]).map_or(self.at, |end| self.at + end + 1);
        let number = self.number + memchr_iter(b'\n', &bytes[self.at..start]).count();
        let end = memchr(b'\n', &bytes[place..]).map_or(bytes.len(), |end| place + end);
        self.at = (end + 1).min(bytes.len());
        self.number = number + 1;
        (number, start..end)
    }
}

impl Pattern {
    /// Compiles a pattern.
    ///
    /// # Errors
    /// Where Python's `re` refuses it, or it is too large.
    pub fn new(pattern: &str) -> Result<Self, ToolError> {
        let tree = parse(pattern).map_err(|invalid| ToolError::Pattern { detail: invalid.to_string() })?;
        let whole = Filter::new(&tree)?;
        let judge = if whole.is_exact() { None } else { Some(Judge::new(&tree)?) };
        let mut filters = vec![(tree.width(&[]).0, whole)];
        if judge.is_some() {
            for body in required(&tree) {
                filters.push((body.width(&[]).0, Filter::new(body)?.for_candidates()));
            }
        }
        filters.sort_by_key(|(least, _)| std::cmp::Reverse(*least));
        let filters = filters.into_iter().map(|(_, filter)| filter).collect();
        Ok(Self { filters, judge, steps_left: STEPS_PER_SEARCH })
    }

    /// The next line that matches.
    ///
    /// # Errors
    /// Where the pattern needs too much backtracking.
    pub fn next<'t>(&mut self, cursor: &mut Cursor<'t>) -> Result<Option<Found<'t>>, Stopped> {
        let Some((scan, others)) = self.filters.split_first() else { return Ok(None) };
        let text = cursor.text;
        loop {
            if cursor.at >= text.len() {
                return Ok(None);
            }
            let by_text = scan.for_text(cursor);
            let Some(place) = by_text.find(text, cursor.at) else {
                cursor.at = text.len();
                return Ok(None);
            };
            if place == text.len() && text.ends_with('\n') {
                return Ok(None); // behind the last line
            }
            let (number, range) = cursor.pass(place);
            let line = &text[range];
            let Some(judge) = self.judge.as_mut().filter(|_| !by_text.exact) else {
                return Ok(Some(Found::Match { number, line }));
            };
            let is_ascii = line.is_ascii();
            // In a text with other characters the line may still be ASCII, for which more is exact.
            let by_line = scan.for_line(is_ascii);
            if !std::ptr::eq(by_line, by_text) && by_line.find(line, 0).is_none() {
                continue;
            }
            if by_line.exact && others.is_empty() {
                return Ok(Some(Found::Match { number, line }));
            }
            if others.iter().any(|other| other.for_line(is_ascii).find(line, 0).is_none()) {
                continue;
            }
            if line.len() > MAX_BACKTRACKED_BYTES {
                return Ok(Some(Found::TooLong { number }));
            }
            if judge.is_match(line, is_ascii, &mut self.steps_left)? {
                return Ok(Some(Found::Match { number, line }));
            }
        }
    }
}

/// What every match looks at: positive look-arounds that stand in no alternative.
fn required(tree: &Node) -> Vec<&Node> {
    let parts = match tree {
        Node::Concat(nodes) => nodes.as_slice(),
        node => std::slice::from_ref(node),
    };
    let body = |node| match node {
        &Node::Look { negated: false, ref body, .. } => Some(&**body),
        _ => None,
    };
    parts.iter().filter_map(body).filter(|body| !body.any(&|node| matches!(node, Node::Reference { .. }))).collect()
}

/// The automaton for texts of ASCII, and the one for all others where it differs.
struct Filter {
    ascii: Automaton,
    any: Option<Automaton>,
}

struct Automaton {
    regex: Regex,
    exact: bool,
}

impl Filter {
    fn new(tree: &Node) -> Result<Self, ToolError> {
        let (ascii, any) = (emit(tree, Target::Text, true), emit(tree, Target::Text, false));
        let any = if ascii == any { None } else { Some(Automaton::new(&any)?) };
        Ok(Self { ascii: Automaton::new(&ascii)?, any })
    }

    /// The same for a part of a pattern, which never has the last word.
    fn for_candidates(mut self) -> Self {
        self.ascii.exact = false;
        self.any.iter_mut().for_each(|any| any.exact = false);
        self
    }

    fn is_exact(&self) -> bool {
        self.ascii.exact && self.any.as_ref().is_none_or(|any| any.exact)
    }

    fn for_text(&self, cursor: &mut Cursor) -> &Automaton {
        let text = cursor.text;
        match &self.any {
            Some(any) if !*cursor.is_ascii.get_or_insert_with(|| text.is_ascii()) => any,
            _ => &self.ascii,
        }
    }

    fn for_line(&self, is_ascii: bool) -> &Automaton {
        self.any.as_ref().filter(|_| !is_ascii).unwrap_or(&self.ascii)
    }
}

impl Automaton {
    fn new(emitted: &Emitted) -> Result<Self, ToolError> {
        let config = Regex::config().nfa_size_limit(Some(SIZE_LIMIT)).hybrid_cache_capacity(4 << 20).utf8_empty(false);
        let syntax = syntax::Config::new().utf8(false).nest_limit(1_000);
        let built = Regex::builder().configure(config).syntax(syntax).build(&emitted.pattern);
        let regex = built.map_err(|error| ToolError::Pattern { detail: error.to_string() })?;
        Ok(Self { regex, exact: emitted.exact })
    }

    /// A place within the first line that matches.
    fn find(&self, text: &str, from: usize) -> Option<usize> {
        let input = Input::new(text).range(from..).earliest(true);
        self.regex.search_half(&input).map(|half| half.offset())
    }
}

/// The backtracking engine, for lines of ASCII and for others, with one limit after the other.
struct Judge {
    patterns: [String; 2],
    compiled: [[Option<fancy_regex::Regex>; STEPS.len()]; 2],
}

impl Judge {
    fn new(tree: &Node) -> Result<Self, ToolError> {
        let patterns = [false, true].map(|is_ascii| emit(tree, Target::Line, is_ascii).pattern);
        let mut judge = Self { patterns, compiled: Default::default() };
        for is_ascii in 0..2 {
            let regex = compile(&judge.patterns[is_ascii], STEPS[0])
                .map_err(|error| ToolError::Pattern { detail: error.to_string() })?;
            judge.compiled[is_ascii][0] = Some(regex);
        }
        Ok(judge)
    }

    fn is_match(&mut self, line: &str, is_ascii: bool, steps_left: &mut usize) -> Result<bool, Stopped> {
        let is_ascii = usize::from(is_ascii);
        for (i, steps) in STEPS.into_iter().enumerate() {
            *steps_left = steps_left.checked_sub(steps).ok_or(Stopped::Spent)?;
            let compiled = &mut self.compiled[is_ascii][i];
            if compiled.is_none() {
                *compiled = compile(&self.patterns[is_ascii], steps).ok();
            }
            if let Some(Ok(found)) = compiled.as_ref().map(|regex| regex.is_match(line)) {
                return Ok(found);
            }
        }
        Err(Stopped::Catastrophic)
    }
}

fn compile(pattern: &str, steps: usize) -> Result<fancy_regex::Regex, fancy_regex::Error> {
    RegexBuilder::new(pattern).backtrack_limit(steps).delegate_size_limit(SIZE_LIMIT).build()
}
