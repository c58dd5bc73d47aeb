//! One file, original beside code-only.

use super::repository::file_status;
use crate::domain::diff::side_by_side;
use crate::domain::python::{highlight, is_python};
use crate::engine::protocol::{FileTexts, FileView, SideText};
use crate::engine::repository::OpenRepository;

/// Bytes of a text that are shown at most.
const MOST_BYTES: usize = 1 << 20;

/// The file at `path`; none where the repository has no such file.
pub fn file_view(open: &OpenRepository, path: &str) -> Option<FileView> {
    if !open.repository.files.contains_key(path) {
        return None;
    }
    let original = open.documented.text(path);
    let code_only = open.code_only.text(path).filter(|_| original.is_some());
    let is_cut = [&original, &code_only].into_iter().flatten().any(|text| text.len() > MOST_BYTES);
    let runs = match (&original, &code_only) {
        (Some(left), Some(right)) => side_by_side(cut(left), cut(right)),
        _ => Vec::new(),
    };
    let side = |text: &str| {
        let text = cut(text).to_owned();
        let spans = if is_python(path) { highlight(&text) } else { Vec::new() };
        SideText { text, spans }
    };
    Some(FileView {
        path: path.to_owned(),
        status: file_status(open, path),
        is_text: original.is_some(),
        has_code_only: code_only.is_some(),
        is_cut,
        texts: FileTexts {
            original: original.as_deref().map(side).unwrap_or_default(),
            code_only: code_only.as_deref().map(side).unwrap_or_default(),
            runs,
        },
    })
}

fn cut(text: &str) -> &str {
    &text[..text.floor_char_boundary(MOST_BYTES)]
}
