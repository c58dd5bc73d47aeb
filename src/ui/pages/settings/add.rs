//! Adding a provider that speaks OpenAI's Chat Completions.

use leptos::prelude::*;

use crate::domain::provider::{ModelSettings, ProviderConfig, ProviderKind};
use crate::engine::protocol::Command;
use crate::ui::components::{Button, Field, NumberField, Tone};
use crate::ui::engine::use_engine;
use crate::ui::state::use_state;

/// What is entered.
#[derive(Clone, Debug, PartialEq)]
struct Draft {
    label: String,
    base_url: String,
    key: String,
    models: String,
    max_tokens: u32,
    max_concurrency: u32,
    timeout_s: u64,
}

impl Default for Draft {
    fn default() -> Self {
        Self {
            label: String::new(),
            base_url: String::new(),
            key: String::new(),
            models: String::new(),
            max_tokens: 4096,
            max_concurrency: 4,
            timeout_s: 300,
        }
    }
}

impl Draft {
    /// What is missing, one sentence; `None` where it can be saved.
    fn problem(&self) -> Option<&'static str> {
        let url = self.base_url.trim();
        if !(url.starts_with("http://") || url.starts_with("https://")) {
            return Some("The base URL starts with http:// or https://, such as http://127.0.0.1:8080/v1.");
        }
        self.model_names().is_empty().then_some("Name at least one model.")
    }

    fn model_names(&self) -> Vec<&str> {
        self.models.split([',', '\n']).map(str::trim).filter(|name| !name.is_empty()).collect()
    }

    fn provider(&self, taken: &[String]) -> ProviderConfig {
        let base_url = self.base_url.trim().trim_end_matches('/').to_owned();
        let label = if self.label.trim().is_empty() { base_url.clone() } else { self.label.trim().to_owned() };
        let settings = |name: &&str| ModelSettings { name: (*name).to_owned(), max_tokens: self.max_tokens };
        ProviderConfig {
            id: identifier(&label, taken),
            label,
            kind: ProviderKind::OpenAiCompatible {
                base_url,
                max_concurrency: self.max_concurrency,
                timeout_ms: self.timeout_s * 1000,
            },
            models: self.model_names().iter().map(settings).collect(),
        }
    }
}

/// Letters and digits of the label, made unique.
fn identifier(label: &str, taken: &[String]) -> String {
    let plain: String = label.to_lowercase().chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    let plain = plain.trim_matches('-').to_owned();
    let free = |id: &String| !taken.contains(id);
    if !plain.is_empty() && free(&plain) {
        return plain;
    }
    (2..).map(|n| format!("{plain}-{n}")).find(free).unwrap_or(plain)
}

/// The form, folded until it is wanted.
#[component]
pub fn AddProvider() -> impl IntoView {
    let (state, engine) = (use_state(), use_engine());
    let draft = RwSignal::new(Draft::default());
    let problem = Memo::new(move |_| draft.with(Draft::problem));
    let save = Callback::new(move |()| {
        let taken: Vec<String> =
            state.settings.view.with_untracked(|v| v.providers.iter().map(|p| p.id.clone()).collect());
        let entered = draft.get_untracked();
        let provider = entered.provider(&taken);
        let id = provider.id.clone();
        engine.send(Command::SaveProvider { provider });
        if !entered.key.is_empty() {
            engine.send(Command::SetKey { provider: id, key: entered.key });
        }
        draft.set(Draft::default());
    });
    view! {
        <details class="add-provider">
            <summary data-test="provider-add">"Add an OpenAI-compatible provider"</summary>
            <Fields draft=draft/>
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
        </details>
    }
}

#[component]
fn Fields(
    /// What is entered.
    draft: RwSignal<Draft>,
) -> impl IntoView {
    let text = move |read: fn(&Draft) -> String| Signal::derive(move || draft.with(read));
    let set = move |write: fn(&mut Draft, String)| Callback::new(move |value| draft.update(|d| write(d, value)));
    let number = move |read: fn(&Draft) -> f64| Signal::derive(move || draft.with(read));
    let put = move |write: fn(&mut Draft, f64)| Callback::new(move |value| draft.update(|d| write(d, value)));
    view! {
        <div class="fields-grid">
            <Field
                test="provider-url"
                label="Base URL"
                kind="url"
                example="http://127.0.0.1:8080/v1"
                hint="Up to and including the version. A server on another origin must allow requests from this page (CORS)."
                value=text(|d| d.base_url.clone())
                on_input=set(|d, v| d.base_url = v)
            />
            <Field
                test="provider-models"
                label="Models, separated by commas"
                value=text(|d| d.models.clone())
                on_input=set(|d, v| d.models = v)
            />
            <Field
                test="provider-new-key"
                label="Key"
                kind="password"
                hint="Kept in memory only. Leave it empty where the server wants none."
                value=text(|d| d.key.clone())
                on_input=set(|d, v| d.key = v)
            />
            <Field
                test="provider-name"
                label="Name"
                hint="The base URL where left empty."
                value=text(|d| d.label.clone())
                on_input=set(|d, v| d.label = v)
            />
            <NumberField
                test="provider-max-tokens"
                label="Tokens a reply, at most"
                min=16.0
                value=number(|d| f64::from(d.max_tokens))
                on_change=put(|d, v| d.max_tokens = v as u32)
            />
            <NumberField
                test="provider-concurrency"
                label="Requests at a time"
                min=1.0
                max=16.0
                value=number(|d| f64::from(d.max_concurrency))
                on_change=put(|d, v| d.max_concurrency = v as u32)
            />
            <NumberField
                test="provider-timeout"
                label="Time-out, seconds"
                min=1.0
                max=3600.0
                value=number(|d| d.timeout_s as f64)
                on_change=put(|d, v| d.timeout_s = v as u64)
            />
        </div>
    }
}
