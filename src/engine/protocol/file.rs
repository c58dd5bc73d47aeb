//! View model of one file, original beside code-only. The texts cross to the page in parts, before the view.

use serde::{Deserialize, Serialize};

use super::FileStatus;
use crate::domain::diff::DiffRun;
use crate::domain::python::Span;

/// One file, original beside code-only.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FileView {
    /// Path.
    pub path: String,
    /// What the code-only repository has of it.
    pub status: FileStatus,
    /// Whether it is text; without, there are no texts below.
    pub is_text: bool,
    /// Whether the code-only repository has the file.
    pub has_code_only: bool,
    /// Whether the texts were cut because the file is very large.
    pub is_cut: bool,
    /// The texts.
    #[serde(skip)]
    pub texts: FileTexts,
}

/// The texts of a [`FileView`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FileTexts {
    /// The original.
    pub original: SideText,
    /// The code-only text.
    pub code_only: SideText,
    /// Lines side by side; empty where one of the texts is missing.
    pub runs: Vec<DiffRun>,
}

/// A piece of the [`FileTexts`], small enough that reading it doesn't block the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "of", content = "piece", rename_all = "snake_case")]
pub enum FilePart {
    /// Of the original; spans are counted from the beginning of the piece.
    Original(SideText),
    /// Of the code-only text.
    CodeOnly(SideText),
    /// Of the runs.
    Runs(Vec<DiffRun>),
}

/// A text with its highlighting.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SideText {
    /// The text.
    pub text: String,
    /// Syntax classes by byte range, in order; empty for other than Python.
    pub spans: Vec<Span>,
}

/// Bytes of text that a part has at most, as long as no line is longer.
const PART_BYTES: usize = 24 << 10;
/// Runs that a part has at most.
const PART_RUNS: usize = 1_000;

impl FileTexts {
    /// The texts as parts, in the order in which they are to be sent.
    pub fn into_parts(self) -> Vec<FilePart> {
        let mut parts: Vec<FilePart> = self.original.pieces().map(FilePart::Original).collect();
        parts.extend(self.code_only.pieces().map(FilePart::CodeOnly));
        parts.extend(self.runs.chunks(PART_RUNS).map(|runs| FilePart::Runs(runs.to_vec())));
        parts
    }

    /// Adds a part behind what is there.
    pub fn add(&mut self, part: FilePart) {
        match part {
            FilePart::Original(piece) => self.original.add(piece),
            FilePart::CodeOnly(piece) => self.code_only.add(piece),
            FilePart::Runs(runs) => self.runs.extend(runs),
        }
    }
}

impl SideText {
    /// The text in pieces. A span across a border is cut in two.
    fn pieces(&self) -> impl Iterator<Item = Self> {
        let mut start = 0;
        std::iter::from_fn(move || {
            let rest = self.text.get(start..).filter(|rest| !rest.is_empty())?;
            let end = start + rest.floor_char_boundary(PART_BYTES);
            let first = self.spans.partition_point(|span| span.end as usize <= start);
            let shift = |at: u32| (at as usize).clamp(start, end) as u32 - start as u32;
            let spans = self.spans[first..].iter().take_while(|span| (span.start as usize) < end);
            let spans = spans.map(|s| Span { start: shift(s.start), end: shift(s.end), kind: s.kind }).collect();
            let piece = Self { text: self.text[start..end].to_owned(), spans };
            start = end;
            Some(piece)
        })
    }

    fn add(&mut self, piece: Self) {
        let shift = self.text.len() as u32;
        self.text.push_str(&piece.text);
        self.spans.extend(piece.spans.into_iter().map(|s| Span { start: s.start + shift, end: s.end + shift, ..s }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::python::highlight;

    #[test]
    fn parts_make_the_whole_again() {
        let text: String = (0..3_000).map(|i| format!("é{i} = 'string'  # comment\n")).collect();
        let spans = highlight(&text);
        let texts = FileTexts { original: SideText { text, spans }, ..FileTexts::default() };
        let parts = texts.clone().into_parts();
        assert!(parts.len() > 3);
        let mut whole = FileTexts::default();
        parts.into_iter().for_each(|part| whole.add(part));
        assert_eq!(whole.original.text, texts.original.text);
        let covered = |texts: &FileTexts| texts.original.spans.iter().map(|s| s.end - s.start).sum::<u32>();
        assert_eq!(covered(&whole), covered(&texts));
    }
}
