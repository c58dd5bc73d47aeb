//! References written out: `(\w)\1` becomes `00|11|…|zz|__`, for the automaton and lines of ASCII.
//!
//! Of a group such as `(\w+)` the first character is written out, which leaves few lines to decide on.

use super::tree::{Class, Greed, Item, Mode, Node};

/// Branches that a pattern grows to at most: the printable characters.
const MAX_BRANCHES: usize = 100;

/// The pattern with all its references written out, and whether that is exact. The same where there are too many.
pub fn expanded(tree: &Node) -> (Node, bool) {
    let (mut branches, mut exact) = (vec![tree.clone()], true);
    for Candidate { group, first, more } in candidates(tree) {
        let refers = |node: &Node| matches!(node, Node::Reference { group: other, .. } if *other == group);
        if branches.len() * first.len() > MAX_BRANCHES || !tree.any(&refers) {
            continue;
        }
        // What is looked at negatively must be exact.
        let negative = |node: &Node| matches!(node, Node::Look { negated: true, body, .. } if body.any(&refers));
        if more != Node::Empty && tree.any(&negative) {
            continue;
        }
        exact &= more == Node::Empty;
        let fixed = |tree, c: &char| fixed(tree, group, *c, &more);
        branches = branches.iter().flat_map(|tree| first.iter().map(|c| fixed(tree, c))).collect();
    }
    let is_left = |tree: &Node| tree.any(&|node| matches!(node, Node::Reference { .. }));
    match branches.first() {
        Some(first) if branches.len() > 1 && !is_left(first) => (Node::Alternate(branches), exact),
        _ => doubled(tree).or_else(|| at_start(tree)).unwrap_or_else(|| (tree.clone(), true)),
    }
}

/// The same for a group alone whose text comes twice on end, as in `(\w)(\w)\2\1`, where not all can be done.
fn doubled(tree: &Node) -> Option<(Node, bool)> {
    let Node::Concat(nodes) = tree else { return None };
    let group = nodes.windows(2).find_map(|pair| match pair {
        [Node::Capture(group, _), Node::Reference { group: other, .. }] if group == other => Some(*group),
        _ => None,
    })?;
    let only = candidates(tree).into_iter().find(|c| c.group == group && c.more == Node::Empty)?;
    let in_look = |node: &Node| matches!(node, Node::Look { .. });
    if only.first.len() > MAX_BRANCHES || tree.any(&in_look) {
        return None;
    }
    let branches = only.first.iter().map(|c| fixed(tree, group, *c, &Node::Empty)).collect();
    Some((Node::Alternate(branches), false))
}

/// The same for the first group alone where it stands at a fixed place of the line, as in `^(.)(.).*\2\1$`: there
/// many branches do no harm. All characters that aren't printable share one.
fn at_start(tree: &Node) -> Option<(Node, bool)> {
    let Node::Concat(nodes) = tree else { return None };
    let (Node::Start, nodes) = nodes.split_first()? else { return None };
    let in_look = |node: &Node| matches!(node, Node::Look { .. } | Node::Conditional { .. });
    let at = nodes.iter().position(|node| matches!(node, Node::Capture(..)))?;
    let Node::Capture(group, body) = &nodes[at] else { return None };
    let refers = |node: &Node| matches!(node, Node::Reference { group: other, .. } if other == group);
    if !nodes[..at].iter().all(|node| members(node).is_some()) || !tree.any(&refers) || tree.any(&in_look) {
        return None;
    }
    let is_printable = |c: &char| matches!(c, '\t' | ' '..='~');
    let first: Vec<char> = members(body)?.into_iter().filter(is_printable).collect();
    let other =
        Node::Set { items: vec![Item::Range(9, 9), Item::Range(32, 126)], negated: true, mode: Mode::default() };
    let branches = first.iter().map(|c| fixed(tree, *group, *c, &Node::Empty));
    Some((Node::Alternate(branches.chain([with_group(tree, *group, &other)]).collect()), false))
}

/// A sequence with another body for one of its groups.
fn with_group(tree: &Node, group: usize, body: &Node) -> Node {
    match tree {
        Node::Concat(nodes) => Node::Concat(nodes.iter().map(|node| with_group(node, group, body)).collect()),
        Node::Capture(of, _) if *of == group => Node::Capture(*of, Box::new(body.clone())),
        other => other.clone(),
    }
}

/// A group that each match has exactly once.
struct Candidate {
    group: usize,
    /// The characters that its text starts with.
    first: Vec<char>,
    /// What its text goes on with.
    more: Node,
}

fn candidates(tree: &Node) -> Vec<Candidate> {
    match tree {
        Node::Concat(nodes) => {
            let anchored =
                |i: usize| i > 0 && matches!(nodes[i - 1], Node::Start | Node::Boundary { negated: false, .. });
            let of_part =
                |(i, node)| candidates(node).into_iter().filter(move |c| c.more == Node::Empty || anchored(i));
            nodes.iter().enumerate().flat_map(of_part).collect()
        }
        Node::Capture(group, body) => {
            let (first, more) = match &**body {
                Node::Concat(nodes) if nodes.len() == 1 => (&nodes[0], Node::Empty),
                body => (body, Node::Empty),
            };
            let (first, more) = match first {
                Node::Repeat { body, least: 1.., .. } => {
                    (&**body, Node::Repeat { body: body.clone(), least: 0, most: None, kind: Greed::Greedy })
                }
                first => (first, more),
            };
            members(first).map(|first| Candidate { group: *group, first, more }).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// The characters of ASCII that a set holds.
pub(super) fn members(node: &Node) -> Option<Vec<char>> {
    let line = || ('\0'..='\x7f').filter(|c| !matches!(c, '\n' | '\r'));
    match node {
        Node::Set { items, negated, mode } => {
            let holds = |c: char| items.iter().any(|item| holds(item, c, *mode));
            Some(line().filter(|c| holds(*c) != *negated).collect())
        }
        Node::Any => Some(line().collect()),
        _ => None,
    }
}

fn holds(item: &Item, c: char, mode: Mode) -> bool {
    let other = if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() };
    match item {
        Item::Range(low, high) => {
            let within = |c: char| (*low..=*high).contains(&c.into());
            within(c) || (mode.ignore_case && within(other))
        }
        Item::Class { class, negated } => {
            let holds = match class {
                Class::Digit => c.is_ascii_digit(),
                Class::Word => c.is_ascii_alphanumeric() || c == '_',
                Class::Space => matches!(c, '\t'..='\r' | ' ') || (!mode.ascii && matches!(c, '\x1c'..='\x1f')),
            };
            holds != *negated
        }
    }
}

/// The pattern where a group starts with a character.
fn fixed(tree: &Node, group: usize, c: char, more: &Node) -> Node {
    let again = |node: &Node| fixed(node, group, c, more);
    let boxed = |node: &Node| Box::new(again(node));
    let text = |mode| match more {
        Node::Empty => Node::literal(c.into(), mode),
        more => Node::Concat(vec![Node::literal(c.into(), mode), more.clone()]),
    };
    match tree {
        Node::Capture(of, _) if *of == group => Node::Capture(*of, Box::new(text(Mode::default()))),
        Node::Reference { group: of, mode } if *of == group => text(*mode),
        Node::Concat(nodes) => Node::Concat(nodes.iter().map(again).collect()),
        Node::Alternate(nodes) => Node::Alternate(nodes.iter().map(again).collect()),
        Node::Capture(of, body) => Node::Capture(*of, boxed(body)),
        Node::Repeat { body, least, most, kind } => {
            Node::Repeat { body: boxed(body), least: *least, most: *most, kind: *kind }
        }
        Node::Atomic(body) => Node::Atomic(boxed(body)),
        Node::Look { behind, negated, body } => Node::Look { behind: *behind, negated: *negated, body: boxed(body) },
        Node::Conditional { group: of, yes, no } => Node::Conditional { group: *of, yes: boxed(yes), no: boxed(no) },
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse::parse;
    use super::*;

    fn check(pattern: &str, branches: usize, exact: bool, left: bool) {
        let tree = parse(pattern).unwrap_or_else(|e| panic!("{pattern}: {e}"));
        let (tree, is_exact) = expanded(&tree);
        let found = if let Node::Alternate(branches) = &tree { branches.len() } else { 1 };
        let is_left = tree.any(&|node| matches!(node, Node::Reference { .. }));
        assert_eq!((found, is_exact, is_left), (branches, exact, left), "{pattern}");
    }

    #[test]
    fn references() {
        check("(['\"])x\\1", 2, true, false);
        check("(\\w)\\1", 63, true, false);
        check("\\b(\\w+) \\1", 63, false, false);
        check("(\\w+) \\1", 1, true, true); // the automaton would grow without end
        check("(\\w)(\\w)\\2\\1", 63, false, true);
        check("(?i)([a-c])\\1", 6, true, false);
        check("(a)?\\1", 1, true, true);
        check("(['\"]+)(?!\\1)x", 1, true, true);
        check("(['\"])(?:(?!\\1).)*\\1", 2, true, false);
        check("^(.)(.).*\\2\\1$", 97, false, true);
        check("^x(.).*\\1$", 97, false, true);
        check("(.)(.).*\\2\\1$", 1, true, true);
    }
}
