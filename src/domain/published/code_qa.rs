//! Code-QA-Bench's tables.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::domain::condition::Condition;
use crate::domain::task::{Category, TaskSet};

/// The file `public/published/code-qa-bench.json`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct CodeQa {
    /// Name and version of the paper.
    pub paper: String,
    /// Its date.
    pub date: String,
    /// The model that made the tasks.
    pub generator: String,
    /// The model that judged.
    pub judge: String,
    /// The repositories.
    pub repositories: Vec<RepositoryRow>,
    /// Tables 5, 6, 10 and 11.
    pub condition_scores: Vec<ConditionScores>,
    /// Table 12.
    pub documentation_delta: Vec<PublishedDelta>,
    /// Table 7.
    pub axis_scores: AxisScores,
    /// Scores by category.
    pub category_scores: CategoryScores,
    /// Scores by repository.
    pub repository_scores: RepositoryScores,
    /// Where the paper's figures disagree with each other.
    pub inconsistencies: Vec<String>,
}

/// One repository of the paper.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct RepositoryRow {
    /// Name.
    pub name: String,
    /// What it is.
    pub domain: String,
    /// Python files.
    pub py_files: usize,
    /// Tasks made from it.
    pub tasks: usize,
}

/// A mean with the bounds of its interval.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub struct Score {
    /// The mean, 0 to 1.
    pub mean: f64,
    /// Lower and upper bound, 95 %.
    pub ci: [f64; 2],
}

/// A model's scores on one task set.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct ConditionScores {
    /// The set.
    pub task_set: TaskSet,
    /// Tasks in it.
    pub tasks: usize,
    /// The model.
    pub model: String,
    /// From memory.
    pub closed_book: Option<Score>,
    /// From code.
    pub code_only: Option<Score>,
    /// From code and documentation.
    pub documented: Option<Score>,
}

impl ConditionScores {
    /// The score under a condition.
    pub fn score(&self, condition: Condition) -> Option<Score> {
        match condition {
            Condition::ClosedBook => self.closed_book,
            Condition::CodeOnly => self.code_only,
            Condition::Documented => self.documented,
        }
    }
}

/// What documentation adds for a model: documented − code-only.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct PublishedDelta {
    /// The set.
    pub task_set: TaskSet,
    /// The model.
    pub model: String,
    /// The difference of the means.
    pub delta: f64,
    /// Lower and upper bound, 95 %.
    pub ci: [f64; 2],
    /// The p-value as printed.
    pub p: String,
}

/// Scores by axis.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct AxisScores {
    /// The set that the table is about.
    pub task_set: Option<TaskSet>,
    /// Its rows.
    pub rows: Vec<AxisRow>,
}

/// A model's axes under one condition, 0 to 5.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[allow(missing_docs)] // the names are the definitions
pub struct AxisRow {
    pub model: String,
    pub condition: Condition,
    pub accuracy: f64,
    pub completeness: f64,
    pub specificity: f64,
}

impl AxisRow {
    /// Accuracy, completeness, specificity.
    pub fn axes(&self) -> [f64; 3] {
        [self.accuracy, self.completeness, self.specificity]
    }
}

/// Scores by category.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct CategoryScores {
    /// The set that the table is about.
    pub task_set: Option<TaskSet>,
    /// What to know of it.
    pub note: String,
    /// Its rows.
    pub rows: Vec<CategoryRow>,
}

/// The scores of one category, pooled over models.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[allow(missing_docs)] // the names are the definitions
pub struct CategoryRow {
    pub category: Category,
    pub closed_book: f64,
    pub code_only: f64,
    pub documented: f64,
    pub delta: f64,
    pub cohens_d: f64,
    pub p: f64,
}

impl CategoryRow {
    /// The score under a condition.
    pub fn score(&self, condition: Condition) -> f64 {
        match condition {
            Condition::ClosedBook => self.closed_book,
            Condition::CodeOnly => self.code_only,
            Condition::Documented => self.documented,
        }
    }
}

/// Scores by repository, one per model.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct RepositoryScores {
    /// The set that the table is about.
    pub task_set: Option<TaskSet>,
    /// The condition that it is about.
    pub condition: Option<Condition>,
    /// The models, in the order of each row.
    pub models: Vec<String>,
    /// Repository → one score per model.
    pub rows: BTreeMap<String, Vec<f64>>,
}

impl CodeQa {
    /// The models' scores on a set, in the paper's order.
    pub fn scores(&self, set: TaskSet) -> Vec<&ConditionScores> {
        self.condition_scores.iter().filter(|row| row.task_set == set).collect()
    }

    /// The documentation deltas on a set, in the paper's order.
    pub fn deltas(&self, set: TaskSet) -> Vec<&PublishedDelta> {
        self.documentation_delta.iter().filter(|row| row.task_set == set).collect()
    }

    /// The models of the axis table, each once, in its order.
    pub fn axis_models(&self) -> Vec<&str> {
        let mut models: Vec<&str> = Vec::new();
        for row in &self.axis_scores.rows {
            if !models.contains(&row.model.as_str()) {
                models.push(&row.model);
            }
        }
        models
    }

    /// The axes of a model under a condition.
    pub fn axes(&self, model: &str, condition: Condition) -> Option<[f64; 3]> {
        let row = self.axis_scores.rows.iter().find(|row| row.model == model && row.condition == condition);
        row.map(AxisRow::axes)
    }

    /// Repositories with one score per model, largest repository first.
    pub fn by_repository(&self) -> Vec<(&str, &[f64])> {
        let size = |name: &str| self.repositories.iter().find(|r| r.name == name).map_or(0, |r| r.py_files);
        let rows = self.repository_scores.rows.iter();
        let mut rows: Vec<_> = rows.map(|(name, scores)| (name.as_str(), scores.as_slice())).collect();
        rows.sort_by_key(|(name, _)| std::cmp::Reverse(size(name)));
        rows
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(crate) fn real_file() -> CodeQa {
        serde_json::from_str(include_str!("../../../public/published/code-qa-bench.json")).unwrap()
    }

    #[test]
    fn the_real_file_is_read_whole() {
        let file = real_file();
        for set in TaskSet::ALL {
            assert_eq!((file.scores(set).len(), file.deltas(set).len()), (4, 4));
            let complete = |row: &&ConditionScores| Condition::ALL.iter().all(|c| row.score(*c).is_some());
            assert!(file.scores(set).iter().all(complete));
        }
        assert_eq!(file.axis_models().len(), 4);
        assert_eq!(file.axes("Kimi-K2.6", Condition::Documented), Some([4.80, 4.46, 4.99]));
        assert_eq!(file.category_scores.rows.len(), 4);
        assert_eq!(file.by_repository().first().map(|r| r.0), Some("django"));
        assert_eq!(file.by_repository().len(), 10);
        assert_eq!(file.inconsistencies.len(), 7);
    }

    #[test]
    fn intervals_hold_their_means() {
        let file = real_file();
        let scores = file.condition_scores.iter().flat_map(|row| Condition::ALL.map(|c| row.score(c)));
        assert!(scores.flatten().all(|s| s.ci[0] <= s.mean && s.mean <= s.ci[1]));
    }

    #[test]
    fn a_file_that_lacks_parts_is_read() {
        let file: CodeQa = serde_json::from_str(r#"{"paper": "x", "new": 1}"#).unwrap();
        assert!(file.scores(TaskSet::CodeDerivable).is_empty() && file.by_repository().is_empty());
    }
}
