//! Scores per repository or source file.

use super::NO_SCORE;
use crate::domain::condition::Condition;
use crate::domain::results::{Group, GroupResult, SetResults, Subject};
use crate::domain::table::{Cell, Column, Figure, Notation, Table};

/// One row per repository or file, one column per model, under the first of code-only, documented and closed-book that
/// was run; the last row is the range of the means within each model, as in the paper's Table 13.
pub fn clusters(set: &SetResults) -> Table {
    let primary = [Condition::CodeOnly, Condition::Documented, Condition::ClosedBook];
    let condition = primary.into_iter().find(|c| set.run_conditions().contains(c)).unwrap_or(Condition::CodeOnly);
    let subjects = set.subjects();
    let mut names: Vec<(&Group, usize)> = Vec::new();
    for row in &set.clusters {
        if !names.iter().any(|(group, _)| **group == row.group) {
            names.push((&row.group, row.tasks));
        }
    }
    // The largest first; those of one size by name.
    names.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(b.0)));
    let found = |group: &Group, subject: &Subject| -> Option<&GroupResult> {
        set.clusters.iter().find(|row| row.group == *group && row.subject == *subject)
    };
    let mut rows: Vec<Vec<Cell>> = names
        .iter()
        .map(|(group, tasks)| {
            let score =
                |subject: &&Subject| found(group, subject).and_then(|row| row.score(condition)).map(Figure::from);
            let mut cells = vec![Cell::text(group.label()), Cell::count(*tasks)];
            cells.extend(subjects.iter().map(|subject| Cell::or(score(subject).map(Figure::without_n), NO_SCORE)));
            cells
        })
        .collect();
    let mut range = vec![Cell::text("range of the means"), Cell::count(set.tasks)];
    range.extend(subjects.iter().map(|subject| range_of(set, subject, condition)));
    rows.push(range);
    let mut columns = vec![Column::words(set.cluster.label()), Column::figures("Tasks")];
    columns.extend(subjects.iter().map(|subject| Column::figures(subject.label())));
    Table {
        name: "clusters",
        caption: format!(
            "{} score per {} on {} tasks",
            condition.label(),
            set.cluster.label(),
            set.set.label()
        ),
        columns,
        rows,
        notes: vec![
            "The fewer tasks there are, the wider the means range by chance alone; with one task there is no interval to \
             speak of."
                .into(),
        ],
    }
}

/// Highest mean less lowest.
fn range_of(set: &SetResults, subject: &Subject, condition: Condition) -> Cell {
    let rows = set.clusters.iter().filter(|row| row.subject == *subject);
    let means: Vec<f64> = rows.filter_map(|row| row.score(condition)).map(|score| score.mean).collect();
    match (means.iter().copied().reduce(f64::min), means.iter().copied().reduce(f64::max)) {
        (Some(low), Some(high)) => Cell::figure(high - low, Notation::Score),
        _ => Cell::Nothing(NO_SCORE),
    }
}
