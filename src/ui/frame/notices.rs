//! Problems that belong to no single view.

use leptos::prelude::*;

use crate::ui::components::{Advice, NoticeTone};
use crate::ui::state::{Link, Notice, State, use_state};
use crate::ui::words;

/// The newest notices, and whether the engine is lost.
#[component]
pub fn Notices() -> impl IntoView {
    let state = use_state();
    let lost = move || match state.link.get() {
        Link::Lost(problem) => Some(view! {
            <Advice
                test="engine-lost"
                tone=NoticeTone::Error
                message=problem.message
                advice=problem.advice
                details=problem.details
            />
        }),
        _ => None,
    };
    let storage = state.settings.storage;
    let nearly_full = move || {
        let used = storage.with(|s| s.is_nearly_full().then_some(s.used_bytes).flatten())?;
        Some(view! {
            <Advice
                test="storage-nearly-full"
                tone=NoticeTone::Warning
                message=format!("This browser has little room left for this site: {} are used.", words::bytes(used))
                advice="Delete runs that you no longer need, or make room on the disk: a run that can't be stored stops."
            />
        })
    };
    view! {
        <div class="notices">
            {lost}
            {nearly_full}
            <For each=move || newest(&state) key=|notice| notice.id children=move |notice| one(state, notice)/>
        </div>
    }
}

fn newest(state: &State) -> Vec<Notice> {
    state.notices.with(|all| all.iter().rev().take(3).cloned().collect())
}

fn one(state: State, notice: Notice) -> impl IntoView {
    let id = notice.id;
    view! {
        <Advice
            test="notice"
            tone=NoticeTone::Error
            message=notice.problem.message
            advice=notice.problem.advice
            details=notice.problem.details
            on_dismiss=Callback::new(move |()| state.dismiss(id))
        />
    }
}
