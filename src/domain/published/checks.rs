//! Published figures recomputed from each other: where two of them disagree by more than rounding, it is said.

use super::CodeQa;
use crate::domain::condition::Condition;
use crate::domain::stats::mean;
use crate::domain::task::TaskSet;

/// What a disagreement is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Scores and deltas of a set.
    Scores(TaskSet),
    /// Axes.
    Axes,
    /// Categories.
    Categories,
    /// Repositories.
    Repositories,
}

/// Two published figures that can't both be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// What it is about.
    pub part: Part,
    /// Which figures, and what each says.
    pub text: String,
}

/// What three figures rounded to three decimals may be off together, and a little for the arithmetic.
const ROUNDING: f64 = 0.001_5 + 1e-9;

impl CodeQa {
    /// Every disagreement that can be computed from the tables.
    pub fn disagreements(&self) -> Vec<Disagreement> {
        let mut found = Vec::new();
        TaskSet::ALL.into_iter().for_each(|set| self.deltas_against_scores(set, &mut found));
        self.axes_against_scores(&mut found);
        self.categories_against_scores(&mut found);
        self.repositories_against_scores(&mut found);
        found
    }

    /// Documented − code-only is the delta, for models and for categories.
    fn deltas_against_scores(&self, set: TaskSet, found: &mut Vec<Disagreement>) {
        for row in self.scores(set) {
            let delta = self.deltas(set).into_iter().find(|delta| delta.model == row.model);
            if let (Some(delta), Some(code), Some(documented)) = (delta, row.code_only, row.documented) {
                let what =
                    format!("{}, documentation delta on {} tasks: the means' difference", row.model, set.label());
                compare(Part::Scores(set), &what, documented.mean - code.mean, "the test's delta", delta.delta, found);
            }
        }
        for row in self.category_scores.rows.iter().filter(|_| self.category_scores.task_set == Some(set)) {
            let what = format!("{} tasks: the means' difference", row.category.id());
            let difference = row.documented - row.code_only;
            compare(Part::Categories, &what, difference, "the delta printed beside them", row.delta, found);
        }
    }

    /// The score is the sum of the axes divided by 15.
    fn axes_against_scores(&self, found: &mut Vec<Disagreement>) {
        let Some(set) = self.axis_scores.task_set else { return };
        for row in &self.axis_scores.rows {
            let scores = self.scores(set).into_iter().find(|scores| scores.model == row.model);
            if let Some(score) = scores.and_then(|scores| scores.score(row.condition)) {
                let what = format!("{}, {}: the score that the axes make", row.model, row.condition.label());
                let of_axes = row.axes().iter().sum::<f64>() / 15.0;
                compare(Part::Axes, &what, of_axes, "the score printed", score.mean, found);
            }
        }
    }

    /// With as many tasks in each category, the categories' mean is that of the models.
    fn categories_against_scores(&self, found: &mut Vec<Disagreement>) {
        let Some(set) = self.category_scores.task_set else { return };
        for condition in Condition::ALL {
            let categories: Vec<f64> = self.category_scores.rows.iter().map(|row| row.score(condition)).collect();
            let models = self.scores(set).into_iter().filter_map(|row| row.score(condition));
            let models: Vec<f64> = models.map(|score| score.mean).collect();
            if let (Some(categories), Some(models)) = (mean(&categories), mean(&models)) {
                let what = format!("{}: the mean of the categories", condition.label());
                compare(Part::Categories, &what, categories, "that of the models", models, found);
            }
        }
    }

    /// Weighted by their tasks, the repositories' mean is the model's score.
    fn repositories_against_scores(&self, found: &mut Vec<Disagreement>) {
        let (Some(set), Some(condition)) = (self.repository_scores.task_set, self.repository_scores.condition) else {
            return;
        };
        let tasks = |name: &str| self.repositories.iter().find(|r| r.name == name).map_or(0.0, |r| r.tasks as f64);
        let total: f64 = self.repository_scores.rows.keys().map(|name| tasks(name)).sum();
        for (place, model) in self.repository_scores.models.iter().enumerate().filter(|_| total > 0.0) {
            let rows = self.repository_scores.rows.iter();
            let weighted: f64 = rows.map(|(name, scores)| scores.get(place).unwrap_or(&0.0) * tasks(name)).sum();
            let scores = self.scores(set).into_iter().find(|scores| scores.model == *model);
            if let Some(score) = scores.and_then(|scores| scores.score(condition)) {
                let what = format!("{model}: the mean of the repositories");
                compare(Part::Repositories, &what, weighted / total, "the score printed", score.mean, found);
            }
        }
    }
}

fn compare(part: Part, what: &str, one: f64, and: &str, other: f64, found: &mut Vec<Disagreement>) {
    if (one - other).abs() > ROUNDING {
        found.push(Disagreement { part, text: format!("{what} is {one:.3}, {and} {other:.3}.") });
    }
}

#[cfg(test)]
mod tests {
    use super::super::code_qa::tests::real_file;
    use super::*;

    /// By hand from the printed tables: 13.14, 14.07 and 13.54 fifteenths.
    #[test]
    fn three_scores_are_not_what_their_axes_make() {
        let found = real_file().disagreements();
        let texts: Vec<&str> = found.iter().map(|d| d.text.as_str()).collect();
        assert_eq!(
            texts,
            [
                "DeepSeek-V4-Pro, code-only: the score that the axes make is 0.876, the score printed 0.867.",
                "DeepSeek-V4-Pro, documented: the score that the axes make is 0.938, the score printed 0.928.",
                "Gemini-3.1-Pro, documented: the score that the axes make is 0.903, the score printed 0.893.",
            ]
        );
        assert!(found.iter().all(|d| d.part == Part::Axes));
    }

    #[test]
    fn each_rule_finds_a_figure_that_is_changed() {
        let check = |change: fn(&mut CodeQa), part: Part| {
            let mut file = real_file();
            let before = file.disagreements().len();
            change(&mut file);
            let after = file.disagreements();
            assert!(after.len() > before && after.iter().any(|d| d.part == part), "{part:?}: {after:#?}");
        };
        check(|file| file.documentation_delta[0].delta += 0.01, Part::Scores(TaskSet::CodeDerivable));
        check(|file| file.category_scores.rows[0].delta += 0.01, Part::Categories);
        check(|file| file.category_scores.rows[1].closed_book += 0.02, Part::Categories);
        check(|file| file.axis_scores.rows[0].accuracy += 0.1, Part::Axes);
        check(|file| file.repository_scores.rows.values_mut().for_each(|row| row[0] += 0.01), Part::Repositories);
        assert!(CodeQa::default().disagreements().is_empty());
    }
}
