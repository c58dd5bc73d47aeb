//! All stored runs, with what can be done to each.

use leptos::prelude::*;
use leptos_router::components::A;

use crate::domain::run::RunState;
use crate::engine::protocol::{Command, RunRow};
use crate::ui::components::{Button, Tone};
use crate::ui::engine::use_engine;
use crate::ui::state::use_state;
use crate::ui::words;

/// The runs, newest first.
#[component]
pub fn Runs() -> impl IntoView {
    let state = use_state();
    let rows = move || state.runs.rows.get().iter().cloned().map(|run| view! { <One run=run/> }).collect_view();
    view! {
        <Show when=move || state.runs.rows.with(|rows| !rows.is_empty())>
            <section class="runs" aria-label="Runs">
                <h2>"Runs"</h2>
                <ul class="run-list">{rows}</ul>
            </section>
        </Show>
    }
}

#[component]
fn One(
    /// The run.
    run: RunRow,
) -> impl IntoView {
    let models: Vec<String> = run.spec.models.iter().map(|m| m.label()).collect();
    let conditions: Vec<&str> = run.spec.conditions.iter().map(|c| c.label()).collect();
    let href = format!("/results?run={}", run.id);
    view! {
        <li class="run" data-test="run-row" data-id=run.id.clone() data-state=word(&run.state)>
            <div class="run-what">
                <p>
                    <span class="run-word" data-test="run-row-state">{word(&run.state)}</span>
                    {format!(" · {} of {} samples · {}", run.ended, run.samples, words::date(run.created_ms))}
                </p>
                <p class="quiet">
                    {format!("{}: {} under {}; judge {}", run.spec.repository, models.join(", "), conditions.join(", "), run.spec.judge.label())}
                </p>
            </div>
            <div class="acts">
                <Acts run=run.clone()/>
                <A href=href attr:class="button" attr:data-test="run-results">"Results"</A>
            </div>
        </li>
    }
}

/// Pause, resume, cancel, delete: what fits the run's state.
#[component]
fn Acts(
    /// The run.
    run: RunRow,
) -> impl IntoView {
    let engine = use_engine();
    let (is_asking, set_asking) = signal(false);
    let id = StoredValue::new(run.id);
    let resume = Callback::new(move |()| engine.send(Command::ResumeRun { run: id.get_value() }));
    let cancel = Callback::new(move |()| engine.send(Command::CancelRun { run: id.get_value() }));
    let delete = Callback::new(move |()| {
        if is_asking.get_untracked() {
            engine.send(Command::DeleteRun { run: id.get_value() });
        }
        set_asking.update(|asking| *asking = !*asking);
    });
    let is_running = run.state == RunState::Running;
    let can_resume = matches!(run.state, RunState::Paused | RunState::Blocked { .. });
    let delete_text = move || if is_asking.get() { "Delete: sure?" } else { "Delete" };
    view! {
        {is_running.then(|| view! {
            <Button test="run-pause" on_click=Callback::new(move |()| engine.send(Command::PauseRun))>"Pause"</Button>
        })}
        {can_resume.then(|| view! { <Button test="run-resume" tone=Tone::Primary on_click=resume>"Resume"</Button> })}
        {(is_running || can_resume).then(|| view! { <Button test="run-cancel" on_click=cancel>"Cancel"</Button> })}
        {(!is_running).then(|| view! { <Button test="run-delete" tone=Tone::Danger on_click=delete>{delete_text}</Button> })}
    }
}

/// One word for a run's state.
pub fn word(state: &RunState) -> &'static str {
    match state {
        RunState::Running => "running",
        RunState::Paused => "paused",
        RunState::Blocked { .. } => "blocked",
        RunState::Cancelled => "cancelled",
        RunState::Finished => "finished",
    }
}
