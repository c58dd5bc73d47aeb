//! Scores per model and condition.

use super::{BOOTSTRAP, NO_SCORE, name, pooled_note};
use crate::domain::results::{Results, SetResults};
use crate::domain::stats::Clustered;
use crate::domain::table::{Cell, Column, Figure, Notation, Table};

/// Mean scores with intervals, and what has no score.
pub fn conditions(set: &SetResults) -> Table {
    let rows = set.conditions.iter().map(|row| {
        let missing: Vec<String> = row.missing.iter().map(|(label, count)| format!("{count} {label}")).collect();
        let (missing, bounds) = match row.bounds {
            _ if row.subject.model().is_none() => ("see each model".into(), Cell::Nothing("see each model")),
            None => ("none".to_owned(), Cell::Nothing("nothing missing")),
            Some((worst, best)) => (missing.join(", "), Cell::text(format!("{worst:.3} to {best:.3}"))),
        };
        let score = Cell::or(row.score, NO_SCORE);
        vec![name(&row.subject), Cell::text(row.condition.label()), score, Cell::text(missing), bounds]
    });
    Table {
        name: "conditions",
        caption: format!("Mean score on {} {} tasks, 0 to 1, with 95 % intervals", set.tasks, set.set.label()),
        columns: vec![
            Column::words("Model"),
            Column::words("Condition"),
            Column::figures("Score"),
            Column::words("Without score"),
            Column::figures("Score if those were 0, and if they were 1"),
        ],
        rows: rows.collect(),
        notes: std::iter::once(BOOTSTRAP.into())
            .chain(["What has no score is left out of the mean; it is never taken for zero.".into()])
            .chain(pooled_note(set))
            .collect(),
    }
}

/// The same scores counted otherwise: by clusters, with other weights, without specificity.
pub fn robustness(results: &Results, set: &SetResults) -> Table {
    let rows = set.conditions.iter().map(|row| {
        let mut cells = vec![
            name(&row.subject),
            Cell::text(row.condition.label()),
            Cell::or(row.score.map(|s| Figure::from(s).without_n()), NO_SCORE),
        ];
        cells.extend(clustered(row.score.map(|s| s.mean), row.clustered, Notation::Score));
        cells.push(Cell::or(row.reweighted.map(|s| Figure::from(s).without_n()), NO_SCORE));
        cells.push(Cell::or(row.two_axes.map(|s| Figure::from(s).without_n()), NO_SCORE));
        cells
    });
    let mut columns = vec![Column::words("Model"), Column::words("Condition"), Column::figures("Score")];
    columns.extend(cluster_columns(set));
    columns.extend([Column::figures("Re-weighted"), Column::figures("Two axes")]);
    Table {
        name: "scores-robustness",
        caption: format!("The scores on {} tasks counted otherwise", set.set.label()),
        columns,
        rows: rows.collect(),
        notes: notes(results, set),
    }
}

pub(super) fn cluster_columns(set: &SetResults) -> [Column; 3] {
    [
        Column::figures(format!("Clustered by {}", set.cluster.label())),
        Column::figures("Clusters"),
        Column::figures("Design effect"),
    ]
}

/// The mean with its interval by clusters, their number, and how many times the variance is.
pub(super) fn clustered(mean: Option<f64>, clustered: Option<Clustered>, notation: Notation) -> [Cell; 3] {
    let Some((mean, clustered)) = mean.zip(clustered) else { return [const { Cell::Nothing("one cluster") }; 3] };
    let interval = Some((clustered.low, clustered.high));
    let effect = clustered.design_effect.map(|effect| Figure {
        value: effect,
        notation: Notation::Decimal,
        interval: None,
        n: None,
    });
    [
        Cell::Figure(Figure { value: mean, notation, interval, n: None }),
        Cell::count(clustered.clusters),
        Cell::or(effect, "no spread"),
    ]
}

pub(super) fn notes(results: &Results, set: &SetResults) -> Vec<String> {
    vec![
        format!(
            "Clustered: whole {} are drawn instead of tasks, since tasks of one {} may be alike. The design effect is \
             how many times the variance of the mean is what independent tasks would give. Below some 20 clusters such \
             intervals tend to be too narrow.",
            set.cluster.plural(),
            set.cluster.label()
        ),
        format!(
            "Re-weighted: the means of the categories ({}), each drawn by itself.",
            results.settings.weights.label()
        ),
        "Two axes: accuracy and completeness without specificity, divided by 10. Specificity saturates once a model can \
         look into the code."
            .into(),
    ]
}
