//! A whole run as one file, one record a line: first the head with the run and its words, then its tasks, then its
//! samples with their transcripts. A file that was cut loses only its end, which the head's counts reveal.
//!
//! Keys are in no record, and so in no bundle; what providers and agents said is there as they said it, so that
//! [`super::secrets::forbids_secrets`] is to be asked before a bundle leaves the browser.

mod read;

use serde::Serialize;
use thiserror::Error;

use super::format::{RecordProblem, WriteError, write_record};
use super::lines::LineProblem;
use super::migrations::Record;
use super::tasks::TaskProblem;
use crate::domain::run::{Run, Sample};
use crate::domain::task::Task;

pub use read::read;

/// Version of the head's form.
pub const BUNDLE_VERSION: u32 = 1;

/// Everything of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Bundle {
    /// The run: specification, budget, prices, words, and how it stood.
    pub run: Run,
    /// The tasks as they were when the run was made.
    pub tasks: Vec<Task>,
    /// The samples that had begun.
    pub samples: Vec<Sample>,
}

/// Why a file is no bundle that can be taken in at all.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BundleError {
    /// Nothing in it.
    #[error("The file is empty.")]
    Empty,
    /// The first line is no head of a bundle, or one of a newer version.
    #[error("The first line is no head of a run: {0}.")]
    Head(RecordProblem),
    /// The run's identifier can't be a key.
    #[error("The run's identifier is empty, too long or has a character that identifiers can't have.")]
    Identifier,
    /// The specification names something twice.
    #[error("The run's specification names a {what} twice.")]
    Twice {
        /// What.
        what: &'static str,
    },
    /// The specification has more samples than are taken in.
    #[error("The run has more than {most} samples.")]
    TooManySamples {
        /// The bound.
        most: u32,
    },
}

/// What is wrong with a line of a bundle.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BundleProblem {
    /// See [`RecordProblem`].
    #[error("{0}")]
    Record(#[from] RecordProblem),
    /// See [`TaskProblem`].
    #[error("{0}")]
    Task(#[from] TaskProblem),
    /// A task or a sample that the specification doesn't name.
    #[error("{what} {id} is not of this run; left out")]
    NotOfRun {
        /// Task or sample.
        what: &'static str,
        /// Its identifier.
        id: String,
    },
    /// A second task or sample of the same identity.
    #[error("{what} {id} is there already, in line {first_line}; left out")]
    Duplicate {
        /// Task or sample.
        what: &'static str,
        /// Its identifier.
        id: String,
        /// Where it is first.
        first_line: u32,
    },
    /// A sample with a score outside its range, or with numbers of tokens that can't be.
    #[error("sample {id} has figures that can't be; left out")]
    Figures {
        /// The sample.
        id: String,
    },
    /// The run's words are not those of its specification's hash.
    #[error("the run's prompts are not those that its specification was made with: they were changed; left out")]
    PromptHash,
    /// Fewer lines than the head promises: the file was cut, or lines were taken out.
    #[error("the head promises {promised} {what}s, and the file has {found}: it was cut or changed")]
    Incomplete {
        /// Task or sample.
        what: &'static str,
        /// By the head.
        promised: u64,
        /// In the file.
        found: u64,
    },
    /// A task of the specification isn't there.
    #[error("the run's task {id} is missing")]
    MissingTask {
        /// The task.
        id: String,
    },
}

impl From<LineProblem> for BundleProblem {
    fn from(problem: LineProblem) -> Self {
        Self::Record(problem.into())
    }
}

#[derive(Serialize)]
struct Head<'a> {
    version: u32,
    run: &'a Run,
    task_count: usize,
    sample_count: usize,
}

/// The first line, for so many tasks and samples.
///
/// # Errors
/// A [`WriteError`], which no run is known to cause. So below.
pub fn write_head(run: &Run, task_count: usize, sample_count: usize) -> Result<String, WriteError> {
    write_record(Record::Bundle, &Head { version: BUNDLE_VERSION, run, task_count, sample_count })
}

/// The line of a sample. That of a task is [`super::tasks::write_task`].
///
/// # Errors
/// As [`write_head`].
pub fn write_sample(sample: &Sample) -> Result<String, WriteError> {
    write_record(Record::Sample, sample)
}

/// A bundle as one text. Where it may be large, write its lines one by one.
///
/// # Errors
/// As [`write_head`].
pub fn write(bundle: &Bundle) -> Result<String, WriteError> {
    let mut text = write_head(&bundle.run, bundle.tasks.len(), bundle.samples.len())?;
    text.push_str(&super::tasks::write(&bundle.tasks)?);
    for sample in &bundle.samples {
        text.push_str(&write_sample(sample)?);
    }
    Ok(text)
}

#[cfg(test)]
mod tests;
