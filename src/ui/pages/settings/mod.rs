//! Providers, keys, theme, and what is stored.

mod add;
mod providers;
mod storage;
mod test_call;

use leptos::prelude::*;

use crate::ui::frame::ThemeSwitch;

use add::AddProvider;
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
                    "A model answers through a provider: the offline baseline in this tab, or any endpoint that speaks OpenAI's \
                     Chat Completions. Keys stay in this tab's memory: after a reload they are entered again."
                </p>
                <Providers/>
                <AddProvider/>
            </section>
            <section aria-label="Theme">
                <h2>"Theme"</h2>
                <ThemeSwitch test="settings-theme"/>
            </section>
            <Storage/>
        </article>
    }
}
