//! `dataset.jsonl`: a task as a sample of inspect_ai, one a line.

use serde::{Deserialize, Serialize};

use super::project::task_sha256;
use crate::domain::files::WriteError;
use crate::domain::files::format::write_line;
use crate::domain::task::{Category, Subtype, Task, TaskSet};

/// What inspect_ai hands on with a sample, from the dataset into the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Metadata {
    pub repository: String,
    pub set: TaskSet,
    pub category: Category,
    pub subtype: Option<Subtype>,
    /// For the judge; empty where the task has none.
    pub rubric: Vec<String>,
    /// SHA-256 of the repository's archive, in hexadecimal.
    pub archive_sha256: String,
    pub task_sha256: String,
}

#[derive(Serialize)]
struct Line<'a> {
    id: &'a str,
    input: &'a str,
    target: &'a str,
    metadata: Metadata,
}

/// The dataset's lines, in the order of the tasks.
pub(super) fn write(tasks: &[Task]) -> Result<String, WriteError> {
    tasks.iter().map(|task| write_line(&line(task))).collect()
}

fn line(task: &Task) -> Line<'_> {
    let metadata = Metadata {
        repository: task.repository.clone(),
        set: task.set,
        category: task.category,
        subtype: task.subtype,
        rubric: task.rubric.clone(),
        archive_sha256: task.archive_sha256.clone(),
        task_sha256: task_sha256(task),
    };
    Line { id: &task.id, input: &task.question, target: &task.answer, metadata }
}
