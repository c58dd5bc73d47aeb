//! Files that leave the browser and come back: tasks, questions and answers, whole runs, training data, and
//! published data sets.
//!
//! All of them are JSON, one record a line, but for prompts, which are one record. A reader takes any bytes: it gives what could be read, and the problems
//! that it found, each with its line ([`Reading`]). Nothing here performs IO.

pub mod answers;
pub mod bundle;
mod checks;
mod datasets;
pub mod fine_tuning;
mod format;
pub mod inspect_ai;
mod lines;
pub mod merge;
mod migrations;
pub mod prompts;
pub mod publish;
pub mod questions;
#[cfg(test)]
mod samples;
pub mod secrets;
pub mod swe_qa_bench;
pub mod swe_qa_pro;
pub mod tasks;

pub use checks::is_id;
pub use datasets::{DatasetProblem, Target};
pub use format::{RecordProblem, WriteError};
pub use lines::{Limits, LineProblem, Located, Problems, Reading};
pub use migrations::{Record, RecordError, VersionProblem, Versioned, migrate, read_record};
#[cfg(test)]
pub(in crate::domain) use samples::task as sample_task;
