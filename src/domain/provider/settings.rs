//! Which providers and models the user has set up. Keys are never part of it.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::catalogue::{ModelFacts, facts};
use super::presets::{AGENT, CUSTOM, Preset};
use super::{Dialect, Price, WireForm};
use crate::domain::agent::AgentLimits;

/// Identifier of the built-in provider that needs no key and no network.
pub const BASELINE_PROVIDER: &str = "baseline";
/// Name of the built-in non-LLM baseline, as shown beside every figure it makes.
pub const BASELINE_MODEL: &str = "bm25-extract";

/// Characters of a conversation for one token, at least.
const CHARS_PER_TOKEN: usize = 3;

/// The provider of agents that were run elsewhere: their answers were imported, and can't be asked for again.
pub const IMPORTED_PROVIDER: &str = "imported";

/// Whether a text can be a key, or none at all: it has to stand in a header.
pub fn is_key(text: &str) -> bool {
    text.trim().chars().all(|c| c.is_ascii_graphic())
}

/// A provider that the user set up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProviderConfig {
    /// Stable identifier, unique among the providers.
    pub id: String,
    /// Name for people.
    pub label: String,
    /// How to reach it.
    pub kind: ProviderKind,
    /// The models of it that the user wants to use.
    pub models: Vec<ModelSettings>,
}

/// How a provider is reached.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ProviderKind {
    /// The offline baseline: not a language model; runs in the tab.
    Baseline,
    /// An endpoint somewhere else. Older records know only the OpenAI-compatible ones.
    #[serde(alias = "open_ai_compatible")]
    Remote(Remote),
    /// An agent of the user's over HTTP: a model under test that finds its answers by itself, and neither makes tasks
    /// nor judges. Form, dialect and streaming say nothing here.
    Agent(Remote),
}

/// An endpoint, and how it is used.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Remote {
    /// [`Preset::id`].
    pub preset: String,
    /// How it is spoken to.
    pub form: WireForm,
    /// Address, up to and including the version, such as `http://127.0.0.1:8080/v1`.
    pub base_url: String,
    /// Requests in flight at most for each model, 1 to 16.
    pub max_concurrency: u32,
    /// How long headers and body of a reply may take, or the headers alone where it is streamed, in
    /// milliseconds.
    pub timeout_ms: u64,
    /// Whether replies come piece by piece.
    pub streams: bool,
    /// Longest silence within a streamed reply, in milliseconds.
    pub idle_timeout_ms: u64,
    /// What the endpoint differs in.
    pub dialect: Dialect,
}

impl Default for Remote {
    fn default() -> Self {
        Self::of(Preset::of(CUSTOM))
    }
}

impl Remote {
    /// A provider of this preset, as it is set up at first.
    pub fn of(preset: &Preset) -> Self {
        let is_agent = preset.id == AGENT;
        Self {
            preset: preset.id.to_owned(),
            form: preset.form,
            base_url: preset.base_url.to_owned(),
            max_concurrency: if preset.is_local || is_agent { 1 } else { 8 },
            // An agent's one reply takes as long as all turns of a model.
            timeout_ms: if is_agent { 1_800_000 } else { 300_000 },
            streams: true,
            idle_timeout_ms: 120_000,
            dialect: preset.dialect(),
        }
    }
}

/// Settings of one model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ModelSettings {
    /// The provider's name of the model.
    pub name: String,
    /// Upper bound of a reply, in tokens. Reasoning shares it on some models.
    pub max_tokens: u32,
    /// Tokens of its context, as the user or the provider says; the catalogue's where none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context_tokens: Option<u32>,
    /// Its price, as the user says; the catalogue's where none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<Price>,
    /// Further settings of the request's body, such as a temperature or an effort.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub extra: Map<String, Value>,
}

impl ModelSettings {
    /// Tokens of a reply at most where nobody says otherwise: the papers' setting.
    pub const MAX_TOKENS: u32 = 4096;

    /// A model with nothing but its name known.
    pub fn named(name: impl Into<String>) -> Self {
        Self { name: name.into(), max_tokens: Self::MAX_TOKENS, context_tokens: None, price: None, extra: Map::new() }
    }
}

/// A model of a provider.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ModelRef {
    /// [`ProviderConfig::id`].
    pub provider: String,
    /// [`ModelSettings::name`].
    pub model: String,
}

impl ModelRef {
    /// The offline baseline.
    pub fn baseline() -> Self {
        Self { provider: BASELINE_PROVIDER.into(), model: BASELINE_MODEL.into() }
    }

    /// Whether this is the offline baseline, which must be labelled as no language model.
    pub fn is_baseline(&self) -> bool {
        self.provider == BASELINE_PROVIDER
    }

    /// Name for tables and charts.
    pub fn label(&self) -> String {
        if self.is_baseline() { format!("{} (offline baseline)", self.model) } else { self.model.clone() }
    }
}

impl ProviderConfig {
    /// The provider that is always there.
    pub fn baseline() -> Self {
        Self {
            id: BASELINE_PROVIDER.into(),
            label: "Offline baseline (not a language model)".into(),
            kind: ProviderKind::Baseline,
            models: vec![ModelSettings { price: Some(Price::FREE), ..ModelSettings::named(BASELINE_MODEL) }],
        }
    }

    /// How it is reached, where it isn't the baseline.
    pub fn remote(&self) -> Option<&Remote> {
        match &self.kind {
            ProviderKind::Baseline => None,
            ProviderKind::Remote(remote) | ProviderKind::Agent(remote) => Some(remote),
        }
    }

    /// Whether its models are agents of the user's, which only answer questions.
    pub fn is_agent(&self) -> bool {
        matches!(self.kind, ProviderKind::Agent(_))
    }

    /// Limits and price of one of its models: what the user said, else the catalogue; a server on the user's
    /// own machine costs nothing.
    pub fn facts(&self, model: &ModelSettings) -> ModelFacts {
        let preset = self.remote().map(|remote| Preset::of(&remote.preset));
        let known = preset.and_then(|preset| facts(preset.id, &model.name)).unwrap_or_default();
        let free = preset.is_some_and(|preset| preset.is_local).then_some(Price::FREE);
        ModelFacts {
            context_tokens: model.context_tokens.or(known.context_tokens),
            output_tokens: known.output_tokens,
            price: model.price.or(known.price).or(free),
        }
    }

    /// Limits of an agent as far as one of its models bears them: the conversation leaves room for the reply in
    /// the model's context, where that is known. Three characters are taken for a token, so that it is not
    /// underestimated.
    pub fn limits(&self, model: &ModelSettings, limits: AgentLimits) -> AgentLimits {
        let facts = self.facts(model);
        let most = facts.output_tokens.unwrap_or(u32::MAX);
        let max_tokens = limits.max_tokens.min(model.max_tokens).min(most);
        let room = facts.context_tokens.map(|context| context.saturating_sub(max_tokens) as usize * CHARS_PER_TOKEN);
        let context_budget_chars =
            room.map_or(limits.context_budget_chars, |room| room.min(limits.context_budget_chars));
        AgentLimits { max_tokens, context_budget_chars, ..limits }
    }

    /// The host that requests go to; none for the baseline.
    pub fn host(&self) -> Option<&str> {
        let base_url = &self.remote()?.base_url;
        let rest = base_url.split_once("://").map_or(base_url.as_str(), |(_, rest)| rest);
        let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
        // Without a name and password that somebody may have put before it.
        let host = authority.rsplit('@').next().unwrap_or_default();
        Some(host).filter(|host| !host.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_of_the_first_version_are_read() {
        let stored = r#"{"id":"p","label":"P","kind":{"kind":"open_ai_compatible","base_url":"http://h/v1",
            "max_concurrency":3,"timeout_ms":5000},"models":[{"name":"m","max_tokens":9}]}"#;
        let provider: ProviderConfig = serde_json::from_str(stored).unwrap();
        let remote = provider.remote().unwrap();
        assert_eq!((remote.max_concurrency, remote.timeout_ms, remote.form), (3, 5000, WireForm::ChatCompletions));
        assert_eq!((remote.preset.as_str(), provider.host()), (CUSTOM, Some("h")));
        let again: ProviderConfig = serde_json::from_str(&serde_json::to_string(&provider).unwrap()).unwrap();
        assert_eq!(again, provider);
    }

    #[test]
    fn an_agent_is_held_to_what_its_model_bears() {
        let kind = ProviderKind::Remote(Remote::of(Preset::of("llamacpp")));
        let small = ModelSettings { context_tokens: Some(8192), max_tokens: 500, ..ModelSettings::named("small") };
        let provider = ProviderConfig { id: "p".into(), label: "P".into(), kind, models: Vec::new() };
        let limits = provider.limits(&small, AgentLimits::default());
        assert_eq!((limits.max_tokens, limits.context_budget_chars), (500, (8192 - 500) * 3));
        let unknown = provider.limits(&ModelSettings::named("m"), AgentLimits::default());
        assert_eq!(unknown, AgentLimits::default());
    }

    fn price(preset: &str, model: ModelSettings) -> Option<f64> {
        let kind = ProviderKind::Remote(Remote::of(Preset::of(preset)));
        let provider = ProviderConfig { id: "p".into(), label: "P".into(), kind, models: vec![model.clone()] };
        provider.facts(&model).price.map(|price| price.input_usd)
    }

    #[test]
    fn the_users_price_goes_before_the_catalogues_and_unknown_stays_unknown() {
        let own = Price { input_usd: 7.0, ..Price::FREE };
        assert_eq!(price("openai", ModelSettings { price: Some(own), ..ModelSettings::named("gpt-5") }), Some(7.0));
        assert_eq!(price("openai", ModelSettings::named("gpt-5")), Some(1.25));
        assert_eq!(price("openai", ModelSettings::named("gpt-unheard-of")), None);
        assert_eq!(price("custom", ModelSettings::named("gpt-5")), None);
        assert_eq!(price("ollama", ModelSettings::named("qwen")), Some(0.0));
    }
}
