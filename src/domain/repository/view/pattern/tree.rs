//! A regular expression as a tree, with every flag resolved at the places where it counts.

/// The flags that change what a single character matches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mode {
    /// Upper and lower case are the same.
    pub ignore_case: bool,
    /// Classes, boundaries and case know ASCII only.
    pub ascii: bool,
}

/// A named class of characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// `\d`.
    Digit,
    /// `\s`.
    Space,
    /// `\w`.
    Word,
}

/// A member of a set. Characters are code points, lone surrogates included, as Python's are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// From the first to the last, both included.
    Range(u32, u32),
    /// A class, or all but it.
    Class {
        /// The class.
        class: Class,
        /// True for the complement, such as `\W`.
        negated: bool,
    },
}

/// A part of a pattern. Since lines are searched one by one, `^` and `\A`, `$` and `\Z`, and `.` with and
/// without its flag are the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// Matches without a character.
    Empty,
    /// Any character.
    Any,
    /// One character of a set, or of its complement.
    Set {
        /// What is in the set.
        items: Vec<Item>,
        /// True for `[^…]`.
        negated: bool,
        /// Flags.
        mode: Mode,
    },
    /// The start of the line.
    Start,
    /// The end of the line.
    End,
    /// A place between a word and something else, or, negated, any other place.
    Boundary {
        /// True for `\B`.
        negated: bool,
        /// True where words are ASCII.
        ascii: bool,
    },
    /// One after the other.
    Concat(Vec<Node>),
    /// One of these, the first that leads to a match.
    Alternate(Vec<Node>),
    /// The group of a number, which counts from 1.
    Capture(usize, Box<Node>),
    /// A repetition.
    Repeat {
        /// What is repeated.
        body: Box<Node>,
        /// How often at least.
        least: u32,
        /// How often at most.
        most: Option<u32>,
        /// What is tried first.
        kind: Greed,
    },
    /// Matches as the body does, without a second try.
    Atomic(Box<Node>),
    /// Looks ahead or behind.
    Look {
        /// True for a look-behind.
        behind: bool,
        /// True where the body must not match.
        negated: bool,
        /// What is looked for.
        body: Box<Node>,
    },
    /// The text of a group again.
    Reference {
        /// The group's number.
        group: usize,
        /// Flags.
        mode: Mode,
    },
    /// One of two, by whether a group has matched.
    Conditional {
        /// The group's number.
        group: usize,
        /// Where it has.
        yes: Box<Node>,
        /// Where it has not.
        no: Box<Node>,
    },
}

/// How a repetition goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Greed {
    /// As long as possible.
    Greedy,
    /// As short as possible.
    Lazy,
    /// As long as possible, and never given back.
    Possessive,
}

/// Least and greatest number of characters.
pub type Width = (u64, u64);

/// Stands for no limit.
pub const UNLIMITED: u64 = u64::MAX;

impl Node {
    /// A single character.
    pub fn literal(code: u32, mode: Mode) -> Self {
        Self::Set { items: vec![Item::Range(code, code)], negated: false, mode }
    }

    /// How many characters it can match; `groups` holds the widths of the groups closed so far.
    pub fn width(&self, groups: &[Option<Width>]) -> Width {
        let all = |nodes: &[Node]| nodes.iter().map(|node| node.width(groups)).fold((0u64, 0u64), add);
        let either = |a: Width, b: Width| (a.0.min(b.0), a.1.max(b.1));
        match self {
            Self::Empty | Self::Start | Self::End | Self::Boundary { .. } | Self::Look { .. } => (0, 0),
            Self::Any | Self::Set { .. } => (1, 1),
            Self::Concat(nodes) => all(nodes),
            Self::Alternate(nodes) => nodes.iter().map(|n| n.width(groups)).reduce(either).unwrap_or((0, 0)),
            Self::Capture(_, body) | Self::Atomic(body) => body.width(groups),
            Self::Repeat { body, least, most, .. } => {
                let (low, high) = body.width(groups);
                let most = match most {
                    None if high > 0 => UNLIMITED,
                    None => 0,
                    Some(most) => high.saturating_mul(u64::from(*most)),
                };
                (low.saturating_mul(u64::from(*least)), most)
            }
            Self::Reference { group, .. } => groups.get(*group).copied().flatten().unwrap_or((0, UNLIMITED)),
            Self::Conditional { yes, no, .. } => either(yes.width(groups), no.width(groups)),
        }
    }

    /// True where each match holds a character beyond ASCII.
    pub fn is_beyond_ascii(&self) -> bool {
        let beyond = |item: &Item| matches!(item, Item::Range(128.., _));
        match self {
            // Without case, some of those characters are equal to some of ASCII.
            Self::Set { items, negated: false, mode } => !mode.ignore_case && items.iter().all(beyond),
            Self::Concat(nodes) => nodes.iter().any(Self::is_beyond_ascii),
            Self::Alternate(nodes) => nodes.iter().all(Self::is_beyond_ascii),
            Self::Capture(_, body) | Self::Atomic(body) => body.is_beyond_ascii(),
            Self::Repeat { body, least: 1.., .. } => body.is_beyond_ascii(),
            _ => false,
        }
    }

    /// True where `test` holds for it or for any part of it.
    pub fn any(&self, test: &dyn Fn(&Node) -> bool) -> bool {
        test(self)
            || match self {
                Self::Concat(nodes) | Self::Alternate(nodes) => nodes.iter().any(|node| node.any(test)),
                Self::Capture(_, body) | Self::Atomic(body) => body.any(test),
                Self::Repeat { body, .. } | Self::Look { body, .. } => body.any(test),
                Self::Conditional { yes, no, .. } => yes.any(test) || no.any(test),
                _ => false,
            }
    }
}

fn add(a: Width, b: Width) -> Width {
    (a.0.saturating_add(b.0), a.1.saturating_add(b.1))
}
