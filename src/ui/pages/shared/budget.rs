//! The cap at which work pauses by itself, and what was spent against it.

use leptos::prelude::*;

use crate::domain::run::{Budget, Spend};
use crate::ui::components::NumberField;
use crate::ui::words;

/// Caps in USD and in tokens; 0 stands for none.
#[component]
pub fn BudgetFields(
    /// The caps.
    #[prop(into)]
    value: Signal<Budget>,
    /// Told the caps when one is changed.
    on_change: Callback<Budget>,
) -> impl IntoView {
    let with = move |write: fn(&mut Budget, f64)| {
        Callback::new(move |number| {
            let mut budget = value.get_untracked();
            write(&mut budget, number);
            on_change.run(budget);
        })
    };
    view! {
        <NumberField
            test="budget-usd"
            label="Pause at, USD"
            step=0.01
            hint="0 for no cap. A call begins only if it fits even at its longest."
            value=Signal::derive(move || value.get().usd.unwrap_or(0.0))
            on_change=with(|budget, usd| budget.usd = Some(usd).filter(|usd| *usd > 0.0))
        />
        <NumberField
            test="budget-tokens"
            label="Pause at, tokens"
            max=1e12
            step=1000.0
            hint="0 for no cap."
            value=Signal::derive(move || value.get().tokens.unwrap_or(0) as f64)
            on_change=with(|budget, tokens| budget.tokens = Some(tokens as u64).filter(|tokens| *tokens > 0))
        />
    }
}

/// What was spent, in words: what isn't known is said.
pub fn spend(spend: &Spend, budget: &Budget) -> String {
    let bound = if spend.unreported_calls > 0 { "at least " } else { "" };
    let cap = budget.usd.map(|usd| format!(" of {usd:.2}")).unwrap_or_default();
    match spend {
        Spend { tokens, unpriced_tokens, .. } if *tokens > 0 && tokens == unpriced_tokens => "price unknown".into(),
        Spend { unpriced_tokens: 1.., usd, .. } => format!("{bound}{usd:.4}{cap}, and some of unknown price"),
        Spend { usd, .. } => format!("{bound}{usd:.4}{cap}"),
    }
}

/// What a run has cost, in words.
pub fn in_usd(spend: &Spend) -> String {
    match self::spend(spend, &Budget::default()) {
        unknown if unknown.starts_with("price") => unknown,
        usd => format!("USD {usd}"),
    }
}

/// Tokens used, of those that may be.
pub fn tokens(spend: &Spend, budget: &Budget) -> String {
    let bound = if spend.unreported_calls > 0 { "at least " } else { "" };
    let cap = budget.tokens.map(|tokens| format!(" of {}", words::count(tokens))).unwrap_or_default();
    format!("{bound}{}{cap}", words::count(spend.tokens))
}
