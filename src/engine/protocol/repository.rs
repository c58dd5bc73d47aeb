//! View models of the repository page.

use serde::{Deserialize, Serialize};

use crate::domain::chunks::{ChunkSource, SelectionSpec, Signal};
use crate::domain::python::Span;
use crate::domain::task::{Category, Subtype, TaskSet};

/// How opening stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OpenProgress {
    /// Name of the archive or folder.
    pub name: String,
    /// What is being done.
    pub stage: OpenStage,
    /// Done, 0 to 1.
    pub fraction: f64,
    /// Files seen so far in this stage.
    pub files: usize,
}

/// Stages of opening, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OpenStage {
    /// The bytes are read from disk or network.
    Reading,
    /// The archive is unpacked.
    Unpacking,
    /// Files are parsed, stripped and cut into chunks.
    Analysing,
}

/// An open repository, as the page shows it. Bulk texts are asked for one by one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RepositoryView {
    /// Name.
    pub name: String,
    /// Whether this is the sample repository that ships with the site.
    pub is_sample: bool,
    /// SHA-256 of the archive, in hexadecimal.
    pub archive_sha256: String,
    /// All files, sorted by path.
    pub files: Vec<FileRow>,
    /// Sum of the files' sizes, in bytes.
    pub bytes: u64,
    /// Number of `.py` files.
    pub py_files: usize,
    /// Tasks by the tier of the repository's size: 72, 48 or 24.
    pub tier: usize,
    /// Docstrings removed in the code-only repository.
    pub docstrings_removed: usize,
    /// Comments removed in the code-only repository.
    pub comments_removed: usize,
    /// Documentation files removed, with the reason.
    pub removed: Vec<RemovedRow>,
    /// Python files that don't parse and are left out of the code-only repository.
    pub unparseable: Vec<UnparseableRow>,
    /// Entries of the archive that were left out, with the reason.
    pub left_out: Vec<RemovedRow>,
    /// All documentation chunks, best first.
    pub chunks: Vec<ChunkRow>,
    /// Which chunks are selected.
    pub selection: SelectionView,
}

/// One file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileRow {
    /// Path in the repository.
    pub path: String,
    /// Size in bytes.
    pub bytes: u64,
    /// What the code-only repository has of it.
    pub status: FileStatus,
}

/// What the code-only repository has of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FileStatus {
    /// The same bytes.
    Kept,
    /// The file without docstrings and comments (and it had some).
    Stripped,
    /// Nothing: it is documentation.
    Removed,
    /// Nothing: it does not parse.
    Unparseable,
}

/// Something left out, with the reason as one sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RemovedRow {
    /// Path as far as known.
    pub path: String,
    /// Why.
    pub reason: String,
}

/// A Python file that does not parse.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnparseableRow {
    /// Path.
    pub path: String,
    /// The parse error.
    pub message: String,
    /// Its line, 1-based, where known.
    pub line: Option<u32>,
}

/// One file, original beside code-only.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FileView {
    /// Path.
    pub path: String,
    /// What the code-only repository has of it.
    pub status: FileStatus,
    /// The original; none where it isn't text (then there is no code-only text either).
    pub original: Option<SideText>,
    /// The code-only text; none where the code-only repository lacks the file.
    pub code_only: Option<SideText>,
    /// Lines side by side; a removed line has no right side. Empty where one of the texts is missing.
    pub lines: Vec<DiffLine>,
    /// Whether the texts were cut because the file is very large.
    pub is_cut: bool,
}

/// A text with its highlighting.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SideText {
    /// The text.
    pub text: String,
    /// Syntax classes by byte range, in order; empty for other than Python.
    pub spans: Vec<Span>,
}

/// One row of the side-by-side view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiffLine {
    /// What happened to the line.
    pub op: DiffOp,
    /// Line number in the original, 0-based index.
    pub left: Option<u32>,
    /// Line number in the code-only text, 0-based index.
    pub right: Option<u32>,
}

/// What happened to a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DiffOp {
    /// The same on both sides.
    Same,
    /// Only in the original.
    Removed,
    /// On both sides, but not the same: a comment was cut, or a docstring became `pass`.
    Changed,
}

/// One documentation chunk in the list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChunkRow {
    /// Identifier.
    pub id: String,
    /// Where it comes from.
    pub source: ChunkSource,
    /// File.
    pub path: String,
    /// Heading.
    pub heading: String,
    /// First line, 1-based.
    pub start_line: u32,
    /// Length in characters.
    pub chars: usize,
    /// Heuristic score.
    pub score: f64,
    /// The signals that fired.
    pub signals: Vec<Signal>,
}

/// One documentation chunk with its text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChunkView {
    /// The chunk.
    pub row: ChunkRow,
    /// Its text.
    pub content: String,
}

/// Which chunks are selected.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SelectionView {
    /// The rules in force.
    pub spec: SelectionSpec,
    /// Per selected chunk: identifier, set, category, subtype; code-derivable first, in order.
    pub chosen: Vec<(String, TaskSet, Category, Subtype)>,
}
