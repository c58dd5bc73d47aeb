//! The way to inspect_ai and back: a run as a project that inspect_ai evaluates, and its logs as samples.
//!
//! The project's own files are below `project/`: text that a person reads and runs, put into the archive as it is.

mod archive;
mod dataset;
pub mod log;
mod project;
mod prompts;

pub use archive::{ProjectArchive, ProjectError};
pub use project::{PROJECT_VERSION, Project, task_sha256};
pub use prompts::{Prompts, prompts};
