//! All tasks.

use std::sync::Arc;

use leptos::prelude::*;

use super::use_editing;
use crate::domain::task::{FactVerdict, Review, TaskSet};
use crate::engine::protocol::{Command, TaskRow, TasksView};
use crate::ui::components::{Chip, SearchField, Segmented, VirtualList};
use crate::ui::engine::use_engine;
use crate::ui::keys::{ListKey, step, use_list_keys};
use crate::ui::query::Param;
use crate::ui::state::use_state;
use crate::ui::words;

const ROW: f64 = 64.0;

/// The list with its filters and keys.
#[component]
pub fn TaskList(
    /// The open task's parameter.
    task: Param,
) -> impl IntoView {
    let (state, engine) = (use_state(), use_engine());
    let (search, set) = (Param::replacing("q"), Param::new("set"));
    let shown = Memo::new(move |_| state.tasks.view.with(|view| matching(view, &search.get(), &set.get())));
    let at = Memo::new(move |_| {
        let id = task.get();
        shown.with(|s| state.tasks.view.with(|v| s.iter().position(|i| v.tasks.get(*i).is_some_and(|t| t.id == id))))
    });
    let id_at = move |place: usize| {
        let index = shown.with_untracked(|s| s.get(place).copied());
        index.and_then(|i| state.tasks.view.with_untracked(|v| v.tasks.get(i).map(|t| t.id.clone())))
    };
    let is_editing = use_editing();
    let next_unreviewed = move |at: Option<usize>| {
        let count = shown.with_untracked(Vec::len);
        let from = at.map_or(0, |at| at + 1);
        (0..count).map(|step| (from + step) % count).filter(|place| Some(*place) != at).find_map(|place| {
            let id = id_at(place)?;
            let is_open = |view: &Arc<TasksView>| {
                view.tasks.iter().any(|task| task.id == id && task.review == Review::Unreviewed)
            };
            state.tasks.view.with_untracked(is_open).then_some(id)
        })
    };
    use_list_keys(move |key| match key {
        ListKey::Close => task.clear(),
        ListKey::Letter('e') => {
            if !task.get_untracked().is_empty() {
                is_editing.update(|editing| *editing = !*editing);
            }
        }
        ListKey::Letter('n') => {
            if let Some(id) = next_unreviewed(at.get_untracked()) {
                task.set(id);
            }
        }
        ListKey::Letter(letter @ ('a' | 'r')) => {
            let review = if letter == 'a' { Review::Accepted } else { Review::Rejected };
            let id = task.get_untracked();
            if !id.is_empty() {
                engine.send(Command::ReviewTask { id, review });
            }
        }
        key => {
            if let Some(id) = step(at.get_untracked(), shown.with_untracked(Vec::len), key).and_then(id_at) {
                task.set(id);
            }
        }
    });
    let render = move |place: usize| {
        let index = shown.with(|s| s.get(place).copied());
        let row_of = index.and_then(|i| state.tasks.view.with(|v| v.tasks.get(i).cloned()));
        row_of.map(|t| row(t, task)).unwrap_or_else(|| ().into_any())
    };
    let sets = std::iter::once(("all", "all".to_owned())).chain(TaskSet::ALL.map(|s| (s.id(), s.label().to_owned())));
    view! {
        <div class="list-head">
            <SearchField test="task-search" label="Search questions" value=search.or("") on_input=search.setter("")/>
            <Segmented
                test="task-set"
                label="Set"
                options=sets.collect()
                value=set.or("all")
                on_change=set.setter("all")
            />
            <p class="quiet" data-test="task-count">{move || words::of(shown.with(Vec::len), "task", "tasks")}</p>
        </div>
        <VirtualList
            test="task-list"
            label="Tasks"
            count=Signal::derive(move || shown.with(Vec::len))
            row_height=ROW
            render=render
            focus=Signal::derive(move || at.get())
        />
    }
}

fn matching(view: &Arc<TasksView>, search: &str, set: &str) -> Vec<usize> {
    let search = search.to_lowercase();
    let fits = |task: &TaskRow| {
        (set.is_empty() || task.set.id() == set)
            && (search.is_empty() || format!("{} {}", task.question, task.chunk_path).to_lowercase().contains(&search))
    };
    view.tasks.iter().enumerate().filter(|(_, task)| fits(task)).map(|(i, _)| i).collect()
}

fn row(task: TaskRow, open: Param) -> AnyView {
    let (id, current) = (task.id.clone(), task.id.clone());
    let review = match task.review {
        Review::Unreviewed => None,
        Review::Accepted => Some(view! { <Chip text="accepted" tone="good"/> }),
        Review::Rejected => Some(view! { <Chip text="rejected" tone="bad"/> }),
    };
    let edited = task.is_edited.then(|| view! { <Chip text="edited" tone="warn"/> });
    let warn =
        (task.fact_check == Some(FactVerdict::Warn)).then(|| view! { <Chip text="fact check: warn" tone="warn"/> });
    view! {
        <button
            type="button"
            class="row task-row"
            data-test="task-row"
            data-id=task.id.clone()
            title=task.question.clone()
            aria-current=move || open.is(&current).then_some("true")
            on:click=move |_| open.set(id.clone())
        >
            <span class="task-question">{task.question.clone()}</span>
            <span class="task-meta">
                {format!("{} · {}", task.set.label(), words::kind(task.category, task.subtype))} {review} {edited} {warn}
            </span>
        </button>
    }
    .into_any()
}
