//! Who makes the tasks, and how many.

use leptos::prelude::*;

use crate::domain::agent::AgentLimits;
use crate::domain::provider::ModelRef;
use crate::domain::task::TaskSet;
use crate::domain::task::prompts::PromptStage;
use crate::engine::protocol::{Command, GenerateRequest};
use crate::ui::components::{Button, NumberField, SelectField, Tone};
use crate::ui::engine::use_engine;
use crate::ui::pages::shared::{PromptsNote, from_key, key, versatile_models};
use crate::ui::state::{State, use_state};

/// What the user has entered; `None` where the selection says it.
#[derive(Clone, Copy)]
struct Form {
    model: RwSignal<ModelRef>,
    code_derivable: RwSignal<Option<usize>>,
    doc_dependent: RwSignal<Option<usize>>,
}

/// The form, and its buttons.
#[component]
pub fn Generate() -> impl IntoView {
    let (state, engine) = (use_state(), use_engine());
    let form = Form {
        model: RwSignal::new(ModelRef::baseline()),
        code_derivable: RwSignal::new(None),
        doc_dependent: RwSignal::new(None),
    };
    let counts = Memo::new(move |_| {
        let chosen = selected(&state);
        (form.code_derivable.get().unwrap_or(chosen.0), form.doc_dependent.get().unwrap_or(chosen.1))
    });
    let is_busy = Signal::derive(move || state.tasks.generation.with(Option::is_some));
    let generate = Callback::new(move |()| {
        let (code_derivable, doc_dependent) = counts.get_untracked();
        let model = form.model.get_untracked();
        engine.send(Command::Generate(GenerateRequest {
            model,
            code_derivable,
            doc_dependent,
            limits: AgentLimits::default(),
        }));
    });
    let is_blocked = Signal::derive(move || is_busy.get() || counts.get() == (0, 0));
    view! {
        <section class="panel-form" aria-label="Generate tasks">
            <Fields form=form counts=counts/>
            <PromptsNote stages=&[PromptStage::Generation]/>
            <div class="acts">
                <Button test="generate-start" tone=Tone::Primary disabled=is_blocked on_click=generate>
                    "Generate"
                </Button>
                <Show when=move || is_busy.get()>
                    <Button
                        test="generate-cancel"
                        on_click=Callback::new(move |()| engine.send(Command::CancelGeneration))
                    >
                        "Cancel"
                    </Button>
                </Show>
                <Delete/>
            </div>
        </section>
    }
}

#[component]
fn Fields(
    /// What is entered.
    form: Form,
    /// The numbers in force.
    counts: Memo<(usize, usize)>,
) -> impl IntoView {
    let all = versatile_models();
    let options =
        Signal::derive(move || all.get().iter().map(|(model, name)| (key(model), name.clone())).collect::<Vec<_>>());
    let choose = Callback::new(move |k: String| {
        if let Some(model) = from_key(&k) {
            form.model.set(model);
        }
    });
    let code = Callback::new(move |v: f64| form.code_derivable.set(Some(v as usize)));
    let docs = Callback::new(move |v: f64| form.doc_dependent.set(Some(v as usize)));
    view! {
        <div class="fields">
            <SelectField
                test="generate-model"
                label="Generator"
                options=options
                value=Signal::derive(move || key(&form.model.get()))
                on_change=choose
            />
            <NumberField
                test="generate-code-derivable"
                label="Code-derivable, at most"
                max=2000.0
                value=Signal::derive(move || counts.get().0 as f64)
                on_change=code
            />
            <NumberField
                test="generate-doc-dependent"
                label="Doc-dependent, at most"
                max=2000.0
                value=Signal::derive(move || counts.get().1 as f64)
                on_change=docs
            />
        </div>
        <Show when=move || form.model.with(ModelRef::is_baseline)>
            <p class="quiet" data-test="generate-baseline-note">
                "The offline baseline is not a language model: it copies facts from the tree. Good for trying things out, \
                 not for judging models."
            </p>
        </Show>
    }
}

/// Deletes all tasks; asks once.
#[component]
fn Delete() -> impl IntoView {
    let (state, engine) = (use_state(), use_engine());
    let (is_asking, set_asking) = signal(false);
    let has_tasks = move || state.tasks.view.with(|v| !v.tasks.is_empty());
    let text = move || if is_asking.get() { "Delete all tasks: sure?" } else { "Delete all tasks" };
    let act = Callback::new(move |()| {
        if is_asking.get_untracked() {
            engine.send(Command::DeleteTasks);
        }
        set_asking.update(|asking| *asking = !*asking);
    });
    view! {
        <Show when=has_tasks>
            <Button test="tasks-delete" tone=Tone::Danger on_click=act>{text}</Button>
        </Show>
    }
}

/// Chunks selected for each set.
fn selected(state: &State) -> (usize, usize) {
    state.repository.selection.with(|selection| {
        let count = |set| selection.as_ref().map_or(0, |s| s.chosen.iter().filter(|c| c.1 == set).count());
        (count(TaskSet::CodeDerivable), count(TaskSet::DocDependent))
    })
}
