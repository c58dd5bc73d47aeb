//! What a model says without looking against what it says from code, answer by answer.

use std::collections::BTreeMap;

use crate::chart::{Axis, Chart, Kind, Notation, Point, Scatter, Series, Threshold};
use crate::domain::condition::Condition;
use crate::domain::results::{Filter, SetResults, Subject};
use crate::engine::protocol::SampleRow;

/// Each task of the set under both conditions, for each model and repetition; tasks from `threshold` on may be
/// remembered.
pub fn remembered(set: &SetResults, samples: &[SampleRow], filter: &Filter, threshold: f64) -> Chart {
    let models: Vec<_> = set.subjects().into_iter().filter_map(Subject::model).collect();
    let counts =
        |row: &&SampleRow| row.set == set.set && filter.category.is_none_or(|category| category == row.category);
    let mut points: BTreeMap<(usize, &str, u32), Point> = BTreeMap::new();
    for row in samples.iter().filter(counts) {
        let Some(series) = models.iter().position(|model| **model == row.key.model) else { continue };
        let point = points.entry((series, &row.key.task, row.key.epoch)).or_insert_with(|| {
            let name = if row.key.epoch == 0 {
                row.question.clone()
            } else {
                format!("{} (repetition {})", row.question, row.key.epoch + 1)
            };
            Point { name, series, x: None, y: None }
        });
        match row.key.condition {
            Condition::ClosedBook => point.x = row.score,
            Condition::CodeOnly => point.y = row.score,
            Condition::Documented => {}
        }
    }
    let axis = |condition: Condition| Axis { name: format!("{} score", condition.label()), range: (0.0, 1.0) };
    Chart {
        title: "What models remember of each task, against what they find in the code.".into(),
        measure: "Scores of a task, 0 to 1".into(),
        series: models.iter().enumerate().map(|(place, model)| Series::neutral(model.label(), place)).collect(),
        notation: Notation::Score,
        kind: Kind::Scatter(Scatter {
            x: axis(Condition::ClosedBook),
            y: axis(Condition::CodeOnly),
            points: points.into_values().collect(),
            threshold: Some(Threshold { at: threshold, name: format!("from {threshold:.2} on: may be remembered") }),
            diagonal: Some("On the diagonal both scores are equal.".into()),
        }),
    }
}
