//! What the signals look for in a text. Written by hand rather than as regular expressions: each is one
//! pass, and the notion of words and white space is Python's, as in the reference.

use crate::domain::python::text::{is_space, is_word, length, strip};

/// A span in backticks on one line, or a dotted name of parts with two or more characters.
pub(super) fn has_code_reference(text: &str) -> bool {
    has_backtick_span(text) || has_dotted_name(text)
}

fn has_backtick_span(text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut ticks = memchr::memchr_iter(b'`', bytes);
    let Some(mut open) = ticks.next() else { return false };
    ticks.any(|close| {
        let span = &bytes[open + 1..close];
        open = close;
        !span.is_empty() && memchr::memchr(b'\n', span).is_none()
    })
}

fn has_dotted_name(text: &str) -> bool {
    let starts_name = |c: char| c.is_ascii_alphabetic() || c == '_';
    memchr::memchr_iter(b'.', text.as_bytes()).any(|at| {
        let mut behind = text[at + 1..].chars();
        let behind_fits = behind.next().is_some_and(starts_name) && behind.next().is_some_and(is_word);
        if !behind_fits {
            return false;
        }
        let word = text[..at].rsplit(|c| !is_word(c)).next().unwrap_or("");
        let mut word = word.chars();
        word.next().is_some_and(starts_name) && word.next().is_some()
    })
}

/// Words in Python's sense, in lower case.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c| !is_word(c)).filter(|w| !w.is_empty())
}

/// A word that describes behaviour.
pub(super) fn has_behaviour(text: &str) -> bool {
    let is_apart = |from: usize, to: usize| {
        !text[..from].chars().next_back().is_some_and(is_word) && !text[to..].chars().next().is_some_and(is_word)
    };
    let stands_at = |at: usize, word: &str| {
        let end = at + word.len();
        text.as_bytes().get(at..end).is_some_and(|b| b.eq_ignore_ascii_case(word.as_bytes())) && is_apart(at, end)
    };
    let mut within_word = false;
    text.bytes().enumerate().any(|(at, byte)| {
        let is_within = std::mem::replace(&mut within_word, byte == b'_' || byte.is_ascii_alphanumeric());
        // Most of these letters stand within a word.
        !is_within
            && match byte {
                b'r' | b'R' => stands_at(at, "returns") || stands_at(at, "raises"),
                b'c' | b'C' => stands_at(at, "calls"),
                b'w' | b'W' => stands_at(at, "when"),
                b'i' | b'I' => stands_at(at, "if"),
                _ => false,
            }
    })
}

/// A heading about installation, licence or contribution.
pub(super) fn is_generic_heading(heading: &str) -> bool {
    words(heading).any(|w| {
        let w = w.to_lowercase();
        ["install", "license", "licence", "contribut"].iter().any(|start| w.starts_with(start))
    })
}

const BLANKS: [char; 2] = [' ', '\t'];

/// A section for parameters, in any of the three usual styles.
pub(super) fn has_parameters(lines: &[&str]) -> bool {
    has_section(lines, &["Other Parameters", "Parameters"], &["Args", "Arguments", "Parameters"], &[":param"])
}

/// A section for what is returned or yielded.
pub(super) fn has_returns(lines: &[&str]) -> bool {
    has_section(lines, &["Returns", "Yields"], &["Returns", "Yields"], &[":returns", ":return"])
}

/// `underlined`: a title line over a line of dashes. `colon`: a line of this word and a colon.
/// `fields`: a line that starts with this word.
fn has_section(lines: &[&str], underlined: &[&str], colon: &[&str], fields: &[&str]) -> bool {
    let mut lines = lines.iter().map(|line| unindented(line)).peekable();
    while let Some(line) = lines.next() {
        // Every sought line begins with one of few signs.
        if !line.starts_with([':', 'A', 'O', 'P', 'R', 'Y']) {
            continue;
        }
        let plain = line.trim_end_matches(BLANKS);
        if underlined.contains(&plain) && lines.peek().is_some_and(|next| next.starts_with("---")) {
            return true;
        }
        if plain.strip_suffix(':').is_some_and(|word| colon.contains(&word)) {
            return true;
        }
        let whole_word =
            |field: &&str| line.strip_prefix(*field).is_some_and(|rest| !rest.chars().next().is_some_and(is_word));
        if fields.iter().any(whole_word) {
            return true;
        }
    }
    false
}

/// A line of an interactive session.
pub(super) fn has_doctest(lines: &[&str]) -> bool {
    lines.iter().any(|line| unindented(line).starts_with(">>> "))
}

/// A line without the blanks and tabs that it begins with.
fn unindented(line: &str) -> &str {
    let width = line.bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    &line[width..]
}

/// More than eight paragraphs that are shorter than 80 characters on average.
pub(super) fn is_stack_of_one_liners(text: &str) -> bool {
    let lengths: Vec<usize> = paragraphs(text).map(length).collect();
    lengths.len() > 8 && lengths.iter().sum::<usize>() < 80 * lengths.len()
}

/// The parts of a text between blank lines. A blank line that holds more than blanks and tabs is none.
fn paragraphs(text: &str) -> impl Iterator<Item = &str> {
    let mut parts = Vec::new();
    let (mut start, mut at) = (0, 0);
    while let Some(newline) = memchr::memchr(b'\n', &text.as_bytes()[at..]).map(|i| at + i) {
        let rest = text[newline + 1..].trim_start_matches(BLANKS);
        at = newline + 1;
        if rest.starts_with('\n') {
            parts.push(&text[start..newline]);
            at = text.len() - rest.len() + 1;
            start = at;
        }
    }
    parts.push(&text[start..]);
    parts.into_iter().map(strip).filter(|p| !p.is_empty())
}

/// More than 30 % of the lines that aren't blank are directives or fields.
pub(super) fn is_directive_heavy(lines: &[&str]) -> bool {
    let (mut all, mut directives) = (0_usize, 0_usize);
    for line in lines.iter().map(|line| line.trim_start_matches(is_space)).filter(|line| !line.is_empty()) {
        all += 1;
        directives += usize::from(is_directive(line));
    }
    all > 0 && directives as f64 / all as f64 > 0.3
}

/// `.. name` or `:field:` or `:field argument:` at the start of a line.
fn is_directive(line: &str) -> bool {
    if let Some(rest) = line.strip_prefix("..") {
        return rest.chars().next().is_some_and(is_space);
    }
    let Some(rest) = line.strip_prefix(':') else { return false };
    let behind = rest.trim_start_matches(|c| is_word(c) || c == '-');
    if behind.len() == rest.len() {
        return false;
    }
    match behind.strip_prefix(' ') {
        None => behind.starts_with(':'),
        Some(argument) => argument.find(':').is_some_and(|colon| colon > 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_references() {
        let check = |text, expected| assert_eq!(has_code_reference(text), expected, "{text:?}");
        check("use `x` here", true);
        check("``x``", true);
        check("`a\nb`", false);
        check("`` and ``", true);
        check("one ` only", false);
        check("os.path", true);
        check("see os.path.join.", true);
        check("e.g. this", false);
        check("a.bc.de", true);
        check("1a.bc", false);
        check("end.Next", true);
        check("é_x.name", false);
        check("version 1.2.3", false);
    }

    #[test]
    fn behaviour_and_headings() {
        assert!(has_behaviour("Raises an error") && has_behaviour("what-if"));
        assert!(!has_behaviour("whenever if_x returned"));
        assert!(
            is_generic_heading("How to Install") && is_generic_heading("LICENCE") && is_generic_heading("Contributing")
        );
        assert!(!is_generic_heading("Reinstallation of lice"));
    }

    #[test]
    fn sections() {
        let check = |text: &str, expected| {
            let lines: Vec<&str> = text.split('\n').collect();
            assert_eq!((has_parameters(&lines), has_returns(&lines)), expected, "{text:?}");
        };
        check("Parameters\n----------\nx", (true, false));
        check("  Other Parameters \n  ---", (true, false));
        check("Args:\n  x\nReturns:  \n y", (true, true));
        check("Parameters: x", (false, false));
        check(":param x: y\n:returns: z", (true, true));
        check(":parameter x:\n:returned:", (false, false));
        check("Yields\n--", (false, false));
    }

    #[test]
    fn directives_and_paragraphs() {
        let check = |line, expected| assert_eq!(is_directive(line), expected, "{line:?}");
        check(".. note::", true);
        check("..", false);
        check("..note", false);
        check(":ref:`x`", true);
        check(":param int x: y", true);
        check(":param :x", false);
        check(": x:", false);
        assert_eq!(paragraphs("a\n\nb\n \t\n\nc\n").collect::<Vec<_>>(), ["a", "b", "c"]);
        assert!(is_stack_of_one_liners(&"x\n\n".repeat(9)) && !is_stack_of_one_liners(&"x\n\n".repeat(8)));
    }
}
