//! The leak report: natural language that the code-only repository still holds, where it stands, and how
//! much there is of it.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::analysis::{AnalysisProgress, document_text};
use super::{Analysis, Repository, is_prose};
use crate::domain::python::{self, Passage};

/// A kind of natural language that stripping leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LeakKind {
    /// A string statement that isn't at the head of a body, such as the docstring of an attribute.
    BareString,
    /// A file of prose that the standard rules keep.
    ProseFile,
    /// A docstring in a `.pyx` or `.pxd` file.
    CythonDocstring,
    /// A long literal that is text, such as a help text.
    LongLiteral,
}

impl LeakKind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::BareString, Self::ProseFile, Self::CythonDocstring, Self::LongLiteral];

    /// Stable identifier, as used in addresses.
    pub fn id(self) -> &'static str {
        match self {
            Self::BareString => "bare_string",
            Self::ProseFile => "prose_file",
            Self::CythonDocstring => "cython_docstring",
            Self::LongLiteral => "long_literal",
        }
    }

    /// Name for people, in the plural.
    pub fn label(self) -> &'static str {
        match self {
            Self::BareString => "attribute docstrings",
            Self::ProseFile => "prose files",
            Self::CythonDocstring => "Cython docstrings",
            Self::LongLiteral => "long texts in literals",
        }
    }

    /// What it is, in a sentence.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::BareString => "String statements that are not at the head of a module, class or function.",
            Self::ProseFile => "Text, notebooks and pages outside the documentation folders, by their names' endings.",
            Self::CythonDocstring => {
                "String statements in .pyx and .pxd files, which are not Python and are not stripped."
            }
            Self::LongLiteral => "Literals of 120 characters or more that are mostly words, such as help texts.",
        }
    }

    /// Whether the strict strip removes it.
    pub fn is_removed_strictly(self) -> bool {
        matches!(self, Self::BareString | Self::ProseFile)
    }
}

/// One place where natural language is left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leak {
    /// What it is.
    pub kind: LeakKind,
    /// Path in the code-only repository.
    pub path: String,
    /// Line of the code-only file, counted from 1.
    pub line: u32,
    /// Length in characters.
    pub chars: usize,
    /// How it begins.
    pub excerpt: String,
}

/// How much there is of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeakCount {
    /// The kind.
    pub kind: LeakKind,
    /// Places.
    pub places: usize,
    /// Characters in all.
    pub chars: u64,
}

/// The whole report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Leaks {
    /// All places, by path and line.
    pub places: Vec<Leak>,
}

impl Leaks {
    /// How much there is of each kind, none left out.
    pub fn counts(&self) -> Vec<LeakCount> {
        let count = |kind| {
            let places = self.places.iter().filter(|leak| leak.kind == kind);
            LeakCount { kind, places: places.clone().count(), chars: places.map(|leak| leak.chars as u64).sum() }
        };
        LeakKind::ALL.into_iter().map(count).collect()
    }
}

/// Looks for leaks one file per step.
pub struct LeakScan {
    repository: Arc<Repository>,
    analysis: Arc<Analysis>,
    paths: std::vec::IntoIter<String>,
    total: usize,
    leaks: Leaks,
}

impl LeakScan {
    /// Nothing is looked at yet.
    pub fn new(repository: Arc<Repository>, analysis: Arc<Analysis>) -> Self {
        let paths: Vec<String> = analysis.code_only_paths(&repository).map(str::to_owned).collect();
        Self { repository, analysis, total: paths.len(), paths: paths.into_iter(), leaks: Leaks::default() }
    }

    /// Looks at the next file; `None` where all are done.
    pub fn step(&mut self) -> Option<AnalysisProgress> {
        let path = self.paths.next()?;
        let found = self.file(&path);
        self.leaks.places.extend(found);
        Some(AnalysisProgress { done: self.total - self.paths.len(), total: self.total })
    }

    /// The report on the files seen so far.
    pub fn finish(self) -> Leaks {
        self.leaks
    }

    fn file(&self, path: &str) -> Vec<Leak> {
        let leak = |kind, passage: Passage| Leak {
            kind,
            path: path.to_owned(),
            line: passage.line,
            chars: passage.chars,
            excerpt: passage.excerpt,
        };
        if let Some(file) = self.analysis.python.get(path) {
            let Ok(stripped) = &file.stripped else { return Vec::new() };
            let kind = |p: &Passage| if p.is_statement { LeakKind::BareString } else { LeakKind::LongLiteral };
            return python::passages(stripped).into_iter().map(|p| leak(kind(&p), p)).collect();
        }
        let text = || self.repository.files.get(path).and_then(|content| document_text(content.bytes()));
        if path.ends_with(".pyx") || path.ends_with(".pxd") {
            let found = text().map(|text| python::cython_passages(&text)).unwrap_or_default();
            return found.into_iter().map(|p| leak(LeakKind::CythonDocstring, p)).collect();
        }
        if !is_prose(path) {
            return Vec::new();
        }
        text().map(|text| leak(LeakKind::ProseFile, Passage::whole(&text))).into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::python::StripMode;
    use crate::domain::repository::Analyser;

    fn leaks(mode: StripMode) -> Vec<(LeakKind, String, u32)> {
        let files = [
            ("pkg/a.py", "'''Doc.'''\nx = 1\n'''Attribute.'''\n"),
            ("pkg/notes.txt", "Some notes.\n"),
            ("requirements.txt", "numpy\n"),
            ("pkg/fast.pyx", "def f():\n    'Doc.'\n"),
            ("docs/guide.txt", "Guide."),
        ];
        let files = files.iter().map(|(path, text)| (path.to_string(), text.as_bytes().to_vec())).collect();
        let repository = Arc::new(Repository::from_files("r", files));
        let analysis = Arc::new(Analyser::run(&repository, mode));
        let mut scan = LeakScan::new(repository, analysis);
        while scan.step().is_some() {}
        scan.finish().places.into_iter().map(|leak| (leak.kind, leak.path, leak.line)).collect()
    }

    #[test]
    fn the_sentence_gives_the_limit_in_force() {
        let limit = format!("{} characters", python::LONG_LITERAL_CHARS);
        assert!(LeakKind::LongLiteral.sentence().contains(&limit));
    }

    #[test]
    fn every_kind_is_found_and_strict_removes_two() {
        let cython = (LeakKind::CythonDocstring, "pkg/fast.pyx".to_owned(), 2);
        assert_eq!(
            leaks(StripMode::Standard),
            [
                (LeakKind::BareString, "pkg/a.py".to_owned(), 2),
                cython.clone(),
                (LeakKind::ProseFile, "pkg/notes.txt".to_owned(), 1),
            ]
        );
        assert_eq!(leaks(StripMode::Strict), [cython]);
    }
}
