//! A compiled pattern, and the walk through the matching lines of a text.

use std::ops::Range;

use regex_automata::Input;
use regex_automata::meta::Regex;
use regex_automata::util::syntax;
use regex_syntax::hir::{Hir, HirKind};

use super::cursor::{Cursor, Stretch};
use super::emit::{Emitted, Target, emit};
use super::expand::expanded;
use super::judge::{Judge, Stopped};
use super::needle::Needle;
use super::parse::parse;
use super::split::{Condition, conditions};
use super::tree::Node;
use super::unroll::unrolled;
use crate::domain::repository::view::ToolError;

/// Memory that a compiled pattern may take, in bytes.
pub(super) const SIZE_LIMIT: usize = 16 << 20;
/// Longest line that a pattern is tried on with backtracking, in bytes: minified data isn't code.
const MAX_BACKTRACKED_BYTES: usize = 20_000;
/// Backtracking steps for one search. A line counts as the limit within which it was done with.
const STEPS_PER_SEARCH: usize = 600_000_000;

/// A pattern that is ready to search.
pub struct Pattern {
    /// What each matching line matches, or doesn't; texts are scanned with the first, which isn't negated.
    filters: Vec<Filter>,
    /// What is looked for before the first of these, as long as that pays.
    needle: Option<Needle>,
    /// Has the last word on a line, where the filters aren't exact.
    judge: Option<Judge>,
    steps_left: usize,
    is_beyond_ascii: bool,
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

impl Pattern {
    /// Compiles a pattern.
    ///
    /// # Errors
    /// Where Python's `re` refuses it, or it is too large.
    pub fn new(pattern: &str) -> Result<Self, ToolError> {
        let tree = parse(pattern).map_err(|invalid| ToolError::Pattern { detail: invalid.to_string() })?;
        let tree = unrolled(&tree);
        let mut filters = Vec::new();
        let conditions = conditions(&tree);
        let is_whole = matches!(&conditions[..], [only] if only.tree == tree);
        for Condition { tree, negated } in conditions {
            filters.push((tree.width(&[]).0, Filter { negated, is_whole, ..Filter::new(&tree)? }));
        }
        let judge = if filters.iter().all(|(_, filter)| filter.is_exact()) { None } else { Some(Judge::new(&tree)?) };
        if !filters.iter().all(|(_, filter)| filter.ascii.exact) {
            for body in required(&tree) {
                filters.push((body.width(&[]).0, Filter::new(body)?.for_candidates()));
            }
        }
        filters.sort_by_key(|(least, filter)| (filter.negated, std::cmp::Reverse(*least)));
        let filters: Vec<Filter> = filters.into_iter().map(|(_, filter)| filter).collect();
        let is_fast = filters.first().is_some_and(|scan| scan.ascii.regex.is_accelerated());
        let needle = Needle::of(&tree, is_fast);
        Ok(Self { filters, needle, judge, steps_left: STEPS_PER_SEARCH, is_beyond_ascii: tree.is_beyond_ascii() })
    }

    /// True where nothing in a text of ASCII can match.
    pub fn needs_more_than_ascii(&self) -> bool {
        self.is_beyond_ascii
    }

    /// The next line that matches.
    ///
    /// # Errors
    /// Where the pattern needs too much backtracking.
    pub fn next<'t>(&mut self, cursor: &mut Cursor<'t>) -> Result<Option<Found<'t>>, Stopped> {
        let Some((scan, others)) = self.filters.split_first() else { return Ok(None) };
        while let Some(Stretch { range, is_ascii }) = cursor.stretch() {
            let automaton = scan.on(is_ascii);
            let place = match &mut self.needle {
                _ if is_ascii && self.is_beyond_ascii => None,
                Some(needle) => needle.find(cursor.text(), range.clone()),
                None => automaton.find(cursor.text(), range.clone()),
            };
            let Some(place) = place else {
                cursor.skip(range.end);
                continue;
            };
            let (number, line) = cursor.pass(place);
            if self.needle.is_some() && !automaton.is_match(line) {
                self.needle.take_if(|needle| !needle.pays_after_miss());
                continue;
            }
            if others.iter().any(|other| other.on(is_ascii).refuses(line, other.negated)) {
                continue;
            }
            let is_exact = self.filters.iter().all(|filter| filter.on(is_ascii).exact);
            let Some(judge) = self.judge.as_mut().filter(|_| !is_exact) else {
                return Ok(Some(Found::Match { number, line }));
            };
            if line.len() > MAX_BACKTRACKED_BYTES {
                return Ok(Some(Found::TooLong { number }));
            }
            let whole = self.filters.iter().find(|filter| filter.is_whole);
            let from = whole.and_then(|whole| whole.on(is_ascii).regex.find(line));
            let from = from.map_or(0, |found| found.start());
            if judge.is_match(line, is_ascii, from, &mut self.steps_left)? {
                return Ok(Some(Found::Match { number, line }));
            }
        }
        Ok(None)
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
    /// True where a line must not match.
    negated: bool,
    /// True where it stands for all of the pattern, so that no match starts before one of its own.
    is_whole: bool,
    ascii: Automaton,
    any: Option<Automaton>,
}

struct Automaton {
    regex: Regex,
    exact: bool,
    /// True where nothing matches.
    never: bool,
}

impl Filter {
    fn new(tree: &Node) -> Result<Self, ToolError> {
        let any = emit(tree, Target::Text, false);
        let (on_ascii, is_equal) = expanded(tree);
        let mut ascii = emit(&on_ascii, Target::Text, true);
        ascii.exact &= is_equal;
        let any = if ascii == any { None } else { Some(Automaton::new(&any)?) };
        Ok(Self { negated: false, is_whole: false, ascii: Automaton::new(&ascii)?, any })
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

    /// The one for lines of ASCII, or the one for all others.
    fn on(&self, is_ascii: bool) -> &Automaton {
        self.any.as_ref().filter(|_| !is_ascii).unwrap_or(&self.ascii)
    }
}

impl Automaton {
    fn new(emitted: &Emitted) -> Result<Self, ToolError> {
        let config = Regex::config().nfa_size_limit(Some(SIZE_LIMIT)).hybrid_cache_capacity(4 << 20).utf8_empty(false);
        let syntax = syntax::Config::new().utf8(false).nest_limit(1_000);
        let invalid = |detail: String| ToolError::Pattern { detail };
        let hir = syntax::parse_with(&emitted.pattern, &syntax).map_err(|error| invalid(error.to_string()))?;
        let built = Regex::builder().configure(config).build_from_hir(&hir);
        let regex = built.map_err(|error| invalid(error.to_string()))?;
        Ok(Self { regex, exact: emitted.exact, never: never(&hir) })
    }

    /// True where a line can't match for this automaton's sake.
    fn refuses(&self, line: &str, negated: bool) -> bool {
        if negated { self.exact && self.is_match(line) } else { !self.is_match(line) }
    }

    fn is_match(&self, line: &str) -> bool {
        self.find(line, 0..line.len()).is_some()
    }

    /// A place within the first line of a range that matches.
    fn find(&self, text: &str, range: Range<usize>) -> Option<usize> {
        if self.never {
            return None;
        }
        let input = Input::new(text).range(range).earliest(true);
        self.regex.search_half(&input).map(|half| half.offset())
    }
}

/// Whether an expression holds an empty set where it needs a character.
fn never(hir: &Hir) -> bool {
    match hir.kind() {
        HirKind::Class(class) => class.is_empty(),
        HirKind::Concat(parts) => parts.iter().any(never),
        HirKind::Alternation(branches) => branches.iter().all(never),
        _ => false,
    }
}
