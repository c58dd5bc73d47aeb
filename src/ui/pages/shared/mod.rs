//! What several pages show.

mod figure_table;
mod import;
mod prompts;
mod transcript;

pub use figure_table::FigureTable;
pub use import::Import;
pub use prompts::{PromptDiff, PromptsNote, differ};
pub use transcript::Timeline;

use leptos::prelude::*;

use crate::chart::Series;
use crate::domain::condition::Condition;
use crate::domain::provider::{ModelRef, ProviderConfig};
use crate::ui::components::{Chip, ConditionMark};
use crate::ui::state::use_state;

/// A model's name; the offline baseline is never mistaken for a language model.
#[component]
pub fn ModelName(
    /// The model.
    model: ModelRef,
) -> impl IntoView {
    let chip =
        model.is_baseline().then(|| view! { <Chip text="offline baseline, not a language model" tone="baseline"/> });
    view! { <span class="model-name"><span class="mono">{model.model.clone()}</span> {chip}</span> }
}

/// A condition with its mark.
#[component]
pub fn ConditionName(
    /// The condition.
    condition: Condition,
) -> impl IntoView {
    view! { <ConditionMark series=Series::of_condition(condition)/> }
}

/// Every model of every provider, with the name to choose it by.
pub fn models() -> Memo<Vec<(ModelRef, String)>> {
    let state = use_state();
    Memo::new(move |_| state.settings.view.with(|view| view.providers.iter().flat_map(of_provider).collect()))
}

/// As [`models`], but for agents over HTTP, which only answer questions: those that can make tasks and judge.
pub fn versatile_models() -> Memo<Vec<(ModelRef, String)>> {
    let state = use_state();
    Memo::new(move |_| {
        let versatile = |provider: &&ProviderConfig| !provider.is_agent();
        state.settings.view.with(|view| view.providers.iter().filter(versatile).flat_map(of_provider).collect())
    })
}

fn of_provider(provider: &ProviderConfig) -> Vec<(ModelRef, String)> {
    let name = |model: &str| {
        if provider.id == crate::domain::provider::BASELINE_PROVIDER {
            format!("{model}: offline baseline, not a language model")
        } else {
            format!("{model} ({})", provider.label)
        }
    };
    let one = |model: &crate::domain::provider::ModelSettings| {
        (ModelRef { provider: provider.id.clone(), model: model.name.clone() }, name(&model.name))
    };
    provider.models.iter().map(one).collect()
}

/// A model as the value of a select, and back.
pub fn key(model: &ModelRef) -> String {
    format!("{}\u{1f}{}", model.provider, model.model)
}

/// The model that [`key`] was made of.
pub fn from_key(key: &str) -> Option<ModelRef> {
    let (provider, model) = key.split_once('\u{1f}')?;
    Some(ModelRef { provider: provider.into(), model: model.into() })
}
