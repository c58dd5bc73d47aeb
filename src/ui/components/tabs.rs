//! Tabs: one panel of several, with the count of each.

use leptos::prelude::*;

/// A tab.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tab {
    /// Its value.
    pub id: &'static str,
    /// Its name.
    pub name: &'static str,
    /// How much is in it, where that can be counted.
    pub count: Option<usize>,
}

/// A row of tabs. The panel is the caller's; it should have `id = "panel"` and `role = "tabpanel"`.
#[component]
pub fn Tabs(
    /// Prefix of each tab's `data-test`.
    test: &'static str,
    /// What the tabs are about.
    #[prop(into)]
    label: String,
    /// The tabs.
    #[prop(into)]
    tabs: Signal<Vec<Tab>>,
    /// The tab chosen.
    #[prop(into)]
    value: Signal<String>,
    /// Told the tab chosen.
    on_change: Callback<String>,
) -> impl IntoView {
    let tab = move |tab: Tab| {
        let id = tab.id;
        let is_on = move || value.with(|v| v == id);
        view! {
            <button
                type="button"
                role="tab"
                class="tab"
                data-test=format!("{test}-{id}")
                aria-selected=move || is_on().to_string()
                aria-controls="panel"
                tabindex=move || if is_on() { "0" } else { "-1" }
                on:click=move |_| on_change.run(id.to_owned())
            >
                {tab.name}
                {tab.count.map(|count| view! { <span class="tab-count">{crate::ui::words::count(count as u64)}</span> })}
            </button>
        }
    };
    let on_arrow = move |event: leptos::ev::KeyboardEvent| {
        let step: isize = match event.key().as_str() {
            "ArrowRight" => 1,
            "ArrowLeft" => -1,
            _ => return,
        };
        let ids: Vec<_> = tabs.with(|tabs| tabs.iter().map(|tab| tab.id).collect());
        let at = ids.iter().position(|id| value.with(|v| v == id)).unwrap_or_default();
        let next = (at as isize + step).rem_euclid(ids.len().max(1) as isize) as usize;
        if let Some(id) = ids.get(next) {
            on_change.run((*id).to_owned());
            focus(&format!("{test}-{id}"));
        }
    };
    view! {
        <div class="tabs" role="tablist" aria-label=label on:keydown=on_arrow>
            {move || tabs.get().into_iter().map(tab).collect_view()}
        </div>
    }
}

fn focus(test: &str) {
    use wasm_bindgen::JsCast;
    let found = document().query_selector(&format!("[data-test=\"{test}\"]")).ok().flatten();
    if let Some(element) = found.and_then(|e| e.dyn_into::<web_sys::HtmlElement>().ok()) {
        let _ = element.focus();
    }
}
