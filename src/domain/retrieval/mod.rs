//! Finding text by words: terms of prose and code, and BM25 over them.

mod bm25;
mod terms;

pub use bm25::Bm25;
pub use terms::{code_references, sentences, terms};
