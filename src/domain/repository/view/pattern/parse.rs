//! Python's syntax of regular expressions, read as Python's own `re` reads it.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::tree::{Greed, Node, Width};

/// Groups within groups at most.
const MAX_DEPTH: usize = 100;
/// Python's own limit of a repetition.
const MAX_REPEAT: u64 = u32::MAX as u64;

/// Why a pattern isn't valid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message} at position {at}")]
pub struct Invalid {
    message: Cow<'static, str>,
    at: usize,
}

impl Invalid {
    pub(super) fn new(message: impl Into<Cow<'static, str>>, at: usize) -> Self {
        Self { message: message.into(), at }
    }
}

/// Flags in force at a place of the pattern. `m` and `s` make no difference on a single line.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Flags {
    pub(super) ignore_case: bool,
    pub(super) ascii: bool,
    pub(super) verbose: bool,
}

pub(super) struct Parser<'p> {
    chars: &'p [char],
    pub(super) at: usize,
    pub(super) flags: Flags,
    /// Widths of the groups, from 0, which is the whole; `None` while a group is open.
    pub(super) groups: Vec<Option<Width>>,
    pub(super) names: BTreeMap<String, usize>,
    /// Within a look-behind, the first group that it can't refer to.
    pub(super) behind_from: Option<usize>,
    /// Groups asked for by conditions, which may come later in the pattern.
    pub(super) conditions: Vec<(usize, usize)>,
    depth: usize,
}

/// Reads a pattern.
///
/// # Errors
/// Where Python's `re` refuses it too.
pub fn parse(pattern: &str) -> Result<Node, Invalid> {
    let chars: Vec<char> = pattern.chars().collect();
    let mut parser = Parser {
        chars: &chars,
        at: 0,
        flags: Flags::default(),
        groups: vec![None],
        names: BTreeMap::new(),
        behind_from: None,
        conditions: Vec::new(),
        depth: 0,
    };
    parser.global_flags()?;
    let node = parser.alternatives()?;
    if parser.at < chars.len() {
        return Err(Invalid::new("unbalanced parenthesis", parser.at));
    }
    match parser.conditions.iter().find(|(group, _)| *group >= parser.groups.len()) {
        Some((group, at)) => Err(Invalid::new(format!("invalid group reference {group}"), *at)),
        None => Ok(node),
    }
}

impl Parser<'_> {
    pub(super) fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    pub(super) fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += 1;
        Some(c)
    }

    pub(super) fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += usize::from(found);
        found
    }

    pub(super) fn take_while(&mut self, most: usize, test: impl Fn(char) -> bool) -> String {
        let taken: String = self.chars[self.at..].iter().copied().take(most).take_while(|c| test(*c)).collect();
        self.at += taken.chars().count();
        taken
    }

    /// The text up to a terminator, which is read too.
    pub(super) fn until(&mut self, terminator: char, what: &str) -> Result<String, Invalid> {
        let start = self.at;
        let text = self.take_while(usize::MAX, |c| c != terminator);
        if text.is_empty() {
            return Err(Invalid::new(format!("missing {what}"), start));
        }
        if !self.eat(terminator) {
            return Err(Invalid::new(format!("missing {terminator}, unterminated name"), start));
        }
        Ok(text)
    }

    /// Alternatives up to a closing parenthesis or the end.
    pub(super) fn alternatives(&mut self) -> Result<Node, Invalid> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(Invalid::new("too many nested groups", self.at));
        }
        let mut branches = vec![self.sequence()?];
        while self.eat('|') {
            branches.push(self.sequence()?);
        }
        self.depth -= 1;
        Ok(if branches.len() == 1 { branches.remove(0) } else { Node::Alternate(branches) })
    }

    /// One alternative.
    pub(super) fn sequence(&mut self) -> Result<Node, Invalid> {
        let mut nodes: Vec<Node> = Vec::new();
        while let Some(c) = self.peek().filter(|c| !matches!(c, '|' | ')')) {
            let start = self.at;
            self.at += 1;
            if self.flags.verbose && matches!(c, ' ' | '\t' | '\n' | '\r' | '\x0b' | '\x0c') {
                continue;
            }
            let node = match c {
                '#' if self.flags.verbose => {
                    self.take_while(usize::MAX, |c| c != '\n');
                    continue;
                }
                '\\' => self.escape()?,
                '[' => self.set()?,
                '.' => Node::Any,
                '^' => Node::Start,
                '$' => Node::End,
                '(' => match self.group(start)? {
                    Some(node) => node,
                    None => continue, // a comment
                },
                '*' | '+' | '?' | '{' => match self.counts(c)? {
                    Some((least, most)) => {
                        let body = nodes.pop();
                        self.repetition(body, least, most, start)?
                    }
                    None => Node::literal(c.into(), self.mode()),
                },
                c => Node::literal(c.into(), self.mode()),
            };
            nodes.push(node);
        }
        Ok(match nodes.len() {
            0 => Node::Empty,
            1 => nodes.remove(0),
            _ => Node::Concat(nodes),
        })
    }

    /// How often a quantifier repeats; `None` where a brace is only a brace.
    fn counts(&mut self, c: char) -> Result<Option<(u32, Option<u32>)>, Invalid> {
        match c {
            '*' => return Ok(Some((0, None))),
            '+' => return Ok(Some((1, None))),
            '?' => return Ok(Some((0, Some(1)))),
            _ if self.peek() == Some('}') => return Ok(None),
            _ => {}
        }
        let start = self.at;
        let low = self.take_while(usize::MAX, |c| c.is_ascii_digit());
        let high = if self.eat(',') { self.take_while(usize::MAX, |c| c.is_ascii_digit()) } else { low.clone() };
        if !self.eat('}') {
            self.at = start;
            return Ok(None);
        }
        let number = |digits: &str| match digits.parse::<u64>() {
            _ if digits.is_empty() => Ok(None),
            Ok(number) if number < MAX_REPEAT => Ok(Some(number as u32)),
            _ => Err(Invalid::new("the repetition number is too large", start)),
        };
        let (least, most) = (number(&low)?.unwrap_or(0), number(&high)?);
        if most.is_some_and(|most| most < least) {
            return Err(Invalid::new("min repeat greater than max repeat", start));
        }
        Ok(Some((least, most)))
    }

    fn repetition(&mut self, body: Option<Node>, least: u32, most: Option<u32>, at: usize) -> Result<Node, Invalid> {
        let body = match body {
            None | Some(Node::Start | Node::End | Node::Boundary { .. }) => {
                return Err(Invalid::new("nothing to repeat", at));
            }
            Some(Node::Repeat { .. }) => return Err(Invalid::new("multiple repeat", at)),
            Some(body) => Box::new(body),
        };
        let kind = if self.eat('?') {
            Greed::Lazy
        } else if self.eat('+') {
            Greed::Possessive
        } else {
            Greed::Greedy
        };
        Ok(Node::Repeat { body, least, most, kind })
    }
}
