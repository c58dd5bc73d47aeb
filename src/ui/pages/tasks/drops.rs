//! Chunks that gave no task, and why.

use leptos::prelude::*;

use crate::engine::protocol::DroppedRow;
use crate::ui::components::{Cell, Column, Table};
use crate::ui::state::use_state;
use crate::ui::words;

/// The drops of all generations, until their chunks give a task.
#[component]
pub fn Drops() -> impl IntoView {
    let state = use_state();
    let table = move || {
        let view = state.tasks.view.get();
        let row = |row: &DroppedRow| {
            vec![
                Cell::of(row.chunk.clone()),
                Cell::of(format!("{} · {}", row.set.label(), words::kind(row.category, Some(row.subtype)))),
                Cell::of(row.dropped.stage.label()),
                Cell::of(row.dropped.reason.to_string()),
            ]
        };
        (!view.dropped.is_empty()).then(|| {
            view! {
                <details class="drops">
                    <summary data-test="drops">
                        {words::of(view.dropped.len(), "chunk", "chunks")} " gave no task"
                    </summary>
                    <Table
                        test="drops-table"
                        caption="Chunks that gave no task"
                        columns=["Chunk", "Wanted", "Stage", "Why"].map(Column::words).to_vec()
                        rows=view.dropped.iter().map(row).collect()
                    />
                </details>
            }
        })
    };
    view! { {table} }
}
