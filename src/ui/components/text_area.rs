//! A field for a longer text.

use leptos::prelude::*;

/// Several lines of text.
#[component]
pub fn TextArea(
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
    /// Whether what is entered can't be used; it can by default.
    #[prop(optional, into)]
    invalid: Signal<bool>,
    /// The id of the element that says what is wrong; none by default.
    #[prop(optional, into)]
    described_by: Option<String>,
    /// What to know of it; nothing by default.
    #[prop(optional, into)]
    hint: Option<String>,
) -> impl IntoView {
    // Room for the text as it is, within bounds; the reader can drag it larger.
    let rows = value.with_untracked(|text| text.lines().map(|line| 1 + line.len() / 90).sum::<usize>().clamp(3, 24));
    view! {
        <label class="field">
            <span class="field-label">{label}</span>
            <textarea
                class="text-area"
                data-test=test
                rows=rows.to_string()
                spellcheck="false"
                aria-invalid=move || invalid.get().to_string()
                aria-describedby=described_by
                prop:value=move || value.get()
                on:input=move |event| on_input.run(event_target_value(&event))
            ></textarea>
            {hint.map(|hint| view! { <span class="field-hint">{hint}</span> })}
        </label>
    }
}
