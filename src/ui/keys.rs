//! The keyboard: `/` searches, `j` and `k` move in lists, `Enter` opens, `Esc` closes, `?` shows the keys.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

/// What a key asks of the list on the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListKey {
    /// To the next row.
    Next,
    /// To the row before.
    Previous,
    /// Open the row.
    Open,
    /// Close what is open.
    Close,
    /// Some other letter, for keys of the page's own.
    Letter(char),
}

/// Runs `act` on keys that are meant for the page's list, as long as the calling component lives. Keys
/// typed into fields, with modifiers, or on controls that use them are left alone.
pub fn use_list_keys(act: impl Fn(ListKey) + 'static) {
    let handle = window_event_listener(leptos::ev::keydown, move |event| {
        if let Some(key) = list_key(&event) {
            act(key);
        }
    });
    on_cleanup(move || handle.remove());
}

fn list_key(event: &KeyboardEvent) -> Option<ListKey> {
    let key = event.key();
    if key == "Escape" {
        return Some(ListKey::Close);
    }
    if event.ctrl_key() || event.meta_key() || event.alt_key() || is_typing(event) {
        return None;
    }
    match key.as_str() {
        "j" => Some(ListKey::Next),
        "k" => Some(ListKey::Previous),
        "Enter" if !is_control(event) => Some(ListKey::Open),
        other => {
            let mut letters = other.chars();
            letters.next().filter(|_| letters.next().is_none()).map(ListKey::Letter)
        }
    }
}

/// Whether the key goes into a field.
pub fn is_typing(event: &KeyboardEvent) -> bool {
    target(event).is_some_and(|e| matches!(e.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT"))
}

fn is_control(event: &KeyboardEvent) -> bool {
    target(event).is_some_and(|e| matches!(e.tag_name().as_str(), "BUTTON" | "A" | "SUMMARY"))
}

fn target(event: &KeyboardEvent) -> Option<web_sys::Element> {
    event.target().and_then(|t| t.dyn_into().ok())
}

/// Puts the focus into the page's search field.
pub fn focus_search() -> bool {
    let field = document().query_selector("[data-search]").ok().flatten();
    let field: Option<web_sys::HtmlElement> = field.and_then(|f| f.dyn_into().ok());
    field.is_some_and(|f| f.focus().is_ok())
}

/// The row to move to from `current` among `count` rows.
pub fn step(current: Option<usize>, count: usize, key: ListKey) -> Option<usize> {
    let last = count.checked_sub(1)?;
    match (key, current) {
        (ListKey::Next, Some(i)) => Some((i + 1).min(last)),
        (ListKey::Previous, Some(i)) => Some(i.saturating_sub(1)),
        (ListKey::Next | ListKey::Previous, None) => Some(0),
        _ => None,
    }
}
