//! Providers, keys, prompts, theme, and what is stored.

mod doctor;
mod draft;
mod form;
mod keys;
mod models;
mod offer;
mod prompts;
mod providers;
mod storage;

use leptos::prelude::*;

use crate::ui::frame::ThemeSwitch;

use form::AddProvider;
use keys::Keys;
use prompts::Prompts;
use providers::Providers;
use storage::Storage;

/// The page.
#[component]
pub fn SettingsPage() -> impl IntoView {
    view! {
        <article class="page settings" data-test="page-settings">
            <h1>"Settings"</h1>
            <section aria-label="Providers">
                <h2>"Providers"</h2>
                <p class="prose">
                    "A model answers through a provider: the offline baseline in this tab, a provider of models on the network, \
                     or a server on your own machine. Requests go there from this tab and nowhere else."
                </p>
                <Providers/>
                <AddProvider/>
            </section>
            <Keys/>
            <Prompts/>
            <section aria-label="Theme">
                <h2>"Theme"</h2>
                <ThemeSwitch test="settings-theme"/>
            </section>
            <Storage/>
        </article>
    }
}
