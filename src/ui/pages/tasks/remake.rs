//! Making one task anew.

use leptos::prelude::*;

use crate::domain::agent::AgentLimits;
use crate::domain::provider::ModelRef;
use crate::domain::run::Budget;
use crate::engine::protocol::{Command, RemakeRequest};
use crate::ui::components::{Button, SelectField};
use crate::ui::engine::use_engine;
use crate::ui::pages::shared::{BudgetFields, from_key, key, versatile_models};
use crate::ui::state::use_state;

/// The generator to make a task anew with, folded until it is wanted.
#[component]
pub fn Remake(
    /// The task.
    id: String,
    /// The generator that made it.
    model: ModelRef,
) -> impl IntoView {
    let (state, engine) = (use_state(), use_engine());
    let all = versatile_models();
    let options =
        Signal::derive(move || all.get().iter().map(|(model, name)| (key(model), name.clone())).collect::<Vec<_>>());
    let (chosen, budget) = (RwSignal::new(model), RwSignal::new(Budget::default()));
    let choose = Callback::new(move |k: String| {
        if let Some(model) = from_key(&k) {
            chosen.set(model);
        }
    });
    let is_busy = Signal::derive(move || state.tasks.generation.with(Option::is_some));
    let id = StoredValue::new(id);
    let remake = Callback::new(move |()| {
        let (id, model, budget) = (id.get_value(), chosen.get_untracked(), budget.get_untracked());
        engine.send(Command::RemakeTask(RemakeRequest { id, model, limits: AgentLimits::default(), budget }));
    });
    view! {
        <details class="files">
            <summary data-test="task-remake">"Make it anew"</summary>
            <div class="fields">
                <SelectField
                    test="remake-model"
                    label="Generator"
                    options=options
                    value=Signal::derive(move || key(&chosen.get()))
                    on_change=choose
                />
                <BudgetFields value=budget on_change=Callback::new(move |caps| budget.set(caps))/>
                <Button test="remake-start" disabled=is_busy on_click=remake>"Make it anew"</Button>
                <span class="field-hint">"From the same chunk, with all stages. What it says now stays among its versions."</span>
            </div>
        </details>
    }
}
