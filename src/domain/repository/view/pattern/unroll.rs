//! A text that must not come next, written out: `assert(?!Eq)\w*\(` becomes
//! `assert(?:(?:(?!E)\w+)?\(|E(?:(?!q)\w+)?\()`, where each look-around is at one character and something to look
//! at follows, as the automaton can do.
//!
//! That is equal where the set that is repeated behind holds every character of the text, and what comes after
//! it begins with none of them: either way, the text is left at exactly one of its characters.

use super::expand::members;
use super::tree::{Greed, Node};

/// Characters of a text that is written out, at most.
const MAX_CHARS: usize = 16;

/// The pattern with such texts written out; the same where there are none.
pub fn unrolled(tree: &Node) -> Node {
    let Node::Concat(nodes) = tree else { return tree.clone() };
    // Parts are written several times: groups that something refers to can't be.
    if tree.any(&|node| matches!(node, Node::Reference { .. } | Node::Conditional { .. })) {
        return tree.clone();
    }
    let found = nodes.iter().enumerate().find_map(|(at, node)| Some((at, ways(node, &nodes[at + 1..])?)));
    match found {
        None => tree.clone(),
        Some((at, ways)) => Node::Concat([nodes[..at].to_vec(), vec![Node::Alternate(ways)]].concat()),
    }
}

/// The ways past a look-ahead with what follows, by where they leave its text.
fn ways(look: &Node, rest: &[Node]) -> Option<Vec<Node>> {
    let Node::Look { behind: false, negated: true, body } = look else { return None };
    let text = text(body)?;
    let (Node::Repeat { body: set, least: least @ (0 | 1), most: None, kind }, after) = rest.split_first()? else {
        return None;
    };
    let repeated = members(set)?;
    let follows = match after.first() {
        None => Vec::new(),
        Some(first) => members(first)?,
    };
    let fits = |c: &char| repeated.contains(c) && !follows.contains(c);
    if *kind == Greed::Possessive || !(1..=MAX_CHARS).contains(&text.len()) || !text.iter().all(|(c, _)| fits(c)) {
        return None;
    }
    let way = |at: usize| {
        let mut nodes: Vec<Node> = text[..at].iter().map(|(_, node)| node.clone()).collect();
        let look = Node::Look { behind: false, negated: true, body: Box::new(text[at].1.clone()) };
        let some = Node::Repeat { body: set.clone(), least: 1, most: None, kind: *kind };
        match after {
            _ if at == 0 && *least == 1 => nodes.extend([look, some]),
            // The rest of the set makes no difference.
            [] => nodes.push(look),
            // What comes after is none of the text's characters, so that without any of the set the look holds.
            _ => nodes.push(Node::Alternate(vec![Node::Concat(vec![look, some]), Node::Empty])),
        }
        nodes.extend_from_slice(after);
        Node::Concat(nodes)
    };
    Some((0..text.len()).map(way).collect())
}

/// The characters of a plain text of ASCII.
fn text(body: &Node) -> Option<Vec<(char, Node)>> {
    let nodes = match body {
        Node::Concat(nodes) => nodes.as_slice(),
        node => std::slice::from_ref(node),
    };
    let single = |node: &Node| match members(node)?[..] {
        [c] if matches!(node, Node::Set { negated: false, .. }) => Some((c, node.clone())),
        _ => None,
    };
    nodes.iter().map(single).collect()
}

#[cfg(test)]
mod tests {
    use super::super::emit::{Target, emit};
    use super::super::parse::parse;
    use super::*;

    #[test]
    fn texts_are_left_at_one_character() {
        let parsed = |pattern| parse(pattern).unwrap_or_else(|error| panic!("{pattern}: {error}"));
        let ways = |pattern| match unrolled(&parsed(pattern)) {
            Node::Concat(nodes) => match nodes.last() {
                Some(Node::Alternate(ways)) => ways.len(),
                _ => 0,
            },
            _ => 0,
        };
        let check = |pattern, expected| {
            assert_eq!(ways(pattern), expected, "{pattern}");
            // That is what it is for.
            let is_exact = emit(&unrolled(&parsed(pattern)), Target::Text, true).exact;
            assert_eq!(is_exact, expected > 0, "{pattern}");
        };
        check(r"assert(?!Equal)\w*\(", 5);
        check(r"def (?!test_)\w+", 5);
        check(r"x(?!ab)\w*a", 0); // what follows may begin within the text
        check(r"x(?!a-b)\w*\(", 0); // the set doesn't hold it all
        check(r"x(?!ab)\w*+\(", 0);
        check(r"x(?!a)\w*\(", 1);
        check(r"x(?!ab)\w*", 2);
        check(r"(x)(?!ab)\w*\(\1", 0);
        check(r"x(?!a|bc)\w*\(", 0);
    }
}
