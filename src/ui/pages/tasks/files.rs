//! Tasks as files: kept, brought, and given to agents elsewhere.

use leptos::prelude::*;

use crate::domain::files::fine_tuning::ExampleKind;
use crate::domain::provider::ModelRef;
use crate::engine::protocol::{Command, Export};
use crate::ui::components::{Button, SelectField};
use crate::ui::engine::use_engine;
use crate::ui::pages::shared::{Import, from_key, key, versatile_models};
use crate::ui::state::use_state;

/// The acts, folded until they are wanted.
#[component]
pub fn Files() -> impl IntoView {
    let (state, engine) = (use_state(), use_engine());
    let has_tasks = move || state.tasks.view.with(|view| !view.tasks.is_empty());
    let keep = move |export: Export| Callback::new(move |()| engine.send(Command::Export(export.clone())));
    let kind = RwSignal::new(ExampleKind::default());
    let train = Callback::new(move |()| {
        engine.send(Command::Export(Export::FineTuning { kind: kind.get_untracked(), includes_unreviewed: true }));
    });
    let judge = RwSignal::new(ModelRef::baseline());
    view! {
        <details class="files">
            <summary data-test="tasks-files">"Files"</summary>
            <Show when=has_tasks>
                <div class="acts">
                    <Button test="export-tasks" on_click=keep(Export::Tasks)>"Keep the tasks"</Button>
                    <Button test="export-questions" on_click=keep(Export::Questions)>"Keep the questions alone"</Button>
                    <span class="field-hint">"For agents elsewhere: their answers can be brought and are judged here."</span>
                </div>
                <div class="fields">
                    <Kinds kind=kind/>
                    <Button test="export-training" on_click=train>"Keep as training data"</Button>
                    <span class="field-hint">"Rejected tasks and those that failed their fact check never get in."</span>
                </div>
            </Show>
            <div class="fields">
                <Import judge=judge/>
                <Judge judge=judge/>
            </div>
            <p class="field-hint">
                "Tasks of this site, answers of agents elsewhere, runs of this site, inspect_ai's logs of them, and the data \
                 sets SWE-QA-Bench and SWE-QA-Pro are told apart by what they hold."
            </p>
        </details>
    }
}

const KINDS: [(ExampleKind, &str); 3] = [
    (ExampleKind::QuestionAnswer, "question and answer"),
    (ExampleKind::Exploration, "the generator's exploration"),
    (ExampleKind::ExplorationOfQuestion, "question, exploration and answer"),
];

#[component]
fn Kinds(
    /// What a conversation shows.
    kind: RwSignal<ExampleKind>,
) -> impl IntoView {
    let options: Vec<(String, String)> =
        KINDS.iter().map(|(_, name)| ((*name).to_owned(), (*name).to_owned())).collect();
    let name =
        move || KINDS.iter().find(|(of, _)| *of == kind.get()).map(|(_, name)| (*name).to_owned()).unwrap_or_default();
    let choose = Callback::new(move |chosen: String| {
        if let Some((of, _)) = KINDS.iter().find(|(_, name)| *name == chosen) {
            kind.set(*of);
        }
    });
    view! {
        <SelectField
            test="training-kind"
            label="A conversation shows"
            options=options
            value=Signal::derive(name)
            on_change=choose
        />
    }
}

#[component]
fn Judge(
    /// Who judges answers.
    judge: RwSignal<ModelRef>,
) -> impl IntoView {
    let all = versatile_models();
    let options =
        Signal::derive(move || all.get().iter().map(|(model, name)| (key(model), name.clone())).collect::<Vec<_>>());
    let choose = Callback::new(move |k: String| {
        if let Some(model) = from_key(&k) {
            judge.set(model);
        }
    });
    view! {
        <SelectField
            test="import-judge"
            label="Judge of answers"
            options=options
            value=Signal::derive(move || key(&judge.get()))
            on_change=choose
        />
    }
}
