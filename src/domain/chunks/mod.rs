//! Documentation chunks: where they come from, what they score, which become tasks.
//!
//! A chunk is a section of a README or documentation file, or the docstrings of a module, class or
//! function. [`documents`] splits, [`signal`] and [`score()`] rate, [`select()`] picks.

mod documents;
mod draft;
mod markdown;
mod patterns;
mod places;
mod rst;
mod score;
mod select;
mod signal;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use documents::{Section, split};
pub use draft::{Draft, placed};
pub use places::{Candidates, Place, Spares};
pub use score::score;
pub use select::{SelectedChunk, SelectionSpec, rank, select, select_doc_dependent};
pub use signal::Signal;

/// Where a chunk's text stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChunkSource {
    /// A README file, at any depth.
    Readme,
    /// A file in a documentation folder.
    DocFile,
    /// Docstrings of a Python file.
    Docstring,
}

impl ChunkSource {
    /// Stable identifier, as used in files.
    pub fn id(self) -> &'static str {
        match self {
            Self::Readme => "readme",
            Self::DocFile => "doc_file",
            Self::Docstring => "docstring",
        }
    }

    /// Name for people.
    pub fn label(self) -> &'static str {
        match self {
            Self::Readme => "README",
            Self::DocFile => "documentation file",
            Self::Docstring => "docstring",
        }
    }
}

/// A piece of documentation with its score.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Chunk {
    /// Stable identifier: 16 hexadecimal digits, made of path, line and heading.
    pub id: String,
    /// Where the text stands.
    pub source: ChunkSource,
    /// Path of the file within the repository.
    pub path: String,
    /// Heading of the section, or name of the definition; may be empty.
    pub heading: String,
    /// Line of the heading or definition, counted from 1.
    pub start_line: u32,
    /// Length of the content in code points.
    pub chars: usize,
    /// The text.
    pub content: Arc<str>,
    /// Sum of the points of the signals.
    pub score: f64,
    /// The signals that fired, in the order of the table.
    pub signals: Vec<Signal>,
}

impl Chunk {
    /// A chunk with its identifier, score and signals worked out.
    pub fn new(source: ChunkSource, path: &str, heading: &str, start_line: u32, content: &str) -> Self {
        draft::chunk(path, &score::of_path(path), Draft::new(source, heading.to_owned(), start_line, content))
    }

    /// The hash that orders chunks of equal score.
    pub(crate) fn stable_hash(&self) -> u64 {
        stable_hash(&self.path, self.start_line, &self.heading)
    }
}

/// FNV-1a, 64 bits, of path, line and heading with NUL between.
fn stable_hash(path: &str, start_line: u32, heading: &str) -> u64 {
    use std::hash::Hasher;
    let mut hasher = fnv::FnvHasher::default();
    hasher.write(path.as_bytes());
    hasher.write(format!("\0{start_line}\0").as_bytes());
    hasher.write(heading.as_bytes());
    hasher.finish()
}
