//! What an agent's tools may look at under a condition: reading, listing and searching.
//!
//! Every result is bounded and says when it was cut and how to get the rest. Every error is a sentence
//! that helps a model to call the tool right the next time.

mod error;
mod pattern;
mod search;
mod similar;
mod sources;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use super::analysis::document_text;
use super::{Analysis, Content, Repository};
use crate::domain::condition::Condition;
use crate::domain::python::is_python;

pub use error::ToolError;
pub use search::Search;
use sources::Source;

/// Lines that `read_file` gives at most in one reply.
pub const MAX_READ_LINES: usize = 800;
/// Characters that a tool gives at most in one reply.
pub const MAX_REPLY_CHARS: usize = 30_000;
/// Entries that `list_directory` gives at most.
pub const MAX_LISTED: usize = 400;

/// A repository as seen under one condition.
#[derive(Clone, Debug)]
pub struct RepositoryView {
    repository: Arc<Repository>,
    analysis: Arc<Analysis>,
    condition: Condition,
    paths: Arc<BTreeSet<String>>,
    /// The `.py` files as they are searched, from the first search on.
    sources: Arc<OnceLock<Vec<Source>>>,
}

impl RepositoryView {
    /// The files that are there under the condition: all in the documented one; without documentation
    /// files and unparseable Python in the code-only one; none in the closed-book one.
    pub fn new(repository: Arc<Repository>, analysis: Arc<Analysis>, condition: Condition) -> Self {
        let paths = match condition {
            Condition::ClosedBook => BTreeSet::new(),
            Condition::Documented => repository.files.keys().cloned().collect(),
            Condition::CodeOnly => analysis.code_only_paths(&repository).map(str::to_owned).collect(),
        };
        Self { repository, analysis, condition, paths: Arc::new(paths), sources: Arc::default() }
    }

    /// The condition.
    pub fn condition(&self) -> Condition {
        self.condition
    }

    /// All paths, in order.
    pub fn paths(&self) -> impl ExactSizeIterator<Item = &str> + Clone {
        self.paths.iter().map(String::as_str)
    }

    /// True where the file is there under the condition.
    pub fn contains(&self, path: &str) -> bool {
        self.paths.contains(path)
    }

    /// The text of a file; `None` where it isn't there, or is binary.
    pub fn text(&self, path: &str) -> Option<Cow<'_, str>> {
        if !self.contains(path) {
            return None;
        }
        if let Some(text) = self.python_text(path) {
            return text.map(|text| Cow::Borrowed(&**text));
        }
        match self.repository.files.get(path)? {
            Content::Text(text) if !text.contains(['\0', '\r']) => {
                Some(Cow::Borrowed(text.trim_start_matches('\u{feff}')))
            }
            Content::Text(text) => document_text(text.as_bytes()).map(Cow::Owned),
            Content::Bytes(_) => None,
        }
    }

    /// The text of a Python file, if it is one that was analysed.
    fn python_text(&self, path: &str) -> Option<Option<&Arc<str>>> {
        let file = Some(path).filter(|path| is_python(path)).and_then(|path| self.analysis.python.get(path))?;
        Some(match self.condition {
            Condition::CodeOnly => file.stripped.as_ref().ok(),
            _ => Some(&file.original),
        })
    }

    /// The text of a file, without a copy where it is a Python file that was analysed.
    fn shared_text(&self, path: &str) -> Option<Arc<str>> {
        match self.python_text(path) {
            Some(text) => text.cloned(),
            None => self.text(path).map(|text| text.into()),
        }
    }

    /// The `.py` files, ready to be searched.
    fn sources(&self) -> &[Source] {
        self.sources.get_or_init(|| Source::of_view(self))
    }

    /// Lines of a file, each as its number, a tab and the line.
    ///
    /// # Errors
    /// Where there is no such text file, or the lines don't exist.
    pub fn read_file(&self, path: &str, start_line: Option<u32>, end_line: Option<u32>) -> Result<String, ToolError> {
        let path = confined(path)?;
        if !self.contains(&path) {
            return Err(self.missing(&path));
        }
        let text = self.text(&path).ok_or_else(|| ToolError::Binary { path: path.clone() })?;
        let lines: Vec<&str> = lines(&text).collect();
        let first = start_line.unwrap_or(1).max(1) as usize;
        let last = end_line.map_or(lines.len(), |end| (end as usize).min(lines.len()));
        if lines.is_empty() {
            return Ok(format!("{path} is empty."));
        }
        if first > lines.len() {
            return Err(ToolError::BehindEnd { path, lines: lines.len() });
        }
        if last < first {
            return Err(ToolError::EmptyRange { start: first, end: end_line.unwrap_or(0) });
        }
        let mut out = String::new();
        let mut shown = first - 1;
        for line in &lines[first - 1..last.min(first - 1 + MAX_READ_LINES)] {
            let entry = numbered(shown + 1, line);
            if !out.is_empty() && out.len() + entry.len() > MAX_REPLY_CHARS {
                break;
            }
            out.push_str(&entry);
            shown += 1;
        }
        if shown < last {
            out.push_str(&format!(
                "[cut: lines {first} to {shown} of {}; call read_file with start_line {} for the rest]\n",
                lines.len(),
                shown + 1
            ));
        }
        Ok(out)
    }

    /// The names in a folder, one a line; folders end with `/`. The empty path is the top.
    ///
    /// # Errors
    /// Where there is no such folder.
    pub fn list_directory(&self, path: &str) -> Result<String, ToolError> {
        let path = confined(path)?;
        let prefix = if path.is_empty() { String::new() } else { format!("{path}/") };
        let mut names = BTreeSet::new();
        for file in self.paths.range(prefix.clone()..).take_while(|p| p.starts_with(&prefix)) {
            let rest = &file[prefix.len()..];
            names.insert(rest.find('/').map_or(rest, |slash| &rest[..=slash]));
        }
        if names.is_empty() {
            return Err(match self.contains(&path) {
                true => ToolError::NotAFolder { path },
                false if path.is_empty() => ToolError::NoFiles,
                false => self.missing(&path),
            });
        }
        let mut out: String = names.iter().take(MAX_LISTED).map(|name| format!("{name}\n")).collect();
        if names.len() > MAX_LISTED {
            out.push_str(&format!(
                "[cut: {MAX_LISTED} of {} entries; use search_code with a path to find files below here]\n",
                names.len()
            ));
        }
        Ok(out)
    }

    /// Lines of `.py` files that match a regular expression, as `path:line: text`. See [`Search`] for the
    /// same in steps.
    ///
    /// # Errors
    /// Where the pattern is invalid or needs too much backtracking, or the path doesn't exist.
    pub fn search_code(&self, pattern: &str, path: Option<&str>) -> Result<String, ToolError> {
        let mut search = Search::new(self, pattern, path)?;
        while search.step(self)? {}
        Ok(search.finish())
    }

    /// Paths that a wrong path may have meant, best first.
    pub fn similar_paths(&self, path: &str, count: usize) -> Vec<String> {
        similar::similar(self.paths(), path, count)
    }

    fn missing(&self, path: &str) -> ToolError {
        ToolError::Missing { path: path.to_owned(), similar: self.similar_paths(path, 5) }
    }
}

/// A path as a model writes it → a path of the repository: `./` and a leading `/` go.
fn confined(path: &str) -> Result<String, ToolError> {
    let parts: Vec<&str> = path.trim().split(['/', '\\']).filter(|part| !part.is_empty() && *part != ".").collect();
    if parts.contains(&"..") { Err(ToolError::Outside { path: path.to_owned() }) } else { Ok(parts.join("/")) }
}

/// The lines of a text without their ends: `\n`, `\r\n` and a lone `\r` end one.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let (line, behind) = rest.split_at(end);
        rest = behind.strip_prefix("\r\n").or_else(|| behind.get(1..)).unwrap_or("");
        Some(line)
    })
}

/// Longest part of a line that is shown.
const MAX_LINE_CHARS: usize = 2_000;

fn numbered(number: usize, line: &str) -> String {
    format!("{number}\t{}\n", shortened(line, MAX_LINE_CHARS))
}

/// The line, cut at a number of characters with a mark.
fn shortened(line: &str, chars: usize) -> Cow<'_, str> {
    match line.char_indices().nth(chars) {
        None => line.into(),
        Some((at, _)) => format!("{}… [line cut]", &line[..at]).into(),
    }
}
