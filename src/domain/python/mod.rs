//! (In work.)
use serde::{Deserialize, Serialize};

/// Span.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Span {
    pub start: u32,
    pub end: u32,
    pub kind: SpanKind,
}

/// Kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum SpanKind {
    Keyword,
    String,
    Comment,
    Number,
    Definition,
    Decorator,
}
