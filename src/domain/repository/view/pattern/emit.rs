//! A tree → the syntax of the two engines: the backtracking one, which tells of one line whether it
//! matches, and the automaton, which runs over a whole text.
//!
//! What is written for a whole text never matches a line end, so that each match lies within one line. It
//! matches in every line that the pattern matches; where the two aren't equal, `exact` is false, and the
//! lines found are candidates. Look-arounds, references and the like become something more general:
//!
//! - a look-ahead at the end and a look-behind at the start become what they look for, and a look-around of
//!   one character narrows its neighbour (`looks.rs`), which is exact; other look-arounds are left out;
//! - a reference becomes the group again; a condition becomes either of its branches;
//! - possessive and atomic parts may give back.

use std::collections::BTreeMap;

use super::set::{self, ANY_IN_TEXT, NOTHING_IN_TEXT};
use super::tree::{Greed, Item, Mode, Node};

/// Which engine a pattern is written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The backtracking engine, on one line.
    Line,
    /// The automaton, on a whole text.
    Text,
}

/// A pattern as an engine reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Emitted {
    /// The pattern.
    pub pattern: String,
    /// True where it matches the same lines as the original.
    pub exact: bool,
}

/// Writes a pattern; `ascii` tells that it will be tried on ASCII only.
pub fn emit(tree: &Node, target: Target, ascii: bool) -> Emitted {
    let mut groups = BTreeMap::new();
    bodies(tree, &mut groups);
    let mut emitter = Emitter { target, ascii, groups, in_reference: false, exact: true, out: String::new() };
    emitter.node(tree, Edges { first: true, last: true });
    Emitted { pattern: emitter.out, exact: emitter.exact }
}

fn bodies<'t>(node: &'t Node, groups: &mut BTreeMap<usize, &'t Node>) {
    match node {
        Node::Capture(group, body) => {
            groups.insert(*group, body);
            bodies(body, groups);
        }
        Node::Concat(nodes) | Node::Alternate(nodes) => nodes.iter().for_each(|node| bodies(node, groups)),
        Node::Atomic(body) | Node::Repeat { body, .. } | Node::Look { body, .. } => bodies(body, groups),
        Node::Conditional { yes, no, .. } => [yes, no].into_iter().for_each(|node| bodies(node, groups)),
        _ => {}
    }
}

/// Whether a node is the first or the last of the pattern.
#[derive(Clone, Copy)]
pub(super) struct Edges {
    pub(super) first: bool,
    pub(super) last: bool,
}

const INNER: Edges = Edges { first: false, last: false };

pub(super) struct Emitter<'t> {
    target: Target,
    ascii: bool,
    groups: BTreeMap<usize, &'t Node>,
    /// True within a group that stands for a reference: its anchors held elsewhere.
    in_reference: bool,
    pub(super) exact: bool,
    pub(super) out: String,
}

impl Emitter<'_> {
    pub(super) fn set(&self, items: &[Item], negated: bool, mode: Mode) -> String {
        set::emit(items, negated, mode, self.target, self.ascii)
    }

    pub(super) fn node(&mut self, node: &Node, edges: Edges) {
        let in_text = self.target == Target::Text;
        match node {
            Node::Empty => self.out.push_str("(?:)"),
            Node::Any => self.out.push_str(if in_text { ANY_IN_TEXT } else { "(?s:.)" }),
            Node::Set { items, negated, mode } => {
                let set = self.set(items, *negated, *mode);
                self.out.push_str(&set);
            }
            Node::Start | Node::End | Node::Boundary { .. } if self.in_reference => self.out.push_str("(?:)"),
            Node::Start => self.out.push_str(if in_text { "(?m:^)" } else { "\\A" }),
            Node::End => self.out.push_str(if in_text { "(?m:$)" } else { "\\z" }),
            Node::Boundary { negated, ascii } => self.boundary(*negated, *ascii),
            Node::Concat(nodes) if in_text => self.concat_in_text(nodes, edges),
            Node::Concat(nodes) => nodes.iter().for_each(|node| self.node(node, INNER)),
            Node::Alternate(branches) => {
                self.out.push_str("(?:");
                for (i, branch) in branches.iter().enumerate() {
                    if i > 0 {
                        self.out.push('|');
                    }
                    self.node(branch, edges);
                }
                self.out.push(')');
            }
            Node::Capture(_, body) => self.enclosed(if in_text { "(?:" } else { "(" }, body, edges),
            Node::Atomic(body) => {
                self.exact &= !in_text;
                self.enclosed(if in_text { "(?:" } else { "(?>" }, body, INNER);
            }
            Node::Repeat { body, least, most, kind } => self.repeat(body, *least, *most, *kind),
            Node::Look { body, .. } if in_text && self.class(body).is_some() => {
                self.concat_in_text(std::slice::from_ref(node), edges);
            }
            Node::Look { behind, negated, body } => self.look(*behind, *negated, body, edges),
            Node::Reference { group, mode } => self.reference(*group, mode.ignore_case),
            Node::Conditional { group, yes, no } => {
                self.exact &= !in_text;
                self.out.push_str(&if in_text { "(?:".to_owned() } else { format!("(?({group})") });
                self.node(yes, INNER);
                self.out.push('|');
                self.node(no, INNER);
                self.out.push(')');
            }
        }
    }

    fn enclosed(&mut self, open: &str, body: &Node, edges: Edges) {
        self.out.push_str(open);
        self.node(body, edges);
        self.out.push(')');
    }

    fn boundary(&mut self, negated: bool, ascii: bool) {
        if self.target == Target::Text && !self.ascii && (negated || !ascii) {
            // The automaton has no such boundary of its own.
            self.exact = false;
            self.out.push_str("(?:)");
        } else if self.target == Target::Text {
            self.out.push_str(if negated { "(?-u:\\B)" } else { "(?-u:\\b)" });
        } else if self.ascii {
            self.out.push_str(if negated { "\\B" } else { "\\b" });
        } else {
            let word = set::word(ascii);
            self.out.push_str(&match negated {
                false => format!("(?:(?<=[{word}])(?![{word}])|(?<![{word}])(?=[{word}]))"),
                true => format!("(?:(?<=[{word}])(?=[{word}])|(?<![{word}])(?![{word}]))"),
            });
        }
    }

    fn repeat(&mut self, body: &Node, least: u32, most: Option<u32>, kind: Greed) {
        let possessive = kind == Greed::Possessive;
        self.exact &= !(possessive && self.target == Target::Text);
        let atomic = possessive && self.target == Target::Line;
        if atomic {
            self.out.push_str("(?>");
        }
        self.enclosed("(?:", body, INNER);
        self.out.push_str(&match (least, most) {
            (0, None) => "*".to_owned(),
            (1, None) => "+".to_owned(),
            (0, Some(1)) => "?".to_owned(),
            (least, None) => format!("{{{least},}}"),
            (least, Some(most)) => format!("{{{least},{most}}}"),
        });
        if kind == Greed::Lazy && self.target == Target::Line {
            self.out.push('?');
        }
        if atomic {
            self.out.push(')');
        }
    }

    fn look(&mut self, behind: bool, negated: bool, body: &Node, edges: Edges) {
        if self.target == Target::Line {
            let open = match (behind, negated) {
                (false, false) => "(?=",
                (false, true) => "(?!",
                (true, false) => "(?<=",
                (true, true) => "(?<!",
            };
            self.enclosed(open, body, INNER);
        } else if *body == Node::Empty {
            self.out.push_str(if negated { NOTHING_IN_TEXT } else { "(?:)" });
        } else if !negated && ((behind && edges.first) || (!behind && edges.last)) {
            self.enclosed("(?:", body, edges);
        } else if negated && (if behind { edges.first } else { edges.last }) && self.spell(behind, body) {
            // It has been written.
        } else {
            self.exact = false;
            self.out.push_str("(?:)");
        }
    }

    fn reference(&mut self, group: usize, ignore_case: bool) {
        if self.target == Target::Line {
            self.out.push_str(&if ignore_case { format!("(?i:\\{group})") } else { format!("(?:\\{group})") });
            return;
        }
        self.exact = false;
        match self.groups.get(&group).copied() {
            // References within references could grow without end.
            Some(body) if !self.in_reference && !ignore_case => {
                self.in_reference = true;
                self.enclosed("(?:", body, INNER);
                self.in_reference = false;
            }
            _ => self.out.push_str(&format!("(?:{ANY_IN_TEXT})*")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse::parse;
    use super::*;

    fn check(pattern: &str, expected: &str, exact: bool) {
        let tree = parse(pattern).unwrap_or_else(|e| panic!("{pattern}: {e}"));
        let emitted = emit(&tree, Target::Text, true);
        assert_eq!((emitted.pattern.as_str(), emitted.exact), (expected, exact), "{pattern}");
    }

    #[test]
    fn for_a_whole_text() {
        check("(?<=def )f(?=xy)", "(?:def )f(?:xy)".replace(' ', "\\x{20}").as_str(), true);
        check("a(?=bc)d", "a[d&&b]c", true);
        check("a(?=bc)de", "a(?:)de", false);
        check("a(?!bc)de", "a(?:)de", false);
        check("(a|b)\\1", "(?:(?:a|b))(?:(?:a|b))", false);
        check("a++b", "a{1,}b", true);
        check("(?>a*)b", "a{0,}b", true);
        check("[ab]++b", "[a&&b]b", true);
        check("a++[ab]", "(?:a)+[[ab]&&[^\\n\\r]]", false);
        check("^a++$", "(?m:^)(?:a)+(?m:$)", false);
        check("\\ba.\n", "(?-u:\\b)a[^\\n\\r][a&&b]", true);
    }

    #[test]
    fn looks_at_one_character() {
        check("a(?!b)", "a(?:[[^\\n\\r]&&[^b]]|(?m:$))", true);
        check("(?<!b)a", "(?:[[^\\n\\r]&&[^b]]|(?m:^))a", true);
        check("a(?=b)", "a[[^\\n\\r]&&b]", true);
        check("a(?!b)[bc]", "a[[[bc]&&[^\\n\\r]]&&[^b]]", true);
        check("(?!b).{2,3}(?<=c)e", "[[^\\n\\r]&&[^b]][^\\n\\r]{0,1}[[^\\n\\r]&&c]e", true);
        check("(?!b).+(?!c)e", "[[^\\n\\r]&&[^b]][^\\n\\r]{0,}[e&&[^c]]", true);
        check("a(?!b)c*", "a(?:c)*", false);
        check("a(?!)", "a[a&&b]", true);
    }

    #[test]
    fn looks_at_some_characters_at_an_edge() {
        check("a(?!bc)", "a(?:[^b\\n\\r]|(?m:$)|b(?:[^c\\n\\r]|(?m:$)|c[a&&b]))", true);
        check("(?<!bc)a", "(?:[^c\\n\\r]|(?m:^)|(?:[^b\\n\\r]|(?m:^)|[a&&b]b)c)a", true);
        check("a(?!bc).+", "a(?:[[^\\n\\r]&&[^b]]|[[^\\n\\r]&&b](?:[^c\\n\\r]|(?m:$)|c[a&&b]))", true);
    }
}
