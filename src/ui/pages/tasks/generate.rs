//! Who makes the tasks, and how many.

use leptos::prelude::*;

use crate::domain::provider::ModelRef;
use crate::domain::run::Budget;
use crate::domain::task::TaskSet;
use crate::domain::task::prompts::PromptStage;
use crate::engine::protocol::{Command, GenerateRequest};
use crate::ui::components::{Button, NumberField, SelectField, Tone};
use crate::ui::engine::use_engine;
use crate::ui::pages::shared::{BudgetFields, Estimate, PromptsNote, from_key, key, versatile_models};
use crate::ui::state::{State, use_state};
use crate::ui::words;

/// What the user has entered; `None` where the selection says it.
#[derive(Clone, Copy)]
struct Form {
    model: RwSignal<ModelRef>,
    code_derivable: RwSignal<Option<usize>>,
    doc_dependent: RwSignal<Option<usize>>,
    budget: RwSignal<Budget>,
    tries_dropped_again: RwSignal<bool>,
}

/// The form, what it would take, and its buttons.
#[component]
pub fn Generate() -> impl IntoView {
    let (state, engine) = (use_state(), use_engine());
    let form = Form {
        model: RwSignal::new(ModelRef::baseline()),
        code_derivable: RwSignal::new(None),
        doc_dependent: RwSignal::new(None),
        budget: RwSignal::new(Budget::default()),
        tries_dropped_again: RwSignal::new(false),
    };
    let counts = Memo::new(move |_| {
        let chosen = selected(&state);
        (form.code_derivable.get().unwrap_or(chosen.0), form.doc_dependent.get().unwrap_or(chosen.1))
    });
    let request = Memo::new(move |_| {
        let (code_derivable, doc_dependent) = counts.get();
        GenerateRequest {
            budget: form.budget.get(),
            tries_dropped_again: form.tries_dropped_again.get(),
            ..GenerateRequest::of(form.model.get(), code_derivable, doc_dependent)
        }
    });
    let is_busy = Signal::derive(move || state.tasks.generation.with(Option::is_some));
    Effect::new(move |_| {
        // Prices count too, and so do the places that tasks have taken.
        state.settings.view.track();
        state.tasks.view.track();
        if !is_busy.get() {
            engine.send(Command::PlanGeneration(request.get()));
        }
    });
    let is_blocked = Signal::derive(move || is_busy.get() || counts.get() == (0, 0));
    let generate = Callback::new(move |()| engine.send(Command::Generate(request.get_untracked())));
    let plan = Signal::derive(move || state.tasks.plan.get().filter(|plan| !plan.stages.is_empty()));
    view! {
        <section class="panel-form" aria-label="Generate tasks">
            <Fields form=form counts=counts/>
            <Show when=move || !is_busy.get()><Estimate plan=plan/></Show>
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
            <BudgetFields value=form.budget on_change=Callback::new(move |caps| form.budget.set(caps))/>
        </div>
        <Again chosen=form.tries_dropped_again/>
        <Show when=move || form.model.with(ModelRef::is_baseline)>
            <p class="quiet" data-test="generate-baseline-note">
                "The offline baseline is not a language model: it copies facts from the tree. Good for trying things out, \
                 not for judging models."
            </p>
        </Show>
    }
}

/// Whether chunks that gave no task are tried again; only asked where there are some.
#[component]
fn Again(
    /// The choice.
    chosen: RwSignal<bool>,
) -> impl IntoView {
    let state = use_state();
    let dropped = move || state.tasks.view.with(|view| view.dropped.len());
    view! {
        <Show when=move || dropped() != 0>
            <label class="tick">
                <input
                    type="checkbox"
                    data-test="generate-again"
                    prop:checked=move || chosen.get()
                    on:change=move |event| chosen.set(event_target_checked(&event))
                />
                " Try the " {move || words::of(dropped(), "dropped chunk", "dropped chunks")}
                " again, instead of giving their places to the next chunks"
            </label>
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
