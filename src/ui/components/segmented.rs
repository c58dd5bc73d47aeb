//! A few choices side by side.

use std::sync::atomic::{AtomicUsize, Ordering};

use leptos::prelude::*;

/// Radio buttons of one name exclude each other in the whole document, so each switch has its own.
static NEXT: AtomicUsize = AtomicUsize::new(0);

/// A switch between few choices; the arrow keys move within it.
#[component]
pub fn Segmented(
    /// Prefix of each choice's `data-test`.
    test: &'static str,
    /// What is chosen.
    #[prop(into)]
    label: String,
    /// Value and name of each choice.
    options: Vec<(&'static str, String)>,
    /// The value chosen.
    #[prop(into)]
    value: Signal<String>,
    /// Told the value chosen.
    on_change: Callback<String>,
) -> impl IntoView {
    let name = format!("{test}-{}", NEXT.fetch_add(1, Ordering::Relaxed));
    let choice = move |(id, text): (&'static str, String)| {
        view! {
            <label class="segment" class:segment-on=move || value.with(|v| v == id)>
                <input
                    type="radio"
                    name=name.clone()
                    data-test=format!("{test}-{id}")
                    prop:checked=move || value.with(|v| v == id)
                    on:change=move |_| on_change.run(id.to_owned())
                />
                <span>{text}</span>
            </label>
        }
    };
    view! {
        <fieldset class="segmented">
            <legend class="visually-hidden">{label}</legend>
            {options.into_iter().map(choice).collect_view()}
        </fieldset>
    }
}
