//! Markdown sections, by ATX headings outside fenced code.

use super::documents::RawSection;
use crate::domain::python::text::strip;

/// The sections of a text; with a level, only headings of that level split.
pub(super) fn sections(text: &str, level: Option<usize>) -> Vec<RawSection<'_>> {
    let mut sections = Vec::new();
    let mut current = RawSection { heading: None, start_line: 1, body: Vec::new() };
    let mut fence: Option<(char, usize)> = None;
    for (line, number) in text.split('\n').zip(1..) {
        let mark = fence_mark(line);
        if let Some((symbol, length)) = mark {
            match fence {
                None => fence = mark,
                Some((open, open_length)) => {
                    let closes = line.chars().all(|c| matches!(c, ' ' | '`' | '~'));
                    if symbol == open && length >= open_length && closes {
                        fence = None;
                    }
                }
            }
        }
        let title = if fence.is_some() || mark.is_some() { None } else { heading(line) };
        match title.filter(|(found, _)| level.is_none_or(|level| level == *found)) {
            Some((_, title)) => {
                let next = RawSection { heading: Some(strip(title)), start_line: number, body: Vec::new() };
                sections.push(std::mem::replace(&mut current, next));
            }
            None => current.body.push(line),
        }
    }
    sections.push(current);
    sections
}

/// Level and text of an ATX heading. Closing hashes count as such only behind a blank.
pub(super) fn heading(line: &str) -> Option<(usize, &str)> {
    let line = unindented(line)?;
    let rest = line.trim_start_matches('#');
    let level = line.len() - rest.len();
    if !(1..=6).contains(&level) || !(rest.is_empty() || rest.starts_with(BLANKS)) {
        return None;
    }
    let title = rest.trim_matches(BLANKS);
    let open = title.trim_end_matches('#');
    let closed = open.len() < title.len() && open.ends_with(BLANKS);
    Some((level, if closed { open.trim_end_matches(BLANKS) } else { title }))
}

const BLANKS: [char; 2] = [' ', '\t'];

/// The character and length of a line that opens or closes fenced code.
fn fence_mark(line: &str) -> Option<(char, usize)> {
    let line = unindented(line)?;
    let symbol = line.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let length = line.len() - line.trim_start_matches(symbol).len();
    (length >= 3).then_some((symbol, length))
}

/// The line without its indentation, which may be three blanks at most.
fn unindented(line: &str) -> Option<&str> {
    let rest = line.trim_start_matches(' ');
    (line.len() - rest.len() <= 3).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings() {
        let check = |line, expected| assert_eq!(heading(line), expected, "{line:?}");
        check("# A b", Some((1, "A b")));
        check("   ## A ##  ", Some((2, "A")));
        check("    # A", None);
        check("#A", None);
        check("#######", None);
        check("###", Some((3, "")));
        check("## ##", Some((2, "##")));
        check("# A#", Some((1, "A#")));
        check("# A # #", Some((1, "A #")));
    }

    #[test]
    fn fences_hide_headings() {
        let text = "intro\n# A\nx\n```py\n# no\n~~~\n```\n## B\n````\n```\n# no\n````\n# C\n";
        let found = sections(text, None);
        let heads: Vec<_> = found.iter().map(|s| (s.heading, s.start_line, s.body.len())).collect();
        assert_eq!(heads, [(None, 1, 1), (Some("A"), 2, 5), (Some("B"), 8, 4), (Some("C"), 13, 1)]);
        assert_eq!(sections(text, Some(2)).len(), 2);
    }
}
