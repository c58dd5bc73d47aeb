//! Models × conditions to tick.

use leptos::prelude::*;
use leptos_router::components::A;

use super::form::{Form, task_count, toggle};
use crate::domain::condition::Condition;
use crate::domain::provider::ModelRef;
use crate::ui::pages::shared::{ConditionName, ModelName, models};
use crate::ui::route::Page;
use crate::ui::state::use_state;

/// The matrix: rows and columns are ticked; a cell says how many samples it makes.
#[component]
pub fn Matrix(
    /// The plan.
    form: Form,
) -> impl IntoView {
    let all = models();
    let rows = move || all.get().into_iter().map(|(model, _)| row(form, model)).collect_view();
    view! {
        <div class="table-frame" tabindex="0" role="region" aria-label="Models and conditions">
            <table class="table matrix" data-test="matrix">
                <caption>"Models under test × conditions; cells count samples"</caption>
                <thead><tr><th scope="col">"Model"</th>{Condition::ALL.map(|c| head(form, c))}</tr></thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
        <p class="quiet">"Other models: " <A href=Page::Settings.path()>"add a provider under Settings"</A></p>
    }
}

fn head(form: Form, condition: Condition) -> impl IntoView {
    let is_on = move || form.conditions.with(|all| all.contains(&condition));
    view! {
        <th scope="col">
            <label class="check">
                <input
                    type="checkbox"
                    data-test=format!("condition-{}", condition.id())
                    prop:checked=is_on
                    on:change=move |_| form.conditions.update(|all| toggle(all, condition))
                />
                <ConditionName condition=condition/>
            </label>
        </th>
    }
}

fn row(form: Form, model: ModelRef) -> impl IntoView {
    let model = StoredValue::new(model);
    let is_on = Memo::new(move |_| form.models.with(|all| model.with_value(|m| all.contains(m))));
    view! {
        <tr>
            <th scope="row">
                <label class="check">
                    <input
                        type="checkbox"
                        data-test="model-tick"
                        data-model=model.with_value(|m| m.model.clone())
                        prop:checked=move || is_on.get()
                        on:change=move |_| form.models.update(|all| toggle(all, model.get_value()))
                    />
                    <ModelName model=model.get_value()/>
                </label>
            </th>
            {Condition::ALL.map(|condition| cell(form, condition, is_on))}
        </tr>
    }
}

fn cell(form: Form, condition: Condition, is_on: Memo<bool>) -> impl IntoView {
    let state = use_state();
    let text = move || {
        let counts = is_on.get() && form.conditions.with(|all| all.contains(&condition));
        if counts { (task_count(&state) * form.epochs.get() as usize).to_string() } else { "not run".into() }
    };
    view! { <td class="figure">{text}</td> }
}
