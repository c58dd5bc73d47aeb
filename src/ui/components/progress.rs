//! How far something has come, and figures in a strip.

use leptos::prelude::*;

/// A bar with words beside it.
#[component]
pub fn Progress(
    /// Value of `data-test`.
    test: &'static str,
    /// What is progressing.
    #[prop(into)]
    label: Signal<String>,
    /// Done, 0 to 1; `None` where that isn't known.
    #[prop(into)]
    fraction: Signal<Option<f64>>,
    /// What stands beside the bar; nothing by default.
    #[prop(optional, into)]
    detail: Signal<String>,
) -> impl IntoView {
    let percent = move || fraction.get().map(|f| (f.clamp(0.0, 1.0) * 100.0).round());
    view! {
        <div class="progress" data-test=test>
            <div class="progress-words">
                <span>{move || label.get()}</span>
                <span class="figure">{move || detail.get()}</span>
            </div>
            <div
                class="progress-track"
                class:progress-unknown=move || percent().is_none()
                role="progressbar"
                aria-label=move || label.get()
                aria-valuemin="0"
                aria-valuemax="100"
                aria-valuenow=move || percent().map(|p| p.to_string())
            >
                <div class="progress-bar" style:width=move || format!("{}%", percent().unwrap_or(30.0))></div>
            </div>
        </div>
    }
}

/// A figure with its name.
#[component]
pub fn Figure(
    /// Value of `data-test`.
    test: &'static str,
    /// What it counts.
    #[prop(into)]
    name: String,
    /// The figure.
    #[prop(into)]
    value: Signal<String>,
) -> impl IntoView {
    view! {
        <div class="strip-item">
            <dt>{name}</dt>
            <dd class="figure" data-test=test>{move || value.get()}</dd>
        </div>
    }
}
