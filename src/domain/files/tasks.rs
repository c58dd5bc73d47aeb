//! Tasks as JSONL: one task a line, each with `"format": "code-qa-bench/task"` and its version, so that files can
//! be cut, filtered and put together by line. All fields are those of [`Task`]; further ones are ignored.

use std::collections::BTreeMap;

use thiserror::Error;

use super::checks::{is_blank, is_id};
use super::format::{Envelope, RecordProblem, WriteError, read_record, write_record};
use super::lines::{Limits, LineProblem, Problems, Reading, lines};
use super::migrations::Record;
use crate::domain::task::Task;

/// What is wrong with a task in a file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TaskProblem {
    /// See [`RecordProblem`].
    #[error("{0}")]
    Record(#[from] RecordProblem),
    /// An identifier that can't be a key.
    #[error("the identifier is empty, too long or has a character that identifiers can't have; left out")]
    Identifier,
    /// No question or no gold answer.
    #[error("task {id} has no {what}; left out")]
    Empty {
        /// The task.
        id: String,
        /// What it lacks.
        what: &'static str,
    },
    /// Numbers of tokens that can't be.
    #[error("task {id} used more tokens than can be; left out")]
    Usage {
        /// The task.
        id: String,
    },
    /// A second task with the same identifier and repository.
    #[error("task {id} is there already, in line {first_line}; left out")]
    Duplicate {
        /// The task.
        id: String,
        /// Where it is first.
        first_line: u32,
    },
    /// A task of another repository than the one that is open. It is kept.
    #[error("task {id} is of another repository or another state of it ({repository}); kept with that one's tasks")]
    OtherRepository {
        /// The task.
        id: String,
        /// The repository that it names.
        repository: String,
    },
}

impl TaskProblem {
    /// Whether the task was kept all the same.
    pub fn is_note(&self) -> bool {
        matches!(self, Self::OtherRepository { .. })
    }
}

impl From<LineProblem> for TaskProblem {
    fn from(problem: LineProblem) -> Self {
        Self::Record(problem.into())
    }
}

/// Tasks as a file.
///
/// # Errors
/// A [`WriteError`], which no task is known to cause.
pub fn write(tasks: &[Task]) -> Result<String, WriteError> {
    tasks.iter().map(write_task).collect()
}

/// A task as a line.
///
/// # Errors
/// As [`write`].
pub fn write_task(task: &Task) -> Result<String, WriteError> {
    write_record(Record::Task, task)
}

/// Reads a file of tasks. `archive_sha256` is the repository that is open, if any.
pub fn read(bytes: &[u8], archive_sha256: Option<&str>, limits: &Limits) -> Reading<Vec<Task>, TaskProblem> {
    let mut problems = Problems::new(limits);
    let mut tasks: Vec<Task> = Vec::new();
    let mut seen: BTreeMap<(String, String), u32> = BTreeMap::new();
    for line in lines(bytes, limits) {
        let line = match line {
            Ok(line) => line,
            Err(located) => {
                problems.push(located.line, located.problem);
                continue;
            }
        };
        let task = Envelope::of(&line)
            .map_err(TaskProblem::from)
            .and_then(|envelope| Ok(read_record::<Task>(Record::Task, &envelope, &line)?))
            .and_then(checked);
        let task = match task {
            Ok(task) => task,
            Err(problem) => {
                problems.push(line.number, problem);
                continue;
            }
        };
        let id = task.id.clone();
        if let Some(&first_line) = seen.get(&(task.archive_sha256.clone(), id.clone())) {
            problems.push(line.number, TaskProblem::Duplicate { id, first_line });
            continue;
        }
        if archive_sha256.is_some_and(|open| open != task.archive_sha256) {
            let repository = task.repository.clone();
            problems.push(line.number, TaskProblem::OtherRepository { id: id.clone(), repository });
        }
        seen.insert((task.archive_sha256.clone(), id), line.number);
        tasks.push(task);
    }
    Reading { value: tasks, problems }
}

/// A task that can be stored and asked, or what it lacks.
pub(super) fn checked(task: Task) -> Result<Task, TaskProblem> {
    if !is_id(&task.id) || !(task.archive_sha256.is_empty() || is_id(&task.archive_sha256)) {
        return Err(TaskProblem::Identifier);
    }
    if !task.usage.is_plausible() {
        return Err(TaskProblem::Usage { id: task.id });
    }
    let lacks = [("question", &task.question), ("gold answer", &task.answer)];
    let lacking = lacks.into_iter().find(|(_, text)| is_blank(text)).map(|(what, _)| what);
    match lacking {
        Some(what) => Err(TaskProblem::Empty { id: task.id, what }),
        None => Ok(task),
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::task;
    use super::*;

    fn check(text: &str, expected_tasks: &[&str], expected_problems: &[&str]) {
        let reading = read(text.as_bytes(), Some("aa"), &Limits::default());
        let ids: Vec<&str> = reading.value.iter().map(|task| task.id.as_str()).collect();
        let problems: Vec<String> = reading.problems.found.iter().map(ToString::to_string).collect();
        assert_eq!(
            (ids, problems.iter().map(String::as_str).collect()),
            (expected_tasks.to_vec(), expected_problems.to_vec())
        );
    }

    fn line(change: impl FnOnce(&mut Task)) -> String {
        let mut task = task("code-1");
        change(&mut task);
        write_task(&task).unwrap()
    }

    #[test]
    fn what_cannot_be_read_is_reported_and_the_rest_is_kept() {
        let whole = line(|_| {});
        check(&whole, &["code-1"], &[]);
        check(&format!("nonsense\n{whole}"), &["code-1"], &["Line 1: expected ident at column 2"]);
        check(&format!("{whole}{whole}"), &["code-1"], &["Line 2: task code-1 is there already, in line 1; left out"]);
        check(&line(|task| task.question = " \n".into()), &[], &["Line 1: task code-1 has no question; left out"]);
        let note =
            "Line 1: task code-1 is of another repository or another state of it (demo); kept with that one's tasks";
        check(&line(|task| task.archive_sha256 = "bb".into()), &["code-1"], &[note]);
        let bad_id =
            "Line 1: the identifier is empty, too long or has a character that identifiers can't have; left out";
        check(&line(|task| task.id = "../x".into()), &[], &[bad_id]);
        let cut = "Line 1: the file ends within this line: it was cut, and what followed is missing";
        check(&whole[..whole.len() / 2], &[], &[cut]);
    }

    #[test]
    fn format_and_version_are_checked() {
        let whole = line(|_| {});
        let newer = "Line 1: \"code-qa-bench/task\" of version 9, and this build reads up to 2: reload the page for a \
                     newer build";
        check(&whole.replace("\"version\":2", "\"version\":9"), &[], &[newer]);
        let other = "Line 1: this is \"x\", and not of the format code-qa-bench/task";
        check(&whole.replace("code-qa-bench/task", "x"), &[], &[other]);
        let none = "Line 1: this is a line that names no format, and not of the format code-qa-bench/task";
        check("{}", &[], &[none]);
    }
}
