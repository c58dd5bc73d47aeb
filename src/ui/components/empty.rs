//! What a view says while it has nothing to show.

use leptos::prelude::*;

/// A sentence on what is missing, and below it what to do.
#[component]
pub fn Empty(
    /// Value of `data-test`.
    test: &'static str,
    /// What is missing.
    #[prop(into)]
    text: String,
    /// What to do: links or buttons; nothing by default.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    view! {
        <div class="empty" data-test=test>
            <p>{text}</p>
            {children.map(|children| view! { <div class="empty-acts">{children()}</div> })}
        </div>
    }
}
