//! README and documentation files → sections.

use super::{markdown, rst};
use crate::domain::python::text::{stem, strip};

/// A section of a documentation file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// Its title; for the text before the first title, the file's title or stem.
    pub heading: String,
    /// Line of the title, counted from 1.
    pub start_line: u32,
    /// The text behind the title, never blank.
    pub content: String,
}

/// A section as a splitter finds it.
pub(super) struct RawSection<'t> {
    pub heading: Option<&'t str>,
    pub start_line: u32,
    pub body: Vec<&'t str>,
}

/// Splits a documentation file whose lines end with `\n`. A README is split at second-level headings only,
/// where it is Markdown. Of the two styles the one that finds more headings counts; Markdown for `.md`.
pub fn split(path: &str, text: &str, readme: bool) -> Vec<Section> {
    let markdown = markdown::sections(text, readme.then_some(2));
    let rst = rst::sections(text);
    let low = path.to_lowercase();
    let use_markdown = low.ends_with(".md") || low.ends_with(".markdown") || markdown.len() > rst.len();
    let sections = if use_markdown { markdown } else { rst };
    sections.into_iter().filter_map(|section| finished(section, path, use_markdown)).collect()
}

fn finished(section: RawSection, path: &str, markdown: bool) -> Option<Section> {
    let body = section.body.join("\n");
    let content = strip(&body);
    if content.is_empty() {
        return None;
    }
    let heading = match section.heading {
        Some(heading) => heading,
        None => {
            let title = section.body.iter().filter(|_| markdown).find_map(|line| markdown::heading(line));
            title.map(|(_, title)| strip(title)).filter(|t| !t.is_empty()).unwrap_or_else(|| stem(path))
        }
    };
    Some(Section { heading: heading.to_owned(), start_line: section.start_line, content: content.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(path: &str, text: &str, readme: bool, expected: &[(&str, u32, &str)]) {
        let sections = split(path, text, readme);
        let found: Vec<_> = sections.iter().map(|s| (s.heading.as_str(), s.start_line, s.content.as_str())).collect();
        assert_eq!(found, expected, "{path}");
    }

    #[test]
    fn styles() {
        check("README.md", "# T\nintro\n## A\n### a\nx\n## B\n", true, &[("T", 1, "# T\nintro"), ("A", 3, "### a\nx")]);
        check("docs/x.txt", "intro\n\nA\n===\nx\n", false, &[("x", 1, "intro"), ("A", 3, "x")]);
        check("docs/x.md", "A\n===\nx\n", false, &[("x", 1, "A\n===\nx")]);
    }
}
