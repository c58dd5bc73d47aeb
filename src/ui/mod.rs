//! The page. [`app`] composes it and is the only file that knows the adapters; [`state`] is what the
//! engine's events have said; `pages` read it and send commands; `components` know no domain.

mod app;
mod components;
mod downloads;
mod engine;
mod frame;
mod keys;
mod pages;
mod provider_keys;
mod published;
mod query;
mod route;
mod state;
mod theme;
mod words;

/// Mounts the app on the document's body.
pub fn mount() {
    console_error_panic_hook::set_once();
    leptos::mount::mount_to_body(app::App);
}
