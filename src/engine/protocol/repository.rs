//! View models of the repository page.

use serde::{Deserialize, Serialize};

use crate::domain::chunks::{ChunkSource, SelectionSpec, Signal};
use crate::domain::python::StripMode;
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
    /// Sum of the files' sizes, in bytes.
    pub bytes: u64,
    /// Number of `.py` files.
    pub py_files: usize,
    /// Tasks by the tier of the repository's size: 72, 48 or 24.
    pub tier: usize,
    /// How much the code-only repository loses.
    pub strip_mode: StripMode,
    /// Docstrings removed in the code-only repository.
    pub docstrings_removed: usize,
    /// Comments removed in the code-only repository.
    pub comments_removed: usize,
    /// How long it took from the archive's bytes to the selected chunks, in milliseconds.
    pub opened_in_ms: u64,
    /// Memory that the engine has taken, at most so far, in bytes; where the browser tells.
    pub engine_peak_bytes: Option<u64>,
    /// Which chunks are selected.
    pub selection: SelectionView,
    /// The long lists: they cross to the page in parts, before the view.
    #[serde(skip)]
    pub lists: RepositoryLists,
}

/// The lists of a [`RepositoryView`] that grow with the repository.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RepositoryLists {
    /// All files, sorted by path.
    pub files: Vec<FileRow>,
    /// Documentation files removed, with the reason.
    pub removed: Vec<RemovedRow>,
    /// Python files that don't parse and are left out of the code-only repository.
    pub unparseable: Vec<UnparseableRow>,
    /// Entries of the archive that were left out, with the reason.
    pub left_out: Vec<RemovedRow>,
    /// All documentation chunks, best first.
    pub chunks: Vec<ChunkRow>,
}

/// A piece of one of the [`RepositoryLists`], small enough that reading it doesn't block the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "of", content = "rows", rename_all = "snake_case")]
pub enum RepositoryPart {
    /// Of the files.
    Files(Vec<FileRow>),
    /// Of the documentation files removed.
    Removed(Vec<RemovedRow>),
    /// Of the files that don't parse.
    Unparseable(Vec<UnparseableRow>),
    /// Of the entries left out.
    LeftOut(Vec<RemovedRow>),
    /// Of the chunks.
    Chunks(Vec<ChunkRow>),
}

impl RepositoryLists {
    /// The lists as parts, in the order in which they are to be sent.
    pub fn into_parts(self) -> Vec<RepositoryPart> {
        let mut parts = pieces(self.files, RepositoryPart::Files);
        parts.extend(pieces(self.removed, RepositoryPart::Removed));
        parts.extend(pieces(self.unparseable, RepositoryPart::Unparseable));
        parts.extend(pieces(self.left_out, RepositoryPart::LeftOut));
        parts.extend(pieces(self.chunks, RepositoryPart::Chunks));
        parts
    }

    /// Adds a part to the list it is of.
    pub fn add(&mut self, part: RepositoryPart) {
        match part {
            RepositoryPart::Files(rows) => self.files.extend(rows),
            RepositoryPart::Removed(rows) => self.removed.extend(rows),
            RepositoryPart::Unparseable(rows) => self.unparseable.extend(rows),
            RepositoryPart::LeftOut(rows) => self.left_out.extend(rows),
            RepositoryPart::Chunks(rows) => self.chunks.extend(rows),
        }
    }
}

/// Rows that a part has at most.
const PART_ROWS: usize = 400;

/// Rows in pieces of bounded length.
pub(in crate::engine) fn pieces<T, P>(rows: Vec<T>, part: impl Fn(Vec<T>) -> P) -> Vec<P> {
    let mut parts = Vec::with_capacity(rows.len() / PART_ROWS + 1);
    let mut rows = rows.into_iter();
    loop {
        let piece: Vec<T> = rows.by_ref().take(PART_ROWS).collect();
        if piece.is_empty() {
            return parts;
        }
        parts.push(part(piece));
    }
}

/// How far looking at an open repository has come.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InspectionProgress {
    /// What is being done.
    pub kind: InspectionKind,
    /// Done, 0 to 1.
    pub fraction: f64,
}

/// What can be done with an open repository that takes a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum InspectionKind {
    /// Looking for natural language that is left.
    Leaks,
    /// Checking what stripping did.
    Certificate,
    /// Packing the code-only repository.
    Archive,
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
    /// Not known yet: the file was unpacked and will be looked at.
    Pending,
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
