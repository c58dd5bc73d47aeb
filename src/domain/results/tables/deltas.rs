//! Paired differences.

use super::conditions::{cluster_columns, clustered, notes};
use super::{BOOTSTRAP, NO_PAIRS, effect, least_note, name, p, pooled_note};
use crate::domain::results::{DeltaResult, Results, SetResults};
use crate::domain::stats::bonferroni_level;
use crate::domain::table::{Cell, Column, Figure, Notation, Table};

/// The two differences of each subject, with p-values as they are and corrected.
pub fn deltas(set: &SetResults) -> Table {
    let row = |row: &DeltaResult| {
        let delta = row.delta;
        let least = delta.and_then(|d| d.smallest_detectable);
        vec![
            name(&row.subject),
            Cell::text(row.kind.label()),
            Cell::or(delta, NO_PAIRS),
            p(delta, |delta| Some(delta.p_one_sided)),
            p(delta, |delta| Some(delta.p_two_sided)),
            p(delta, |_| row.adjusted.map(|a| a.bonferroni)),
            p(delta, |_| row.adjusted.map(|a| a.holm)),
            effect(delta),
            least.map_or(Cell::Nothing("one pair or none"), |least| Cell::figure(least, Notation::Score)),
            Cell::count(row.dropped_pairs),
        ]
    };
    let comparisons = set.deltas.iter().find_map(|row| row.adjusted).map_or(0, |adjusted| adjusted.comparisons);
    let mut columns = vec![Column::words("Model"), Column::words("What is compared")];
    columns.extend(
        [
            "Delta",
            "p, one-sided",
            "p, two-sided",
            "p, Bonferroni",
            "p, Holm",
            "Cohen's d",
            "Smallest detectable",
            "Pairs dropped",
        ]
        .map(Column::figures),
    );
    Table {
        name: "deltas",
        caption: format!("What reading code and reading documentation add on {} tasks", set.set.label()),
        columns,
        rows: set.deltas.iter().map(row).collect(),
        notes: [
            BOOTSTRAP.to_owned(),
            "Paired: each resample draws the same tasks for both conditions. One-sided p: the share of resamples in \
             which the delta is zero or of the other sign (the paper's); two-sided: twice the smaller tail."
                .into(),
            format!(
                "Corrected: the two-sided p over all {comparisons} comparisons of single models in this run, of both \
                 task sets. By Bonferroni a single p would have to be below {:.4}.",
                bonferroni_level(0.05, comparisons)
            ),
            "Smallest detectable: the difference that so many pairs of this spread show with 80 % power at 5 %, \
             two-sided."
                .into(),
            least_note(),
        ]
        .into_iter()
        .chain(pooled_note(set))
        .collect(),
    }
}

/// The same differences counted otherwise.
pub fn robust_deltas(results: &Results, set: &SetResults) -> Table {
    let row = |row: &DeltaResult| {
        let bare = |figure: Figure| Figure { notation: Notation::Delta, ..figure }.without_n();
        let mut cells = vec![
            name(&row.subject),
            Cell::text(row.kind.label()),
            Cell::or(row.delta.map(|d| bare(d.into())), NO_PAIRS),
        ];
        cells.extend(clustered(row.delta.map(|d| d.delta), row.clustered, Notation::Delta));
        cells.push(Cell::or(row.reweighted.map(|d| bare(d.into())), NO_PAIRS));
        cells.push(Cell::or(row.two_axes.map(|d| bare(d.into())), NO_PAIRS));
        let ratio = row.two_axes.zip(row.delta).filter(|(_, three)| three.delta.abs() > f64::EPSILON);
        cells.push(ratio.map_or(Cell::Nothing("no delta"), |(two, three)| {
            Cell::figure(two.delta / three.delta - 1.0, Notation::Share)
        }));
        cells
    };
    let mut columns = vec![Column::words("Model"), Column::words("What is compared"), Column::figures("Delta")];
    columns.extend(cluster_columns(set));
    columns.extend(["Re-weighted", "Two axes", "Two axes against three"].map(Column::figures));
    Table {
        name: "deltas-robustness",
        caption: format!("The deltas on {} tasks counted otherwise", set.set.label()),
        columns,
        rows: set.deltas.iter().map(row).collect(),
        notes: notes(results, set),
    }
}
