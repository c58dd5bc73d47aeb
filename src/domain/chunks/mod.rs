//! (In work.)
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum ChunkSource {
    Readme,
    DocFile,
    Docstring,
}

/// Rules.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct SelectionSpec {
    pub count: usize,
    pub threshold: f64,
    pub per_file: usize,
    pub pinned: BTreeSet<String>,
    pub excluded: BTreeSet<String>,
}
