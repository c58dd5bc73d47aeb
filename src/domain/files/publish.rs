//! A run as a folder of static files that a hosted site shows to everyone: an index of all, and for each run one file
//! with everything but the conversations, which are files of their own and are only fetched when they are read.

use std::io::{Cursor, Write};

use serde::{Deserialize, Serialize};
use thiserror::Error;
use zip::write::SimpleFileOptions;
use zip::{DateTime, ZipWriter};

use super::WriteError;
use super::bundle::{write_head, write_sample};
use super::tasks::write_task;
use crate::domain::agent::Transcript;
use crate::domain::condition::Condition;
use crate::domain::provider::ModelRef;
use crate::domain::run::{Run, Sample, SampleKey};
use crate::domain::task::Task;

/// Version of the index.
pub const INDEX_VERSION: u32 = 1;
/// Where the index is, from the site's root.
pub const INDEX_PATH: &str = "published/runs/index.json";
/// What the identifiers of published runs begin with on the site, so that they are no runs of the browser.
pub const PUBLISHED_PREFIX: &str = "published-";

/// All runs that a site shows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Index {
    /// [`INDEX_VERSION`].
    pub version: u32,
    /// The runs, newest first.
    pub runs: Vec<PublishedRun>,
}

/// A run in the index.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PublishedRun {
    /// Name of its folder: the run's identifier.
    pub id: String,
    /// What it is, in words of those who publish it; may be empty.
    #[serde(default)]
    pub title: String,
    /// Name of the repository.
    pub repository: String,
    /// The models under test.
    pub models: Vec<ModelRef>,
    /// The conditions.
    pub conditions: Vec<Condition>,
    /// The judge.
    pub judge: ModelRef,
    /// When it was made, in milliseconds since 1970.
    pub created_ms: u64,
    /// Samples in all.
    pub samples: usize,
    /// Samples with a score.
    pub scored: usize,
}

/// What was said in a sample.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Conversations {
    /// By and to the agent.
    pub agent: Transcript,
    /// By and to the judge.
    pub judge: Transcript,
}

/// Why there is no folder.
#[derive(Debug, Error)]
pub enum PublishError {
    /// See [`WriteError`].
    #[error(transparent)]
    Write(#[from] WriteError),
    /// A record can't be written.
    #[error("a record can't be written: {0}")]
    Json(#[from] serde_json::Error),
    /// The archive can't be written.
    #[error("the archive can't be written: {0}")]
    Zip(#[from] zip::result::ZipError),
}

impl From<std::io::Error> for PublishError {
    fn from(error: std::io::Error) -> Self {
        Self::Zip(error.into())
    }
}

impl Default for Index {
    fn default() -> Self {
        Self { version: INDEX_VERSION, runs: Vec::new() }
    }
}

impl Index {
    /// The index with a run; one of the same name gives way.
    pub fn with(mut self, run: PublishedRun) -> Self {
        self.runs.retain(|known| known.id != run.id);
        self.runs.push(run);
        self.runs.sort_by_key(|run| std::cmp::Reverse((run.created_ms, run.id.clone())));
        self
    }
}

/// Where a run's file is, from the site's root.
pub fn run_path(id: &str) -> String {
    format!("published/runs/{id}/run.jsonl")
}

/// Where the conversations of a run's sample are; nothing where the run has no such sample.
pub fn conversations_path(run: &Run, key: &SampleKey) -> Option<String> {
    let place = run.spec.sample_keys().iter().position(|of| of == key)?;
    Some(format!("published/runs/{}/conversations/{place}.json", run.id))
}

/// Packs the folder `published` with one run into a zip archive, one sample a step.
pub struct Folder {
    run: Run,
    writer: ZipWriter<Cursor<Vec<u8>>>,
}

impl Folder {
    /// Begins with the index and the run's own file. `samples` come without their conversations.
    ///
    /// # Errors
    /// Where the archive can't be written. So below.
    pub fn new(run: &Run, tasks: &[Task], samples: &[Sample], known: Index, title: &str) -> Result<Self, PublishError> {
        let mut folder = Self { run: run.clone(), writer: ZipWriter::new(Cursor::new(Vec::new())) };
        let entry = PublishedRun {
            id: run.id.clone(),
            title: title.trim().to_owned(),
            repository: run.spec.repository.clone(),
            models: run.spec.models.clone(),
            conditions: run.spec.conditions.clone(),
            judge: run.spec.judge.clone(),
            created_ms: run.created_ms,
            samples: run.spec.sample_count(),
            scored: samples.iter().filter(|sample| sample.state.score().is_some()).count(),
        };
        folder.add(INDEX_PATH, (serde_json::to_string_pretty(&known.with(entry))? + "\n").as_bytes())?;
        let mut text = write_head(run, tasks.len(), samples.len())?;
        for task in tasks {
            // How a task was made is not of its run.
            text += &write_task(&Task { transcripts: Vec::new(), ..task.clone() })?;
        }
        for sample in samples {
            text += &write_sample(sample)?;
        }
        folder.add(&run_path(&run.id), text.as_bytes())?;
        Ok(folder)
    }

    /// Packs the conversations of a sample; nothing happens for one that isn't the run's.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn add_conversations(&mut self, sample: Sample) -> Result<(), PublishError> {
        let Some(path) = conversations_path(&self.run, &sample.key) else { return Ok(()) };
        let said = Conversations { agent: sample.transcript, judge: sample.judging };
        self.add(&path, &serde_json::to_vec(&said)?)
    }

    /// The archive's bytes.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn finish(self) -> Result<Vec<u8>, PublishError> {
        Ok(self.writer.finish()?.into_inner())
    }

    fn add(&mut self, path: &str, bytes: &[u8]) -> Result<(), PublishError> {
        let options = SimpleFileOptions::default().last_modified_time(DateTime::default()).unix_permissions(0o644);
        self.writer.start_file(path, options)?;
        self.writer.write_all(bytes)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_published_again_takes_its_own_place() {
        let run = |id: &str, created_ms: u64, title: &str| PublishedRun {
            id: id.into(),
            title: title.into(),
            repository: "r".into(),
            models: Vec::new(),
            conditions: Vec::new(),
            judge: ModelRef::baseline(),
            created_ms,
            samples: 0,
            scored: 0,
        };
        let index = Index::default().with(run("a", 1, "old")).with(run("b", 2, "")).with(run("a", 1, "new"));
        let runs: Vec<_> = index.runs.iter().map(|run| (run.id.as_str(), run.title.as_str())).collect();
        assert_eq!(runs, [("b", ""), ("a", "new")]);
    }
}
