//! What is cheap to look for and true of every line that matches: `class \w+Mixin\b` is tried only on lines with
//! `class `, and `^.{100}` only on lines of a hundred bytes.
//!
//! Searching for these is many times faster than running an automaton, as long as they are rare.

use std::ops::Range;

use memchr::memmem::Finder;
use memchr::memrchr;

use super::tree::{Item, Node};

/// Bytes that few lines have.
const LINE_BYTES: usize = 40;
/// Length of a text that is rarely found in vain.
const LONG_BYTES: usize = 6;
/// Lines in vain before it is judged whether the text is rare.
const TRIES: usize = 64;
/// Bytes that an automaton reads while a line is looked at in vain.
const BYTES_PER_TRY: usize = 160;

/// What to look for first.
pub(super) struct Needle {
    sought: Sought,
    in_vain: usize,
    passed: usize,
}

enum Sought {
    Text(Box<Finder<'static>>),
    /// A line of so many bytes.
    Line(usize),
}

impl Needle {
    /// The longest text of a pattern, or the length of its lines; nothing where the pattern is no more than a text,
    /// which the automaton finds as fast. `is_fast` says that it looks for the text by itself that the pattern begins
    /// with: then only a longer one pays.
    pub(super) fn of(tree: &Node, is_fast: bool) -> Option<Self> {
        let mut texts = Texts::default();
        texts.node(tree);
        texts.end();
        let least = if is_fast { texts.first.unwrap_or(0).max(1) + 1 } else { 1 };
        let width = usize::try_from(tree.width(&[]).0).unwrap_or(usize::MAX);
        let sought = if !texts.is_part || texts.longest.contains(['\n', '\r']) {
            return None;
        } else if texts.longest.len() >= LONG_BYTES.max(least) {
            Sought::Text(Box::new(Finder::new(&texts.longest).into_owned()))
        } else if width >= LINE_BYTES {
            Sought::Line(width)
        } else if texts.longest.len() >= least {
            Sought::Text(Box::new(Finder::new(&texts.longest).into_owned()))
        } else {
            return None;
        };
        Some(Self { sought, in_vain: 0, passed: 0 })
    }

    /// A place in the first line of a range that has it. The range begins where a line does.
    pub(super) fn find(&mut self, text: &str, range: Range<usize>) -> Option<usize> {
        let bytes = &text.as_bytes()[range.clone()];
        let found = match &self.sought {
            Sought::Text(finder) => finder.find(bytes),
            Sought::Line(least) => long_line(bytes, *least),
        };
        self.passed += found.unwrap_or(range.len());
        found.map(|place| range.start + place)
    }

    /// Notes a line that has the text and doesn't match; false where there are too many of them.
    pub(super) fn pays_after_miss(&mut self) -> bool {
        self.in_vain += 1;
        self.in_vain < TRIES || self.in_vain * BYTES_PER_TRY < self.passed
    }
}

/// The start of the first line of so many bytes; where a line end is nearer than these, all before it is too short.
fn long_line(bytes: &[u8], least: usize) -> Option<usize> {
    let mut at = 0_usize;
    loop {
        match memrchr(b'\n', bytes.get(at..at.checked_add(least)?)?) {
            Some(end) => at += end + 1,
            None => return Some(at),
        }
    }
}

/// Gathers the texts of a pattern.
#[derive(Default)]
struct Texts {
    current: String,
    longest: String,
    /// Length of the text that the pattern begins with.
    first: Option<usize>,
    /// True where the pattern has other parts too.
    is_part: bool,
}

impl Texts {
    fn node(&mut self, node: &Node) {
        match node {
            Node::Set { .. } => match single(node) {
                Some(c) => self.current.push(c),
                None => self.part_end(),
            },
            Node::Concat(nodes) => nodes.iter().for_each(|node| self.node(node)),
            Node::Capture(_, body) | Node::Atomic(body) => self.node(body),
            // The text in between is another one each time.
            Node::Repeat { body, least: 1.., .. } => {
                self.part_end();
                self.node(body);
                self.end();
            }
            // These take no characters, so what is around them stands together.
            Node::Empty | Node::Start | Node::End | Node::Boundary { .. } | Node::Look { .. } => self.is_part = true,
            Node::Any
            | Node::Repeat { .. }
            | Node::Alternate(_)
            | Node::Reference { .. }
            | Node::Conditional { .. } => self.part_end(),
        }
    }

    /// Something else follows.
    fn part_end(&mut self) {
        self.is_part = true;
        self.end();
    }

    /// A text is complete.
    fn end(&mut self) {
        let text = std::mem::take(&mut self.current);
        self.first.get_or_insert(text.len());
        if text.len() > self.longest.len() {
            self.longest = text;
        }
    }
}

/// The one character that a set holds.
fn single(node: &Node) -> Option<char> {
    let Node::Set { items, negated: false, mode } = node else { return None };
    match items[..] {
        [Item::Range(low, high)] if low == high => {
            char::from_u32(low).filter(|c| !mode.ignore_case || (c.is_ascii() && !c.is_ascii_alphabetic()))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse::parse;
    use super::*;

    #[test]
    fn longest_texts() {
        let check = |pattern, expected: Option<&str>| {
            let tree = parse(pattern).unwrap_or_else(|error| panic!("{pattern}: {error}"));
            let found = Needle::of(&tree, false).and_then(|needle| match needle.sought {
                Sought::Text(finder) => Some(String::from_utf8_lossy(finder.needle()).into_owned()),
                Sought::Line(_) => None,
            });
            assert_eq!(found.as_deref(), expected, "{pattern}");
        };
        check(r"class \w+Mixin\b", Some("class "));
        check(r"\bself(\.get)_", Some("self.get_"));
        check(r"a(?:bcd)+e", Some("bcd"));
        check(r"ab(?=x)cd", Some("abcd"));
        check(r"abc?d", Some("ab"));
        check(r"abcd|efgh", None);
        check(r"abcd", None);
        check(r"abcd\b", Some("abcd"));
        check(r"(?:abcd)?e", Some("e"));
        check(r"(?i)abcd1234", Some("1234"));
        check("ab\ncd", None);
        check(r"x(?!abcd)y", Some("xy"));
    }

    #[test]
    fn a_longer_text_than_the_first_pays() {
        let check = |pattern, expected| {
            let tree = parse(pattern).unwrap_or_else(|error| panic!("{pattern}: {error}"));
            assert_eq!(Needle::of(&tree, true).is_some(), expected, "{pattern}");
        };
        check("a.bc", true);
        check("ab.cd", false);
        check(r"self\.\w+\(", false);
        check(r"select_related\w", false);
        check(r"0[xX]\d", false);
        check(r"x\w+_related", true);
    }

    #[test]
    fn long_lines() {
        let check = |text: &str, least, expected| assert_eq!(long_line(text.as_bytes(), least), expected, "{text:?}");
        check("ab\nabc\n\nabcd\n", 3, Some(3));
        check("ab\nabc\n\nabcd\n", 4, Some(8));
        check("ab\nabc\n\nabcd", 4, Some(8));
        check("ab\nabc\n\nabcd", 5, None);
        check("", 1, None);
        check("a", usize::MAX, None);
    }
}
