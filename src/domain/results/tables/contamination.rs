//! What may be remembered.

use super::{NO_PAIRS, name};
use crate::domain::results::{ContaminationResult, DeltaKind, Results, SetResults};
use crate::domain::table::{Cell, Column, Notation, Table};

/// Tasks flagged per model, and the deltas with all tasks and without those flagged.
pub fn contamination(results: &Results, set: &SetResults) -> Table {
    let from = results.settings.contaminated_from.score();
    let row = |row: &ContaminationResult| {
        let share = row.flagged as f64 / row.tasks.max(1) as f64;
        let mut cells = vec![
            name(&row.subject),
            Cell::count(row.tasks),
            Cell::count(row.flagged),
            Cell::figure(share, Notation::Share),
        ];
        for kind in DeltaKind::ALL {
            let all = set.delta(&row.subject, kind).and_then(|row| row.delta);
            let rest = row.deltas.iter().find(|(of, _)| *of == kind).and_then(|(_, delta)| *delta);
            cells.extend([Cell::or(all, NO_PAIRS), Cell::or(rest, NO_PAIRS)]);
        }
        cells
    };
    let mut columns = vec![Column::words("Model")];
    columns.extend(["Tasks with a closed-book score", "Flagged", "Share"].map(Column::figures));
    for kind in DeltaKind::ALL {
        columns.push(Column::figures(format!("{}, all tasks", kind.label())));
        columns.push(Column::figures(format!("{}, without those flagged", kind.label())));
    }
    Table {
        name: "contamination",
        caption: format!("{} tasks that may be remembered: closed-book score of {from:.2} or more", set.set.label()),
        columns,
        rows: set.contamination.iter().map(row).collect(),
        notes: vec![
            "Leaving out tasks by their closed-book score raises code-only − closed-book by selection alone: read that \
             column beside the other, not for itself. Documented − code-only isn't chosen by."
                .into(),
        ],
    }
}
