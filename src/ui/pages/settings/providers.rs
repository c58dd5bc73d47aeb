//! The providers as rows: address, key, models, and a test of each model.

use leptos::prelude::*;

use super::test_call::TestCall;
use crate::domain::provider::{ModelRef, ProviderConfig, ProviderKind};
use crate::engine::protocol::Command;
use crate::ui::components::{Button, Chip, Tone};
use crate::ui::engine::use_engine;
use crate::ui::state::use_state;

/// All providers, the baseline first.
#[component]
pub fn Providers() -> impl IntoView {
    let state = use_state();
    let providers = move || state.settings.view.with(|view| view.providers.clone());
    view! {
        <ul class="providers">
            <For each=providers key=|p| format!("{p:?}") children=|provider| view! { <One provider=provider/> }/>
        </ul>
    }
}

#[component]
fn One(
    /// The provider.
    provider: ProviderConfig,
) -> impl IntoView {
    let is_baseline = provider.kind == ProviderKind::Baseline;
    let id = provider.id.clone();
    let models = provider.models.iter().map(|model| {
        let reference = ModelRef { provider: provider.id.clone(), model: model.name.clone() };
        view! {
            <li class="model">
                <span class="mono">{model.name.clone()}</span>
                <span class="quiet">{format!("{} tokens a reply, at most", model.max_tokens)}</span>
                <TestCall model=reference/>
            </li>
        }
    });
    view! {
        <li class="provider" data-test="provider" data-id=provider.id.clone()>
            <div class="provider-head">
                <h3>{provider.label.clone()}</h3>
                {is_baseline.then(|| view! { <Chip text="not a language model" tone="baseline"/> })}
                {(!is_baseline).then(|| view! { <Remove id=id.clone()/> })}
            </div>
            {address(&provider.kind)}
            {(!is_baseline).then(|| view! { <Key id=id.clone()/> })}
            <ul class="models">{models.collect_view()}</ul>
        </li>
    }
}

fn address(kind: &ProviderKind) -> AnyView {
    match kind {
        ProviderKind::Baseline => view! {
            <p class="quiet">
                "Needs no key and no network. It finds text by BM25 and copies it; figures that it makes are labelled."
            </p>
        }
        .into_any(),
        ProviderKind::OpenAiCompatible { base_url, max_concurrency, timeout_ms } => {
            let how = format!("{max_concurrency} requests at a time, time-out {} s", timeout_ms / 1000);
            view! { <p><span class="mono">{base_url.clone()}</span> <span class="quiet">{how}</span></p> }.into_any()
        }
    }
}

/// The key: entered, known, forgotten; never shown.
#[component]
fn Key(
    /// The provider.
    id: String,
) -> impl IntoView {
    let (state, engine) = (use_state(), use_engine());
    let (text, set_text) = signal(String::new());
    let id = StoredValue::new(id);
    let has_key = Memo::new(move |_| state.settings.view.with(|v| id.with_value(|id| v.with_key.contains(id))));
    let save = Callback::new(move |()| {
        engine.send(Command::SetKey { provider: id.get_value(), key: text.get_untracked() });
        set_text.set(String::new());
    });
    let forget = Callback::new(move |()| engine.send(Command::SetKey { provider: id.get_value(), key: String::new() }));
    view! {
        <div class="fields">
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
            <span class="quiet" data-test="provider-key-state">
                {move || if has_key.get() { "A key is in memory." } else { "No key in memory." }}
            </span>
            <Show when=move || has_key.get()>
                <Button test="provider-key-forget" tone=Tone::Quiet on_click=forget>"Forget it"</Button>
            </Show>
        </div>
    }
}

/// Removes the provider; asks once.
#[component]
fn Remove(
    /// The provider.
    id: String,
) -> impl IntoView {
    let engine = use_engine();
    let (is_asking, set_asking) = signal(false);
    let id = StoredValue::new(id);
    let act = Callback::new(move |()| {
        if is_asking.get_untracked() {
            engine.send(Command::DeleteProvider { id: id.get_value() });
        }
        set_asking.update(|asking| *asking = !*asking);
    });
    let text = move || if is_asking.get() { "Remove: sure?" } else { "Remove" };
    view! { <Button test="provider-remove" tone=Tone::Quiet on_click=act>{text}</Button> }
}
