//! Logs of inspect_ai, `.eval` and JSON, as samples of a run.
//!
//! A log comes from outside: any bytes may be in it. What can't be read is reported by its place, and the rest is
//! taken in. A log of anything but a project that was exported here is refused as a whole.

mod constants;
mod container;
mod header;
mod messages;
mod record;
mod sample;
mod time;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::value::RawValue;
use thiserror::Error;

use super::Project;
use crate::domain::files::bundle::Bundle;
use crate::domain::files::migrations::VersionProblem;
use crate::domain::json::sentence;
use crate::domain::run::{Budget, RUN_VERSION, Run, RunSpec, RunState, Sample, SampleKey};
use crate::domain::task::Task;
use crate::domain::task::prompts::PromptSet;
use constants::without_constants;
use container::Container;
use record::{HeaderRecord, LogRecord};

pub use container::ContainerProblem;
pub use header::Header;
pub use sample::SampleProblem;

/// How a zip archive begins.
const ZIP: &[u8] = b"PK\x03\x04";
/// Part of a log in JSON in which its keys are looked for.
const LOOKED_AT: usize = 4 << 10;

/// Bounds of a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogLimits {
    /// Bytes of one entry at most, unpacked.
    pub entry_bytes: u64,
    /// Bytes of all entries at most, unpacked. Only one is held at a time.
    pub total_bytes: u64,
    /// Entries at most.
    pub entries: usize,
    /// Problems that are listed at most; further ones are counted.
    pub problems: usize,
}

impl Default for LogLimits {
    fn default() -> Self {
        Self { entry_bytes: 128 << 20, total_bytes: 4 << 30, entries: 400_000, problems: 1_000 }
    }
}

/// Why a log is not taken in at all.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LogError {
    /// See [`ContainerProblem`].
    #[error("This is no log of inspect_ai: {0}.")]
    Container(#[from] ContainerProblem),
    /// What should say which evaluation it is can't be read.
    #[error("The log's header can't be read: {0}.")]
    Header(String),
    /// A log of something else.
    #[error(
        "This log is of another task of inspect_ai, {0}: only those of a project that was exported from a run here \
         can be brought."
    )]
    OtherTask(String),
    /// A project of a newer build.
    #[error("The project of this log: {0}.")]
    Version(#[from] VersionProblem),
}

/// A problem with the sample that has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The entry of the archive, or the number of the sample in JSON.
    pub place: String,
    /// The problem.
    pub problem: SampleProblem,
}

/// What a log holds.
#[derive(Clone, Debug, PartialEq)]
pub struct LogReading {
    /// What was evaluated.
    pub header: Header,
    /// As a run: with one model and one condition, the tasks that the log has, and their samples.
    pub bundle: Bundle,
    /// What was wrong, in the order of the samples.
    pub problems: Vec<Placed>,
    /// Problems that are not listed.
    pub left_off: usize,
}

/// A log that is being read, one sample a step.
pub struct Log {
    header: Header,
    source: Source,
    limits: LogLimits,
    tasks: BTreeMap<String, Task>,
    samples: Vec<Sample>,
    seen: BTreeSet<SampleKey>,
    problems: Vec<Placed>,
    left_off: usize,
}

enum Source {
    Archive { container: Box<Container>, left: std::vec::IntoIter<String> },
    Json { left: std::iter::Enumerate<std::vec::IntoIter<Box<RawValue>>> },
}

/// Whether a file looks like a log: a zip archive, or JSON with a log's keys.
pub fn looks_like_log(bytes: &[u8]) -> bool {
    let start = &bytes[..bytes.len().min(LOOKED_AT)];
    let has = |key: &str| memchr::memmem::find(start, key.as_bytes()).is_some();
    start.starts_with(ZIP) || (start.trim_ascii_start().starts_with(b"{") && has("\"eval\"") && has("\"run_id\""))
}

impl Log {
    /// Reads what holds for the whole log.
    ///
    /// # Errors
    /// A [`LogError`] where it is none of a project of this site.
    pub fn open(bytes: Vec<u8>, limits: LogLimits) -> Result<Self, LogError> {
        let (record, source) = if bytes.starts_with(ZIP) { archive(bytes, limits)? } else { json(bytes)? };
        let header = Header::of(record)?;
        let (tasks, samples, seen) = (BTreeMap::new(), Vec::new(), BTreeSet::new());
        Ok(Self { header, source, limits, tasks, samples, seen, problems: Vec::new(), left_off: 0 })
    }

    /// Reads the next sample; false where there is none left.
    pub fn step(&mut self) -> bool {
        let (place, bytes) = match &mut self.source {
            Source::Archive { container, left } => {
                let Some(name) = left.next() else { return false };
                let bytes = container.read(&name).map_err(|problem| SampleProblem::Malformed(problem.to_string()));
                (name, bytes.map(without_constants))
            }
            Source::Json { left } => {
                let Some((at, text)) = left.next() else { return false };
                (format!("sample {}", at + 1), Ok(text.get().as_bytes().to_vec()))
            }
        };
        let read = bytes.and_then(|bytes| sample::read(&bytes, &self.header));
        match read {
            Ok((_, sample)) if !self.seen.insert(sample.key.clone()) => self.report(place, SampleProblem::Duplicate),
            Ok((task, sample)) => {
                self.tasks.entry(task.id.clone()).or_insert(task);
                self.samples.push(sample);
            }
            Err(problem) => self.report(place, problem),
        }
        true
    }

    /// What was read.
    pub fn finish(self) -> LogReading {
        let Self { header, tasks, samples, problems, left_off, .. } = self;
        let Project { spec, .. } = &header.project;
        let judge = header.judge.clone().unwrap_or_else(|| spec.judge.clone());
        let run = Run {
            version: RUN_VERSION,
            id: header.project.run_id(&judge),
            created_ms: header.created_ms,
            spec: RunSpec {
                models: vec![header.model.clone()],
                conditions: vec![header.condition],
                epochs: header.epochs,
                judge,
                ..spec.clone()
            },
            budget: Budget::default(),
            prices: Vec::new(),
            settings: Vec::new(),
            prompts: PromptSet::none(),
            state: RunState::Paused,
        };
        let tasks = spec.tasks.iter().filter_map(|id| tasks.get(id).cloned()).collect();
        let bundle = Bundle { run, tasks, samples };
        LogReading { header, bundle, problems, left_off }
    }

    fn report(&mut self, place: String, problem: SampleProblem) {
        if self.problems.len() < self.limits.problems {
            self.problems.push(Placed { place, problem });
        } else {
            self.left_off += 1;
        }
    }
}

fn archive(bytes: Vec<u8>, limits: LogLimits) -> Result<(HeaderRecord, Source), LogError> {
    let mut container = Container::open(bytes, limits)?;
    // An evaluation that was broken off has only what it began with.
    let header = container.read("header.json").or_else(|error| match error {
        ContainerProblem::Missing(_) => container.read("_journal/start.json").map_err(|_| error),
        other => Err(other),
    })?;
    let record = serde_json::from_slice(&without_constants(header));
    let record = record.map_err(|error| LogError::Header(sentence(&error)))?;
    let is_sample = |name: &&str| name.starts_with("samples/") && name.ends_with(".json");
    let names: Vec<String> = container.names().filter(is_sample).map(str::to_owned).collect();
    Ok((record, Source::Archive { container: Box::new(container), left: names.into_iter() }))
}

fn json(bytes: Vec<u8>) -> Result<(HeaderRecord, Source), LogError> {
    let bytes = without_constants(bytes);
    let log: LogRecord = serde_json::from_slice(&bytes).map_err(|error| LogError::Header(sentence(&error)))?;
    Ok((
        HeaderRecord { eval: log.eval },
        Source::Json { left: log.samples.unwrap_or_default().into_iter().enumerate() },
    ))
}
