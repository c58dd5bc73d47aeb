//! View models of the evaluate and results pages.

use serde::{Deserialize, Serialize};

use crate::domain::condition::Condition;
use crate::domain::provider::{FailureKind, ModelRef, Usage};
use crate::domain::run::{Budget, RunSpec, RunState, Sample, SampleKey, Spend, UsedSettings};
use crate::domain::task::{Category, Task, TaskSet};

/// One run in the list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunRow {
    /// Identifier.
    pub id: String,
    /// When it was made, in milliseconds since 1970.
    pub created_ms: u64,
    /// What it does.
    pub spec: RunOutline,
    /// How it stands. A run found *running* on start-up is given as paused.
    pub state: RunState,
    /// Samples in all.
    pub samples: usize,
    /// Samples that have ended.
    pub ended: usize,
    /// What it has cost so far, by the prices when it was last started.
    pub spend: Spend,
    /// Samples that failed, were refused an answer or were cancelled.
    pub to_retry: usize,
    /// Samples with an answer that has no verdict.
    pub unscored: usize,
    /// With which settings its models were called, and since when.
    pub settings: Vec<UsedSettings>,
    /// How many of its prompts differ from the defaults.
    pub changed_prompts: usize,
}

/// What a run does, without the list of its tasks, which may be long.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunOutline {
    /// Name of the repository.
    pub repository: String,
    /// The models under test.
    pub models: Vec<ModelRef>,
    /// The conditions.
    pub conditions: Vec<Condition>,
    /// Repetitions of each sample.
    pub epochs: u32,
    /// The judge.
    pub judge: ModelRef,
    /// Hash of the prompts that it was begun with.
    pub prompts_sha256: String,
}

impl From<&RunSpec> for RunOutline {
    fn from(spec: &RunSpec) -> Self {
        Self {
            repository: spec.repository.clone(),
            models: spec.models.clone(),
            conditions: spec.conditions.clone(),
            epochs: spec.epochs,
            judge: spec.judge.clone(),
            prompts_sha256: spec.prompts_sha256.clone(),
        }
    }
}

/// How the active run stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunProgress {
    /// The run.
    pub run: RunRow,
    /// Per condition.
    pub conditions: Vec<ConditionProgress>,
    /// Samples in flight.
    pub in_flight: Vec<InFlight>,
    /// Requests in flight of each model, and how many there may be right now.
    pub paces: Vec<ModelPace>,
    /// What was spent so far.
    pub spend: Spend,
    /// The cap.
    pub budget: Budget,
    /// Samples ended per minute since the run was started or resumed; none at first.
    pub samples_per_minute: Option<f64>,
    /// Tokens used by agents and judge.
    pub usage: Usage,
    /// Failed calls by kind, retried ones included.
    pub errors: Vec<ErrorCount>,
}

/// How a condition stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ConditionProgress {
    /// The condition.
    pub condition: Condition,
    /// Samples in all.
    pub samples: usize,
    /// Samples with a score.
    pub scored: usize,
    /// Mean score so far; none where nothing is scored.
    pub mean_score: Option<f64>,
    /// Samples that ended without a score (unscored, failed, refused, cancelled), by label.
    pub without_score: Vec<(String, usize)>,
}

/// A sample in flight.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InFlight {
    /// The sample.
    pub key: SampleKey,
    /// Its question.
    pub question: String,
    /// What is going on, such as `turn 3: search_code`.
    pub step: String,
    /// The end of what the model is writing, where its reply comes piece by piece; empty at first.
    pub text: String,
}

/// How many requests to a model there are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelPace {
    /// The model.
    pub model: ModelRef,
    /// In flight.
    pub in_flight: usize,
    /// In flight at most right now: adapts to what the provider bears.
    pub limit: usize,
}

/// How often a kind of failure was met.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ErrorCount {
    /// The kind.
    pub kind: FailureKind,
    /// How often.
    pub count: usize,
    /// The last message.
    pub last_message: String,
}

/// One sample in the list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SampleRow {
    /// The sample.
    pub key: SampleKey,
    /// Set of its task.
    pub set: TaskSet,
    /// Category of its task.
    pub category: Category,
    /// Its question.
    pub question: String,
    /// How it stands, one word: `scored`, `unscored`, `failed`, `refused`, `cancelled`, `not run`, …
    pub status: String,
    /// The score, 0 to 1, where there is one.
    pub score: Option<f64>,
    /// Axes (accuracy, completeness, specificity), 0 to 5, where there is a score.
    pub axes: Option<[f64; 3]>,
    /// Model turns of the agent.
    pub turns: u32,
    /// Whether the task's closed-book score of this model reaches the threshold: it may be remembered.
    pub is_contaminated: bool,
}

/// One sample with all that belongs to it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SampleView {
    /// The run.
    pub run: String,
    /// The sample.
    pub sample: Sample,
    /// Its task, without its making; none where it was deleted since.
    pub task: Option<Task>,
    /// The model that judged.
    pub judge: ModelRef,
    /// The same task and model under the other conditions, for comparing: without their conversations.
    pub siblings: Vec<Sample>,
}
