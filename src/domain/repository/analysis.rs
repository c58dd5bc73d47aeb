//! The whole repository, file by file: Python parsed and stripped, documentation split and scored.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::doc_files::{DocReason, DocRules, file_name, in_git_folder};
use super::{Content, Repository, tier};
use crate::domain::chunks::{self, Chunk, ChunkSource};
use crate::domain::python::{self, Module, ParseProblem, Removals, StripMode, text};

/// A Python file that could be read as text.
#[derive(Clone, Debug)]
pub struct PyFile {
    /// The decoded source.
    pub original: Arc<str>,
    /// The source without docstrings and comments, or why there is none.
    pub stripped: Result<Arc<str>, ParseProblem>,
    /// What went, by kind.
    pub removed: Removals,
}

/// What is known about a repository before any model is asked.
#[derive(Clone, Debug, Default)]
pub struct Analysis {
    /// Python files by path, those among the documentation included; without those that can't be decoded.
    pub python: BTreeMap<String, PyFile>,
    /// Files that the code-only repository does without, and why.
    pub doc_files_removed: BTreeMap<String, DocReason>,
    /// Python files that can't be read or parsed. The code-only repository does without them too.
    pub unparseable: BTreeMap<String, ParseProblem>,
    /// All documentation chunks, by file and then by place.
    pub chunks: Vec<Chunk>,
    /// Number of `.py` files.
    pub py_files: usize,
    /// Number of tasks that the repository's size suggests.
    pub tier: usize,
    /// How much the code-only repository loses.
    pub mode: StripMode,
    /// What went from the sources of the code-only repository, by kind.
    pub removed: Removals,
}

impl Analysis {
    /// Paths of the code-only repository, in order: without documentation and without unparseable Python.
    pub fn code_only_paths<'r>(&'r self, repository: &'r Repository) -> impl Iterator<Item = &'r str> {
        let paths = repository.files.keys().map(String::as_str);
        paths.filter(|path| !self.doc_files_removed.contains_key(*path) && !self.unparseable.contains_key(*path))
    }

    /// What the code-only repository has at a path: the stripped source, or the file as it is. Nothing where
    /// it has no such file.
    pub fn code_only_bytes<'r>(&'r self, repository: &'r Repository, path: &str) -> Option<&'r [u8]> {
        if self.doc_files_removed.contains_key(path) || self.unparseable.contains_key(path) {
            return None;
        }
        match self.python.get(path) {
            Some(file) => file.stripped.as_ref().ok().map(|text| text.as_bytes()),
            None => repository.files.get(path).map(Content::bytes),
        }
    }
}

/// How far an analysis has come, in files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnalysisProgress {
    /// Files seen.
    pub done: usize,
    /// Files in all.
    pub total: usize,
}

/// Analyses a repository one file per step.
#[derive(Debug)]
pub struct Analyser {
    paths: std::vec::IntoIter<(String, Content)>,
    total: usize,
    rules: DocRules,
    analysis: Analysis,
}

impl Analyser {
    /// Looks at the paths only; the work is done by [`Self::step`].
    pub fn new(repository: &Repository, mode: StripMode) -> Self {
        let rules = DocRules::new(repository.files.keys().map(String::as_str), mode);
        let paths: Vec<_> = repository.files.iter().map(|(path, raw)| (path.clone(), raw.clone())).collect();
        let py_files = paths.iter().filter(|(path, _)| path.ends_with(".py")).count();
        let analysis = Analysis { py_files, tier: tier(py_files), mode, ..Analysis::default() };
        Self { total: paths.len(), paths: paths.into_iter(), rules, analysis }
    }

    /// Analyses the next file; `None` where all are done.
    pub fn step(&mut self) -> Option<AnalysisProgress> {
        let (path, raw) = self.paths.next()?;
        self.file(&path, &raw);
        Some(AnalysisProgress { done: self.total - self.paths.len(), total: self.total })
    }

    /// The result for the files seen so far.
    pub fn finish(self) -> Analysis {
        self.analysis
    }

    /// All steps at once.
    pub fn run(repository: &Repository, mode: StripMode) -> Analysis {
        let mut analyser = Self::new(repository, mode);
        while analyser.step().is_some() {}
        analyser.finish()
    }

    fn file(&mut self, path: &str, content: &Content) {
        let reason = self.rules.reason(path);
        if let Some(reason) = reason {
            self.analysis.doc_files_removed.insert(path.to_owned(), reason);
        }
        let document = self.document_kind(path);
        if let Some(source) = document {
            self.document(path, content.bytes(), source);
        }
        if python::is_python(path) {
            let with_chunks = document.is_none() && !in_git_folder(path);
            self.python_file(path, content, with_chunks, reason.is_none());
        }
    }

    /// Whether chunks come from the sections of the file.
    fn document_kind(&self, path: &str) -> Option<ChunkSource> {
        if in_git_folder(path) {
            return None;
        }
        let name = file_name(path).to_lowercase();
        if name.starts_with("readme") && !python::is_python(path) {
            return Some(ChunkSource::Readme);
        }
        let prose = [".md", ".markdown", ".rst", ".txt"].iter().any(|ending| name.ends_with(ending));
        (prose && self.rules.in_docs_folder(path)).then_some(ChunkSource::DocFile)
    }

    fn document(&mut self, path: &str, raw: &[u8], source: ChunkSource) {
        let Some(text) = document_text(raw) else { return };
        for section in chunks::split(path, &text, source == ChunkSource::Readme) {
            self.analysis.chunks.push(Chunk::new(source, path, &section.heading, section.start_line, &section.content));
        }
    }

    fn python_file(&mut self, path: &str, content: &Content, with_chunks: bool, is_code: bool) {
        let original: Arc<str> = match python::decode_content(content.bytes(), content.text()) {
            Ok(text) => content.share(text),
            Err(error) => {
                self.analysis.unparseable.insert(path.to_owned(), error.into());
                return;
            }
        };
        let mut file = PyFile {
            original: original.clone(),
            stripped: Err(ParseProblem::whole_file("not parsed")),
            removed: Removals::default(),
        };
        match Module::parse(&original) {
            Ok(module) => {
                let stripped = module.strip(self.analysis.mode);
                file.removed = stripped.removed;
                // A source without documentation is held once.
                file.stripped = Ok(if stripped.cuts.is_empty() { original.clone() } else { stripped.text });
                if is_code {
                    self.analysis.removed.merge(&stripped.removed);
                }
                if with_chunks {
                    let chunk = |c: python::DocstringChunk| {
                        Chunk::new(ChunkSource::Docstring, path, &c.heading, c.start_line, &c.content)
                    };
                    self.analysis.chunks.extend(module.docstring_chunks(path).into_iter().map(chunk));
                }
            }
            Err(problem) => {
                self.analysis.unparseable.insert(path.to_owned(), problem.clone());
                file.stripped = Err(problem);
            }
        }
        self.analysis.python.insert(path.to_owned(), file);
    }
}

/// The text of a documentation file with `\n` line ends: UTF-8, else Latin-1; `None` for binary files.
pub(super) fn document_text(raw: &[u8]) -> Option<String> {
    if memchr::memchr(0, raw).is_some() {
        return None;
    }
    let raw = raw.strip_prefix(b"\xef\xbb\xbf").unwrap_or(raw);
    let decoded = match std::str::from_utf8(raw) {
        Ok(utf8) => text::universal_newlines(utf8).into_owned(),
        Err(_) => {
            let latin: String = raw.iter().map(|byte| char::from(*byte)).collect();
            text::universal_newlines(&latin).into_owned()
        }
    };
    Some(decoded)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn analyse(files: &[(&str, &str)]) -> Analysis {
        let files = files.iter().map(|(path, text)| (path.to_string(), text.as_bytes().to_vec())).collect();
        Analyser::run(&Repository::from_files("r", files), StripMode::Standard)
    }

    #[test]
    fn a_small_repository() {
        let analysis = analyse(&[
            ("README.md", "# T\nHello.\n## Use\nCall it.\n"),
            ("docs/conf.py", "'''Configuration.'''\n"),
            ("docs/guide.txt", "Guide\n=====\nText.\n"),
            ("pkg/a.py", "'''A.'''\nx = 1  # one\n"),
            ("pkg/broken.py", "def f(:\n"),
            ("pkg/notes.txt", "no chunk"),
        ]);
        let chunks: Vec<_> = analysis.chunks.iter().map(|c| (c.path.as_str(), c.heading.as_str(), c.source)).collect();
        use ChunkSource::*;
        assert_eq!(
            chunks,
            [
                ("README.md", "T", Readme),
                ("README.md", "Use", Readme),
                ("docs/conf.py", "conf", Docstring),
                ("docs/guide.txt", "Guide", DocFile),
                ("pkg/a.py", "a", Docstring),
            ]
        );
        assert_eq!(analysis.python["pkg/a.py"].stripped.as_deref(), Ok("x = 1\n"));
        assert_eq!(analysis.unparseable.keys().collect::<Vec<_>>(), ["pkg/broken.py"]);
        assert_eq!(analysis.doc_files_removed.len(), 3);
        assert_eq!((analysis.removed.docstrings(), analysis.removed.comments()), (1, 1));
        assert_eq!((analysis.py_files, analysis.tier), (3, 24));
    }
}
