//! What the readers of published data sets share: a row becomes a task that says what it is and what it lacks.

use std::collections::BTreeMap;

use fnv::FnvHasher;
use std::hash::Hasher;
use thiserror::Error;

use super::checks::short;
use super::lines::LineProblem;
use crate::domain::provider::Usage;
use crate::domain::task::{
    Author, Category, CategoryBasis, Dataset, ImportedRow, Review, Subtype, TASK_VERSION, Task, TaskOrigin, TaskSet,
};

/// The repository that imported tasks are put to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// Its name.
    pub repository: String,
    /// SHA-256 of its archive, in hexadecimal.
    pub archive_sha256: String,
    /// The time of the import, in milliseconds since 1970.
    pub now_ms: u64,
}

/// What is wrong with a row of a data set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DatasetProblem {
    /// See [`LineProblem`].
    #[error("{0}")]
    Line(#[from] LineProblem),
    /// No question.
    #[error("the row has no question; left out")]
    NoQuestion,
    /// No reference answer.
    #[error("the row has no reference answer; left out")]
    NoAnswer,
    /// A judged answer of some model: its answer is no reference.
    #[error("the row is a model's answer with its scores, and no task; left out")]
    JudgedAnswer,
    /// The same question as an earlier row.
    #[error("the question is there already, in line {first_line}; left out")]
    Duplicate {
        /// Where it is first.
        first_line: u32,
    },
    /// The row's category is none of ours. The task is kept, with a guess.
    #[error("the category \"{0}\" is unknown; kept with a guess by the first word")]
    UnknownCategory(String),
    /// The row's subtype is none of its category's. The task is kept without.
    #[error("the subtype \"{0}\" is none of the category's; kept without")]
    UnknownSubtype(String),
}

impl DatasetProblem {
    /// Whether the task was kept all the same.
    pub fn is_note(&self) -> bool {
        matches!(self, Self::UnknownCategory(_) | Self::UnknownSubtype(_))
    }
}

/// What a row says of a task.
pub(super) struct Row {
    pub dataset: Dataset,
    pub row_id: Option<String>,
    pub commit: Option<String>,
    pub question: String,
    pub answer: String,
    pub category: Option<Category>,
    pub subtype: Option<Subtype>,
}

impl Row {
    /// The row as a task. Its set is the one that such data sets claim: answerable from code.
    pub fn into_task(self, target: &Target) -> Task {
        let (category, category_basis) = match (self.category, by_first_word(&self.question)) {
            (Some(category), _) => (category, CategoryBasis::Dataset),
            (None, Some(category)) => (category, CategoryBasis::FirstWord),
            (None, None) => (Category::What, CategoryBasis::Assumed),
        };
        let Self { dataset, row_id, commit, question, answer, subtype, .. } = self;
        Task {
            version: TASK_VERSION,
            id: format!("{}-{:016x}", dataset.id(), fnv_1a(&question)),
            repository: target.repository.clone(),
            archive_sha256: target.archive_sha256.clone(),
            commit,
            origin: TaskOrigin::Imported(ImportedRow { dataset, row_id, category_basis }),
            set: TaskSet::CodeDerivable,
            category,
            subtype,
            chunk: None,
            question,
            rubric: Vec::new(),
            answer,
            key_files: Vec::new(),
            evidence: Vec::new(),
            anchors: Vec::new(),
            fact_check: None,
            audit: None,
            model: None,
            prompts_sha256: None,
            usage: Usage::default(),
            created_ms: target.now_ms,
            transcripts: Vec::new(),
            review: Review::Unreviewed,
            author: Author::Origin,
            earlier: Vec::new(),
        }
    }
}

/// Tasks so far, each question once.
#[derive(Default)]
pub(super) struct Imported {
    pub tasks: Vec<Task>,
    lines: BTreeMap<String, u32>,
}

impl Imported {
    /// Takes a task, or says where its question was before.
    pub fn add(&mut self, task: Task, line: u32) -> Result<(), DatasetProblem> {
        if let Some(&first_line) = self.lines.get(&task.id) {
            return Err(DatasetProblem::Duplicate { first_line });
        }
        self.lines.insert(task.id.clone(), line);
        self.tasks.push(task);
        Ok(())
    }
}

/// The category that a name begins with, such as `Where (Localization Queries)`.
pub(super) fn category_of(name: &str) -> Result<Category, DatasetProblem> {
    by_first_word(name).ok_or_else(|| DatasetProblem::UnknownCategory(short(name)))
}

/// The category whose word a text begins with.
fn by_first_word(text: &str) -> Option<Category> {
    let word = text.split(|c: char| !c.is_alphabetic()).find(|word| !word.is_empty())?;
    Category::ALL.into_iter().find(|category| category.id().eq_ignore_ascii_case(word))
}

fn fnv_1a(text: &str) -> u64 {
    let mut hasher = FnvHasher::default();
    hasher.write(text.as_bytes());
    hasher.finish()
}
