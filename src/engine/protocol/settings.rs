//! View models of the settings page.

use serde::{Deserialize, Serialize};

use super::Problem;
use crate::domain::provider::{ModelRef, ProviderConfig};

/// Providers, and which keys are there. Keys themselves never leave the engine.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SettingsView {
    /// The providers, baseline first.
    pub providers: Vec<ProviderConfig>,
    /// Identifiers of the providers that have a key in memory.
    pub with_key: Vec<String>,
}

/// The outcome of a connection test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ConnectionReport {
    /// The model tested.
    pub model: ModelRef,
    /// What the model said and how long it took in milliseconds, or what went wrong.
    pub outcome: Result<(String, u64), Problem>,
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
    /// Whether the browser promised not to evict it.
    pub is_persistent: bool,
    /// Stored tasks.
    pub tasks: usize,
    /// Stored runs.
    pub runs: usize,
}
