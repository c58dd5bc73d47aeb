//! Python files that don't parse.

use std::sync::Arc;

use leptos::prelude::*;

use crate::engine::protocol::RepositoryView;
use crate::ui::components::{Cell, Column, Empty, Table};

/// Rows shown at most.
const MOST: usize = 200;

/// The files with their errors.
#[component]
pub fn Unparseable(
    /// The repository.
    view: Arc<RepositoryView>,
) -> impl IntoView {
    if view.lists.unparseable.is_empty() {
        return view! { <Empty test="unparseable-table" text="Every Python file parses."/> }.into_any();
    }
    let line = |line: Option<u32>| line.map_or("unknown".into(), |line| line.to_string());
    let row = |row: &crate::engine::protocol::UnparseableRow| {
        vec![Cell::of(row.path.clone()), Cell::of(line(row.line)), Cell::of(row.message.clone())]
    };
    let columns = vec![Column::words("Path"), Column::figures("Line"), Column::words("Error")];
    view! {
        <section class="section">
            <p class="prose">
                "A file that does not parse can't be stripped, so the code-only repository does not have it: its \
                 documentation would leak."
            </p>
            <Table
                test="unparseable-table"
                caption=crate::ui::words::of(view.lists.unparseable.len(), "file", "files")
                columns=columns
                rows=view.lists.unparseable.iter().take(MOST).map(row).collect()
            />
        </section>
    }
    .into_any()
}
