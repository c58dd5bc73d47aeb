//! Sets of characters → the syntax of the engines.

use regex_syntax::hir::{ClassUnicode, ClassUnicodeRange};

use super::emit::Target;
use super::tree::{Class, Item, Mode};

/// Any character of a line, in a whole text.
pub(super) const ANY_IN_TEXT: &str = "[^\\n\\r]";
/// Nothing at all, for either engine.
pub(super) const NOTHING_IN_TEXT: &str = "[a&&b]";
const NOTHING_IN_LINE: &str = "(?!)";

/// Python takes these four as one when case is ignored; Unicode's own folding takes two pairs.
const FOUR_I: [char; 4] = ['I', 'i', '\u{130}', '\u{131}'];

/// What belongs to a word, for within brackets.
pub(super) fn word(ascii: bool) -> &'static str {
    if ascii { "0-9A-Za-z_" } else { "\\p{L}\\p{N}_" }
}

fn class(class: Class, ascii: bool) -> &'static str {
    match (class, ascii) {
        (Class::Word, ascii) => word(ascii),
        (Class::Digit, true) => "0-9",
        (Class::Digit, false) => "\\p{Nd}",
        (Class::Space, true) => "\\t-\\r\\x{20}",
        // The four separators of ASCII are white space for Python's own notion of it.
        (Class::Space, false) => "\\t-\\r\\x{1c}-\\x{20}\\p{White_Space}",
    }
}

/// The same where only ASCII will be seen, so that the automaton is small.
fn class_on_ascii(of: Class, ascii: bool) -> &'static str {
    match (of, ascii) {
        (Class::Space, false) => "\\t-\\r\\x{1c}-\\x{20}",
        _ => class(of, true),
    }
}

/// Writes a set. For a whole text it never holds a line end.
pub(super) fn emit(items: &[Item], negated: bool, mode: Mode, target: Target, on_ascii: bool) -> String {
    let ranges = folded(ranges(items), mode);
    let classes: String = items
        .iter()
        .filter_map(|item| match item {
            Item::Class { class: of, negated } => {
                let inner = if on_ascii { class_on_ascii(*of, mode.ascii) } else { class(*of, mode.ascii) };
                Some(if *negated { format!("[^{inner}]") } else { inner.to_owned() })
            }
            Item::Range(..) => None,
        })
        .collect();
    let in_text = target == Target::Text;
    let single = match ranges[..] {
        [(low, high)] if low == high && classes.is_empty() && !negated => Some(low),
        _ => None,
    };
    match single {
        Some('\n' | '\r') if in_text => NOTHING_IN_TEXT.to_owned(),
        Some(c) => character(c),
        None if ranges.is_empty() && classes.is_empty() => match (negated, in_text) {
            (true, true) => ANY_IN_TEXT.to_owned(),
            (true, false) => "(?s:.)".to_owned(),
            (false, true) => NOTHING_IN_TEXT.to_owned(),
            (false, false) => NOTHING_IN_LINE.to_owned(),
        },
        None => {
            let ranges: String = ranges.iter().map(|(low, high)| range(*low, *high)).collect();
            match (negated, in_text) {
                (true, true) => format!("[^{ranges}{classes}\\n\\r]"),
                (true, false) => format!("[^{ranges}{classes}]"),
                (false, true) => format!("[[{ranges}{classes}]&&[^\\n\\r]]"),
                (false, false) => format!("[{ranges}{classes}]"),
            }
        }
    }
}

/// The characters of the items; lone surrogates are in no text and go.
fn ranges(items: &[Item]) -> Vec<(char, char)> {
    let parts = items.iter().flat_map(|item| match item {
        Item::Range(low, high) => [(*low, (*high).min(0xD7FF)), ((*low).max(0xE000), *high)],
        Item::Class { .. } => [(1, 0), (1, 0)],
    });
    let parts = parts.filter(|(low, high)| low <= high);
    parts.filter_map(|(low, high)| Some((char::from_u32(low)?, char::from_u32(high)?))).collect()
}

/// Adds what the characters are equal to where case is ignored.
fn folded(ranges: Vec<(char, char)>, mode: Mode) -> Vec<(char, char)> {
    if !mode.ignore_case || ranges.is_empty() {
        return ranges;
    }
    if mode.ascii {
        let swapped = |from: char, to: char| {
            move |(low, high): &(char, char)| {
                let (low, high) = ((*low).max(from), (*high).min((from as u8 + 25).into()));
                let moved = |c: char| char::from((c as u8).wrapping_sub(from as u8).wrapping_add(to as u8));
                (low <= high).then(|| (moved(low), moved(high)))
            }
        };
        let lower: Vec<_> = ranges.iter().filter_map(swapped('A', 'a')).collect();
        let upper: Vec<_> = ranges.iter().filter_map(swapped('a', 'A')).collect();
        return [ranges, lower, upper].concat();
    }
    let mut class = ClassUnicode::new(ranges.iter().map(|(low, high)| ClassUnicodeRange::new(*low, *high)));
    class.case_fold_simple();
    if ranges.iter().any(|(low, high)| FOUR_I.iter().any(|i| (low..=high).contains(&i))) {
        FOUR_I.into_iter().for_each(|i| class.push(ClassUnicodeRange::new(i, i)));
    }
    class.iter().map(|range| (range.start(), range.end())).collect()
}

fn range(low: char, high: char) -> String {
    if low == high { character(low) } else { format!("{}-{}", character(low), character(high)) }
}

fn character(c: char) -> String {
    if c.is_ascii_alphanumeric() || c == '_' { c.to_string() } else { format!("\\x{{{:x}}}", u32::from(c)) }
}
