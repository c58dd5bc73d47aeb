//! Changing what a run may cost.

use leptos::prelude::*;

use crate::domain::run::Budget;
use crate::engine::protocol::Command;
use crate::ui::components::Button;
use crate::ui::engine::use_engine;
use crate::ui::pages::shared::BudgetFields;

/// Changes the caps of a run that stands still.
#[component]
pub fn ChangeBudget(
    /// The run.
    id: String,
    /// Its caps.
    #[prop(into)]
    budget: Signal<Budget>,
) -> impl IntoView {
    let engine = use_engine();
    let draft = RwSignal::new(budget.get_untracked());
    let save =
        Callback::new(move |()| engine.send(Command::SetBudget { run: id.clone(), budget: draft.get_untracked() }));
    let is_same = Signal::derive(move || draft.get() == budget.get());
    view! {
        <div class="fields" data-test="change-budget">
            <BudgetFields value=draft on_change=Callback::new(move |budget| draft.set(budget))/>
            <Button test="budget-save" disabled=is_same on_click=save>"Change the budget"</Button>
        </div>
    }
}
