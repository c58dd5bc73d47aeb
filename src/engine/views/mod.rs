//! From what the engine holds to what the page shows.

mod file;
mod repository;
mod words;

pub use file::file_view;
pub use repository::{chunk_view, pending_files, repository_view, selection_view};
pub use words::by_words;
