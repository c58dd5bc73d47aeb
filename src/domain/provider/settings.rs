//! Which providers and models the user has set up. Keys are never part of it.

use serde::{Deserialize, Serialize};

/// Identifier of the built-in provider that needs no key and no network.
pub const BASELINE_PROVIDER: &str = "baseline";
/// Name of the built-in non-LLM baseline, as shown beside every figure it makes.
pub const BASELINE_MODEL: &str = "bm25-extract";

/// A provider that the user set up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ProviderKind {
    /// The offline baseline: not a language model; runs in the tab.
    Baseline,
    /// Any endpoint that speaks OpenAI's Chat Completions.
    OpenAiCompatible {
        /// Address up to and including the version, such as `http://127.0.0.1:8080/v1`.
        base_url: String,
        /// Requests in flight at most, 1 to 16.
        max_concurrency: u32,
        /// Time-out of one request, headers and body, in milliseconds.
        timeout_ms: u64,
    },
}

/// Settings of one model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelSettings {
    /// The provider's name of the model.
    pub name: String,
    /// Upper bound of a reply, in tokens. Reasoning shares it on some models.
    pub max_tokens: u32,
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
            models: vec![ModelSettings { name: BASELINE_MODEL.into(), max_tokens: 4096 }],
        }
    }

    /// The host that requests go to; none for the baseline.
    pub fn host(&self) -> Option<&str> {
        let ProviderKind::OpenAiCompatible { base_url, .. } = &self.kind else { return None };
        let rest = base_url.split_once("://").map_or(base_url.as_str(), |(_, rest)| rest);
        let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
        // Without a name and password that somebody may have put before it.
        let host = authority.rsplit('@').next().unwrap_or_default();
        Some(host).filter(|host| !host.is_empty())
    }
}
