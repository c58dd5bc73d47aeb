//! A pattern as several conditions on a line.
//!
//! What looks ahead from the start of a line is a condition of its own: `^(?!.*self).*return` matches the lines
//! that `^.*return` matches and `^.*self` doesn't. `^(?:(?!self).)*$` matches those that `self` doesn't. And
//! `^.*self` matches the lines that `self` matches.

use super::tree::{Greed, Node};

/// A pattern that a line has to match, or must not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// The pattern.
    pub tree: Node,
    /// True where the line must not match.
    pub negated: bool,
}

/// The conditions that together are equal to a pattern; itself alone where it can't be split.
pub fn conditions(tree: &Node) -> Vec<Condition> {
    let conditions = split(tree).unwrap_or_else(|| vec![Condition { tree: tree.clone(), negated: false }]);
    conditions.into_iter().map(|condition| Condition { tree: anywhere(condition.tree), ..condition }).collect()
}

/// What is behind `^.*`, or else the same.
fn anywhere(tree: Node) -> Node {
    match &tree {
        Node::Concat(nodes) => match &nodes[..] {
            [Node::Start, Node::Concat(inner)] => anywhere(Node::Concat([&nodes[..1], inner].concat())),
            [Node::Start, Node::Repeat { body, least: 0, most: None, kind }, rest @ ..]
                if **body == Node::Any && *kind != Greed::Possessive =>
            {
                Node::Concat(rest.to_vec())
            }
            _ => tree,
        },
        _ => tree,
    }
}

fn split(tree: &Node) -> Option<Vec<Condition>> {
    let Node::Concat(nodes) = tree else { return None };
    let (Node::Start, parts) = nodes.split_first()? else { return None };
    // A reference may need a group of another condition.
    if tree.any(&|node| matches!(node, Node::Reference { .. } | Node::Conditional { .. })) {
        return None;
    }
    let from_start = |parts: Vec<Node>| Node::Concat([vec![Node::Start], parts].concat());
    let mut conditions = Vec::new();
    let mut rest = parts;
    while let Some((Node::Look { behind: false, negated, body }, others)) = rest.split_first() {
        conditions.push(Condition { tree: from_start(vec![(**body).clone()]), negated: *negated });
        rest = others;
    }
    let without = without(rest);
    if conditions.is_empty() && without.is_none() {
        return None;
    }
    let rest = if without.is_some() { &[] } else { rest };
    conditions.push(Condition { tree: from_start(rest.to_vec()), negated: false });
    conditions.extend(without.map(|tree| Condition { tree, negated: true }));
    Some(conditions)
}

/// The pattern `x` of `(?:(?!x).)*$`, where it never matches an empty text.
fn without(nodes: &[Node]) -> Option<Node> {
    let [Node::Repeat { body, least: 0, most: None, .. }, Node::End] = nodes else { return None };
    let Node::Concat(parts) = &**body else { return None };
    match &parts[..] {
        [Node::Look { behind: false, negated: true, body }, Node::Any] if body.width(&[]).0 > 0 => {
            Some((**body).clone())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse::parse;
    use super::*;

    fn check(pattern: &str, expected: &[(&str, bool)]) {
        let parsed = |pattern| parse(pattern).unwrap_or_else(|e| panic!("{pattern}: {e}"));
        let flat = |node: Node| match node {
            Node::Concat(nodes) if nodes.len() == 1 => nodes[0].clone(),
            node => node,
        };
        let expected: Vec<_> =
            expected.iter().map(|(pattern, negated)| Condition { tree: parsed(pattern), negated: *negated }).collect();
        let found: Vec<_> = conditions(&parsed(pattern))
            .into_iter()
            .map(|condition| Condition { tree: flat(condition.tree), ..condition })
            .collect();
        assert_eq!(found, expected, "{pattern}");
    }

    #[test]
    fn splits_what_looks_ahead_from_the_start() {
        check("a(?!b)", &[("a(?!b)", false)]);
        check("^ab", &[("^ab", false)]);
        check("^(?!a)b", &[("^a", true), ("^b", false)]);
        check("^.*a", &[("a", false)]);
        check("^(?!.*a).*b", &[("a", true), ("b", false)]);
        check("^.*+a", &[("^.*+a", false)]);
        check("^(?=a)(?!b)", &[("^a", false), ("^b", true), ("^", false)]);
        check("^(?:(?!self).)*$", &[("^", false), ("self", true)]);
        check("^(?:(?!x*).)*$", &[("^(?:(?!x*).)*$", false)]);
        check("^(?=(a))\\1", &[("^(?=(a))\\1", false)]);
        check("^(?!a)b|c", &[("^(?!a)b|c", false)]);
    }
}
