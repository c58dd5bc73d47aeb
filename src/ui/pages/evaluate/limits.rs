//! Judge, repetitions, and how far the agent may go.

use leptos::prelude::*;

use super::form::Form;
use crate::domain::agent::AgentLimits;
use crate::ui::components::{NumberField, SelectField};
use crate::ui::pages::shared::{BudgetFields, from_key, key, versatile_models};

/// The fields below the matrix.
#[component]
pub fn Limits(
    /// The plan.
    form: Form,
) -> impl IntoView {
    let all = versatile_models();
    let options =
        Signal::derive(move || all.get().iter().map(|(model, name)| (key(model), name.clone())).collect::<Vec<_>>());
    let choose = Callback::new(move |k: String| {
        if let Some(model) = from_key(&k) {
            form.judge.set(model);
        }
    });
    let of = move |read: fn(&AgentLimits) -> f64| Signal::derive(move || form.limits.with(read));
    let set = move |write: fn(&mut AgentLimits, f64)| {
        Callback::new(move |value: f64| form.limits.update(|limits| write(limits, value)))
    };
    let epochs = Callback::new(move |value: f64| form.epochs.set(value as u32));
    view! {
        <div class="fields-grid limits">
            <SelectField
                test="judge"
                label="Judge"
                options=options
                value=Signal::derive(move || key(&form.judge.get()))
                on_change=choose
            />
            <NumberField
                test="epochs"
                label="Repetitions"
                min=1.0
                max=20.0
                value=Signal::derive(move || f64::from(form.epochs.get()))
                on_change=epochs
            />
            <NumberField
                test="limit-turns"
                label="Turns, at most"
                min=1.0
                max=200.0
                value=of(|l| f64::from(l.max_turns))
                on_change=set(|l, v| l.max_turns = v as u32)
            />
            <NumberField
                test="limit-tokens"
                label="Tokens a reply, at most"
                min=16.0
                value=of(|l| f64::from(l.max_tokens))
                on_change=set(|l, v| l.max_tokens = v as u32)
            />
            <NumberField
                test="limit-context"
                label="Context, characters"
                min=1000.0
                max=5e6
                step=1000.0
                value=of(|l| l.context_budget_chars as f64)
                on_change=set(|l, v| l.context_budget_chars = v as usize)
            />
            <BudgetFields
                value=form.budget
                on_change=Callback::new(move |budget| form.budget.set(budget))
            />
        </div>
    }
}
