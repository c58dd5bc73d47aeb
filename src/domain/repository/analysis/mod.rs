//! The whole repository, file by file: Python parsed and stripped, documentation split and scored.
//!
//! What takes long needs a file's name and content only (`finding`). So it can be done in any order, before all files
//! are known (`ahead`), and by somebody else (`workload`, `parcel`). The `analyser` puts it together by place: the result
//! is the same however the work was shared.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::doc_files::DocReason;
use super::{Content, Repository};
use crate::domain::chunks::Chunk;
use crate::domain::python::{ParseProblem, Removals, StripMode};

mod ahead;
mod analyser;
mod finding;
mod parcel;
mod workload;

pub use ahead::Ahead;
pub use analyser::{Analyser, AnalysisProgress};
pub(super) use finding::document_text;
pub use parcel::look_into;
pub use workload::{Batch, Workload};

/// A Python file that could be read as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PyFile {
    /// The decoded source.
    pub original: Arc<str>,
    /// The source without docstrings and comments, or why there is none.
    pub stripped: Result<Arc<str>, ParseProblem>,
    /// What went, by kind.
    pub removed: Removals,
}

/// What is known about a repository before any model is asked.
#[derive(Clone, Debug, Default, PartialEq)]
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::chunks::ChunkSource;

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
