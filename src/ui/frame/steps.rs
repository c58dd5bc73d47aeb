//! The path Repository → Tasks → Evaluate → Results: what is done, possible, or blocked, and by what.

use leptos::prelude::*;
use leptos_router::components::A;

use crate::ui::route::Page;
use crate::ui::state::{State, use_state};
use crate::ui::words;

/// How a step stands.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    Done(String),
    Possible(String),
    Blocked(&'static str),
}

/// The path.
#[component]
pub fn Steps() -> impl IntoView {
    let state = use_state();
    let steps = [
        (Page::Repository, Memo::new(move |_| repository(&state))),
        (Page::Tasks, Memo::new(move |_| tasks(&state))),
        (Page::Evaluate, Memo::new(move |_| evaluate(&state))),
        (Page::Results, Memo::new(move |_| results(&state))),
    ];
    view! { <ol class="steps" aria-label="Path">{steps.map(|(page, step)| view! { <One page=page step=step/> })}</ol> }
}

#[component]
fn One(
    /// The page of the step.
    page: Page,
    /// How it stands.
    step: Memo<Step>,
) -> impl IntoView {
    let class = move || match step.get() {
        Step::Done(_) => "step step-done",
        Step::Possible(_) => "step step-possible",
        Step::Blocked(_) => "step step-blocked",
    };
    let sign = move || match step.get() {
        Step::Done(_) => "✓",
        Step::Possible(_) => "→",
        Step::Blocked(_) => "·",
    };
    let text = move || match step.get() {
        Step::Done(text) | Step::Possible(text) => text,
        Step::Blocked(by) => by.to_owned(),
    };
    view! {
        <li class=class data-test=format!("step-{}", page.id())>
            <A href=page.path() exact=true>
                <span class="step-sign" aria-hidden="true">{sign}</span>
                <span class="step-name">{page.label()}</span>
                <span class="step-text">{text}</span>
            </A>
        </li>
    }
}

fn repository(state: &State) -> Step {
    state.repository.open.with(|open| match open {
        Some(view) => Step::Done(view.name.clone()),
        None => Step::Possible("load one".into()),
    })
}

fn tasks(state: &State) -> Step {
    let count = state.tasks.view.with(|view| view.tasks.len());
    if count > 0 {
        return Step::Done(words::of(count, "task", "tasks"));
    }
    if state.repository.open.with(Option::is_some) {
        Step::Possible("generate".into())
    } else {
        Step::Blocked("needs a repository")
    }
}

fn evaluate(state: &State) -> Step {
    if state.runs.is_running() {
        return Step::Possible("running".into());
    }
    if state.tasks.view.with(|view| view.tasks.is_empty()) {
        return Step::Blocked("needs tasks");
    }
    match state.runs.rows.with(|rows| rows.len()) {
        0 => Step::Possible("run".into()),
        count => Step::Done(words::of(count, "run", "runs")),
    }
}

fn results(state: &State) -> Step {
    let ended: usize = state.runs.rows.with(|rows| rows.iter().map(|row| row.ended).sum());
    if ended > 0 { Step::Done(words::of(ended, "sample", "samples")) } else { Step::Blocked("needs a run") }
}
