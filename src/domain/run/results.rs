//! What a run's samples say: means per condition and category, and the two deltas.

use serde::{Deserialize, Serialize};

use crate::domain::condition::Condition;
use crate::domain::provider::ModelRef;
use crate::domain::task::{Category, TaskSet};

/// Which samples count.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Filter {
    /// Only this model.
    pub model: Option<ModelRef>,
    /// Only this category.
    pub category: Option<Category>,
    /// Only this set.
    pub set: Option<TaskSet>,
}

/// All figures of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Results {
    /// One per task set that has samples.
    pub sets: Vec<SetResults>,
}

/// The figures of one task set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SetResults {
    /// The set.
    pub set: TaskSet,
    /// Number of its tasks in the run.
    pub tasks: usize,
    /// Per model and condition.
    pub conditions: Vec<ConditionResult>,
    /// Per model: documented − code-only, and code-only − closed-book.
    pub deltas: Vec<DeltaResult>,
    /// Per model, category and condition.
    pub categories: Vec<CategoryResult>,
    /// The finding in words, computed from the figures; one sentence per model.
    pub headline: Vec<String>,
}

/// The score of a model under a condition.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ConditionResult {
    /// The model.
    pub model: ModelRef,
    /// The condition.
    pub condition: Condition,
    /// Mean score with interval; none where nothing is scored.
    pub score: Option<crate::domain::stats::Estimate>,
    /// Mean of each axis (accuracy, completeness, specificity), 0 to 5.
    pub axes: Option<[f64; 3]>,
    /// Samples that have no score, by state's label, counted apart.
    pub missing: Vec<(String, usize)>,
    /// The mean if all that is missing had the worst score, and if it had the best; none where nothing is.
    pub bounds: Option<(f64, f64)>,
}

/// The score of a model under a condition in one category.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CategoryResult {
    /// The model.
    pub model: ModelRef,
    /// The category.
    pub category: Category,
    /// The condition.
    pub condition: Condition,
    /// Mean score with interval; none where nothing is scored.
    pub score: Option<crate::domain::stats::Estimate>,
}

/// Which two conditions are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeltaKind {
    /// Documented − code-only: what reading documentation is worth.
    Documentation,
    /// Code-only − closed-book: what reading code is worth.
    Code,
}

impl DeltaKind {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Code, Self::Documentation];

    /// The two conditions: minuend and subtrahend.
    pub fn conditions(self) -> (Condition, Condition) {
        match self {
            Self::Documentation => (Condition::Documented, Condition::CodeOnly),
            Self::Code => (Condition::CodeOnly, Condition::ClosedBook),
        }
    }

    /// Name for people.
    pub fn label(self) -> &'static str {
        match self {
            Self::Documentation => "reading documentation (documented − code-only)",
            Self::Code => "reading code (code-only − closed-book)",
        }
    }
}

/// A paired difference.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DeltaResult {
    /// The model.
    pub model: ModelRef,
    /// What is compared.
    pub kind: DeltaKind,
    /// The difference; none where no task has both scores.
    pub delta: Option<crate::domain::stats::Delta>,
    /// Tasks dropped because one of the two scores is missing.
    pub dropped_pairs: usize,
}
