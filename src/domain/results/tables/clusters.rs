//! Scores per repository or source file.

use super::NO_SCORE;
use crate::domain::results::{ClusterScore, SetResults};
use crate::domain::stats::LEAST_PAIRS;
use crate::domain::table::{Cell, Column, Figure, Notation, Table};

impl From<ClusterScore> for Figure {
    fn from(of: ClusterScore) -> Self {
        Self { value: of.mean, notation: Notation::Score, interval: of.interval, n: None }
    }
}

/// One row per repository or file, one column per model; the last row is the range of the means within each model, as
/// in the paper's Table 13.
pub fn clusters(set: &SetResults) -> Table {
    let subjects = set.subjects();
    let mut rows: Vec<Vec<Cell>> = set
        .clusters
        .iter()
        .map(|row| {
            let scores = row.scores.iter().map(|score| Cell::or(*score, NO_SCORE));
            [Cell::text(row.name.clone()), Cell::count(row.tasks)].into_iter().chain(scores).collect()
        })
        .collect();
    let ranges = (0..subjects.len()).map(|place| range(set, place));
    rows.push([Cell::text("range of the means"), Cell::count(set.tasks)].into_iter().chain(ranges).collect());
    let mut columns = vec![Column::words(set.cluster.label()), Column::figures("Tasks")];
    columns.extend(subjects.iter().map(|subject| Column::figures(subject.label())));
    let condition = set.cluster_condition();
    Table {
        name: "clusters",
        caption: format!("Mean score per {}, {}, on {} tasks", set.cluster.label(), condition.label(), set.set.label()),
        columns,
        rows,
        notes: vec![format!(
            "The fewer tasks there are, the wider the means range by chance alone. Below {LEAST_PAIRS} tasks no interval \
             is given."
        )],
    }
}

/// A subject's highest mean less its lowest.
fn range(set: &SetResults, place: usize) -> Cell {
    let means =
        || set.clusters.iter().filter_map(|row| row.scores.get(place).copied().flatten()).map(|score| score.mean);
    match (means().reduce(f64::min), means().reduce(f64::max)) {
        (Some(low), Some(high)) => Cell::figure(high - low, Notation::Score),
        _ => Cell::Nothing(NO_SCORE),
    }
}
