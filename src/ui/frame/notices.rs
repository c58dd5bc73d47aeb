//! Problems that belong to no single view.

use leptos::prelude::*;

use crate::ui::components::{Advice, NoticeTone};
use crate::ui::state::{Link, Notice, State, use_state};

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
    view! {
        <div class="notices">
            {lost}
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
