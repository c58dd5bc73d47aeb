//! Python source: decoding, parsing, stripping, docstrings, outlines, highlighting.
//!
//! The only place that knows a parser or its syntax tree. Everything that leaves this module is plain
//! text, numbers and names, so the parser can be replaced without touching anything else.
//!
//! Invariants: no function here recurses deeper than [`depth::LIMITS`] allow, whatever the input, and
//! none panics on broken source.

mod classify;
mod decode;
mod depth;
mod docstrings;
mod highlight;
mod leaks;
mod lines;
mod outline;
mod parse;
mod removal;
mod second_opinion;
mod strip;
pub mod text;
mod verify;

pub use classify::is_python;
pub use decode::{DecodeError, decode, decode_content};
pub use depth::is_shallow as nests_little;
pub use depth::{LIMITS, Limits as DepthLimits};
pub use docstrings::DocstringChunk;
pub use highlight::{Span, SpanKind, highlight};
pub use leaks::{LONG_LITERAL_CHARS, Passage, cython_passages, passages};
pub use outline::{Outline, Symbol, SymbolKind, outline};
pub use parse::{Module, ParseProblem};
pub use removal::{RemovalKind, Removals};
pub use second_opinion::{SecondOpinion, second_opinion};
pub use strip::{Cut, StripMode, Stripped, strip, without};
pub use verify::verify;
