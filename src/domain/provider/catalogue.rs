//! Limits and prices of known models: a data file with a date, made by `scripts/make_model_catalogue.py`.
//! What a user enters goes before it; what is not in it is unknown.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::Price;

/// What is known of a model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ModelFacts {
    /// Tokens of prompt and reply at most.
    pub context_tokens: Option<u32>,
    /// Tokens of a reply at most.
    pub output_tokens: Option<u32>,
    /// What it costs.
    pub price: Option<Price>,
}

#[derive(Deserialize)]
struct Catalogue {
    date: String,
    models: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    provider: String,
    name: String,
    context_tokens: Option<u32>,
    output_tokens: Option<u32>,
    #[serde(flatten)]
    price: Price,
}

/// None only where the file in this build is broken, which a test rules out.
static CATALOGUE: LazyLock<Option<Catalogue>> =
    LazyLock::new(|| serde_json::from_str(include_str!("catalogue.json")).ok());

/// The day on which the facts were looked up, such as `2026-12-01`.
pub fn catalogue_date() -> &'static str {
    CATALOGUE.as_ref().map_or("", |catalogue| &catalogue.date)
}

/// What the catalogue knows of a model of the provider with this preset's identifier.
pub fn facts(preset: &str, model: &str) -> Option<ModelFacts> {
    let row = CATALOGUE.as_ref()?.models.iter().find(|row| row.provider == preset && row.name == model)?;
    Some(ModelFacts { context_tokens: row.context_tokens, output_tokens: row.output_tokens, price: Some(row.price) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::provider::PRESETS;

    #[test]
    fn the_file_is_whole_and_its_providers_are_presets() {
        let catalogue = CATALOGUE.as_ref().unwrap();
        assert_eq!(catalogue.date.len(), 10);
        assert!(catalogue.models.len() > 100);
        for row in &catalogue.models {
            assert!(PRESETS.iter().any(|preset| preset.id == row.provider), "{}", row.provider);
            assert!(row.price.input_usd >= 0.0 && row.price.output_usd >= 0.0, "{}", row.name);
        }
    }

    #[test]
    fn unknown_models_are_unknown() {
        assert!(facts("openai", "gpt-5").is_some_and(|facts| facts.price.is_some()));
        assert_eq!(facts("openai", "no-such-model"), None);
        assert_eq!(facts("ollama", "gpt-5"), None);
    }
}
