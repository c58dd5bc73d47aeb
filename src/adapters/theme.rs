//! The theme: kept in local storage, applied to the document, and what the system says of it.

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{MediaQueryList, MediaQueryListEvent};

const KEY: &str = "theme";

/// Identifier of the theme kept from an earlier visit.
pub fn stored() -> Option<String> {
    storage().and_then(|storage| storage.get_item(KEY).ok().flatten())
}

/// Applies a theme and keeps it; `None` is what the system says.
pub fn keep(theme: Option<&str>) {
    if let Some(storage) = storage() {
        // Storage that is full or switched off only means that the choice is not kept.
        let _ = match theme {
            Some(id) => storage.set_item(KEY, id),
            None => storage.remove_item(KEY),
        };
    }
    let root = web_sys::window().and_then(|w| w.document()).and_then(|d| d.document_element());
    if let Some(root) = root {
        let _ = match theme {
            Some(id) => root.set_attribute("data-theme", id),
            None => root.remove_attribute("data-theme"),
        };
    }
}

/// Whether the system prefers dark.
pub fn system_is_dark() -> bool {
    query().is_some_and(|query| query.matches())
}

/// Calls `told` whenever the system's preference changes, as long as the page lives.
pub fn on_system_change(told: impl Fn(bool) + 'static) {
    let Some(query) = query() else { return };
    let changed = Closure::<dyn Fn(MediaQueryListEvent)>::new(move |event: MediaQueryListEvent| told(event.matches()));
    query.set_onchange(Some(changed.as_ref().unchecked_ref()));
    changed.forget();
    // The list must live as long as its listener.
    std::mem::forget(query);
}

fn query() -> Option<MediaQueryList> {
    web_sys::window()?.match_media("(prefers-color-scheme: dark)").ok().flatten()
}

fn storage() -> Option<web_sys::Storage> {
    web_sys::window()?.local_storage().ok().flatten()
}
