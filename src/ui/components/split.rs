//! A list beside the detail of its chosen row; on narrow pages one at a time.

use leptos::prelude::*;

/// Two panes. Below the list's width the detail takes its place while something is open.
#[component]
pub fn Split(
    /// Whether something is open on the right.
    #[prop(into)]
    is_open: Signal<bool>,
    /// The list.
    list: AnyView,
    /// The detail.
    detail: AnyView,
) -> impl IntoView {
    view! {
        <div class="split" class:split-open=move || is_open.get()>
            <div class="split-list">{list}</div>
            <div class="split-detail">{detail}</div>
        </div>
    }
}
