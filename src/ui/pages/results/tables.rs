//! A run's figures as tables.

use leptos::prelude::*;

use super::charts::{models, run_conditions};
use crate::domain::judge::Axis;
use crate::domain::run::{DeltaResult, SetResults};
use crate::domain::stats::Estimate;
use crate::domain::task::Category;
use crate::ui::components::{Cell, Column, Table};
use crate::ui::words;

fn estimate(value: Option<Estimate>) -> Cell {
    value.map_or(Cell::of("no score"), |e| {
        Cell::with(words::score(e.mean), format!("{}, n = {}", words::interval(e.low, e.high), e.n))
    })
}

/// Scores and axes per model and condition, with what has no score.
pub fn conditions(set: &SetResults) -> AnyView {
    let rows = set.conditions.iter().map(|row| {
        let mut cells = vec![Cell::of(row.model.label()), Cell::of(row.condition.label()), estimate(row.score)];
        match row.axes {
            Some(axes) => cells.extend(axes.map(|axis| Cell::of(format!("{axis:.2}")))),
            None => cells.extend(Axis::ALL.map(|_| Cell::of("no score"))),
        }
        let missing: Vec<String> = row.missing.iter().map(|(label, count)| format!("{count} {label}")).collect();
        cells.push(match row.bounds {
            None => Cell::of("none"),
            Some((worst, best)) => {
                Cell::with(missing.join(", "), format!("score {} to {}", words::score(worst), words::score(best)))
            }
        });
        cells
    });
    let mut columns = vec![Column::words("Model"), Column::words("Condition"), Column::figures("Score")];
    columns.extend(Axis::ALL.map(|axis| Column::figures(axis.id())));
    columns.push(Column::words("Without score"));
    view! { <Table test="scores-table" caption="Scores 0 to 1, axes 0 to 5. Beside what has no score: the mean if all of that were 0, and if it were 1" columns=columns rows=rows.collect()/> }
        .into_any()
}

/// The two deltas per model.
pub fn deltas(set: &SetResults) -> AnyView {
    let row = |row: &DeltaResult| {
        let mut cells = vec![Cell::of(row.model.label()), Cell::of(row.kind.label())];
        match &row.delta {
            None => cells.extend(std::iter::repeat_n(Cell::of("no pairs"), 4)),
            Some(d) => cells.extend([
                Cell::with(
                    words::signed(d.delta),
                    format!("[{}, {}], n = {}", words::signed(d.low), words::signed(d.high), d.n),
                ),
                Cell::of(words::p(d.p_one_sided)),
                Cell::of(words::p(d.p_two_sided)),
                Cell::of(d.cohens_d.map_or("no spread".into(), |d| format!("{d:.2}").replace('-', "\u{2212}"))),
            ]),
        }
        cells.push(Cell::of(row.dropped_pairs.to_string()));
        cells
    };
    let mut columns = vec![Column::words("Model"), Column::words("What is compared")];
    columns.extend(["Delta", "p, one-sided", "p, two-sided", "Cohen's d", "Pairs dropped"].map(Column::figures));
    let rows = set.deltas.iter().map(row).collect();
    view! { <Table test="deltas-table" caption="Paired bootstrap, 10,000 resamples, seed 42" columns=columns rows=rows/> }.into_any()
}

/// Scores per category.
pub fn categories(set: &SetResults) -> AnyView {
    let conditions = run_conditions(set);
    let mut rows = Vec::new();
    for model in models(set) {
        for category in Category::ALL {
            let score = |condition| {
                let found = set
                    .categories
                    .iter()
                    .find(|r| r.model == model && r.category == category && r.condition == condition);
                found.map_or(Cell::of("no tasks"), |row| estimate(row.score))
            };
            let mut cells = vec![Cell::of(model.label()), Cell::of(category.id())];
            cells.extend(conditions.iter().map(|c| score(*c)));
            rows.push(cells);
        }
    }
    let mut columns = vec![Column::words("Model"), Column::words("Category")];
    columns.extend(conditions.iter().map(|c| Column::figures(c.label())));
    view! { <Table test="categories-table" caption="Mean score per category" columns=columns rows=rows/> }.into_any()
}
