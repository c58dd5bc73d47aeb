//! A plain table of text and figures.

use leptos::prelude::*;

/// A column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its heading.
    pub name: String,
    /// Whether its cells are figures, set to the right.
    pub is_figure: bool,
}

impl Column {
    /// A column of words.
    pub fn words(name: impl Into<String>) -> Self {
        Self { name: name.into(), is_figure: false }
    }

    /// A column of figures.
    pub fn figures(name: impl Into<String>) -> Self {
        Self { name: name.into(), is_figure: true }
    }
}

/// A cell: its text, and what stands small beside it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// The text.
    pub text: String,
    /// An interval or count; may be empty.
    pub aside: String,
}

impl Cell {
    /// A cell of text alone.
    pub fn of(text: impl Into<String>) -> Self {
        Self { text: text.into(), aside: String::new() }
    }

    /// A cell with something beside it.
    pub fn with(text: impl Into<String>, aside: impl Into<String>) -> Self {
        Self { text: text.into(), aside: aside.into() }
    }
}

/// A table; the first cell of a row is its heading. It scrolls by itself where the page is narrow.
#[component]
pub fn Table(
    /// Value of `data-test`.
    test: &'static str,
    /// What it shows.
    #[prop(into)]
    caption: String,
    /// Its columns.
    columns: Vec<Column>,
    /// Its rows.
    rows: Vec<Vec<Cell>>,
) -> impl IntoView {
    let figures: Vec<bool> = columns.iter().map(|c| c.is_figure).collect();
    let class = move |i: usize| figures.get(i).copied().unwrap_or(false).then_some("figure");
    let heads = columns
        .into_iter()
        .map(|column| view! { <th scope="col" class=column.is_figure.then_some("figure")>{column.name}</th> })
        .collect_view();
    let body = rows
        .into_iter()
        .map(|row| {
            let cells = row.into_iter().enumerate().map(|(i, cell)| one(i, cell, class(i))).collect_view();
            view! { <tr>{cells}</tr> }
        })
        .collect_view();
    let name = caption.clone();
    view! {
        <div class="table-frame" tabindex="0" role="region" aria-label=name>
            <table class="table" data-test=test>
                <caption>{caption}</caption>
                <thead><tr>{heads}</tr></thead>
                <tbody>{body}</tbody>
            </table>
        </div>
    }
}

fn one(place: usize, cell: Cell, class: Option<&'static str>) -> AnyView {
    let aside = (!cell.aside.is_empty()).then(|| view! { <span class="aside">{cell.aside}</span> });
    if place == 0 {
        view! { <th scope="row" class=class>{cell.text}{aside}</th> }.into_any()
    } else {
        view! { <td class=class>{cell.text}{aside}</td> }.into_any()
    }
}
