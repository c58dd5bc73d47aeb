//! Axes per model and condition.

use super::{BOOTSTRAP, NO_SCORE, name};
use crate::domain::judge::Axis;
use crate::domain::results::SetResults;
use crate::domain::table::{Cell, Column, Figure, Notation, Table};

/// Accuracy, completeness and specificity, 0 to 5, with intervals.
pub fn axes(set: &SetResults) -> Table {
    let rows = set.conditions.iter().map(|row| {
        let mut cells = vec![name(&row.subject), Cell::text(row.condition.label())];
        match row.axes {
            None => cells.extend([const { Cell::Nothing(NO_SCORE) }; 3]),
            Some(axes) => {
                cells.extend(axes.map(|axis| Cell::Figure(Figure::from(axis).noted(Notation::Decimal).without_n())))
            }
        }
        cells
    });
    let mut columns = vec![Column::words("Model"), Column::words("Condition")];
    columns.extend(Axis::ALL.map(|axis| Column::figures(axis.id())));
    Table {
        name: "axes",
        caption: format!("Mean of each axis on {} tasks, 0 to 5, with 95 % intervals", set.set.label()),
        columns,
        rows: rows.collect(),
        notes: vec![BOOTSTRAP.into()],
    }
}
