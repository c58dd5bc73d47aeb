//! The models of a provider: limits, price, further settings; each can be changed in place.

use leptos::prelude::*;
use serde_json::{Map, Value};

use crate::domain::provider::{ModelFacts, ModelRef, ModelSettings, Price, ProviderConfig};
use crate::engine::protocol::Command;
use crate::ui::components::{Button, Field, NumberField, Tone};
use crate::ui::engine::use_engine;
use crate::ui::state::use_state;
use crate::ui::words::count;

/// All models of a provider.
#[component]
pub fn Models(
    /// The provider.
    provider: ProviderConfig,
) -> impl IntoView {
    let is_baseline = provider.remote().is_none();
    let models = provider.models.clone();
    let provider = StoredValue::new(provider);
    let one = move |model| view! { <One provider=provider model=model is_fixed=is_baseline/> };
    view! { <ul class="models">{models.into_iter().map(one).collect_view()}</ul> }
}

#[component]
fn One(
    /// The provider.
    provider: StoredValue<ProviderConfig>,
    /// The model.
    model: ModelSettings,
    /// Whether nothing of it can be changed.
    is_fixed: bool,
) -> impl IntoView {
    let state = use_state();
    let of = ModelRef { provider: provider.with_value(|p| p.id.clone()), model: model.name.clone() };
    let facts = state.settings.view.with_untracked(|view| view.facts(&of));
    let (name, hook, line) = (model.name.clone(), model.name.clone(), line(&model, &facts));
    view! {
        <li class="model" data-test="model" data-name=hook>
            <span class="mono">{name}</span>
            <span class="quiet" data-test="model-facts">{line}</span>
            {(!is_fixed).then(|| view! { <Edit provider=provider model=model facts=facts/> })}
        </li>
    }
}

/// Limits and price in words; what isn't known is said to be unknown.
fn line(model: &ModelSettings, facts: &ModelFacts) -> String {
    let context =
        facts.context_tokens.map_or("context unknown".into(), |tokens| format!("context {} tokens", count(tokens)));
    let price = match facts.price {
        None => "price unknown".into(),
        Some(price) if price == Price::FREE => "costs nothing".into(),
        Some(price) => {
            let source = if model.price.is_some() { "yours" } else { "list price" };
            format!("USD {} in, {} out per million tokens ({source})", price.input_usd, price.output_usd)
        }
    };
    format!("{} tokens a reply, at most · {context} · {price}", count(model.max_tokens))
}

/// The fields of one model, folded.
#[component]
fn Edit(
    /// The provider.
    provider: StoredValue<ProviderConfig>,
    /// The model as it is.
    model: ModelSettings,
    /// What is known of it.
    facts: ModelFacts,
) -> impl IntoView {
    let engine = use_engine();
    let name = StoredValue::new(model.name.clone());
    let (extra, set_extra) = signal(extra_text(&model.extra));
    let price = RwSignal::new(facts.price);
    let draft = RwSignal::new(model);
    let parsed = Memo::new(move |_| extra.with(|text| parse_extra(text)));
    let save = Callback::new(move |()| {
        let Some(extra) = parsed.get_untracked() else { return };
        let price =
            price.get_untracked().filter(|price| Some(*price) != facts.price).or(draft.with_untracked(|d| d.price));
        let changed = ModelSettings { extra, price, ..draft.get_untracked() };
        let mut provider = provider.get_value();
        provider.models.iter_mut().filter(|known| name.with_value(|name| known.name == *name)).for_each(|known| {
            known.clone_from(&changed);
        });
        engine.send(Command::SaveProvider { provider });
    });
    let remove = Callback::new(move |()| {
        let mut provider = provider.get_value();
        provider.models.retain(|known| name.with_value(|name| known.name != *name));
        engine.send(Command::SaveProvider { provider });
    });
    let priced = move |read: fn(&Price) -> f64| Signal::derive(move || price.get().map_or(0.0, |price| read(&price)));
    let put = move |write: fn(&mut Price, f64)| {
        Callback::new(move |value| price.update(|price| write(price.get_or_insert(Price::FREE), value)))
    };
    view! {
        <details class="edit-model">
            <summary data-test="model-edit">"Change"</summary>
            <div class="fields-grid">
                <NumberField
                    test="model-max-tokens"
                    label="Tokens a reply, at most"
                    min=16.0
                    hint="Reasoning shares it on some models: too little, and no text comes."
                    value=Signal::derive(move || f64::from(draft.with(|d| d.max_tokens)))
                    on_change=Callback::new(move |value| draft.update(|d| d.max_tokens = value as u32))
                />
                <NumberField
                    test="model-context"
                    label="Context, tokens"
                    min=0.0
                    max=1e8
                    hint="0 where it isn't known."
                    value=Signal::derive(move || f64::from(draft.with(|d| d.context_tokens.or(facts.context_tokens).unwrap_or(0))))
                    on_change=Callback::new(move |value: f64| draft.update(|d| d.context_tokens = Some(value as u32).filter(|n| *n > 0)))
                />
                <NumberField
                    test="model-price-in"
                    label="USD per million tokens in"
                    step=0.01
                    value=priced(|p| p.input_usd)
                    on_change=put(|p, v| p.input_usd = v)
                />
                <NumberField
                    test="model-price-cached"
                    label="USD per million cached tokens in"
                    step=0.01
                    value=priced(|p| p.cached_usd.unwrap_or(p.input_usd))
                    on_change=put(|p, v| p.cached_usd = Some(v))
                />
                <NumberField
                    test="model-price-out"
                    label="USD per million tokens out"
                    step=0.01
                    value=priced(|p| p.output_usd)
                    on_change=put(|p, v| p.output_usd = v)
                />
                <Field
                    test="model-extra"
                    label="Further settings of the request, as JSON"
                    example="{\"temperature\": 0}"
                    hint="Added to every request's body. Newer models refuse a temperature."
                    value=extra
                    on_input=Callback::new(move |text| set_extra.set(text))
                />
            </div>
            <div class="acts">
                <Button test="model-save" disabled=Signal::derive(move || parsed.with(Option::is_none)) on_click=save>"Save"</Button>
                <Button test="model-remove" tone=Tone::Quiet on_click=remove>"Remove the model"</Button>
                <span class="quiet" role="status">
                    {move || parsed.with(Option::is_none).then_some("The further settings are no JSON object.")}
                </span>
            </div>
        </details>
    }
}

fn extra_text(extra: &Map<String, Value>) -> String {
    if extra.is_empty() { String::new() } else { Value::Object(extra.clone()).to_string() }
}

/// Nothing, or a JSON object.
fn parse_extra(text: &str) -> Option<Map<String, Value>> {
    if text.trim().is_empty() { Some(Map::new()) } else { serde_json::from_str(text).ok() }
}
