//! reStructuredText sections, by underlined titles with or without an overline.

use super::documents::RawSection;
use crate::domain::python::text::{is_space, length, strip};

const PUNCTUATION: &str = "=-~^\"'`#*+.:_";

/// The sections of a text.
pub(super) fn sections(text: &str) -> Vec<RawSection<'_>> {
    let lines: Vec<&str> = text.split('\n').collect();
    let titles = titles(&lines);
    let first = titles.first().map_or(lines.len(), |t| t.block);
    let mut sections = vec![RawSection { heading: None, start_line: 1, body: lines[..first].to_vec() }];
    for (i, title) in titles.iter().enumerate() {
        let end = titles.get(i + 1).map_or(lines.len(), |next| next.block);
        let start = (title.line + 2).min(end);
        sections.push(RawSection {
            heading: Some(strip(lines[title.line])),
            start_line: title.line as u32 + 1,
            body: lines[start..end].to_vec(),
        });
    }
    sections
}

/// Where a title stands, in line indices.
struct Title {
    /// First line of the title with its overline.
    block: usize,
    /// The title itself.
    line: usize,
}

fn titles(lines: &[&str]) -> Vec<Title> {
    let mut titles = Vec::new();
    let mut i = 0;
    while i + 1 < lines.len() {
        let (title, under) = (lines[i], lines[i + 1]);
        if is_title(title, under) {
            let over = i > 0 && is_rule(lines[i - 1]) && lines[i - 1].as_bytes()[0] == under.as_bytes()[0];
            titles.push(Title { block: if over { i - 1 } else { i }, line: i });
            i += 2;
        } else {
            i += 1;
        }
    }
    titles
}

fn is_title(title: &str, under: &str) -> bool {
    let trimmed = title.trim_end_matches(is_space);
    !trimmed.is_empty()
        && !title.starts_with(is_space)
        && is_rule(under)
        && !is_rule(title)
        && length(under.trim_end_matches(is_space)) >= length(trimmed)
}

/// A line of three or more of the same punctuation character.
fn is_rule(line: &str) -> bool {
    let line = line.trim_end_matches(is_space);
    let Some(first) = line.chars().next() else { return false };
    line.len() >= 3 && PUNCTUATION.contains(first) && line.chars().all(|c| c == first)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[(Option<&str>, u32, usize)]) {
        let found: Vec<_> = sections(text).iter().map(|s| (s.heading, s.start_line, s.body.len())).collect();
        assert_eq!(found, expected, "{text:?}");
    }

    #[test]
    fn titles_with_and_without_overline() {
        check("intro\n\n===\nTop\n===\nx\nSub\n---\ny", &[(None, 1, 2), (Some("Top"), 4, 1), (Some("Sub"), 7, 1)]);
    }

    #[test]
    fn what_is_no_title() {
        check(" Indented\n---------\n", &[(None, 1, 3)]);
        check("Too long\n---\n", &[(None, 1, 3)]);
        check("===\n===\n", &[(None, 1, 3)]);
        check("Äöü\n===\t\n", &[(None, 1, 0), (Some("Äöü"), 1, 1)]);
    }
}
