//! The `.py` files of a view, ready to be searched.

use std::sync::Arc;

use memchr::memchr;

use super::RepositoryView;
use crate::domain::python::text::universal_newlines;

/// A `.py` file.
#[derive(Debug)]
pub(super) struct Source {
    pub(super) path: String,
    /// Its text, whose lines end in `\n` only; nothing where the file isn't text.
    pub(super) text: Option<Arc<str>>,
    /// True where it holds no other characters than those of ASCII: these are searched faster.
    pub(super) is_ascii: bool,
}

impl Source {
    /// All `.py` files, in order. Texts are shared with the repository, but for the few with other line ends.
    pub(super) fn of_view(view: &RepositoryView) -> Vec<Self> {
        let paths = view.paths().filter(|path| path.ends_with(".py"));
        paths.map(|path| Self::new(path, view.shared_text(path))).collect()
    }

    fn new(path: &str, text: Option<Arc<str>>) -> Self {
        let text = text.map(|text| match memchr(b'\r', text.as_bytes()) {
            None => text,
            Some(_) => universal_newlines(&text).into(),
        });
        Self { path: path.to_owned(), is_ascii: text.as_ref().is_some_and(|text| text.is_ascii()), text }
    }
}
