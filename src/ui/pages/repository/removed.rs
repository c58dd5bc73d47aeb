//! What the code-only repository lacks, and why.

use std::sync::Arc;

use leptos::prelude::*;

use crate::engine::protocol::{RemovedRow, RepositoryView};
use crate::ui::components::{Cell, Column, Empty, Table};

/// Rows shown at most; the rest is counted.
const MOST: usize = 500;

/// Documentation files and entries left out.
#[component]
pub fn Removed(
    /// The repository.
    view: Arc<RepositoryView>,
) -> impl IntoView {
    view! {
        <section class="section">
            <h2>"Removed as documentation"</h2>
            {rows("removed-table", &view.removed, "No documentation files were found.")}
        </section>
        <section class="section">
            <h2>"Left out of the repository"</h2>
            {rows("left-out-table", &view.left_out, "Every entry of the archive was taken.")}
        </section>
    }
}

fn rows(test: &'static str, rows: &[RemovedRow], none: &'static str) -> AnyView {
    if rows.is_empty() {
        return view! { <Empty test=test text=none/> }.into_any();
    }
    let cells =
        rows.iter().take(MOST).map(|row| vec![Cell::of(row.path.clone()), Cell::of(row.reason.clone())]).collect();
    let more = rows.len().saturating_sub(MOST);
    view! {
        <Table
            test=test
            caption=crate::ui::words::of(rows.len(), "path", "paths")
            columns=vec![Column::words("Path"), Column::words("Why")]
            rows=cells
        />
        {(more > 0).then(|| view! { <p class="quiet">{format!("and {more} more; the Files tab lists all.")}</p> })}
    }
    .into_any()
}
