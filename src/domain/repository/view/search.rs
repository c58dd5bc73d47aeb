//! Searching `.py` files for a pattern, file by file.

use std::collections::VecDeque;

use fancy_regex::Regex;

use super::{MAX_REPLY_CHARS, RepositoryView, ToolError, confined, lines, pattern, shortened};

/// Matching lines shown at most.
pub const MAX_MATCHES: usize = 100;
/// Longest part of a matching line that is shown.
const MAX_LINE_CHARS: usize = 300;
/// Longest line that is searched, in bytes: minified data isn't code.
const MAX_SEARCHED_BYTES: usize = 20_000;
/// Backtracking steps for one line.
const STEPS_PER_LINE: usize = 20_000;
/// How many lines may run into the limit before the search is given up.
const MAX_SLOW_LINES: usize = 40;

/// Bytes of source that a pattern with look-around or references is tried on in one search.
const MAX_BACKTRACKED_BYTES: usize = 6 << 20;

/// A search in progress; each step looks at one file.
pub struct Search {
    regex: Regex,
    /// Tells whether a file can have a match at all.
    filter: Option<Regex>,
    /// Bytes that may still be searched with backtracking.
    budget: usize,
    files: VecDeque<String>,
    searched: usize,
    out: String,
    matches: usize,
    slow_lines: usize,
    cut: bool,
}

impl Search {
    /// Prepares a search in all `.py` files, or in those at or below a path.
    ///
    /// # Errors
    /// Where the pattern is invalid or nothing is at the path.
    pub fn new(view: &RepositoryView, pattern: &str, path: Option<&str>) -> Result<Self, ToolError> {
        let regex = pattern::compile(pattern, STEPS_PER_LINE)?;
        let below = path.map(confined).transpose()?.filter(|p| !p.is_empty());
        let is_below = |file: &str| match &below {
            None => true,
            Some(top) => file == top || file.strip_prefix(top.as_str()).is_some_and(|rest| rest.starts_with('/')),
        };
        if let Some(top) = &below
            && !view.paths().any(is_below)
        {
            return Err(view.missing(top));
        }
        let files = view.paths().filter(|p| p.ends_with(".py") && is_below(p)).map(str::to_owned).collect();
        Ok(Self {
            regex,
            filter: pattern::file_filter(pattern),
            budget: if pattern::is_plain(pattern) { usize::MAX } else { MAX_BACKTRACKED_BYTES },
            files,
            searched: 0,
            out: String::new(),
            matches: 0,
            slow_lines: 0,
            cut: false,
        })
    }

    /// Searches the next file; false where the search is over.
    ///
    /// # Errors
    /// Where the pattern turns out to backtrack without end.
    pub fn step(&mut self, view: &RepositoryView) -> Result<bool, ToolError> {
        if self.cut {
            return Ok(false);
        }
        if self.budget == 0 {
            return Ok(false);
        }
        let Some(path) = self.files.pop_front() else { return Ok(false) };
        self.searched += 1;
        let Some(text) = view.text(&path) else { return Ok(true) };
        self.budget = self.budget.saturating_sub(text.len());
        // The filter knows one kind of line end only.
        if let Some(filter) = self.filter.as_ref().filter(|_| !text.contains('\r'))
            && matches!(filter.is_match(&*text), Ok(false))
        {
            return Ok(true);
        }
        for (line, number) in lines(&text).zip(1..) {
            if line.len() <= MAX_SEARCHED_BYTES && self.is_match(line)? {
                self.found(&path, number, line);
                if self.cut {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// The reply for what was searched.
    pub fn finish(mut self) -> String {
        if self.cut {
            self.out.push_str(&format!(
                "[cut: the first {} matching lines; give a path or a narrower pattern for the rest]\n",
                self.matches
            ));
        } else if !self.files.is_empty() {
            self.out.push_str(&format!(
                "[cut: {} matching lines in the first {} of {} files, as this pattern takes long; give a path, or do without look-around and references]\n",
                self.matches,
                self.searched,
                self.searched + self.files.len()
            ));
        } else if self.matches == 0 {
            self.out = format!("No line matches in {} .py files.\n", self.searched);
        }
        self.out
    }

    fn is_match(&mut self, line: &str) -> Result<bool, ToolError> {
        match self.regex.is_match(line) {
            Ok(found) => Ok(found),
            Err(_) => {
                self.slow_lines += 1;
                if self.slow_lines > MAX_SLOW_LINES { Err(ToolError::TooSlow) } else { Ok(false) }
            }
        }
    }

    fn found(&mut self, path: &str, number: u32, line: &str) {
        let entry = format!("{path}:{number}: {}\n", shortened(line, MAX_LINE_CHARS));
        if self.matches == MAX_MATCHES || self.out.len() + entry.len() > MAX_REPLY_CHARS {
            self.cut = true;
            return;
        }
        self.out.push_str(&entry);
        self.matches += 1;
    }
}
