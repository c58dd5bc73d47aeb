//! Chunks that gave no task, and why.

use leptos::prelude::*;

use crate::ui::components::{Cell, Column, Table};
use crate::ui::state::use_state;
use crate::ui::words;

/// The drops of the last generation.
#[component]
pub fn Drops() -> impl IntoView {
    let state = use_state();
    let table = move || {
        let view = state.tasks.view.get();
        let row = |(chunk, set, dropped): &(String, crate::domain::task::TaskSet, crate::domain::task::Dropped)| {
            vec![
                Cell::of(chunk.clone()),
                Cell::of(set.label()),
                Cell::of(dropped.stage.label()),
                Cell::of(dropped.reason.to_string()),
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
                        caption="Dropped in the last generation"
                        columns=["Chunk", "Set", "Stage", "Why"].map(Column::words).to_vec()
                        rows=view.dropped.iter().map(row).collect()
                    />
                </details>
            }
        })
    };
    view! { {table} }
}
