//! How scores are spread.

use super::{NO_SCORE, name};
use crate::domain::results::SetResults;
use crate::domain::stats::{BINS, CEILING, LOW};
use crate::domain::table::{Cell, Column, Notation, Table};

/// Quartiles, shares at the ceiling and far from it, and counts by tenths.
pub fn spread(set: &SetResults) -> Table {
    let rows = set.conditions.iter().map(|row| {
        let mut cells = vec![name(&row.subject), Cell::text(row.condition.label())];
        match row.distribution {
            None => cells.extend(vec![Cell::Nothing(NO_SCORE); 8 + BINS]),
            Some(of) => {
                cells.push(Cell::count(of.n));
                cells.extend(of.quartiles.map(|value| Cell::figure(value, Notation::Score)));
                cells.extend([of.at_ceiling, of.below_low].map(|share| Cell::figure(share, Notation::Share)));
                cells.extend(of.bins.map(Cell::count));
            }
        }
        cells
    });
    let mut columns = vec![Column::words("Model"), Column::words("Condition")];
    columns.extend(["n", "Lowest", "Lower quartile", "Median", "Upper quartile", "Highest"].map(Column::figures));
    columns.extend([format!("From {CEILING:.2}"), format!("Below {LOW:.2}")].map(Column::figures));
    let bin = |i: usize| format!("{:.1} to {:.1}", i as f64 / BINS as f64, (i + 1) as f64 / BINS as f64);
    columns.extend((0..BINS).map(bin).map(Column::figures));
    Table {
        name: "spread",
        caption: format!("How the scores on {} tasks are spread", set.set.label()),
        columns,
        rows: rows.collect(),
        notes: vec![
            "A bin holds its lower bound; the last one holds 1 as well. Repetitions of a task are averaged first."
                .into(),
        ],
    }
}
