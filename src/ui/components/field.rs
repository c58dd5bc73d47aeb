//! Labelled fields.

use leptos::prelude::*;

/// A line of text.
#[component]
pub fn Field(
    /// Value of `data-test`.
    test: &'static str,
    /// Its name.
    #[prop(into)]
    label: String,
    /// Its value.
    #[prop(into)]
    value: Signal<String>,
    /// Told the text while it is typed.
    on_input: Callback<String>,
    /// `text`, `password` or `url`; text by default.
    #[prop(optional, into)]
    kind: Option<&'static str>,
    /// What to know of it; nothing by default.
    #[prop(optional, into)]
    hint: Option<String>,
    /// An example shown while it is empty; none by default.
    #[prop(optional, into)]
    example: Option<&'static str>,
) -> impl IntoView {
    view! {
        <label class="field">
            <span class="field-label">{label}</span>
            <input
                type=kind.unwrap_or("text")
                data-test=test
                placeholder=example
                autocomplete="off"
                spellcheck="false"
                prop:value=move || value.get()
                on:input=move |event| on_input.run(event_target_value(&event))
            />
            {hint.map(|hint| view! { <span class="field-hint">{hint}</span> })}
        </label>
    }
}

/// A number with bounds. What is typed and is no number within them changes nothing, and that is said.
#[component]
pub fn NumberField(
    /// Value of `data-test`.
    test: &'static str,
    /// Its name.
    #[prop(into)]
    label: String,
    /// Its value.
    #[prop(into)]
    value: Signal<f64>,
    /// Told the number once it is entered.
    on_change: Callback<f64>,
    /// The least number; 0 by default.
    #[prop(optional)]
    min: f64,
    /// The greatest number; a million by default.
    #[prop(default = 1e6)]
    max: f64,
    /// The step of the arrows; 1 by default.
    #[prop(default = 1.0)]
    step: f64,
    /// What to know of it; nothing by default.
    #[prop(optional, into)]
    hint: Option<String>,
) -> impl IntoView {
    let (is_refused, set_refused) = signal(false);
    let enter = move |text: String| {
        let number = text.trim().parse::<f64>().ok().filter(|n| (min..=max).contains(n));
        set_refused.set(number.is_none());
        if let Some(number) = number {
            on_change.run(number);
        }
    };
    let refusal =
        move || is_refused.get().then(|| format!("Not used: a number from {min} to {max}; {} stays.", value.get()));
    view! {
        <label class="field field-number">
            <span class="field-label">{label}</span>
            <input
                type="number"
                data-test=test
                min=min
                max=max
                step=step
                aria-invalid=move || is_refused.get().to_string()
                prop:value=move || value.get().to_string()
                on:change=move |event| enter(event_target_value(&event))
            />
            <span class="field-refusal" role="status">{refusal}</span>
            {hint.map(|hint| view! { <span class="field-hint">{hint}</span> })}
        </label>
    }
}

/// A field that searches the page's list; `/` focuses it.
#[component]
pub fn SearchField(
    /// Value of `data-test`.
    test: &'static str,
    /// What it searches.
    #[prop(into)]
    label: String,
    /// Its value.
    #[prop(into)]
    value: Signal<String>,
    /// Told the text while it is typed.
    on_input: Callback<String>,
) -> impl IntoView {
    view! {
        <input
            type="search"
            class="search"
            data-search=""
            data-test=test
            aria-label=label.clone()
            placeholder=label
            spellcheck="false"
            prop:value=move || value.get()
            on:input=move |event| on_input.run(event_target_value(&event))
        />
    }
}

/// One of several.
#[component]
pub fn SelectField(
    /// Value of `data-test`.
    test: &'static str,
    /// Its name.
    #[prop(into)]
    label: String,
    /// Value and name of each choice.
    #[prop(into)]
    options: Signal<Vec<(String, String)>>,
    /// The value chosen.
    #[prop(into)]
    value: Signal<String>,
    /// Told the value chosen.
    on_change: Callback<String>,
) -> impl IntoView {
    let choice = move |(id, name): (String, String)| {
        let is_chosen = {
            let id = id.clone();
            move || value.with(|v| *v == id)
        };
        view! { <option value=id.clone() prop:selected=is_chosen>{name}</option> }
    };
    view! {
        <label class="field">
            <span class="field-label">{label}</span>
            <select data-test=test on:change=move |event| on_change.run(event_target_value(&event))>
                {move || options.get().into_iter().map(choice).collect_view()}
            </select>
        </label>
    }
}
