//! How the tasks are spread over categories and subtypes.

use leptos::prelude::*;

use crate::domain::task::{Category, KindCount, TaskSet};
use crate::ui::components::{Cell, Column, Table};
use crate::ui::state::use_state;
use crate::ui::words;

/// A table for each set that has tasks, folded at first.
#[component]
pub fn Balance() -> impl IntoView {
    let state = use_state();
    let counts = Memo::new(move |_| state.tasks.view.with(|view| view.balance.clone()));
    let summary = move || {
        counts.with(|counts| {
            let of = |category: Category| {
                let tasks = counts.iter().filter(|kind| kind.category == category).map(|kind| kind.tasks);
                format!("{} {}", tasks.sum::<usize>(), category.id())
            };
            Category::ALL.map(of).join(", ")
        })
    };
    let tables = move || counts.with(|counts| TaskSet::ALL.map(|set| table(set, counts)));
    view! {
        <Show when=move || counts.with(|counts| !counts.is_empty())>
            <details class="balance">
                <summary data-test="balance">"Balance: " {summary}</summary>
                {tables}
            </details>
        </Show>
    }
}

fn table(set: TaskSet, counts: &[KindCount]) -> Option<impl IntoView + use<>> {
    let of_set: Vec<&KindCount> = counts.iter().filter(|kind| kind.set == set).collect();
    let row = |kind: &&KindCount| {
        vec![
            Cell::of(words::kind(kind.category, kind.subtype)),
            Cell::of(words::count(kind.tasks as u64)),
            Cell::of(words::count(kind.rejected as u64)),
        ]
    };
    (!of_set.is_empty()).then(|| {
        let mut columns = vec![Column::words("Kind")];
        columns.extend(["Tasks", "Rejected"].map(Column::figures));
        view! {
            <Table
                test="balance-table"
                caption=format!("Tasks by kind, {}", set.label())
                columns=columns
                rows=of_set.iter().map(row).collect()
            />
        }
    })
}
