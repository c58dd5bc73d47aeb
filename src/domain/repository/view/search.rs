//! Searching `.py` files for a pattern, file by file.

use std::collections::VecDeque;

use super::pattern::{Cursor, Found, Pattern, Stopped};
use super::{MAX_REPLY_CHARS, RepositoryView, Source, ToolError, confined, shortened};

/// Matching lines shown at most.
pub const MAX_MATCHES: usize = 100;
/// Longest part of a matching line that is shown.
const MAX_LINE_CHARS: usize = 300;

/// A search in progress; each step looks at one file.
pub struct Search {
    pattern: Pattern,
    /// Places of the files to be searched, among the sources of the view.
    files: VecDeque<usize>,
    searched: usize,
    out: String,
    matches: usize,
    /// Lines that were too long for the pattern, as `path:line`.
    too_long: Vec<String>,
    stop: Option<Stop>,
}

/// Why a search ended before its last file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stop {
    /// The reply is full.
    Full,
    /// The pattern has taken all the steps that a search may take.
    Spent,
}

impl Search {
    /// Prepares a search in all `.py` files, or in those at or below a path.
    ///
    /// # Errors
    /// Where the pattern is invalid or nothing is at the path.
    pub fn new(view: &RepositoryView, pattern: &str, path: Option<&str>) -> Result<Self, ToolError> {
        Ok(Self {
            pattern: Pattern::new(pattern)?,
            files: files(view, path)?,
            searched: 0,
            out: String::new(),
            matches: 0,
            too_long: Vec::new(),
            stop: None,
        })
    }

    /// Searches the next file; false where the search is over.
    ///
    /// # Errors
    /// Where the pattern turns out to backtrack without end.
    pub fn step(&mut self, view: &RepositoryView) -> Result<bool, ToolError> {
        let Some(file) = self.files.pop_front().filter(|_| self.stop.is_none()) else { return Ok(false) };
        let Some(Source { path, text: Some(text), is_ascii }) = view.sources().get(file) else {
            self.searched += 1;
            return Ok(true);
        };
        if *is_ascii && self.pattern.needs_more_than_ascii() {
            self.searched += 1;
            return Ok(true);
        }
        let mut cursor = Cursor::new(text, *is_ascii);
        while self.stop.is_none() {
            match self.pattern.next(&mut cursor) {
                Ok(None) => {
                    self.searched += 1;
                    return Ok(true);
                }
                Ok(Some(Found::Match { number, line })) => self.found(path, number, line),
                Ok(Some(Found::TooLong { number })) => self.too_long.push(format!("{path}:{number}")),
                Err(Stopped::Catastrophic) => return Err(ToolError::TooSlow),
                Err(Stopped::Spent) => self.stop = Some(Stop::Spent),
            }
        }
        self.files.push_front(file);
        Ok(false)
    }

    /// The reply for what was searched.
    pub fn finish(mut self) -> String {
        if self.matches == 0 && self.files.is_empty() && self.too_long.is_empty() {
            return format!("No line matches in {} .py files.\n", self.searched);
        }
        match self.stop {
            Some(Stop::Full) => self.out.push_str(&format!(
                "[cut: the first {} matching lines; give a path or a narrower pattern for the rest]\n",
                self.matches
            )),
            _ if !self.files.is_empty() => self.out.push_str(&format!(
                "[cut: {} matching lines in the first {} of {} files, as this pattern takes long; give a path, or do without look-around and references]\n",
                self.matches,
                self.searched,
                self.searched + self.files.len()
            )),
            _ => {}
        }
        if let Some(first) = self.too_long.first() {
            self.out.push_str(&format!(
                "[not searched: {} lines that are too long for look-around and references, the first at {first}; do without these to search them]\n",
                self.too_long.len()
            ));
        }
        self.out
    }

    fn found(&mut self, path: &str, number: usize, line: &str) {
        let entry = format!("{path}:{number}: {}\n", shortened(line, MAX_LINE_CHARS));
        if self.matches == MAX_MATCHES || self.out.len() + entry.len() > MAX_REPLY_CHARS {
            self.stop = Some(Stop::Full);
            return;
        }
        self.out.push_str(&entry);
        self.matches += 1;
    }
}

impl RepositoryView {
    /// Calls `each` with path, line number and line of all lines of `.py` files that match a regular
    /// expression, in order, whatever their number.
    ///
    /// # Errors
    /// Where the pattern is invalid, the path doesn't exist, or a line can't be decided within the limits.
    pub fn matching_lines(
        &self,
        pattern: &str,
        path: Option<&str>,
        mut each: impl FnMut(&str, usize, &str),
    ) -> Result<(), ToolError> {
        let mut pattern = Pattern::new(pattern)?;
        let sources = self.sources();
        for Source { path, text, is_ascii } in files(self, path)?.into_iter().filter_map(|file| sources.get(file)) {
            let Some(text) = text.as_ref().filter(|_| !is_ascii || !pattern.needs_more_than_ascii()) else { continue };
            let mut cursor = Cursor::new(text, *is_ascii);
            while let Some(found) = pattern.next(&mut cursor).map_err(|_| ToolError::TooSlow)? {
                match found {
                    Found::Match { number, line } => each(path, number, line),
                    Found::TooLong { .. } => return Err(ToolError::TooSlow),
                }
            }
        }
        Ok(())
    }
}

/// The `.py` files at or below a path, as places among the sources.
fn files(view: &RepositoryView, path: Option<&str>) -> Result<VecDeque<usize>, ToolError> {
    let Some(top) = path.map(confined).transpose()?.filter(|path| !path.is_empty()) else {
        return Ok((0..view.sources().len()).collect());
    };
    let is_below =
        |file: &str| file == top || file.strip_prefix(top.as_str()).is_some_and(|rest| rest.starts_with('/'));
    if !view.paths().any(is_below) {
        return Err(view.missing(&top));
    }
    let below = view.sources().iter().enumerate().filter(|(_, source)| is_below(&source.path));
    Ok(below.map(|(place, _)| place).collect())
}
