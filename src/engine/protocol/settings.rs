//! View models of the settings page.

use serde::{Deserialize, Serialize};

use crate::domain::provider::{Diagnosis, ModelFacts, ModelRef, ProviderConfig};

/// Providers, and which keys are there. Keys themselves never leave the engine.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SettingsView {
    /// The providers, baseline first.
    pub providers: Vec<ProviderConfig>,
    /// Identifiers of the providers that have a key in memory.
    pub with_key: Vec<String>,
    /// Limits and prices of their models, as far as they are known.
    pub facts: Vec<(ModelRef, ModelFacts)>,
    /// The day on which the built-in limits and prices were looked up, such as `2026-12-01`.
    pub catalogue_date: String,
}

/// What the connection doctor says of a provider.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DoctorReport {
    /// Identifier of the provider.
    pub provider: String,
    /// The model that was asked; none where the provider has none set up.
    pub model: Option<String>,
    /// What is wrong and what to do.
    pub diagnosis: Diagnosis,
    /// How long the model took to answer, in milliseconds.
    pub took_ms: Option<u64>,
}

impl StorageView {
    /// Whether there is little room left: under a tenth, or under 200 MB.
    pub fn is_nearly_full(&self) -> bool {
        let left = self.quota_bytes.zip(self.used_bytes).map(|(quota, used)| (quota.saturating_sub(used), quota));
        left.is_some_and(|(left, quota)| left < quota / 10 || left < 200_000_000)
    }
}

impl SettingsView {
    /// What is known of a model.
    pub fn facts(&self, model: &ModelRef) -> ModelFacts {
        self.facts.iter().find(|(of, _)| of == model).map(|(_, facts)| *facts).unwrap_or_default()
    }
}

/// A host that this tab has contacted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HostContact {
    /// Host and port.
    pub host: String,
    /// Requests made.
    pub requests: u64,
    /// Bytes sent in request bodies.
    pub bytes_sent: u64,
}

/// What is stored in this browser.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StorageView {
    /// Bytes used by this site, as the browser estimates; none where it doesn't say.
    pub used_bytes: Option<u64>,
    /// Bytes that this site may use; none where the browser doesn't say.
    pub quota_bytes: Option<u64>,
    /// Whether the browser promised not to evict it.
    pub is_persistent: bool,
    /// Stored tasks.
    pub tasks: usize,
    /// Stored runs.
    pub runs: usize,
}
