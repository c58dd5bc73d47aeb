//! Questions made from the selected chunks: the funnel, the list, and each task in full.

mod audit;
mod balance;
mod detail;
mod drops;
mod edit;
mod files;
mod funnel;
mod generate;
mod grounding;
mod list;
mod remake;
mod versions;

use leptos::prelude::*;
use leptos_router::components::A;

use crate::ui::components::{Empty, Split};
use crate::ui::query::Param;
use crate::ui::route::Page;
use crate::ui::state::use_state;

use balance::Balance;
use detail::TaskPane;
use drops::Drops;
use files::Files;
pub use funnel::Funnel;
use generate::Generate;
use list::TaskList;

/// The page.
#[component]
pub fn TasksPage() -> impl IntoView {
    let state = use_state();
    let has_repository = Memo::new(move |_| state.repository.open.with(Option::is_some));
    let has_tasks = Memo::new(move |_| state.tasks.view.with(|view| !view.tasks.is_empty()));
    let none = || {
        view! {
            <Empty test="tasks-no-repository" text="Tasks are made from a repository's documentation. None is loaded.">
                <A href=Page::Repository.path() attr:class="button">"Load a repository"</A>
            </Empty>
        }
    };
    view! {
        <article class="page tasks" data-test="page-tasks">
            <h1>"Tasks"</h1>
            <Show when=move || has_repository.get() || has_tasks.get() fallback=none>
                <Show when=move || has_repository.get()><Generate/></Show>
                <Show when=move || has_repository.get()><Files/></Show>
                <Funnel/>
                <Balance/>
                <Show
                    when=move || has_tasks.get()
                    fallback=|| view! { <Empty test="tasks-none" text="No tasks yet. Choose a generator and press Generate."/> }
                >
                    <Explorer/>
                </Show>
                <Drops/>
            </Show>
        </article>
    }
}

#[component]
fn Explorer() -> impl IntoView {
    let task = Param::new("task");
    // Here, since both the list's keys and the open task switch it.
    let is_editing = RwSignal::new(false);
    provide_context(Editing(is_editing));
    Effect::new(move |before: Option<String>| {
        let now = task.get();
        if before.is_some_and(|before| before != now) {
            is_editing.set(false);
        }
        now
    });
    let is_open = Signal::derive(move || !task.get().is_empty());
    view! {
        <Split
            is_open=is_open
            list=view! { <TaskList task=task/> }.into_any()
            detail=view! { <TaskPane task=task/> }.into_any()
        />
    }
}

/// Whether the open task is being edited.
#[derive(Clone, Copy)]
struct Editing(RwSignal<bool>);

/// Whether the open task is being edited.
fn use_editing() -> RwSignal<bool> {
    expect_context::<Editing>().0
}
