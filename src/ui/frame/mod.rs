//! What stands around every page: rail, top bar, path, notices, keys.

mod keys_panel;
mod notices;
mod rail;
mod steps;
mod theme_switch;
mod topbar;

use leptos::prelude::*;
use leptos_router::hooks::use_location;

pub use theme_switch::ThemeSwitch;

use crate::ui::route::Page;

use keys_panel::KeysPanel;
use notices::Notices;
use rail::Rail;
use steps::Steps;
use topbar::TopBar;

/// The frame around a page.
#[component]
pub fn Frame(
    /// The page.
    children: Children,
) -> impl IntoView {
    let path = use_location().pathname;
    Effect::new(move |_| {
        let page = Page::ALL.into_iter().find(|page| path.with(|path| path == page.path()));
        let name = page.map_or("Not found", Page::label);
        document().set_title(&format!("{name} · Code-QA-Bench"));
    });
    view! {
        <a class="skip" href="#main" on:click=skip>"Skip to content"</a>
        <div class="frame">
            <Rail/>
            <div class="frame-body">
                <TopBar/>
                <Steps/>
                <Notices/>
                <main id="main" class="main" tabindex="-1">{children()}</main>
            </div>
        </div>
        <KeysPanel/>
    }
}

/// The router would take the link for a page of its own.
fn skip(event: leptos::ev::MouseEvent) {
    use wasm_bindgen::JsCast;
    event.prevent_default();
    let main = document().get_element_by_id("main").and_then(|m| m.dyn_into::<web_sys::HtmlElement>().ok());
    if let Some(main) = main {
        let _ = main.focus();
    }
}
