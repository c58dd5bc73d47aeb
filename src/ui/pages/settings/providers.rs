//! The providers as rows: address, key, models, and the doctor.

use leptos::prelude::*;

use super::doctor::Doctor;
use super::draft::Draft;
use super::form::EditProvider;
use super::models::Models;
use super::offer::Offer;
use crate::domain::provider::{KeySource, Preset, ProviderConfig, Remote};
use crate::engine::protocol::Command;
use crate::ui::components::{Button, Chip, Tone};
use crate::ui::engine::use_engine;
use crate::ui::provider_keys::use_keys;
use crate::ui::state::use_state;

/// All providers, the baseline first.
#[component]
pub fn Providers() -> impl IntoView {
    let state = use_state();
    let providers = move || state.settings.view.with(|view| view.providers.clone());
    let date = move || state.settings.view.with(|view| view.catalogue_date.clone());
    view! {
        <ul class="providers">
            <For each=providers key=|p| format!("{p:?}") children=|provider| view! { <One provider=provider/> }/>
        </ul>
        <p class="quiet">"Built-in limits and list prices were looked up on " {date} "; what you enter goes before them."</p>
    }
}

#[component]
fn One(
    /// The provider.
    provider: ProviderConfig,
) -> impl IntoView {
    let (remote, is_agent) = (provider.remote().cloned(), provider.is_agent());
    let body = match remote {
        None => view! {
            <p class="quiet">
                "Needs no key and no network. It finds text by BM25 and copies it; figures that it makes are labelled."
            </p>
            <Models provider=provider.clone()/>
        }
        .into_any(),
        Some(remote) => view! {
            <Address remote=remote.clone() is_agent=is_agent/>
            <Key id=provider.id.clone() remote=remote/>
            <Models provider=provider.clone()/>
            <Offer provider=provider.clone()/>
            <Doctor id=provider.id.clone()/>
            <Change provider=provider.clone()/>
        }
        .into_any(),
    };
    let is_baseline = provider.remote().is_none();
    view! {
        <li class="provider" data-test="provider" data-id=provider.id.clone()>
            <div class="provider-head">
                <h3>{provider.label.clone()}</h3>
                {is_baseline.then(|| view! { <Chip text="not a language model" tone="baseline"/> })}
                {is_agent.then(|| view! { <Chip text="agent over HTTP: only answers"/> })}
                {(!is_baseline).then(|| view! { <Remove id=provider.id.clone()/> })}
            </div>
            {body}
        </li>
    }
}

#[component]
fn Address(
    /// How it is reached.
    remote: Remote,
    /// Whether it is an agent of the user's.
    is_agent: bool,
) -> impl IntoView {
    let form = if is_agent { "questions and answers" } else { remote.form.label() };
    let how = format!(
        "{} · {} at a time for each model · time-out {} s",
        form,
        remote.max_concurrency,
        remote.timeout_ms / 1000
    );
    view! { <p><span class="mono">{remote.base_url}</span> " " <span class="quiet">{how}</span></p> }
}

/// The key: entered, known, forgotten; never shown.
#[component]
fn Key(
    /// The provider.
    id: String,
    /// How it is reached.
    remote: Remote,
) -> impl IntoView {
    let (state, keys) = (use_state(), use_keys());
    let (text, set_text) = signal(String::new());
    let id = StoredValue::new(id);
    let has_key = Memo::new(move |_| state.settings.view.with(|v| id.with_value(|id| v.with_key.contains(id))));
    let save = Callback::new(move |()| {
        keys.set.run((id.get_value(), text.get_untracked()));
        set_text.set(String::new());
    });
    let forget = Callback::new(move |()| keys.set.run((id.get_value(), String::new())));
    let can_sign_in = matches!(Preset::of(&remote.preset).key, KeySource::PageOrSignIn(_));
    let base_url = StoredValue::new(remote.base_url);
    let sign_in = Callback::new(move |()| keys.sign_in.run((id.get_value(), base_url.get_value())));
    view! {
        <form class="fields" on:submit=move |event| event.prevent_default()>
            <label class="field">
                <span class="field-label">"Key"</span>
                <input
                    type="password"
                    data-test="provider-key"
                    autocomplete="off"
                    prop:value=move || text.get()
                    on:input=move |event| set_text.set(event_target_value(&event))
                />
            </label>
            <Button test="provider-key-save" disabled=Signal::derive(move || text.with(String::is_empty)) on_click=save>
                "Use this key"
            </Button>
            {can_sign_in.then(|| view! { <Button test="provider-sign-in" on_click=sign_in>"Sign in there"</Button> })}
            <span class="quiet" data-test="provider-key-state">
                {move || if has_key.get() { "A key is in memory." } else { "No key in memory." }}
            </span>
            <Show when=move || has_key.get()>
                <Button test="provider-key-forget" tone=Tone::Quiet on_click=forget>"Forget it"</Button>
            </Show>
        </form>
    }
}

/// Changes the provider, in a form that unfolds.
#[component]
fn Change(
    /// The provider.
    provider: ProviderConfig,
) -> impl IntoView {
    let draft = RwSignal::new(Draft::of(&provider));
    view! {
        <details class="change-provider">
            <summary data-test="provider-change">"Change the provider"</summary>
            <EditProvider draft=draft on_saved=Callback::new(|()| ())/>
        </details>
    }
}

/// Removes the provider; asks once.
#[component]
fn Remove(
    /// The provider.
    id: String,
) -> impl IntoView {
    let (engine, keys) = (use_engine(), use_keys());
    let (is_asking, set_asking) = signal(false);
    let id = StoredValue::new(id);
    let act = Callback::new(move |()| {
        if is_asking.get_untracked() {
            keys.set.run((id.get_value(), String::new()));
            engine.send(Command::DeleteProvider { id: id.get_value() });
        }
        set_asking.update(|asking| *asking = !*asking);
    });
    let text = move || if is_asking.get() { "Remove: sure?" } else { "Remove" };
    view! { <Button test="provider-remove" tone=Tone::Quiet on_click=act>{text}</Button> }
}
