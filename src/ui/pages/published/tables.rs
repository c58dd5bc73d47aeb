//! The published figures as tables: the twin of each chart.

use std::sync::Arc;

use leptos::prelude::*;

use super::view::PublishedView;
use crate::domain::condition::Condition;
use crate::domain::judge::Axis;
use crate::domain::published::{CodeQa, Mcq, Published};
use crate::domain::task::TaskSet;
use crate::ui::components::{Cell, Column, Table};
use crate::ui::words;

/// The table of a view.
#[component]
pub fn Twin(
    /// The figures.
    published: Arc<Published>,
    /// The task set.
    set: TaskSet,
    /// The view.
    view: PublishedView,
) -> impl IntoView {
    let code_qa = &published.code_qa;
    let (caption, columns, rows) = match view {
        PublishedView::Conditions => conditions(code_qa, set),
        PublishedView::Delta => deltas(code_qa, set),
        PublishedView::Axes => axes(code_qa),
        PublishedView::Categories => categories(code_qa),
        PublishedView::Repositories => repositories(code_qa),
        PublishedView::MultipleChoice => multiple_choice(&published.mcq),
    };
    view! { <Table test="published-table" caption=caption columns=columns rows=rows/> }
}

type Parts = (String, Vec<Column>, Vec<Vec<Cell>>);

fn condition_columns(first: &str) -> Vec<Column> {
    std::iter::once(Column::words(first)).chain(Condition::ALL.map(|c| Column::figures(c.label()))).collect()
}

fn conditions(code_qa: &CodeQa, set: TaskSet) -> Parts {
    let score = |row: &crate::domain::published::ConditionScores, condition| {
        row.score(condition)
            .map_or(Cell::of("not published"), |s| Cell::with(words::score(s.mean), words::interval(s.ci[0], s.ci[1])))
    };
    let rows = code_qa.scores(set).into_iter().map(|row| {
        let mut cells = vec![Cell::of(row.model.clone())];
        cells.extend(Condition::ALL.map(|c| score(row, c)));
        cells.push(Cell::of(words::count(row.tasks as u64)));
        cells
    });
    let mut columns = condition_columns("Model");
    columns.push(Column::figures("n"));
    (format!("Mean score and 95 % interval, {} tasks", set.label()), columns, rows.collect())
}

fn deltas(code_qa: &CodeQa, set: TaskSet) -> Parts {
    let rows = code_qa.deltas(set).into_iter().map(|row| {
        let interval = format!("[{}, {}]", words::signed(row.ci[0]), words::signed(row.ci[1]));
        vec![Cell::of(row.model.clone()), Cell::with(words::signed(row.delta), interval), Cell::of(row.p.clone())]
    });
    let columns =
        vec![Column::words("Model"), Column::figures("documented − code-only"), Column::figures("p, one-sided")];
    (format!("Documentation delta, {} tasks", set.label()), columns, rows.collect())
}

fn axes(code_qa: &CodeQa) -> Parts {
    let rows = code_qa.axis_scores.rows.iter().map(|row| {
        let mut cells = vec![Cell::of(row.model.clone()), Cell::of(row.condition.label())];
        cells.extend(row.axes().map(|v| Cell::of(format!("{v:.2}"))));
        cells
    });
    let mut columns = vec![Column::words("Model"), Column::words("Condition")];
    columns.extend(Axis::ALL.map(|axis| Column::figures(axis.id())));
    ("Mean of each axis, 0 to 5, doc-dependent tasks".into(), columns, rows.collect())
}

fn categories(code_qa: &CodeQa) -> Parts {
    let rows = code_qa.category_scores.rows.iter().map(|row| {
        let mut cells = vec![Cell::of(row.category.id())];
        cells.extend(Condition::ALL.map(|c| Cell::of(words::score(row.score(c)))));
        cells.extend([words::signed(row.delta), format!("{:.2}", row.cohens_d), words::p(row.p)].map(Cell::of));
        cells
    });
    let mut columns = condition_columns("Category");
    columns.extend(["delta", "Cohen's d", "p"].map(Column::figures));
    (format!("Score per category, code-derivable tasks. {}", code_qa.category_scores.note), columns, rows.collect())
}

fn repositories(code_qa: &CodeQa) -> Parts {
    let rows = code_qa.by_repository().into_iter().map(|(name, scores)| {
        let mut cells = vec![Cell::of(name)];
        cells.extend(scores.iter().map(|s| Cell::of(words::score(*s))));
        cells
    });
    let models = code_qa.repository_scores.models.iter().map(Column::figures);
    let columns = std::iter::once(Column::words("Repository")).chain(models).collect();
    ("Code-only score per repository, code-derivable tasks".into(), columns, rows.collect())
}

fn multiple_choice(mcq: &Mcq) -> Parts {
    let noisy = |value: Option<f64>| Cell::of(value.map_or("not measured".into(), words::score));
    let rows = mcq.rows().into_iter().map(|row| {
        vec![
            Cell::of(row.model),
            Cell::of(words::score(row.declaration_and_call)),
            Cell::of(words::score(row.interacting_entities)),
            noisy(row.noisy.map(|n| n[0])),
            noisy(row.noisy.map(|n| n[1])),
        ]
    });
    let columns = ["declaration and call", "interacting entities", "the same, noisy oracle", "the same, noisy oracle"];
    let columns = std::iter::once(Column::words("Model")).chain(columns.map(Column::figures)).collect();
    (
        format!("Accuracy on {} multiple-choice questions", words::count(mcq.questions.total as u64)),
        columns,
        rows.collect(),
    )
}
