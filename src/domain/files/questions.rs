//! Questions for agents that are run elsewhere, as JSONL: one task under one condition a line.
//!
//! A line has what the agent may know and nothing else: no gold answer, evidence, rubric, key files or chunk. It
//! becomes an answer (see [`super::answers`]) when `model` and `answer` are added.

use serde::{Deserialize, Serialize};

use super::format::{WriteError, write_record};
use super::migrations::Record;
use crate::domain::condition::Condition;
use crate::domain::task::Task;

/// Version of [`Question`]'s form.
pub const QUESTION_VERSION: u32 = 1;

/// A question under a condition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// [`QUESTION_VERSION`].
    pub version: u32,
    /// Identifier of the task.
    pub task: String,
    /// Which form of the repository the agent gets; none at all in the closed-book condition.
    pub condition: Condition,
    /// Name of the repository.
    pub repository: String,
    /// SHA-256 of its archive, in hexadecimal.
    pub archive_sha256: String,
    /// The question.
    pub question: String,
}

impl Question {
    /// The question of a task.
    pub fn of(task: &Task, condition: Condition) -> Self {
        Self {
            version: QUESTION_VERSION,
            task: task.id.clone(),
            condition,
            repository: task.repository.clone(),
            archive_sha256: task.archive_sha256.clone(),
            question: task.question.clone(),
        }
    }
}

/// Every task under every condition, as a file.
///
/// # Errors
/// A [`WriteError`], which no task is known to cause.
pub fn write(tasks: &[Task], conditions: &[Condition]) -> Result<String, WriteError> {
    let questions = tasks.iter().flat_map(|task| conditions.iter().map(|condition| Question::of(task, *condition)));
    questions.map(|question| write_record(Record::Question, &question)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::samples::task;
    use super::*;

    #[test]
    fn a_question_says_nothing_of_its_answer() {
        let text = write(&[task("code-1"), task("doc-2")], &[Condition::ClosedBook, Condition::CodeOnly]).unwrap();
        let first = concat!(
            r#"{"format":"code-qa-bench/question","version":1,"task":"code-1","condition":"closed_book","#,
            r#""repository":"demo","archive_sha256":"aa","question":"What does code-1 do?"}"#
        );
        assert_eq!(text.lines().next(), Some(first));
        assert_eq!(text.lines().count(), 4);
        // Every other text of the sample task begins with "secret".
        assert!(!text.contains("secret"), "{text}");
        assert!(super::super::tasks::write(&[task("code-1")]).unwrap().matches("secret").count() >= 10);
    }
}
