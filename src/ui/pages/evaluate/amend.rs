//! What can be done to a run once it stands still: failed samples again, judged again, more of everything.

use leptos::prelude::*;

use super::form::Form;
use crate::domain::run::Amendment;
use crate::engine::protocol::{Command, RunRow};
use crate::ui::components::{Button, SelectField};
use crate::ui::engine::use_engine;
use crate::ui::pages::shared::{from_key, key, versatile_models};
use crate::ui::words;

/// The acts, folded until they are wanted.
#[component]
pub fn Amend(
    /// The run.
    row: Memo<RunRow>,
    /// What is ticked in the plan above.
    form: Form,
) -> impl IntoView {
    let engine = use_engine();
    let send = move |amendment: Amendment| {
        engine.send(Command::AmendRun { run: row.with_untracked(|row| row.id.clone()), amendment });
    };
    let to_retry = move || row.with(|row| row.to_retry);
    let is_any = move || to_retry() > 0;
    let extend = Callback::new(move |()| {
        let request = form.request();
        send(Amendment::Extend { models: request.models, conditions: request.conditions, epochs: request.epochs });
    });
    view! {
        <details class="amend">
            <summary data-test="run-amend">"Go on with it"</summary>
            <div class="acts">
                <Show when=is_any>
                    <Button test="run-retry" on_click=Callback::new(move |()| send(Amendment::Retry))>
                        {move || format!("Try again {}", words::of(to_retry(), "sample without an answer", "samples without an answer"))}
                    </Button>
                </Show>
                <Button test="run-extend" on_click=extend>"Add what is ticked above"</Button>
                <span class="field-hint">"Models, conditions and repetitions are added; what is there stays."</span>
            </div>
            <Rejudge row=row/>
        </details>
    }
}

/// Judging again: by whom, and which answers.
#[component]
fn Rejudge(
    /// The run.
    row: Memo<RunRow>,
) -> impl IntoView {
    let engine = use_engine();
    let all = versatile_models();
    let judge = RwSignal::new(row.with_untracked(|row| row.spec.judge.clone()));
    let options =
        Signal::derive(move || all.get().iter().map(|(model, name)| (key(model), name.clone())).collect::<Vec<_>>());
    let choose = Callback::new(move |k: String| {
        if let Some(model) = from_key(&k) {
            judge.set(model);
        }
    });
    let send = move |only_unscored: bool| {
        let amendment = Amendment::Rejudge { judge: judge.get_untracked(), only_unscored };
        engine.send(Command::AmendRun { run: row.with_untracked(|row| row.id.clone()), amendment });
    };
    let unscored = move || row.with(|row| row.unscored);
    let is_any = move || unscored() > 0;
    view! {
        <div class="fields">
            <SelectField
                test="rejudge-by"
                label="Judge"
                options=options
                value=Signal::derive(move || key(&judge.get()))
                on_change=choose
            />
            <Button test="run-rejudge" on_click=Callback::new(move |()| send(false))>"Judge all answers again"</Button>
            <Show when=is_any>
                <Button test="run-rejudge-unscored" on_click=Callback::new(move |()| send(true))>
                    {move || format!("Judge {} again", words::of(unscored(), "unscored answer", "unscored answers"))}
                </Button>
            </Show>
            <span class="field-hint">"No model under test is asked again; verdicts so far are kept beside the new ones."</span>
        </div>
    }
}
