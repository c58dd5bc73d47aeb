//! Which providers and models there are, with their keys, limits and prices; and calling them ([`call`]).

mod call;
mod limiter;
mod lookup;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::ports::Ports;
use super::protocol::{ErrorCount, HostContact, ModelPace, Problem, SettingsView};
use crate::domain::agent::AgentLimits;
use crate::domain::provider::{
    CallFailure, Dialect, FailureKind, ModelRef, ModelSettings, Price, ProviderConfig, ProviderKind, is_key,
};

pub use call::{ATTEMPTS, Call};
use limiter::Limiter;

/// Providers, keys and counters. Keys are here and nowhere else in the engine.
pub struct Models {
    ports: Ports,
    providers: RefCell<Vec<ProviderConfig>>,
    keys: RefCell<BTreeMap<String, String>>,
    limiters: RefCell<BTreeMap<ModelRef, Rc<Limiter>>>,
    /// What refusals have taught since the start.
    dialects: RefCell<BTreeMap<ModelRef, Dialect>>,
    hosts: RefCell<BTreeMap<String, HostContact>>,
    errors: RefCell<BTreeMap<FailureKind, ErrorCount>>,
}

impl Models {
    /// With nothing but the offline baseline.
    pub fn new(ports: Ports) -> Self {
        Self {
            ports,
            providers: RefCell::new(vec![ProviderConfig::baseline()]),
            keys: RefCell::default(),
            limiters: RefCell::default(),
            dialects: RefCell::default(),
            hosts: RefCell::default(),
            errors: RefCell::default(),
        }
    }

    /// Adds a provider, or changes the one with the same identifier. The baseline can't be changed.
    pub fn save_provider(&self, provider: ProviderConfig) {
        let Some(remote) = provider.remote() else { return };
        for (_, limiter) in self.limiters.borrow().iter().filter(|(model, _)| model.provider == provider.id) {
            limiter.set_most(remote.max_concurrency);
        }
        // Another form or address may speak otherwise.
        self.dialects.borrow_mut().retain(|model, _| model.provider != provider.id);
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
        if !is_key(key) {
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

    /// All providers but the baseline, for storage.
    pub fn stored_providers(&self) -> Vec<ProviderConfig> {
        self.providers.borrow().iter().filter(|p| p.kind != ProviderKind::Baseline).cloned().collect()
    }

    /// For the page.
    pub fn settings_view(&self) -> SettingsView {
        let providers = self.providers.borrow().clone();
        let facts = providers.iter().flat_map(|provider| {
            provider.models.iter().map(|model| {
                let of = ModelRef { provider: provider.id.clone(), model: model.name.clone() };
                (of, provider.facts(model))
            })
        });
        SettingsView {
            facts: facts.collect(),
            providers,
            with_key: self.keys.borrow().keys().cloned().collect(),
            catalogue_date: crate::domain::provider::catalogue_date().to_owned(),
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

    /// What a model costs, where that is known.
    pub fn price(&self, model: &ModelRef) -> Option<Price> {
        let (provider, settings) = self.find(model)?;
        provider.facts(&settings).price
    }

    /// Limits of an agent as far as a model bears them.
    pub fn limits(&self, model: &ModelRef, limits: AgentLimits) -> AgentLimits {
        self.find(model).map_or(limits, |(provider, settings)| provider.limits(&settings, limits))
    }

    /// Requests in flight at most for a model, whatever it has adapted to.
    pub fn concurrency(&self, model: &ModelRef) -> u32 {
        let most = self.find(model).and_then(|(provider, _)| Some(provider.remote()?.max_concurrency));
        most.map_or(1, |most| most.clamp(1, 16))
    }

    /// Requests in flight, and how many there may be right now, of models that were called.
    pub fn paces<'a>(&self, models: impl Iterator<Item = &'a ModelRef>) -> Vec<ModelPace> {
        let limiters = self.limiters.borrow();
        let of = |model: &ModelRef| {
            let limiter = limiters.get(model)?;
            Some(ModelPace { model: model.clone(), in_flight: limiter.in_flight(), limit: limiter.limit() })
        };
        models.filter_map(of).collect()
    }

    fn limiter(&self, model: &ModelRef) -> Rc<Limiter> {
        let most = self.concurrency(model);
        let mut limiters = self.limiters.borrow_mut();
        limiters.entry(model.clone()).or_insert_with(|| Rc::new(Limiter::new(most))).clone()
    }

    fn key(&self, provider: &str) -> Option<String> {
        self.keys.borrow().get(provider).cloned()
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
