//! What the name and the content of one file tell, wherever it stands.

use serde::{Deserialize, Serialize};

use crate::domain::chunks::{ChunkSource, Draft, split};
use crate::domain::python::{Cut, Module, ParseProblem, Removals, StripMode, decode_content, text};
use crate::domain::repository::Content;

/// What a file is looked into for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Kind {
    /// Stripping and docstrings.
    Python,
    /// Sections.
    Document(ChunkSource),
}

/// The content of a file, borrowed.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) enum Raw<'r> {
    /// Valid UTF-8.
    Text(&'r str),
    /// Anything else.
    Bytes(&'r [u8]),
}

impl<'r> From<&'r Content> for Raw<'r> {
    fn from(content: &'r Content) -> Self {
        match content {
            Content::Text(text) => Self::Text(text),
            Content::Bytes(bytes) => Self::Bytes(bytes),
        }
    }
}

impl<'r> Raw<'r> {
    fn bytes(self) -> &'r [u8] {
        match self {
            Self::Text(text) => text.as_bytes(),
            Self::Bytes(bytes) => bytes,
        }
    }

    fn text(self) -> Option<&'r str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Bytes(_) => None,
        }
    }
}

/// What was found in a file. The text that stripping leaves isn't there: the cuts tell it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Finding {
    /// Python, and its documentation.
    Python {
        /// What goes, in order.
        cuts: Vec<Cut>,
        /// The same by kind.
        removed: Removals,
        /// Chunks of its docstrings.
        drafts: Vec<Draft>,
    },
    /// Python that can't be read or parsed.
    Broken(ParseProblem),
    /// The sections of a documentation file; none of a binary one.
    Document(Vec<Draft>),
}

impl Finding {
    /// Looks into a file: the work that takes long.
    pub(super) fn of(kind: Kind, name: &str, raw: Raw<'_>, mode: StripMode) -> Self {
        match kind {
            Kind::Python => python(name, raw, mode).unwrap_or_else(Self::Broken),
            Kind::Document(source) => Self::Document(sections(name, raw.bytes(), source)),
        }
    }

    /// Whether it can be what was found in a file of this kind.
    pub(super) fn fits(&self, kind: Kind) -> bool {
        matches!(self, Self::Document(_)) == matches!(kind, Kind::Document(_))
    }
}

fn python(name: &str, raw: Raw<'_>, mode: StripMode) -> Result<Finding, ParseProblem> {
    let text = decode_content(raw.bytes(), raw.text())?;
    let module = Module::parse(&text)?;
    let (cuts, removed) = module.cuts(mode);
    let chunks = module.docstring_chunks(name).into_iter();
    let drafts = chunks.map(|c| Draft::new(ChunkSource::Docstring, c.heading, c.start_line, &c.content)).collect();
    Ok(Finding::Python { cuts, removed, drafts })
}

fn sections(name: &str, raw: &[u8], source: ChunkSource) -> Vec<Draft> {
    let Some(text) = document_text(raw) else { return Vec::new() };
    let sections = split(name, &text, source == ChunkSource::Readme).into_iter();
    sections.map(|section| Draft::new(source, section.heading, section.start_line, &section.content)).collect()
}

/// The text of a documentation file with `\n` line ends: UTF-8, else Latin-1; `None` for binary files.
pub(in crate::domain::repository) fn document_text(raw: &[u8]) -> Option<String> {
    if memchr::memchr(0, raw).is_some() {
        return None;
    }
    let raw = raw.strip_prefix(b"\xef\xbb\xbf").unwrap_or(raw);
    let decoded = match std::str::from_utf8(raw) {
        Ok(utf8) => text::universal_newlines(utf8).into_owned(),
        Err(_) => {
            let latin: String = raw.iter().map(|byte| char::from(*byte)).collect();
            text::universal_newlines(&latin).into_owned()
        }
    };
    Some(decoded)
}
