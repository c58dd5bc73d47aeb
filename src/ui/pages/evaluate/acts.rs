//! What can be done to a run: pause, resume, cancel, delete, as its state allows.

use leptos::prelude::*;

use crate::domain::run::RunState;
use crate::engine::protocol::Command;
use crate::ui::components::{Button, Tone};
use crate::ui::engine::use_engine;

/// The buttons that fit the run's state. They stay in place while the run's figures change.
#[component]
pub fn Acts(
    /// The run.
    id: String,
    /// How it stands.
    state: Memo<RunState>,
    /// Whether the run can be deleted here; it can't by default.
    #[prop(optional)]
    can_delete: bool,
) -> impl IntoView {
    let engine = use_engine();
    let id = StoredValue::new(id);
    let resume = Callback::new(move |()| engine.send(Command::ResumeRun { run: id.get_value() }));
    let pause = Callback::new(move |()| engine.send(Command::PauseRun));
    let is_running = move || state.get() == RunState::Running;
    let can_resume = move || matches!(state.get(), RunState::Paused | RunState::Blocked { .. });
    view! {
        <Show when=is_running><Button test="run-pause" on_click=pause>"Pause"</Button></Show>
        <Show when=can_resume><Button test="run-resume" tone=Tone::Primary on_click=resume>"Resume"</Button></Show>
        <Show when=move || is_running() || can_resume()>
            <Cancel id=id/>
        </Show>
        <Show when=move || can_delete && !is_running()><Delete id=id/></Show>
    }
}

/// Gives the run up for good; asks once.
#[component]
fn Cancel(
    /// The run.
    id: StoredValue<String>,
) -> impl IntoView {
    let engine = use_engine();
    let (is_asking, set_asking) = signal(false);
    let act = Callback::new(move |()| {
        if is_asking.get_untracked() {
            engine.send(Command::CancelRun { run: id.get_value() });
        }
        set_asking.update(|asking| *asking = !*asking);
    });
    let text = move || if is_asking.get() { "Cancel for good: sure?" } else { "Cancel" };
    view! { <Button test="run-cancel" on_click=act>{text}</Button> }
}

/// Deletes the run with its samples; asks once.
#[component]
fn Delete(
    /// The run.
    id: StoredValue<String>,
) -> impl IntoView {
    let engine = use_engine();
    let (is_asking, set_asking) = signal(false);
    let act = Callback::new(move |()| {
        if is_asking.get_untracked() {
            engine.send(Command::DeleteRun { run: id.get_value() });
        }
        set_asking.update(|asking| *asking = !*asking);
    });
    let text = move || if is_asking.get() { "Delete: sure?" } else { "Delete" };
    view! { <Button test="run-delete" tone=Tone::Danger on_click=act>{text}</Button> }
}
