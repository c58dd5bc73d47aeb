//! A task: one question on one repository, with its gold answer and rubric.

mod category;

pub use category::{Category, Subtype};
