//! The files of a repository that isn't unpacked yet: Python can be looked into at once.

use std::collections::BTreeMap;

use super::finding::Kind;
use super::workload::Workload;
use crate::domain::python::{StripMode, is_python};
use crate::domain::repository::Content;

/// Files as they are unpacked.
#[derive(Debug, Default)]
pub struct Ahead {
    load: Workload,
    met: BTreeMap<String, usize>,
}

impl Ahead {
    /// No file yet; by default, of the standard mode. Where another mode turns out to be wanted, the work ahead was in vain.
    pub fn new(mode: StripMode) -> Self {
        Self { load: Workload::new(mode), met: BTreeMap::new() }
    }

    /// A file, with its path in the archive. A later one of the same path replaces it.
    pub fn meet(&mut self, path: &str, content: &Content) {
        if !is_python(path) {
            return;
        }
        let index = self.load.add(Kind::Python, path.to_owned(), content.clone());
        if let Some(replaced) = self.met.insert(path.to_owned(), index) {
            self.load.forget(replaced);
        }
    }

    /// The files that wait to be looked into.
    pub fn load(&mut self) -> &mut Workload {
        &mut self.load
    }

    /// The files, and the place of each by its path in the archive.
    pub(super) fn into_parts(self) -> (Workload, BTreeMap<String, usize>) {
        (self.load, self.met)
    }
}
