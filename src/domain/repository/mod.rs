//! A repository in memory: unpacked, analysed, and seen under a condition.
//!
//! [`Unpacker`] turns an archive into a [`Repository`] entry by entry; [`Analyser`] parses and strips it
//! file by file; [`RepositoryView`] is what an agent's tools may look at. The stepwise types let the
//! engine report progress, yield and cancel between steps.

mod analysis;
pub mod archive;
mod certificate;
mod content;
mod doc_files;
mod export;
mod folder;
mod leaks;
pub mod report;
mod tier;
pub mod view;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use analysis::{Ahead, Analyser, Analysis, AnalysisProgress, Batch, PyFile, Workload, look_into};
pub use archive::{ArchiveError, Limits, Progress, Step, Unpacker};
pub use certificate::{Certificate, Certified, Certifier, Checks, FileCounts, Listed, Pair, RemovedCount};
pub use content::Content;
pub use doc_files::{DocReason, DocRules, is_prose};
pub use export::{CodeOnlyArchive, ExportError, certificate_text};
pub use leaks::{Leak, LeakCount, LeakKind, LeakScan, Leaks};
pub use tier::tier;
pub use view::{RepositoryView, Search, ToolError};

/// The regular files of a repository.
#[derive(Clone, Debug)]
pub struct Repository {
    /// Name for people: that of the archive or folder, without its ending.
    pub name: String,
    /// SHA-256 of the archive's bytes in hexadecimal; for a folder, of its paths and contents.
    pub archive_sha256: String,
    /// Contents by path: relative, `/` between parts, the archive's own top folder removed.
    pub files: BTreeMap<String, Content>,
    /// The archive's own top folder, with a `/` behind it; empty where there is none.
    pub top_folder: String,
    /// Entries that are not among the files.
    pub left_out: Vec<LeftOut>,
}

/// An entry of an archive that the repository does without.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut {
    /// The entry's path, as far as it can be shown.
    pub path: String,
    /// Why.
    pub reason: LeaveOutReason,
}

/// Why an entry was left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum LeaveOutReason {
    /// Symbolic or hard link.
    #[error("it is a link")]
    Link,
    /// Device, pipe, sparse file or another kind of entry.
    #[error("it is no regular file")]
    Special,
    /// Side file of the macOS archiver.
    #[error("it holds macOS metadata only")]
    MacMetadata,
    /// The path leads out of the repository.
    #[error("its path leads out of the archive")]
    UnsafePath,
    /// The path is longer than systems allow.
    #[error("its path is too long")]
    LongPath,
    /// The path isn't valid UTF-8.
    #[error("its path is not valid UTF-8")]
    UnreadablePath,
    /// A later entry of the same path replaced it.
    #[error("a later entry of the same name replaced it")]
    Duplicate,
    /// Other entries are inside a folder of the same name.
    #[error("a folder has the same name")]
    FolderOfSameName,
    /// Needs a password.
    #[error("it is encrypted")]
    Encrypted,
    /// Compressed in a way that can't be read here.
    #[error("it is compressed in an unsupported way")]
    UnsupportedCompression,
    /// Larger than the limit for one file.
    #[error("it is larger than the limit for one file")]
    TooLarge,
    /// The archive stops without saying that it is complete.
    #[error("the archive ends without an end mark, so files may be missing")]
    NoEndMark,
}
