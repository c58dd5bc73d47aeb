//! Look-arounds of one character, as the automaton can say them.
//!
//! `(?!_)\w` is one character of both sets. At the end of a pattern, `(?!_)` is a character that isn't `_`, or
//! the end of the line; at the start, `(?<!_)` likewise. Elsewhere a look-around is left out.

use regex_automata::util::syntax;
use regex_syntax::hir::HirKind;

use super::emit::{Edges, Emitter};
use super::set::{ANY_IN_TEXT, NOTHING_IN_TEXT};
use super::tree::{Greed, Node};

/// Characters that a look-around at an edge of the pattern is written out for.
const MAX_SPELT: usize = 40;

/// A look-around of one character: what that character is, in the automaton's syntax.
struct Glance {
    behind: bool,
    negated: bool,
    class: String,
}

impl Emitter<'_> {
    /// Parts one after the other, for a whole text.
    pub(super) fn concat_in_text(&mut self, nodes: &[Node], edges: Edges) {
        let mut at = 0;
        let mut before = self.glances(nodes, &mut at);
        let (starts, ahead) = partition(before);
        self.at_edge(&starts, "(?m:^)", edges.first);
        before = ahead;
        if at == nodes.len() {
            self.at_edge(&before, "(?m:$)", edges.last);
        }
        while let Some(node) = nodes.get(at) {
            if edges.last && before.is_empty() && self.look_at_last(&nodes[at..]) {
                return;
            }
            if before.is_empty() && self.possessive(node, nodes.get(at + 1)) {
                at += 1;
                continue;
            }
            let inner = Edges { first: edges.first && at == 0, last: edges.last && at + 1 == nodes.len() };
            at += 1;
            let (behind, ahead) = partition(self.glances(nodes, &mut at));
            self.constrained(node, &before, &behind, inner);
            before = ahead;
            if at == nodes.len() {
                self.at_edge(&before, "(?m:$)", edges.last);
            }
        }
    }

    /// The look-arounds of one character from a place on.
    fn glances(&self, nodes: &[Node], at: &mut usize) -> Vec<Glance> {
        let mut glances = Vec::new();
        while let Some(Node::Look { behind, negated, body }) = nodes.get(*at)
            && let Some(class) = self.class(body)
        {
            glances.push(Glance { behind: *behind, negated: *negated, class });
            *at += 1;
        }
        glances
    }

    /// What matches exactly one character, for within brackets or alone.
    pub(super) fn class(&self, node: &Node) -> Option<String> {
        match node {
            Node::Any => Some(ANY_IN_TEXT.to_owned()),
            Node::Set { items, negated, mode } => Some(self.set(items, *negated, *mode)),
            Node::Capture(_, body) => self.class(body),
            Node::Concat(nodes) if nodes.len() == 1 => self.class(&nodes[0]),
            Node::Alternate(branches) => {
                let classes: Option<String> = branches.iter().map(|branch| self.class(branch)).collect();
                classes.map(|classes| format!("[{classes}]"))
            }
            _ => None,
        }
    }

    /// Look-arounds with nothing of the pattern on the side that they look to.
    fn at_edge(&mut self, glances: &[Glance], line_edge: &str, is_edge: bool) {
        if glances.is_empty() {
            return;
        }
        if !is_edge {
            self.exact = false;
            return;
        }
        let class = both(ANY_IN_TEXT, glances);
        match glances.iter().all(|glance| glance.negated) {
            true => self.out.push_str(&format!("(?:{class}|{line_edge})")),
            false => self.out.push_str(&class),
        }
    }

    /// A part whose first and last character are looked at from outside.
    fn constrained(&mut self, node: &Node, first: &[Glance], last: &[Glance], edges: Edges) {
        if first.is_empty() && last.is_empty() {
            return self.node(node, edges);
        }
        if let Some(class) = self.class(node) {
            self.out.push_str(&both(&both(&class, first), last));
            return;
        }
        match node {
            Node::Capture(_, body) => self.constrained(body, first, last, edges),
            Node::Concat(nodes) if nodes.len() == 1 => self.constrained(&nodes[0], first, last, edges),
            Node::Repeat { body, least: least @ 1.., most, kind } => match self.class(body) {
                Some(class) => {
                    self.exact &= *kind != Greed::Possessive;
                    self.out.push_str(&repeated(&class, first, last, *least, *most));
                }
                None => self.unconstrained(node, edges),
            },
            node => self.unconstrained(node, edges),
        }
    }

    fn unconstrained(&mut self, node: &Node, edges: Edges) {
        self.exact = false;
        self.node(node, edges);
    }

    /// `\w++` where the next character tells whether it matches: none of `\w` is never given back, and one of
    /// `\w` would have been taken. False where it is something else.
    fn possessive(&mut self, node: &Node, next: Option<&Node>) -> bool {
        let (body, least) = match node {
            Node::Repeat { body, least, most: None, kind: Greed::Possessive } => (body, *least),
            Node::Atomic(inner) => match &**inner {
                Node::Concat(nodes) if nodes.len() == 1 => {
                    return self.possessive(&Node::Atomic(Box::new(nodes[0].clone())), next);
                }
                Node::Repeat { body, least, most: None, kind: Greed::Greedy } => (body, *least),
                _ => return false,
            },
            _ => return false,
        };
        let (Some(class), Some(next)) = (self.class(body), next.and_then(|next| self.class(next))) else {
            return false;
        };
        if is_nothing(&format!("[{class}&&{next}]")) {
            self.out.push_str(&format!("{class}{{{least},}}"));
        } else if is_nothing(&format!("[{next}&&[^{class}]]")) {
            self.out.push_str(NOTHING_IN_TEXT);
        } else {
            return false;
        }
        true
    }

    /// `(?=some)\w+` or `(?!some)\w+` at the end, where one character of the last part will do.
    fn look_at_last(&mut self, nodes: &[Node]) -> bool {
        let [Node::Look { behind: false, negated, body }, last] = nodes else { return false };
        let last = match last {
            Node::Repeat { body, least: 1, .. } => self.class(body),
            node => self.class(node),
        };
        let (Some(last), Some(classes)) = (last, self.classes(body)) else { return false };
        let Some((first, more)) = classes.split_first() else { return false };
        let rest = if *negated { spelt(false, more) } else { more.concat() };
        self.out.push_str(&match negated {
            true => format!("(?:[{last}&&[^{first}]]|[{last}&&{first}]{rest})"),
            false => format!("[{last}&&{first}]{rest}"),
        });
        true
    }

    /// A text of some characters, such as `self`.
    fn classes(&self, body: &Node) -> Option<Vec<String>> {
        match body {
            Node::Concat(nodes) if (1..=MAX_SPELT).contains(&nodes.len()) => {
                nodes.iter().map(|node| self.class(node)).collect()
            }
            _ => None,
        }
    }

    /// A negative look-around of some characters at an edge of the pattern; false where it is something else.
    pub(super) fn spell(&mut self, behind: bool, body: &Node) -> bool {
        let Some(classes) = self.classes(body) else { return false };
        self.out.push_str(&spelt(behind, &classes));
        true
    }
}

/// Anything but some characters one after the other, written character by character.
fn spelt(behind: bool, classes: &[String]) -> String {
    let add = |out: String, class: &String| match behind {
        true => format!("(?:[^{class}\\n\\r]|(?m:^)|{out}{class})"),
        false => format!("(?:[^{class}\\n\\r]|(?m:$)|{class}{out})"),
    };
    match behind {
        true => classes.iter().fold(NOTHING_IN_TEXT.to_owned(), add),
        false => classes.iter().rev().fold(NOTHING_IN_TEXT.to_owned(), add),
    }
}

fn is_nothing(class: &str) -> bool {
    let syntax = syntax::Config::new().utf8(false);
    let hir = syntax::parse_with(class, &syntax);
    hir.is_ok_and(|hir| matches!(hir.kind(), HirKind::Class(class) if class.is_empty()))
}

fn partition(glances: Vec<Glance>) -> (Vec<Glance>, Vec<Glance>) {
    glances.into_iter().partition(|glance| glance.behind)
}

/// The characters of a class that all look-arounds allow.
fn both(class: &str, glances: &[Glance]) -> String {
    let mut out = class.to_owned();
    for Glance { negated, class, .. } in glances {
        out = match negated {
            true => format!("[{out}&&[^{class}]]"),
            false => format!("[{out}&&{class}]"),
        };
    }
    out
}

/// Characters of a class, of which the first and the last are looked at.
fn repeated(class: &str, first: &[Glance], last: &[Glance], least: u32, most: Option<u32>) -> String {
    let some = |less: u32| match most {
        None => format!("{class}{{{},}}", least.saturating_sub(less)),
        Some(most) => format!("{class}{{{},{}}}", least.saturating_sub(less), most.saturating_sub(less)),
    };
    let (start, end) = (both(class, first), both(class, last));
    if last.is_empty() {
        return format!("{start}{}", some(1));
    }
    if first.is_empty() {
        return format!("{}{end}", some(1));
    }
    let single = both(&start, last);
    match (least, most) {
        (_, Some(1)) => single,
        (1, _) => format!("(?:{single}|{start}{}{end})", some(2)),
        _ => format!("{start}{}{end}", some(2)),
    }
}
