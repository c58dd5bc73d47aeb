//! View models of the tasks page.

use serde::{Deserialize, Serialize};

use crate::domain::provider::ModelRef;
use crate::domain::run::{Budget, Spend};
use crate::domain::task::grounding::{Anchor, AnchorState};
use crate::domain::task::{
    Category, ClaimVerdict, Dropped, FactVerdict, Funnel, GenerationStage, KindCount, Review, Subtype, Task, TaskSet,
};

/// All tasks of the open repository.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TasksView {
    /// The tasks, in the order of their chunks.
    pub tasks: Vec<TaskRow>,
    /// Chunks that gave no task.
    pub dropped: Vec<DroppedRow>,
    /// How many chunks got how far.
    pub funnel: Funnel,
    /// How the tasks are spread over categories and subtypes.
    pub balance: Vec<KindCount>,
}

/// A chunk that gave no task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DroppedRow {
    /// Its path and heading.
    pub chunk: String,
    /// Set of the task.
    pub set: TaskSet,
    /// Category of its question.
    pub category: Category,
    /// Subtype of its question.
    pub subtype: Subtype,
    /// At which stage, and why.
    pub dropped: Dropped,
}

/// One task in the list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TaskRow {
    /// Identifier.
    pub id: String,
    /// Set.
    pub set: TaskSet,
    /// Category.
    pub category: Category,
    /// Subtype, where it has one.
    pub subtype: Option<Subtype>,
    /// The question.
    pub question: String,
    /// Path of the chunk that it comes from; empty where there is none.
    pub chunk_path: String,
    /// The generator, where it wasn't imported.
    pub model: Option<ModelRef>,
    /// The fact check's verdict, where there was one.
    pub fact_check: Option<FactVerdict>,
    /// Claims kept, removed, rewritten, where there was an audit.
    pub claims: Option<[usize; 3]>,
    /// Share of the answer that only documentation says, 0 to 1, where there was an audit.
    pub doc_leakage_fraction: Option<f64>,
    /// What a person decided.
    pub review: Review,
    /// Whether a person wrote what it says, all of it or in part.
    pub is_edited: bool,
    /// Number of its wording, from 1.
    pub version: usize,
}

impl From<&Task> for TaskRow {
    fn from(task: &Task) -> Self {
        let count = |verdict: ClaimVerdict| {
            task.audit.as_ref().map(|audit| audit.claims.iter().filter(|c| c.verdict == verdict).count())
        };
        Self {
            id: task.id.clone(),
            set: task.set,
            category: task.category,
            subtype: task.subtype,
            question: task.question.clone(),
            chunk_path: task.chunk.as_ref().map(|chunk| chunk.path.clone()).unwrap_or_default(),
            model: task.model.clone(),
            fact_check: task.fact_check.as_ref().map(|check| check.verdict),
            claims: match (count(ClaimVerdict::Keep), count(ClaimVerdict::Remove), count(ClaimVerdict::Rewrite)) {
                (Some(keep), Some(remove), Some(rewrite)) => Some([keep, remove, rewrite]),
                _ => None,
            },
            doc_leakage_fraction: task.audit.as_ref().map(|audit| audit.doc_leakage_fraction),
            review: task.review.clone(),
            is_edited: !task.author.is_origin(),
            version: task.version_number(),
        }
    }
}

/// How a task's answer has changed, word by word.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TaskChanges {
    /// The task.
    pub task: String,
    /// From the answer before the audit to the answer that the audit left; empty without an audit.
    pub audit: Vec<WordRun>,
    /// From each earlier wording to the next: question and answer.
    pub wordings: Vec<[Vec<WordRun>; 2]>,
}

/// Words that share a fate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WordRun {
    /// What happened to them.
    pub op: WordOp,
    /// The words, with the space between them.
    pub text: String,
}

/// What happened to words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WordOp {
    /// They stayed.
    Same,
    /// They went.
    Removed,
    /// They came.
    Added,
}

/// What of a task stands in the code, looked up without any model.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroundingView {
    /// The task.
    pub task: String,
    /// Where its evidence was, and what has become of that.
    pub anchors: Vec<(Anchor, AnchorState)>,
    /// Anchors that are gone.
    pub lost: usize,
    /// Names of code in the answer that were looked up.
    pub names: usize,
    /// Names that stand in removed documentation only.
    pub only_documented: Vec<String>,
    /// Names that stand nowhere in the repository.
    pub nowhere: Vec<String>,
}

/// A chunk that a task is being made of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InMaking {
    /// Its path and heading.
    pub chunk: String,
    /// How far its task is.
    pub stage: GenerationStage,
    /// What the agent does, such as `turn 3: search_code`.
    pub step: String,
    /// The end of what the model is writing, where its reply comes piece by piece; empty at first.
    pub text: String,
}

/// How generation stands: the funnel, and what is being worked on.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GenerationProgress {
    /// The generator's name for people.
    pub model: String,
    /// Chunks to make tasks of, those that took the place of others included.
    pub chunks: usize,
    /// Chunks whose task is finished or dropped.
    pub done: usize,
    /// Places that no chunk is left for.
    pub unfilled: usize,
    /// The funnel of all the repository's tasks.
    pub funnel: Funnel,
    /// Chunks being worked on.
    pub in_flight: Vec<InMaking>,
    /// What it has cost so far.
    pub spend: Spend,
    /// The cap.
    pub budget: Budget,
    /// Set where generation stopped because of a failure that only the user can mend.
    pub blocked: Option<super::Problem>,
}
