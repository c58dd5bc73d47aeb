//! Adding a provider, or changing one.

use leptos::prelude::*;

use super::draft::Draft;
use crate::domain::provider::{AGENT, CUSTOM, KeySource, PRESETS, Preset, WireForm};
use crate::engine::protocol::Command;
use crate::ui::components::{Button, Field, NumberField, SelectField, Tone};
use crate::ui::engine::use_engine;
use crate::ui::provider_keys::use_keys;
use crate::ui::state::use_state;

/// The form for a new provider, folded until it is wanted.
#[component]
pub fn AddProvider() -> impl IntoView {
    let draft = RwSignal::new(Draft::default());
    let presets: Vec<(String, String)> =
        PRESETS.iter().map(|preset| (preset.id.to_owned(), preset.label.to_owned())).collect();
    let choose = Callback::new(move |preset: String| draft.set(Draft::of_preset(&preset)));
    let saved = Callback::new(move |()| draft.set(Draft::default()));
    view! {
        <details class="add-provider">
            <summary data-test="provider-add">"Add a provider"</summary>
            <SelectField
                test="provider-preset"
                label="Provider"
                options=presets
                value=Signal::derive(move || draft.with(|d| d.remote.preset.clone()))
                on_change=choose
            />
            <EditProvider draft=draft on_saved=saved/>
        </details>
    }
}

/// The fields and the button that saves them.
#[component]
pub fn EditProvider(
    /// What is entered.
    draft: RwSignal<Draft>,
    /// Called once it is saved.
    on_saved: Callback<()>,
) -> impl IntoView {
    let (state, engine, keys) = (use_state(), use_engine(), use_keys());
    let problem = Memo::new(move |_| draft.with(Draft::problem));
    let save = Callback::new(move |()| {
        let taken: Vec<String> =
            state.settings.view.with_untracked(|v| v.providers.iter().map(|p| p.id.clone()).collect());
        let entered = draft.get_untracked();
        let provider = entered.provider(&taken);
        let id = provider.id.clone();
        engine.send(Command::SaveProvider { provider });
        if !entered.key.is_empty() {
            keys.set.run((id, entered.key));
        }
        on_saved.run(());
    });
    view! {
        <form class="edit-provider" on:submit=move |event| event.prevent_default()>
            <Fields draft=draft/>
            <Show when=move || draft.with(Draft::is_agent)><AboutAgents/></Show>
            <details>
                <summary data-test="provider-more">"How it is called"</summary>
                <Details draft=draft/>
            </details>
            <div class="acts">
                <Button
                    test="provider-save"
                    tone=Tone::Primary
                    disabled=Signal::derive(move || problem.get().is_some())
                    on_click=save
                >
                    "Save"
                </Button>
                <span class="quiet" data-test="provider-problem">{move || problem.get().unwrap_or_default()}</span>
            </div>
        </form>
    }
}

/// What an agent over HTTP is, and where its protocol is told.
#[component]
fn AboutAgents() -> impl IntoView {
    view! {
        <p class="field-hint" data-test="about-agents">
            "An agent of yours gets each question with its condition, and sends its answer, which is judged here like any.              It needs the repository by itself: the archive that you opened, and the code-only archive of the Repository              page's Certificate tab. It can't make tasks and can't judge. " <a href="/agent/README.md" rel="external" target="_blank">"The protocol"</a> ", and "
            <a href="/agent/example_agent.py" rel="external" target="_blank">"a server that speaks it"</a> "."
        </p>
    }
}

type Put<T> = fn(&mut Draft, T);

fn text(draft: RwSignal<Draft>, read: fn(&Draft) -> String) -> Signal<String> {
    Signal::derive(move || draft.with(read))
}

fn set(draft: RwSignal<Draft>, write: Put<String>) -> Callback<String> {
    Callback::new(move |value| draft.update(|d| write(d, value)))
}

#[component]
fn Fields(
    /// What is entered.
    draft: RwSignal<Draft>,
) -> impl IntoView {
    let preset = Memo::new(move |_| draft.with(|d| Preset::of(&d.remote.preset).id));
    let key_hint = move || match Preset::of(preset.get()).key {
        KeySource::Page(page) | KeySource::PageOrSignIn(page) => format!("From {page}."),
        KeySource::Optional => "Leave it empty where the server wants none.".to_owned(),
    };
    let models_hint = move || match preset.get() {
        CUSTOM => "Separated by commas.",
        AGENT => {
            "Names of agents, separated by commas; or leave it empty and choose from the server's list once it is saved."
        }
        _ => "Separated by commas; or leave it empty and choose from the provider's list once it is saved.",
    };
    view! {
        <div class="fields-grid">
            <Field
                test="provider-url"
                label="Base URL"
                kind="url"
                example="http://127.0.0.1:8080/v1"
                hint="A server on another origin must allow requests from this page (CORS)."
                value=text(draft, |d| d.remote.base_url.clone())
                on_input=set(draft, |d, v| d.remote.base_url = v)
            />
            <div>
                <Field
                    test="provider-new-key"
                    label="Key"
                    kind="password"
                    value=text(draft, |d| d.key.clone())
                    on_input=set(draft, |d, v| d.key = v)
                />
                <span class="field-hint">{key_hint}</span>
            </div>
            <div>
                <Field
                    test="provider-models"
                    label="Models"
                    value=text(draft, |d| d.models.clone())
                    on_input=set(draft, |d, v| d.models = v)
                />
                <span class="field-hint">{models_hint}</span>
            </div>
            <Field
                test="provider-name"
                label="Name"
                hint="Its own name where left empty."
                value=text(draft, |d| d.label.clone())
                on_input=set(draft, |d, v| d.label = v)
            />
        </div>
    }
}

#[component]
fn Details(
    /// What is entered.
    draft: RwSignal<Draft>,
) -> impl IntoView {
    let forms: Vec<(String, String)> =
        WireForm::ALL.iter().map(|form| (form.label().to_owned(), form.label().to_owned())).collect();
    let ways = vec![("stream".to_owned(), "piece by piece".to_owned()), ("whole".to_owned(), "at once".to_owned())];
    let number = move |read: fn(&Draft) -> f64| Signal::derive(move || draft.with(read));
    let put = move |write: Put<f64>| Callback::new(move |value| draft.update(|d| write(d, value)));
    let is_model = Memo::new(move |_| !draft.with(Draft::is_agent));
    let (forms, ways) = (StoredValue::new(forms), StoredValue::new(ways));
    view! {
        <div class="fields-grid">
            <Show when=move || is_model.get()>
                <SelectField
                    test="provider-form"
                    label="Form of requests"
                    options=forms.get_value()
                    value=text(draft, |d| d.remote.form.label().to_owned())
                    on_change=set(draft, |d, v| d.set_form(&v))
                />
                <SelectField
                    test="provider-streams"
                    label="Replies come"
                    options=ways.get_value()
                    value=text(draft, |d| if d.remote.streams { "stream" } else { "whole" }.to_owned())
                    on_change=set(draft, |d, v| d.remote.streams = v == "stream")
                />
            </Show>
            <NumberField
                test="provider-concurrency"
                label="Requests at a time, at most"
                min=1.0
                max=16.0
                hint="For each model. It begins with 4, and adapts to what the provider bears."
                value=number(|d| f64::from(d.remote.max_concurrency))
                on_change=put(|d, v| d.remote.max_concurrency = v as u32)
            />
            <NumberField
                test="provider-timeout"
                label="Time-out, seconds"
                min=1.0
                max=3600.0
                value=number(|d| d.remote.timeout_ms as f64 / 1000.0)
                on_change=put(|d, v| d.remote.timeout_ms = (v * 1000.0) as u64)
            />
            <Show when=move || is_model.get()>
                <NumberField
                    test="provider-idle"
                    label="Longest silence within a reply, seconds"
                    min=1.0
                    max=3600.0
                    value=number(|d| d.remote.idle_timeout_ms as f64 / 1000.0)
                    on_change=put(|d, v| d.remote.idle_timeout_ms = (v * 1000.0) as u64)
                />
            </Show>
        </div>
    }
}
