//! Asking the browser to keep what is stored, rather than to evict it when it needs room.

use wasm_bindgen_futures::{JsFuture, spawn_local};

/// Asks once; browsers decide by themselves or ask the user.
pub fn ask() {
    let Some(storage) = web_sys::window().map(|window| window.navigator().storage()) else { return };
    if let Ok(asked) = storage.persist() {
        // Whatever comes of it, the settings page says what holds.
        spawn_local(async move { drop(JsFuture::from(asked).await) });
    }
}
