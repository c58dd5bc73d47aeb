//! Tasks that a model may remember: those that it answers well without looking.

use std::collections::BTreeSet;

use super::set::{SetData, SubjectData};
use super::{ContaminationResult, DeltaKind, Measure, Outcomes, Threshold};
use crate::domain::condition::Condition;
use crate::domain::provider::ModelRef;
use crate::domain::stats::paired_deltas;

/// So that a mean of several epochs that is the threshold but for its last bit reaches it.
const SLACK: f64 = 1e-9;

impl Outcomes {
    /// Tasks whose closed-book score reaches the threshold, by model.
    pub fn contaminated(&self, from: Threshold) -> BTreeSet<(String, ModelRef)> {
        let closed_book = self.cells.iter().filter(|cell| cell.condition == Condition::ClosedBook);
        let flagged = closed_book.flat_map(|cell| {
            let scored = self.tasks.iter().zip(&cell.outcomes);
            let reaches = scored.filter(|(_, o)| o.is_some_and(|o| o.score >= from.score() - SLACK));
            reaches.map(|(task, _)| (task.id.clone(), cell.model.clone()))
        });
        flagged.collect()
    }
}

/// How many tasks are flagged, and the differences without them. Nothing of a subject without closed-book scores.
pub(super) fn contamination(data: &SetData, from: Threshold) -> Vec<ContaminationResult> {
    let scored: Vec<(&SubjectData, Vec<(usize, f64)>)> = data
        .subjects
        .iter()
        .map(|subject| (subject, subject.values(Condition::ClosedBook, Measure::Score, |_| true)))
        .filter(|(_, scores)| !scores.is_empty())
        .collect();
    let flagged = |scores: &[(usize, f64)]| -> BTreeSet<usize> {
        scores.iter().filter(|(_, score)| *score >= from.score() - SLACK).map(|(task, _)| *task).collect()
    };
    let flagged: Vec<BTreeSet<usize>> = scored.iter().map(|(_, scores)| flagged(scores)).collect();
    let keys: Vec<(usize, DeltaKind)> =
        (0..scored.len()).flat_map(|i| scored[i].0.kinds().into_iter().map(move |kind| (i, kind))).collect();
    let pairs: Vec<_> = keys
        .iter()
        .map(|(i, kind)| scored[*i].0.pairs(*kind, Measure::Score, |task| !flagged[*i].contains(&task)))
        .collect();
    let deltas = paired_deltas(&pairs.iter().map(|p| p.complete.as_slice()).collect::<Vec<_>>());
    let of = |i: usize| keys.iter().zip(&deltas).filter(move |((of, _), _)| *of == i).map(|((_, k), d)| (*k, *d));
    scored
        .iter()
        .enumerate()
        .map(|(i, (subject, scores))| ContaminationResult {
            subject: subject.subject.clone(),
            tasks: scores.len(),
            flagged: flagged[i].len(),
            deltas: of(i).collect(),
        })
        .collect()
}
