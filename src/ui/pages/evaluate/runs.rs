//! All stored runs, with what can be done to each.

use leptos::prelude::*;
use leptos_router::components::A;

use super::acts::Acts;
use super::amend::Amend;
use super::form::Form;
use super::live::Notice;
use super::prompts::Words;
use super::publish::Publish;
use super::settings::SettingsUsed;
use crate::domain::run::RunState;
use crate::engine::protocol::{Command, Export, RunRow};
use crate::ui::components::Button;
use crate::ui::engine::use_engine;
use crate::ui::pages::shared::in_usd;
use crate::ui::state::use_state;
use crate::ui::words;

/// The runs, newest first.
#[component]
pub fn Runs(
    /// What is ticked in the plan above.
    form: Form,
) -> impl IntoView {
    let state = use_state();
    let rows = move || state.runs.rows.with(|rows| rows.as_ref().clone());
    view! {
        <Show when=move || state.runs.rows.with(|rows| !rows.is_empty())>
            <section class="runs" aria-label="Runs">
                <h2>"Runs"</h2>
                <ul class="run-list">
                    <For each=rows key=|row| row.id.clone() children=move |run| view! { <One run=run form=form/> }/>
                </ul>
            </section>
        </Show>
    }
}

#[component]
fn One(
    /// The run as it stood when it was first listed.
    run: RunRow,
    /// What is ticked in the plan above.
    form: Form,
) -> impl IntoView {
    let state = use_state();
    let (what, row_id) = (description(&run), run.id.clone());
    let (id, href, created) = (run.id.clone(), format!("/results?run={}", run.id), words::date(run.created_ms));
    // The row as it stands now.
    let now =
        Memo::new(move |_| state.runs.rows.with(|rows| rows.iter().find(|r| r.id == run.id).unwrap_or(&run).clone()));
    let run_state = Memo::new(move |_| now.with(|row| row.state.clone()));
    // The active run says the same at the top of the page.
    let is_active = Memo::new(move |_| {
        state.runs.progress.with(|progress| progress.as_ref().is_some_and(|p| now.with(|row| row.id == p.run.id)))
    });
    let engine = use_engine();
    let exported = StoredValue::new(id.clone());
    let export = Callback::new(move |()| engine.send(Command::Export(Export::Run { run: exported.get_value() })));
    let project =
        Callback::new(move |()| engine.send(Command::Export(Export::InspectProject { run: exported.get_value() })));
    let has_ended = move || run_state.with(|state| matches!(state, RunState::Finished | RunState::Cancelled));
    let figures = move || now.with(|row| format!(" · {} of {} samples · {created}", row.ended, row.samples));
    let spent = move || {
        now.with(|row| match row.spend.tokens {
            0 => "no tokens used".to_owned(),
            tokens => format!("{} tokens, {}", words::count(tokens), in_usd(&row.spend)),
        })
    };
    view! {
        <li class="run" data-test="run-row" data-id=row_id data-state=move || run_state.with(word)>
            <div class="run-what">
                <p><span class="run-word" data-test="run-row-state">{move || run_state.with(word)}</span>{figures}</p>
                <p class="quiet">{what}</p>
                <p class="quiet" data-test="run-spend">{spent}</p>
                <Show when=move || !is_active.get()><Notice state=run_state/></Show>
                <SettingsUsed row=now/>
                <Words row=now/>
                <Publish id=exported/>
                <Show when=has_ended><Amend row=now form=form/></Show>
            </div>
            <div class="acts">
                <Acts id=id state=run_state can_delete=true/>
                <Button test="run-export" on_click=export>"Keep as a file"</Button>
                <Button test="run-inspect" on_click=project>"Take to inspect_ai"</Button>
                <A href=href attr:class="button" attr:data-test="run-results">"Results"</A>
            </div>
        </li>
    }
}

fn description(run: &RunRow) -> String {
    let models: Vec<String> = run.spec.models.iter().map(|m| m.label()).collect();
    let conditions: Vec<&str> = run.spec.conditions.iter().map(|c| c.label()).collect();
    let judge = run.spec.judge.label();
    format!("{}: {} under {}; judge {judge}", run.spec.repository, models.join(", "), conditions.join(", "))
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
