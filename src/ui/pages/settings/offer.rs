//! The models that a provider lists, to choose from.

use std::sync::Arc;

use leptos::prelude::*;

use crate::domain::provider::{ListedModel, ModelSettings, ProviderConfig};
use crate::engine::protocol::Command;
use crate::ui::components::{Advice, Button, NoticeTone, SearchField};
use crate::ui::engine::use_engine;
use crate::ui::state::use_state;
use crate::ui::words::count;

/// Names shown at most; the search narrows them down.
const MOST: usize = 50;

/// The button that fetches the list, and the list.
#[component]
pub fn Offer(
    /// The provider.
    provider: ProviderConfig,
) -> impl IntoView {
    let (state, engine) = (use_state(), use_engine());
    let provider = StoredValue::new(provider);
    let id = provider.with_value(|p| p.id.clone());
    let list = {
        let id = id.clone();
        Memo::new(move |_| state.settings.model_lists.with(|all| all.get(&id).cloned()))
    };
    let (is_asking, set_asking) = signal(false);
    Effect::new(move |_| {
        if list.with(Option::is_some) {
            set_asking.set(false);
        }
    });
    let fetch = Callback::new(move |()| {
        state.settings.model_lists.update(|all| drop(all.remove(&id)));
        set_asking.set(true);
        engine.send(Command::ListModels { provider: id.clone() });
    });
    let shown = move || match list.get() {
        None => None,
        Some(Ok(models)) => Some(view! { <Choice provider=provider models=models/> }.into_any()),
        Some(Err(problem)) => Some(
            view! {
                <Advice
                    test="models-problem"
                    tone=NoticeTone::Error
                    message=problem.message
                    advice=problem.advice
                    details=problem.details
                />
            }
            .into_any(),
        ),
    };
    view! {
        <div class="offer">
            <Button test="models-fetch" disabled=is_asking on_click=fetch>"Fetch the list of models"</Button>
            {shown}
        </div>
    }
}

#[component]
fn Choice(
    /// The provider.
    provider: StoredValue<ProviderConfig>,
    /// What it lists.
    models: Arc<Vec<ListedModel>>,
) -> impl IntoView {
    let (wanted, set_wanted) = signal(String::new());
    let all = models.len();
    let matching = Memo::new(move |_| {
        let wanted = wanted.get().to_lowercase();
        models.iter().filter(|model| model.name.to_lowercase().contains(&wanted)).cloned().collect::<Vec<_>>()
    });
    let rest = move || {
        let more = matching.with(Vec::len).saturating_sub(MOST);
        (more > 0).then(|| format!("and {} more: search to see them", count(more as u64)))
    };
    let rows = move || matching.with(|all| all.iter().take(MOST).cloned().collect::<Vec<_>>());
    view! {
        <p class="quiet" data-test="models-listed">{format!("{} models are listed.", count(all as u64))}</p>
        <SearchField
            test="models-search"
            label="Search the list"
            value=wanted
            on_input=Callback::new(move |text| set_wanted.set(text))
        />
        <ul class="offered">
            <For each=rows key=|model| model.name.clone() children=move |model| view! { <One provider=provider model=model/> }/>
        </ul>
        <p class="quiet">{rest}</p>
    }
}

/// One model: ticked where it is used.
#[component]
fn One(
    /// The provider.
    provider: StoredValue<ProviderConfig>,
    /// The model.
    model: ListedModel,
) -> impl IntoView {
    let engine = use_engine();
    let is_used = provider.with_value(|p| p.models.iter().any(|known| known.name == model.name));
    let limits = [
        model.context_tokens.map(|n| format!("context {}", count(n))),
        model.output_tokens.map(|n| format!("replies {}", count(n))),
    ];
    let limits = limits.into_iter().flatten().collect::<Vec<_>>().join(", ");
    let name = model.name.clone();
    let toggle = move |_| {
        let mut changed = provider.get_value();
        if is_used {
            changed.models.retain(|known| known.name != model.name);
        } else {
            let settings = ModelSettings { context_tokens: model.context_tokens, ..ModelSettings::named(&model.name) };
            changed.models.push(settings);
        }
        engine.send(Command::SaveProvider { provider: changed });
    };
    view! {
        <li>
            <label class="check">
                <input type="checkbox" data-test="model-offered" prop:checked=is_used on:change=toggle/>
                <span class="mono">{name}</span>
                <span class="quiet">{limits}</span>
            </label>
        </li>
    }
}
