//! Categories and subtypes.

use super::{NO_PAIRS, NO_SCORE, effect, least_note, name, p, pooled_note};
use crate::domain::results::figures::DeltaOfGroup;
use crate::domain::results::{DeltaKind, GroupResult, SetResults};
use crate::domain::table::{Cell, Column, Figure, Table};

/// By category: scores, and the deltas with effect size and p.
pub fn categories(set: &SetResults) -> Table {
    let caption = format!("Scores and deltas per category on {} tasks", set.set.label());
    table(set, "categories", caption, "Category", &set.categories)
}

/// By subtype.
pub fn subtypes(set: &SetResults) -> Table {
    let caption = format!("Scores and deltas per subtype on {} tasks", set.set.label());
    table(set, "subtypes", caption, "Subtype", &set.subtypes)
}

fn table(set: &SetResults, name_of: &'static str, caption: String, what: &str, rows: &[GroupResult]) -> Table {
    let conditions = set.run_conditions();
    let kinds: Vec<DeltaKind> = DeltaKind::ALL
        .into_iter()
        .filter(|kind| rows.iter().any(|r| r.deltas.iter().any(|d| d.kind == *kind)))
        .collect();
    let mut columns = vec![Column::words("Model"), Column::words(what), Column::figures("Tasks")];
    columns.extend(conditions.iter().map(|condition| Column::figures(condition.label())));
    for kind in &kinds {
        let of = kind.subject();
        columns.extend(["delta", "d", "p, two-sided", "p, Holm"].map(|part| Column::figures(format!("{of}: {part}"))));
    }
    let row = |row: &GroupResult| {
        let mut cells = vec![name(&row.subject), Cell::text(row.group.label()), Cell::count(row.tasks)];
        let score = |condition| row.score(condition).map(|score| Figure::from(score).without_n());
        cells.extend(conditions.iter().map(|condition| Cell::or(score(*condition), NO_SCORE)));
        let of = |kind: &DeltaKind| delta(row.deltas.iter().find(|delta| delta.kind == *kind));
        cells.extend(kinds.iter().flat_map(of));
        cells
    };
    let family = rows.iter().flat_map(|row| &row.deltas).find_map(|delta| delta.adjusted);
    let holm = family.map(|adjusted| {
        format!(
            "Holm: corrected over the {} comparisons of one model and delta in this table; that is, the rows of one model.",
            adjusted.comparisons
        )
    });
    let notes =
        ["Deltas: documentation is documented − code-only, code is code-only − closed-book; paired by task.".into()];
    Table {
        name: name_of,
        caption,
        columns,
        rows: rows.iter().map(row).collect(),
        notes: notes.into_iter().chain(holm).chain([least_note()]).chain(pooled_note(set)).collect(),
    }
}

fn delta(of: Option<&DeltaOfGroup>) -> [Cell; 4] {
    let found = of.and_then(|of| of.delta);
    [
        Cell::or(found.map(|delta| Figure::from(delta).without_n()), NO_PAIRS),
        effect(found),
        p(found, |delta| Some(delta.p_two_sided)),
        p(found, |_| of.and_then(|of| of.adjusted).map(|adjusted| adjusted.holm)),
    ]
}
