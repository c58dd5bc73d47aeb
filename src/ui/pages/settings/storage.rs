//! What is stored in this browser, and deleting it.

use leptos::prelude::*;

use crate::engine::protocol::Command;
use crate::ui::components::{Button, Figure, Tone};
use crate::ui::engine::use_engine;
use crate::ui::provider_keys::use_keys;
use crate::ui::state::use_state;
use crate::ui::words;

/// Storage used, and the one button that deletes all of it.
#[component]
pub fn Storage() -> impl IntoView {
    let (state, engine, keys) = (use_state(), use_engine(), use_keys());
    let (is_asking, set_asking) = signal(false);
    let storage = state.settings.storage;
    let used = move || storage.with(|s| s.used_bytes.map_or("the browser doesn't say".into(), words::bytes));
    let most = move || storage.with(|s| s.quota_bytes.map_or("the browser doesn't say".into(), words::bytes));
    let kept = move || if storage.with(|s| s.is_persistent) { "promised" } else { "not promised" };
    let delete = Callback::new(move |()| {
        keys.forget_all.run(());
        engine.send(Command::DeleteEverything);
        set_asking.set(false);
    });
    view! {
        <section aria-label="Storage">
            <h2>"Storage"</h2>
            <dl class="strip">
                <Figure test="storage-used" name="used" value=Signal::derive(used)/>
                <Figure test="storage-quota" name="at most" value=Signal::derive(most)/>
                <Figure
                    test="storage-tasks"
                    name="tasks"
                    value=Signal::derive(move || storage.with(|s| words::count(s.tasks as u64)))
                />
                <Figure
                    test="storage-runs"
                    name="runs"
                    value=Signal::derive(move || storage.with(|s| words::count(s.runs as u64)))
                />
                <Figure
                    test="storage-persistent"
                    name="kept by the browser"
                    value=Signal::derive(move || kept().to_owned())
                />
            </dl>
            <Show
                when=move || is_asking.get()
                fallback=move || view! {
                    <Button
                        test="storage-delete"
                        tone=Tone::Danger
                        on_click=Callback::new(move |()| set_asking.set(true))
                    >
                        "Delete everything"
                    </Button>
                }
            >
                <div class="acts" role="alert">
                    <p>"Repository, tasks, runs, providers and keys in this browser will be gone."</p>
                    <Button test="storage-delete-sure" tone=Tone::Danger on_click=delete>
                        "Delete everything: sure"
                    </Button>
                    <Button test="storage-delete-keep" on_click=Callback::new(move |()| set_asking.set(false))>
                        "Keep it"
                    </Button>
                </div>
            </Show>
        </section>
    }
}
