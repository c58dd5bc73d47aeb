//! Calling models: which provider, which key, how often again.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use async_lock::Semaphore;

use super::ports::{HttpRequest, Ports, TransportError};
use super::protocol::{ErrorCount, HostContact, Problem, SettingsView};
use crate::domain::baseline;
use crate::domain::provider::{
    CallFailure, Dialect, FailureKind, ModelRef, ModelReply, ModelRequest, ModelSettings, ProviderConfig, ProviderKind,
    Target, WireForm, network_failure, timeout_failure, wire,
};

/// Attempts at one call.
pub const ATTEMPTS: u32 = 6;
/// Longest wait of our own choice between two attempts, in milliseconds.
const LONGEST_BACKOFF_MS: f64 = 30_000.0;
/// Longest wait that a provider's hint can bring about, in milliseconds.
const LONGEST_HINT_MS: u64 = 120_000;

/// Providers, keys and counters. Keys are here and nowhere else.
pub struct Models {
    ports: Ports,
    providers: RefCell<Vec<ProviderConfig>>,
    keys: RefCell<BTreeMap<String, String>>,
    permits: RefCell<BTreeMap<String, Rc<Semaphore>>>,
    hosts: RefCell<BTreeMap<String, HostContact>>,
    errors: RefCell<BTreeMap<FailureKind, ErrorCount>>,
    dialects: RefCell<BTreeMap<ModelRef, Dialect>>,
}

impl Models {
    /// With nothing but the offline baseline.
    pub fn new(ports: Ports) -> Self {
        Self {
            ports,
            providers: RefCell::new(vec![ProviderConfig::baseline()]),
            keys: RefCell::default(),
            permits: RefCell::default(),
            hosts: RefCell::default(),
            errors: RefCell::default(),
            dialects: RefCell::default(),
        }
    }

    /// Adds a provider, or changes the one with the same identifier. The baseline can't be changed.
    pub fn save_provider(&self, provider: ProviderConfig) {
        if provider.kind == ProviderKind::Baseline {
            return;
        }
        self.permits.borrow_mut().remove(&provider.id);
        let mut providers = self.providers.borrow_mut();
        match providers.iter_mut().find(|known| known.id == provider.id) {
            Some(known) => *known = provider,
            None => providers.push(provider),
        }
    }

    /// Removes a provider and forgets its key.
    pub fn delete_provider(&self, id: &str) {
        self.providers.borrow_mut().retain(|known| known.id != id || known.kind == ProviderKind::Baseline);
        self.keys.borrow_mut().remove(id);
    }

    /// Sets a key; an empty one forgets it.
    ///
    /// # Errors
    /// Where the key has characters that can't stand in a header: none is set then.
    pub fn set_key(&self, provider: &str, key: &str) -> Result<(), Problem> {
        let key = key.trim();
        if !key.chars().all(|c| c.is_ascii_graphic()) {
            return Err(Problem {
                message:
                    "The key has a character that no key has, such as a space, a dash of another kind or a dot for \
                          hidden text."
                        .into(),
                advice: "Copy it again from the provider's page, whole and without anything around it.".into(),
                details: String::new(),
            });
        }
        if key.is_empty() {
            self.keys.borrow_mut().remove(provider);
        } else {
            self.keys.borrow_mut().insert(provider.to_owned(), key.to_owned());
        }
        Ok(())
    }

    /// Whether any key is in memory.
    pub fn has_keys(&self) -> bool {
        !self.keys.borrow().is_empty()
    }

    /// All providers but the baseline, for storage.
    pub fn stored_providers(&self) -> Vec<ProviderConfig> {
        self.providers.borrow().iter().filter(|p| p.kind != ProviderKind::Baseline).cloned().collect()
    }

    /// For the page.
    pub fn settings_view(&self) -> SettingsView {
        SettingsView {
            providers: self.providers.borrow().clone(),
            with_key: self.keys.borrow().keys().cloned().collect(),
        }
    }

    /// Every host contacted so far.
    pub fn hosts(&self) -> Vec<HostContact> {
        self.hosts.borrow().values().cloned().collect()
    }

    /// Failed calls by kind since the last reset.
    pub fn errors(&self) -> Vec<ErrorCount> {
        self.errors.borrow().values().cloned().collect()
    }

    /// Forgets the counted failures.
    pub fn reset_errors(&self) {
        self.errors.borrow_mut().clear();
    }

    /// Provider and settings of a model, where it is set up.
    pub fn find(&self, model: &ModelRef) -> Option<(ProviderConfig, ModelSettings)> {
        let providers = self.providers.borrow();
        let provider = providers.iter().find(|p| p.id == model.provider)?;
        let settings = provider.models.iter().find(|m| m.name == model.model)?;
        Some((provider.clone(), settings.clone()))
    }

    /// Requests in flight at most for a model.
    pub fn concurrency(&self, model: &ModelRef) -> u32 {
        match self.find(model).map(|(provider, _)| provider.kind) {
            Some(ProviderKind::OpenAiCompatible { max_concurrency, .. }) => max_concurrency.clamp(1, 16),
            _ => 1,
        }
    }

    /// Calls a model, again where that may help.
    ///
    /// # Errors
    /// The last failure, after [`ATTEMPTS`] attempts or the first one that is not transient.
    pub async fn call(&self, model: &ModelRef, request: &ModelRequest) -> Result<ModelReply, CallFailure> {
        let mut attempt = 0;
        loop {
            let dialect = self.dialect(model);
            let failure = match self.call_once(model, request).await {
                Ok(reply) => return Ok(reply),
                Err(failure) => failure,
            };
            if self.dialects.borrow_mut().entry(model.clone()).or_default().learn_after(&dialect, &failure) {
                continue;
            }
            self.count(&failure);
            attempt += 1;
            if attempt >= ATTEMPTS || !failure.kind.is_transient() {
                return Err(failure);
            }
            self.ports.clock.sleep(self.wait_ms(attempt, failure.retry_after_ms)).await;
        }
    }

    /// Calls a model once.
    ///
    /// # Errors
    /// What went wrong.
    pub async fn call_once(&self, model: &ModelRef, request: &ModelRequest) -> Result<ModelReply, CallFailure> {
        let Some((provider, settings)) = self.find(model) else {
            return Err(CallFailure {
                kind: FailureKind::NotFound,
                message: format!("The model \"{}\" is not set up in this browser.", model.model),
                details: String::new(),
                retry_after_ms: None,
            });
        };
        match &provider.kind {
            ProviderKind::Baseline => {
                self.ports.clock.yield_now().await;
                Ok(baseline::reply(request))
            }
            ProviderKind::OpenAiCompatible { base_url, timeout_ms, .. } => {
                let permits = self.permits_of(&provider);
                let _permit = permits.acquire().await;
                let mut request = request.clone();
                request.max_tokens = request.max_tokens.min(settings.max_tokens);
                let dialect = self.dialect(model);
                let form = WireForm::ChatCompletions;
                let extra = serde_json::Map::new();
                let target =
                    Target { form, base_url, model: &settings.name, dialect: &dialect, extra: &extra, streams: false };
                let wire::WireRequest { url, body, .. } = wire::call(&target, &request, None);
                let host = provider.host().unwrap_or("the server").to_owned();
                self.note_contact(&host, body.len());
                let bearer = self.keys.borrow().get(&provider.id).cloned();
                let http = HttpRequest { url, bearer, body, timeout_ms: *timeout_ms };
                let key = http.bearer.clone().unwrap_or_default();
                match self.ports.transport.post(http).await {
                    Ok(reply) => {
                        wire::parse_reply(form, reply.status, &without_key(&reply.body, &key)).map_err(|failure| {
                            CallFailure { retry_after_ms: reply.retry_after_ms.or(failure.retry_after_ms), ..failure }
                        })
                    }
                    Err(TransportError::TimedOut) => Err(timeout_failure(&host, *timeout_ms)),
                    Err(TransportError::Unreachable(details)) => Err(network_failure(&host, &details)),
                }
            }
        }
    }

    fn dialect(&self, model: &ModelRef) -> Dialect {
        self.dialects.borrow().get(model).copied().unwrap_or_default()
    }

    fn permits_of(&self, provider: &ProviderConfig) -> Rc<Semaphore> {
        let most = match provider.kind {
            ProviderKind::OpenAiCompatible { max_concurrency, .. } => max_concurrency.clamp(1, 16),
            ProviderKind::Baseline => 1,
        };
        let mut permits = self.permits.borrow_mut();
        permits.entry(provider.id.clone()).or_insert_with(|| Rc::new(Semaphore::new(most as usize))).clone()
    }

    /// Full jitter: `random(0, min(30 s, 0.5 s · 2^n))`; a longer hint of the provider wins, up to 2 minutes.
    fn wait_ms(&self, attempt: u32, hint_ms: Option<u64>) -> u64 {
        let ceiling = (500.0 * f64::from(2_u32.pow(attempt.min(10)))).min(LONGEST_BACKOFF_MS);
        let own = (self.ports.random.unit() * ceiling) as u64;
        own.max(hint_ms.unwrap_or(0).min(LONGEST_HINT_MS))
    }

    fn count(&self, failure: &CallFailure) {
        let mut errors = self.errors.borrow_mut();
        let count = errors.entry(failure.kind).or_insert_with(|| ErrorCount {
            kind: failure.kind,
            count: 0,
            last_message: String::new(),
        });
        count.count += 1;
        count.last_message = failure.summary();
    }

    fn note_contact(&self, host: &str, bytes: usize) {
        let mut hosts = self.hosts.borrow_mut();
        let contact = hosts.entry(host.to_owned()).or_insert_with(|| HostContact {
            host: host.to_owned(),
            requests: 0,
            bytes_sent: 0,
        });
        contact.requests += 1;
        contact.bytes_sent += bytes as u64;
    }
}

/// Some servers repeat the key in an error: it must not get into what is shown or stored.
fn without_key(body: &str, key: &str) -> String {
    if key.is_empty() { body.to_owned() } else { body.replace(key, "[key]") }
}
