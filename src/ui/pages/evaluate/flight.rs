//! What is in flight, and what went wrong on the way.

use leptos::prelude::*;

use crate::engine::protocol::{ErrorCount, InFlight};
use crate::ui::components::{Advice, NoticeTone};
use crate::ui::pages::shared::{ConditionName, ModelName};

/// Failed calls by kind, each with what to do.
#[component]
pub fn Errors(
    /// The failures.
    errors: Memo<Vec<ErrorCount>>,
) -> impl IntoView {
    let one = |error: ErrorCount| {
        view! {
            <Advice
                test="run-error"
                tone=NoticeTone::Warning
                message=format!("{} × {}", error.count, error.kind.label())
                advice=error.kind.advice()
                details=error.last_message
            />
        }
    };
    view! { {move || errors.get().into_iter().map(one).collect_view()} }
}

/// Samples in flight with their current step.
#[component]
pub fn Flights(
    /// The samples.
    flights: Memo<Vec<InFlight>>,
) -> impl IntoView {
    let one = |flight: InFlight| {
        view! {
            <li data-test="in-flight">
                <ConditionName condition=flight.key.condition/>
                <ModelName model=flight.key.model/>
                <span class="flight-step mono">{flight.step}</span>
                <span class="flight-question">{flight.question}</span>
                {(!flight.text.is_empty()).then(|| view! { <span class="flight-text" data-test="flight-text">{flight.text}</span> })}
            </li>
        }
    };
    view! {
        <Show when=move || flights.with(|all| !all.is_empty())>
            <h3>"In flight"</h3>
            <ul class="flights">{move || flights.get().into_iter().map(one).collect_view()}</ul>
        </Show>
    }
}
