//! Chunks whose file has no path yet: all that their text tells, so that it can be found out anywhere.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Chunk, ChunkSource, Signal, score, stable_hash};
use crate::domain::python::text::length;

/// A chunk but for its file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draft {
    source: ChunkSource,
    heading: String,
    start_line: u32,
    chars: usize,
    content: Arc<str>,
    /// The signals that the text fires.
    signals: Vec<Signal>,
}

impl Draft {
    /// A draft with the signals of its text worked out.
    pub fn new(source: ChunkSource, heading: String, start_line: u32, content: &str) -> Self {
        let signals = score::of_text(source, &heading, content);
        Self { source, heading, start_line, chars: length(content), content: content.into(), signals }
    }
}

/// The chunks that drafts become in the file at `path`.
pub fn placed(path: &str, drafts: Vec<Draft>) -> impl Iterator<Item = Chunk> {
    let of_path = score::of_path(path);
    drafts.into_iter().map(move |draft| chunk(path, &of_path, draft))
}

pub(super) fn chunk(path: &str, of_path: &[Signal], draft: Draft) -> Chunk {
    let Draft { source, heading, start_line, chars, content, mut signals } = draft;
    signals.extend(of_path);
    signals.sort_unstable();
    Chunk {
        id: format!("{:016x}", stable_hash(path, start_line, &heading)),
        source,
        path: path.to_owned(),
        heading,
        start_line,
        chars,
        content,
        score: score::score(&signals),
        signals,
    }
}
