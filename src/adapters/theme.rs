//! The theme: kept in local storage, applied to the document, and what the system says of it.

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{MediaQueryList, MediaQueryListEvent};

use crate::ui::Theme;

const KEY: &str = "theme";

/// The theme kept from an earlier visit.
pub fn stored() -> Theme {
    Theme::from_id(&storage().and_then(|s| s.get_item(KEY).ok().flatten()).unwrap_or_default())
}

/// Applies a theme and keeps it.
pub fn keep(theme: Theme) {
    if let Some(storage) = storage() {
        // Storage that is full or switched off only means that the choice is not kept.
        let _ = storage.set_item(KEY, theme.id());
    }
    let root = web_sys::window().and_then(|w| w.document()).and_then(|d| d.document_element());
    if let Some(root) = root {
        let _ = match theme {
            Theme::Auto => root.remove_attribute("data-theme"),
            Theme::Light | Theme::Dark => root.set_attribute("data-theme", theme.id()),
        };
    }
}

/// Whether the system prefers dark.
pub fn system_is_dark() -> bool {
    query().is_some_and(|query| query.matches())
}

/// Whether the page is dark under a choice.
pub fn is_dark(theme: Theme, system_is_dark: bool) -> bool {
    match theme {
        Theme::Auto => system_is_dark,
        Theme::Light => false,
        Theme::Dark => true,
    }
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
