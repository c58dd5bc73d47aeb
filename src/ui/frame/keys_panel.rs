//! The keys, shown by `?`; and the keys that hold on every page.

use leptos::prelude::*;

use crate::ui::keys::{focus_search, is_typing};

const KEYS: [(&str, &str); 10] = [
    ("/", "search the list"),
    ("j", "next row"),
    ("k", "row before"),
    ("Enter", "open the row"),
    ("Esc", "close what is open"),
    ("a", "accept the open task"),
    ("r", "reject the open task"),
    ("e", "edit the open task, or stop"),
    ("n", "next task that nobody looked at"),
    ("?", "show or hide this"),
];

/// A panel at the corner, closed at first.
#[component]
pub fn KeysPanel() -> impl IntoView {
    let (is_shown, set_shown) = signal(false);
    let handle = window_event_listener(leptos::ev::keydown, move |event| {
        let has_modifier = event.ctrl_key() || event.meta_key() || event.alt_key();
        match event.key().as_str() {
            "Escape" => set_shown.set(false),
            _ if has_modifier || is_typing(&event) => {}
            "?" => set_shown.update(|shown| *shown = !*shown),
            "/" if focus_search() => event.prevent_default(),
            _ => {}
        }
    });
    on_cleanup(move || handle.remove());
    let row = |(key, meaning)| view! { <dt><kbd>{key}</kbd></dt><dd>{meaning}</dd> };
    view! {
        <Show when=move || is_shown.get()>
            <aside class="keys" aria-label="Keys" data-test="keys">
                <dl>{KEYS.map(row).collect_view()}</dl>
            </aside>
        </Show>
    }
}
