//! Asking a provider which models it has.

use super::Models;
use crate::domain::provider::{CallFailure, ListedModel, ModelRef, ProviderConfig, agent, wire};
use crate::engine::ports::HttpRequest;

/// How long a list of models may take, in milliseconds.
const LIST_TIMEOUT_MS: u64 = 20_000;

impl Models {
    /// A provider that was set up.
    pub fn provider(&self, id: &str) -> Option<ProviderConfig> {
        self.providers.borrow().iter().find(|provider| provider.id == id).cloned()
    }

    /// Whether there is a key of a provider in memory.
    pub fn has_key(&self, provider: &str) -> bool {
        self.keys.borrow().contains_key(provider)
    }

    /// Whether a model is an agent of the user's, which only answers questions.
    pub fn is_agent(&self, model: &ModelRef) -> bool {
        self.provider(&model.provider).is_some_and(|provider| provider.is_agent())
    }

    /// The models that a provider lists, by name; the baseline lists none.
    ///
    /// # Errors
    /// What went wrong.
    pub async fn list(&self, provider: &ProviderConfig) -> Result<Vec<ListedModel>, CallFailure> {
        let Some(remote) = provider.remote() else { return Ok(Vec::new()) };
        let key = self.key(&provider.id);
        let wire = match provider.is_agent() {
            true => agent::greet(&remote.base_url, key.as_deref()),
            false => wire::list_models(remote.form, &remote.base_url, key.as_deref()),
        };
        let http = HttpRequest { wire, timeout_ms: LIST_TIMEOUT_MS.min(remote.timeout_ms), idle_timeout_ms: None };
        let reply = self.send(provider, http, key.as_deref(), &mut |_| true).await?;
        match provider.is_agent() {
            true => agent::read_greeting(reply.status, &reply.body),
            false => wire::parse_models(remote.form, reply.status, &reply.body),
        }
    }
}
