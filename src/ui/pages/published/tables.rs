//! The published figures as tables: the twin of each chart.

use std::sync::Arc;

use leptos::prelude::*;

use super::view::PublishedView;
use crate::domain::published::{Published, tables};
use crate::domain::task::TaskSet;
use crate::ui::pages::shared::FigureTable;

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
    let table = match view {
        PublishedView::Conditions => tables::conditions(code_qa, set),
        PublishedView::Delta => tables::deltas(code_qa, set),
        PublishedView::Axes => tables::axes(code_qa),
        PublishedView::Categories => tables::categories(code_qa),
        PublishedView::Repositories => tables::repositories(code_qa),
        PublishedView::MultipleChoice => tables::multiple_choice(&published.mcq),
    };
    let file = match view {
        PublishedView::Conditions | PublishedView::Delta => format!("{}-{}", table.name, set.id().replace('_', "-")),
        _ => table.name.to_owned(),
    };
    view! { <FigureTable test="published-table" table=table file=file/> }
}
