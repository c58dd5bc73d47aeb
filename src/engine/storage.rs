//! Records in the store: which table and key, and their JSON form. Versions are part of the records;
//! a record that this version can't read is reported, never guessed at.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::ports::{Store, StoreError, Table};
use crate::domain::agent::Transcript;
use crate::domain::chunks::SelectionSpec;
use crate::domain::files::{Versioned, read_record};
use crate::domain::provider::ProviderConfig;
use crate::domain::python::StripMode;
use crate::domain::run::{Run, Sample, SampleKey, SampleState};
use crate::domain::task::Task;
use crate::domain::task::generation::Generation;
use crate::domain::task::prompts::PromptEdits;

const PROVIDERS: &str = "providers";
const PROMPTS: &str = "prompts";
const LAST_OPEN: &str = "last-open";
const LAST_ARCHIVE: &str = "last";

/// Typed access to the store.
pub struct Storage {
    store: Rc<dyn Store>,
    /// Keys of records that could not be read, each told once.
    unreadable: RefCell<BTreeMap<String, Option<StoreError>>>,
}

/// What was open last, so that a reload opens it again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastOpen {
    /// Name of the archive or folder.
    pub name: String,
    /// Where it came from.
    pub origin: Origin,
}

/// Where a repository came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// An archive of the user's.
    Archive,
    /// A folder of the user's; kept as an archive, identified by its content.
    Folder,
    /// The sample that ships with the site.
    Sample,
}

impl Storage {
    /// Over a store.
    pub fn new(store: Rc<dyn Store>) -> Self {
        Self { store, unreadable: RefCell::default() }
    }

    /// Providers that the user set up.
    pub async fn providers(&self) -> Result<Vec<ProviderConfig>, StoreError> {
        Ok(self.get(Table::Settings, PROVIDERS).await?.unwrap_or_default())
    }

    /// Stores the providers.
    pub async fn put_providers(&self, providers: &[ProviderConfig]) -> Result<(), StoreError> {
        self.put(Table::Settings, PROVIDERS, &providers).await
    }

    /// Prompts that the user has changed.
    pub async fn prompts(&self) -> Result<PromptEdits, StoreError> {
        Ok(self.get(Table::Settings, PROMPTS).await?.unwrap_or_default())
    }

    /// Stores the prompts that the user has changed.
    pub async fn put_prompts(&self, edits: &PromptEdits) -> Result<(), StoreError> {
        self.put(Table::Settings, PROMPTS, edits).await
    }

    /// The selection rules of a repository.
    pub async fn selection(&self, archive_sha256: &str) -> Result<Option<SelectionSpec>, StoreError> {
        self.get(Table::Settings, &format!("selection/{archive_sha256}")).await
    }

    /// Stores the selection rules of a repository.
    pub async fn put_selection(&self, archive_sha256: &str, spec: &SelectionSpec) -> Result<(), StoreError> {
        self.put(Table::Settings, &format!("selection/{archive_sha256}"), spec).await
    }

    /// How much the code-only form of a repository loses.
    pub async fn strip_mode(&self, archive_sha256: &str) -> Result<StripMode, StoreError> {
        Ok(self.get(Table::Settings, &format!("strip-mode/{archive_sha256}")).await?.unwrap_or_default())
    }

    /// Stores how much the code-only form of a repository loses.
    pub async fn put_strip_mode(&self, archive_sha256: &str, mode: StripMode) -> Result<(), StoreError> {
        self.put(Table::Settings, &format!("strip-mode/{archive_sha256}"), &mode).await
    }

    /// What was open last, with its archive.
    pub async fn last_open(&self) -> Result<Option<(LastOpen, Vec<u8>)>, StoreError> {
        let Some(last) = self.get(Table::Settings, LAST_OPEN).await? else { return Ok(None) };
        Ok(self.store.get(Table::Archives, LAST_ARCHIVE).await?.map(|archive| (last, archive)))
    }

    /// Stores what is open now.
    pub async fn put_last_open(&self, last: &LastOpen, archive: Vec<u8>) -> Result<(), StoreError> {
        self.store.put(Table::Archives, LAST_ARCHIVE, archive).await?;
        self.put(Table::Settings, LAST_OPEN, last).await
    }

    /// Forgets what was open.
    pub async fn delete_last_open(&self) -> Result<(), StoreError> {
        self.store.delete(Table::Settings, LAST_OPEN).await?;
        self.store.delete(Table::Archives, LAST_ARCHIVE).await
    }

    /// The tasks of a repository.
    pub async fn tasks(&self, archive_sha256: &str) -> Result<Vec<Task>, StoreError> {
        self.list_records(Table::Tasks, &format!("{archive_sha256}/")).await
    }

    /// Stores a task.
    pub async fn put_task(&self, task: &Task) -> Result<(), StoreError> {
        self.put(Table::Tasks, &format!("{}/{}", task.archive_sha256, task.id), task).await
    }

    /// A task that was in the making when the work was stopped.
    pub async fn in_making(&self, archive_sha256: &str, task: &str) -> Result<Option<Generation>, StoreError> {
        self.get(Table::Tasks, &making_key(archive_sha256, task)).await
    }

    /// Stores a task in the making.
    pub async fn put_in_making(&self, task: &str, generation: &Generation) -> Result<(), StoreError> {
        self.put(Table::Tasks, &making_key(&generation.spec().archive_sha256, task), generation).await
    }

    /// Forgets a task in the making, or all of a repository where `task` is empty.
    pub async fn delete_in_making(&self, archive_sha256: &str, task: &str) -> Result<(), StoreError> {
        self.store.delete(Table::Tasks, &making_key(archive_sha256, task)).await
    }

    /// Makings of a repository's tasks that ended without one.
    pub async fn dropped(&self, archive_sha256: &str) -> Result<Vec<Generation>, StoreError> {
        self.list(Table::Tasks, &dropped_key(archive_sha256, "")).await
    }

    /// Stores a making that ended without a task.
    pub async fn put_dropped(&self, task: &str, generation: &Generation) -> Result<(), StoreError> {
        self.put(Table::Tasks, &dropped_key(&generation.spec().archive_sha256, task), generation).await
    }

    /// Deletes it, once there is a task; all of the repository where no task is named.
    pub async fn delete_dropped(&self, archive_sha256: &str, task: &str) -> Result<(), StoreError> {
        self.store.delete(Table::Tasks, &dropped_key(archive_sha256, task)).await
    }

    /// Deletes the tasks of a repository.
    pub async fn delete_tasks(&self, archive_sha256: &str) -> Result<(), StoreError> {
        self.delete_dropped(archive_sha256, "").await?;
        self.delete_in_making(archive_sha256, "").await?;
        self.store.delete(Table::Tasks, &format!("{archive_sha256}/")).await
    }

    /// All runs.
    pub async fn runs(&self) -> Result<Vec<Run>, StoreError> {
        self.list_records(Table::Runs, "").await
    }

    /// Stores a run, without its samples.
    pub async fn put_run(&self, run: &Run) -> Result<(), StoreError> {
        self.put(Table::Runs, &run.id, run).await
    }

    /// The tasks of a run as they were when it was made: what is done to them later doesn't touch the run.
    pub async fn run_tasks(&self, run: &str) -> Result<Vec<Task>, StoreError> {
        let key = run_tasks_key(run);
        let tasks: Vec<Box<RawValue>> = self.get(Table::Tasks, &key).await?.unwrap_or_default();
        tasks.iter().map(|task| record(Table::Tasks, &key, task.get().as_bytes())).collect()
    }

    /// Stores the tasks of a run.
    pub async fn put_run_tasks(&self, run: &str, tasks: &[Task]) -> Result<(), StoreError> {
        self.put(Table::Tasks, &run_tasks_key(run), &tasks).await
    }

    /// Deletes a run with its samples.
    pub async fn delete_run(&self, run: &str) -> Result<(), StoreError> {
        self.store.delete(Table::Tasks, &run_tasks_key(run)).await?;
        self.store.delete(Table::Samples, &format!("{run}/")).await?;
        self.store.delete(Table::Conversations, &format!("{run}/")).await?;
        self.store.delete(Table::Runs, run).await
    }

    /// The samples of a run that have begun; those that have ended come without their conversations.
    pub async fn samples(&self, run: &str) -> Result<Vec<Sample>, StoreError> {
        let mut samples: Vec<Sample> = self.list_records(Table::Samples, &format!("{run}/")).await?;
        for sample in samples.iter_mut().filter(|sample| sample.state.has_ended() && has_conversations(sample)) {
            // An earlier version of the site kept all in one record.
            self.put_sample(run, sample).await?;
            *sample = sample.without_conversations();
        }
        Ok(samples)
    }

    /// One sample, whole.
    pub async fn sample(&self, run: &str, key: &SampleKey) -> Result<Option<Sample>, StoreError> {
        let key = sample_key(run, key);
        let Some(bytes) = self.store.get(Table::Samples, &key).await? else { return Ok(None) };
        self.whole(run, record(Table::Samples, &key, &bytes)?).await.map(Some)
    }

    /// A sample with its conversations.
    pub async fn whole(&self, run: &str, mut sample: Sample) -> Result<Sample, StoreError> {
        if matches!(sample.state, SampleState::Pending | SampleState::Answering { .. }) {
            return Ok(sample); // what there may be is of an earlier try
        }
        let key = sample_key(run, &sample.key);
        if sample.transcript.entries.is_empty() {
            sample.transcript = self.conversation(&format!("{key}/agent")).await?;
        }
        if sample.judging.entries.is_empty() {
            sample.judging = self.conversation(&format!("{key}/judge")).await?;
        }
        Ok(sample)
    }

    /// Stores a sample. The conversations of one that has ended go into records of their own, so that the samples of
    /// a run can be read without them.
    pub async fn put_sample(&self, run: &str, sample: &Sample) -> Result<(), StoreError> {
        let key = sample_key(run, &sample.key);
        if !sample.state.has_ended() {
            return self.put(Table::Samples, &key, sample).await;
        }
        for (name, conversation) in [("agent", &sample.transcript), ("judge", &sample.judging)] {
            if !conversation.entries.is_empty() {
                self.put(Table::Conversations, &format!("{key}/{name}"), conversation).await?;
            }
        }
        self.put(Table::Samples, &key, &sample.without_conversations()).await
    }

    async fn conversation(&self, key: &str) -> Result<Transcript, StoreError> {
        Ok(self.get(Table::Conversations, key).await?.unwrap_or_default())
    }

    /// Deletes everything.
    pub async fn delete_everything(&self) -> Result<(), StoreError> {
        for table in Table::ALL {
            self.store.delete(table, "").await?;
        }
        Ok(())
    }

    /// Records of lists that could not be read since this was last asked; each is told once.
    pub fn take_unreadable(&self) -> Vec<StoreError> {
        self.unreadable.borrow_mut().values_mut().filter_map(Option::take).collect()
    }

    async fn get<T: DeserializeOwned>(&self, table: Table, key: &str) -> Result<Option<T>, StoreError> {
        match self.store.get(table, key).await? {
            Some(bytes) => decode(table, key, &bytes).map(Some),
            None => Ok(None),
        }
    }

    async fn list<T: DeserializeOwned>(&self, table: Table, prefix: &str) -> Result<Vec<T>, StoreError> {
        self.readable(table, prefix, decode).await
    }

    /// Records with versions of their own, each brought up to date.
    async fn list_records<T: Versioned>(&self, table: Table, prefix: &str) -> Result<Vec<T>, StoreError> {
        self.readable(table, prefix, record).await
    }

    /// What can be read; what can't is noted, and hides nothing else.
    async fn readable<T>(
        &self,
        table: Table,
        prefix: &str,
        read: impl Fn(Table, &str, &[u8]) -> Result<T, StoreError>,
    ) -> Result<Vec<T>, StoreError> {
        let records = self.store.list(table, prefix).await?;
        let mut readable = Vec::with_capacity(records.len());
        for (key, bytes) in records {
            match read(table, &key, &bytes) {
                Ok(record) => readable.push(record),
                Err(error) => {
                    self.unreadable.borrow_mut().entry(format!("{}/{key}", table.name())).or_insert(Some(error));
                }
            }
        }
        Ok(readable)
    }

    async fn put<T: Serialize>(&self, table: Table, key: &str, value: &T) -> Result<(), StoreError> {
        let bytes =
            serde_json::to_vec(value).map_err(|error| StoreError(format!("{}/{key}: {error}", table.name())))?;
        self.store.put(table, key, bytes).await
    }
}

fn making_key(archive_sha256: &str, task: &str) -> String {
    format!("in-making/{archive_sha256}/{task}")
}

fn sample_key(run: &str, key: &SampleKey) -> String {
    format!("{run}/{}", key.id())
}

fn has_conversations(sample: &Sample) -> bool {
    !sample.transcript.entries.is_empty() || !sample.judging.entries.is_empty()
}

fn dropped_key(archive_sha256: &str, task: &str) -> String {
    format!("dropped/{archive_sha256}/{task}")
}

fn run_tasks_key(run: &str) -> String {
    format!("of-run/{run}")
}

fn decode<T: DeserializeOwned>(table: Table, key: &str, bytes: &[u8]) -> Result<T, StoreError> {
    serde_json::from_slice(bytes).map_err(|error| StoreError(format!("{}/{key}: {error}", table.name())))
}

fn record<T: Versioned>(table: Table, key: &str, bytes: &[u8]) -> Result<T, StoreError> {
    read_record(bytes).map_err(|error| StoreError(format!("{}/{key}: {error}", table.name())))
}
