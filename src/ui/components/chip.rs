//! A small label with a fixed meaning.

use leptos::prelude::*;

/// A word in a box. Status chips carry a sign beside their colour.
#[component]
pub fn Chip(
    /// The text.
    #[prop(into)]
    text: String,
    /// `plain`, `good`, `warn`, `bad` or `baseline`; plain by default.
    #[prop(optional, into)]
    tone: Option<&'static str>,
    /// What it means, on hover; none by default.
    #[prop(optional, into)]
    title: Option<String>,
) -> impl IntoView {
    let tone = tone.unwrap_or("plain");
    let sign = match tone {
        "good" => "✓ ",
        "warn" => "! ",
        "bad" => "✕ ",
        _ => "",
    };
    view! { <span class=format!("chip chip-{tone}") title=title>{sign}{text}</span> }
}
