//! The figures of a run.

use serde::{Deserialize, Serialize};

use super::Settings;
use crate::domain::condition::Condition;
use crate::domain::provider::ModelRef;
use crate::domain::stats::{Adjusted, Clustered, Delta, Distribution, Estimate};
use crate::domain::task::{Category, Subtype, TaskSet};

/// All figures of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Results {
    /// What the reader had set.
    pub settings: Settings,
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
    /// What tasks may be alike within.
    pub cluster: Cluster,
    /// Per subject and condition.
    pub conditions: Vec<ConditionResult>,
    /// Per subject: code-only − closed-book, and documented − code-only.
    pub deltas: Vec<DeltaResult>,
    /// Per subject and category.
    pub categories: Vec<GroupResult>,
    /// Per subject and subtype.
    pub subtypes: Vec<GroupResult>,
    /// Per cluster.
    pub clusters: Vec<ClusterResult>,
    /// Per subject: tasks that may be remembered.
    pub contamination: Vec<ContaminationResult>,
    /// The finding in words, computed from the figures.
    pub headline: Vec<String>,
}

/// Whose figures they are.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Subject {
    /// A model's.
    Model(ModelRef),
    /// All models', averaged within each task that every one of them has a score on, so that tasks stay the unit.
    AllModels,
}

impl Subject {
    /// Name for people.
    pub fn label(&self) -> String {
        match self {
            Self::Model(model) => model.label(),
            Self::AllModels => "all models".into(),
        }
    }

    /// The model, where it is one.
    pub fn model(&self) -> Option<&ModelRef> {
        match self {
            Self::Model(model) => Some(model),
            Self::AllModels => None,
        }
    }
}

/// What tasks are clustered by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cluster {
    /// The repository, where there are several.
    Repository,
    /// The file that a task was made from.
    File,
}

impl Cluster {
    /// Name for people.
    pub fn label(self) -> &'static str {
        match self {
            Self::Repository => "repository",
            Self::File => "source file",
        }
    }

    /// Name of several.
    pub fn plural(self) -> &'static str {
        match self {
            Self::Repository => "repositories",
            Self::File => "source files",
        }
    }
}

/// The score under a condition.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ConditionResult {
    /// Whose.
    pub subject: Subject,
    /// The condition.
    pub condition: Condition,
    /// Mean score with interval; none where nothing is scored.
    pub score: Option<Estimate>,
    /// The interval that allows for tasks of one cluster being alike; none below two clusters.
    pub clustered: Option<Clustered>,
    /// Mean score with the categories weighted as set.
    pub reweighted: Option<Estimate>,
    /// Mean of each axis (accuracy, completeness, specificity), 0 to 5.
    pub axes: Option<[Estimate; 3]>,
    /// Mean of accuracy and completeness, 0 to 1.
    pub two_axes: Option<Estimate>,
    /// How the scores are spread.
    pub distribution: Option<Distribution>,
    /// Samples that have no score, by state's label, counted apart.
    pub missing: Vec<(String, usize)>,
    /// The mean if all that is missing had the worst score, and if it had the best; none where nothing is.
    pub bounds: Option<(f64, f64)>,
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

    /// What is read.
    pub fn subject(self) -> &'static str {
        match self {
            Self::Documentation => "documentation",
            Self::Code => "code",
        }
    }

    /// The difference.
    pub fn label(self) -> &'static str {
        match self {
            Self::Documentation => "documented − code-only",
            Self::Code => "code-only − closed-book",
        }
    }
}

/// A paired difference.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DeltaResult {
    /// Whose.
    pub subject: Subject,
    /// What is compared.
    pub kind: DeltaKind,
    /// The difference; none where no task has both scores.
    pub delta: Option<Delta>,
    /// Its two-sided p, corrected for all comparisons of models in the run.
    pub adjusted: Option<Adjusted>,
    /// The interval that allows for tasks of one cluster being alike; none below two clusters.
    pub clustered: Option<Clustered>,
    /// The difference with the categories weighted as set.
    pub reweighted: Option<Estimate>,
    /// The difference of accuracy and completeness without specificity, 0 to 1.
    pub two_axes: Option<Delta>,
    /// Tasks dropped because one of the two scores is missing.
    pub dropped_pairs: usize,
}

/// What tasks are grouped by.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Group {
    /// A category.
    Category(Category),
    /// A subtype.
    Subtype(Subtype),
}

impl Group {
    /// Name for people.
    pub fn label(&self) -> String {
        match self {
            Self::Category(category) => category.id().into(),
            Self::Subtype(subtype) => subtype.id().replace('_', " "),
        }
    }
}

/// The figures of one group of tasks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GroupResult {
    /// Whose.
    pub subject: Subject,
    /// The group.
    pub group: Group,
    /// Tasks in it.
    pub tasks: usize,
    /// Mean score with interval under each condition that was run; none where nothing is scored.
    pub scores: Vec<(Condition, Option<Estimate>)>,
    /// The differences; their p is corrected for the groups of this subject and kind.
    pub deltas: Vec<DeltaOfGroup>,
}

/// A paired difference within a group.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DeltaOfGroup {
    /// What is compared.
    pub kind: DeltaKind,
    /// The difference; none where no task has both scores.
    pub delta: Option<Delta>,
    /// Its two-sided p, corrected.
    pub adjusted: Option<Adjusted>,
}

impl GroupResult {
    /// The score under a condition.
    pub fn score(&self, condition: Condition) -> Option<Estimate> {
        self.scores.iter().find(|(of, _)| *of == condition).and_then(|(_, score)| *score)
    }
}

/// The scores of one repository or source file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClusterResult {
    /// Its name.
    pub name: String,
    /// Tasks in it.
    pub tasks: usize,
    /// The scores under the condition of [`SetResults::cluster_condition`], in the order of the subjects; none where
    /// nothing is scored.
    pub scores: Vec<Option<ClusterScore>>,
}

/// A mean with its interval, where there are enough tasks for one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClusterScore {
    /// The mean.
    pub mean: f64,
    /// Tasks that it is over.
    pub n: usize,
    /// 95 % interval; none of fewer than [`LEAST_PAIRS`](crate::domain::stats::LEAST_PAIRS) tasks.
    pub interval: Option<(f64, f64)>,
}

/// Tasks that may be remembered, and what is found without them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ContaminationResult {
    /// Whose.
    pub subject: Subject,
    /// Tasks with a closed-book score.
    pub tasks: usize,
    /// Those whose closed-book score reaches the threshold.
    pub flagged: usize,
    /// The differences over the other tasks; none where there are none with both scores.
    pub deltas: Vec<(DeltaKind, Option<Delta>)>,
}

impl SetResults {
    /// The score of a subject under a condition.
    pub fn condition(&self, subject: &Subject, condition: Condition) -> Option<&ConditionResult> {
        self.conditions.iter().find(|row| row.subject == *subject && row.condition == condition)
    }

    /// A subject's difference.
    pub fn delta(&self, subject: &Subject, kind: DeltaKind) -> Option<&DeltaResult> {
        self.deltas.iter().find(|row| row.subject == *subject && row.kind == kind)
    }

    /// Whose figures there are, each once, in order: the models, then all of them together where there are several.
    pub fn subjects(&self) -> Vec<&Subject> {
        let mut subjects: Vec<&Subject> = Vec::new();
        for row in &self.conditions {
            if !subjects.contains(&&row.subject) {
                subjects.push(&row.subject);
            }
        }
        subjects
    }

    /// The conditions that were run.
    pub fn run_conditions(&self) -> Vec<Condition> {
        Condition::ALL.into_iter().filter(|c| self.conditions.iter().any(|row| row.condition == *c)).collect()
    }

    /// The condition that clusters are shown under: the primary one, or the next that was run.
    pub fn cluster_condition(&self) -> Condition {
        let by_rank = [Condition::CodeOnly, Condition::Documented, Condition::ClosedBook];
        let run = self.run_conditions();
        by_rank.into_iter().find(|condition| run.contains(condition)).unwrap_or(Condition::CodeOnly)
    }

    /// The subject that stands for the set: all models together, or the only one.
    pub fn main_subject(&self) -> Option<&Subject> {
        self.subjects().pop()
    }
}
