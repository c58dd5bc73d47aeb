//! One call to a model, again where that may help.

use super::Models;
use super::limiter::Permit;
use crate::domain::baseline;
use crate::domain::provider::agent::{self, AgentQuestion, AgentTarget};
use crate::domain::provider::{
    CallFailure, Dialect, FailureKind, LONGEST_HINT_MS, ModelRef, ModelReply, ModelRequest, ModelSettings,
    ProviderConfig, ProviderKind, Remote, StreamReader, Target, cut_failure, network_failure, stall_failure,
    timeout_failure, wire,
};
use crate::engine::ports::{HttpReply, HttpRequest, TransportError};

/// Attempts at one call.
pub const ATTEMPTS: u32 = 6;
/// Longest wait of our own choice between two attempts, in milliseconds.
const LONGEST_BACKOFF_MS: f64 = 30_000.0;

/// What is called, and who is told of the text as it comes.
#[derive(Clone, Copy)]
pub struct Call<'a> {
    /// The model.
    pub model: &'a ModelRef,
    /// What it is asked.
    pub request: &'a ModelRequest,
    /// What an agent elsewhere is asked in its place; none where the call isn't for an answer under a condition.
    pub question: Option<&'a AgentQuestion>,
    /// Gets the visible text so far, each time that more of it has come; an empty one where an attempt begins.
    pub on_text: &'a dyn Fn(&str),
}

impl Models {
    /// Calls a model, again where that may help.
    ///
    /// # Errors
    /// The last failure, after [`ATTEMPTS`] attempts or the first one that is not transient.
    pub async fn call(&self, call: Call<'_>) -> Result<ModelReply, CallFailure> {
        let mut attempt = 0;
        let mut unread = 0;
        loop {
            (call.on_text)("");
            let spoken = self.dialect(call.model);
            let failure = match self.call_once(call).await {
                Ok(mut reply) => {
                    reply.usage.unreported_calls += unread;
                    return Ok(reply);
                }
                Err(failure) => failure,
            };
            if !self.is_agent(call.model) && self.learn(call.model, spoken, &failure) {
                continue;
            }
            // Half a reply may have been paid for, and nothing tells how much.
            unread += u64::from(failure.kind == FailureKind::BrokenReply);
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
    pub async fn call_once(&self, call: Call<'_>) -> Result<ModelReply, CallFailure> {
        let Some((provider, settings)) = self.find(call.model) else {
            return Err(CallFailure {
                kind: FailureKind::NotFound,
                message: format!("The model \"{}\" is not set up in this browser.", call.model.model),
                details: String::new(),
                retry_after_ms: None,
            });
        };
        match &provider.kind {
            ProviderKind::Baseline => {
                self.ports.clock.yield_now().await;
                Ok(baseline::reply(call.request))
            }
            ProviderKind::Remote(remote) => self.call_remote(call, &provider, remote, &settings).await,
            ProviderKind::Agent(remote) => self.call_agent(call, &provider, remote, &settings).await,
        }
    }

    async fn call_agent(
        &self,
        call: Call<'_>,
        provider: &ProviderConfig,
        remote: &Remote,
        settings: &ModelSettings,
    ) -> Result<ModelReply, CallFailure> {
        let Some(question) = call.question else {
            return Err(CallFailure {
                kind: FailureKind::Rejected,
                message: format!(
                    "\"{}\" is an agent over HTTP: it answers questions, and does nothing else.",
                    settings.name
                ),
                details: String::new(),
                retry_after_ms: None,
            });
        };
        let permit = self.limiter(call.model).enter(&*self.ports.clock).await;
        let (url, timeout_ms) = (remote.base_url.as_str(), remote.timeout_ms);
        let target = AgentTarget { url, agent: &settings.name, timeout_ms, settings: &settings.extra };
        let key = self.key(&provider.id);
        let wire = agent::ask(&target, question, key.as_deref());
        let http = HttpRequest { wire, timeout_ms, idle_timeout_ms: None };
        let sent = self.send(provider, http, key.as_deref(), &mut |_| true).await;
        let result = sent.and_then(|reply| with_hint(agent::read_answer(reply.status, &reply.body), &reply));
        self.leave(permit, &result);
        result
    }

    /// Tells a model's pace what came of a request.
    fn leave(&self, permit: Permit, result: &Result<ModelReply, CallFailure>) {
        match result {
            Ok(_) => permit.replied(),
            Err(failure) if failure.kind == FailureKind::RateLimited => {
                permit.refused(self.ports.clock.now_ms(), failure.retry_after_ms);
            }
            Err(_) => drop(permit),
        }
    }

    async fn call_remote(
        &self,
        call: Call<'_>,
        provider: &ProviderConfig,
        remote: &Remote,
        settings: &ModelSettings,
    ) -> Result<ModelReply, CallFailure> {
        let permit = self.limiter(call.model).enter(&*self.ports.clock).await;
        let mut request = call.request.clone();
        request.max_tokens = request.bound(settings.max_tokens);
        let dialect = self.dialect(call.model);
        let target = Target {
            form: remote.form,
            base_url: &remote.base_url,
            model: &settings.name,
            dialect: &dialect,
            extra: &settings.extra,
            streams: remote.streams,
        };
        let key = self.key(&provider.id);
        let http = HttpRequest {
            wire: wire::call(&target, &request, key.as_deref()),
            timeout_ms: remote.timeout_ms,
            idle_timeout_ms: remote.streams.then_some(remote.idle_timeout_ms),
        };
        let mut stream = StreamReader::new(remote.form);
        let mut text = String::new();
        let sent = self
            .send(provider, http, key.as_deref(), &mut |bytes| {
                if remote.streams {
                    let more = stream.push(bytes);
                    if !more.is_empty() {
                        text.push_str(&more);
                        (call.on_text)(&text);
                    }
                }
                // Nothing that follows damage is of use.
                !stream.has_failed()
            })
            .await;
        let result = sent.and_then(|reply| {
            let is_stream = remote.streams && (200..300).contains(&reply.status);
            let read = if is_stream {
                stream.finish().map_err(|failure| hide_key(failure, key.as_deref()))
            } else {
                wire::parse_reply(remote.form, reply.status, &reply.body)
            };
            with_hint(read, &reply)
        });
        self.leave(permit, &result);
        result
    }

    /// Sends a request to a provider and notes that its host was contacted. Some servers repeat the key in an
    /// error: it is taken out of what they say.
    pub(in crate::engine) async fn send(
        &self,
        provider: &ProviderConfig,
        http: HttpRequest,
        key: Option<&str>,
        on_bytes: &mut dyn for<'b> FnMut(&'b [u8]) -> bool,
    ) -> Result<HttpReply, CallFailure> {
        let host = provider.host().unwrap_or("the server").to_owned();
        self.note_contact(&host, http.wire.body.len());
        let (timeout_ms, idle_ms) = (http.timeout_ms, http.idle_timeout_ms.unwrap_or_default());
        match self.ports.transport.send(http, on_bytes).await {
            Ok(reply) => Ok(HttpReply { body: without_key(reply.body, key), ..reply }),
            Err(TransportError::TimedOut) => Err(timeout_failure(&host, timeout_ms)),
            Err(TransportError::Stalled) => Err(stall_failure(&host, idle_ms)),
            Err(TransportError::Cut(details)) => Err(cut_failure(&host, &without_key(details, key))),
            Err(TransportError::Unreachable(details)) => Err(network_failure(&host, &without_key(details, key))),
        }
    }

    /// Whether a refusal teaches something, so that another attempt may do: by itself, or because another call
    /// has learnt since this one was made in the dialect `spoken`.
    pub(in crate::engine) fn learn(&self, model: &ModelRef, spoken: Dialect, failure: &CallFailure) -> bool {
        let mut dialect = self.dialect(model);
        let has_learnt = dialect.learn_after(&spoken, failure);
        if has_learnt {
            self.dialects.borrow_mut().insert(model.clone(), dialect);
        }
        has_learnt
    }

    /// The dialect in which a model is spoken to right now.
    pub(in crate::engine) fn dialect(&self, model: &ModelRef) -> Dialect {
        let learnt = self.dialects.borrow().get(model).copied();
        let as_set_up = || self.find(model).and_then(|(provider, _)| Some(provider.remote()?.dialect));
        learnt.or_else(as_set_up).unwrap_or_default()
    }

    /// Full jitter: `random(0, min(30 s, 0.5 s · 2^n))`; a longer hint of the provider wins, up to 2 minutes.
    fn wait_ms(&self, attempt: u32, hint_ms: Option<u64>) -> u64 {
        let ceiling = (500.0 * f64::from(2_u32.pow(attempt.min(10)))).min(LONGEST_BACKOFF_MS);
        let own = (self.ports.random.unit() * ceiling) as u64;
        own.max(hint_ms.unwrap_or(0).min(LONGEST_HINT_MS))
    }
}

/// A failure knows how long to wait from the reply's header, else from its body.
fn with_hint(result: Result<ModelReply, CallFailure>, reply: &HttpReply) -> Result<ModelReply, CallFailure> {
    let hint = |failure: CallFailure| CallFailure {
        retry_after_ms: reply.retry_after_ms.or(failure.retry_after_ms),
        ..failure
    };
    result.map_err(hint)
}

fn hide_key(failure: CallFailure, key: Option<&str>) -> CallFailure {
    CallFailure { details: without_key(failure.details, key), ..failure }
}

fn without_key(text: String, key: Option<&str>) -> String {
    match key {
        Some(key) if !key.is_empty() && text.contains(key) => text.replace(key, "[key]"),
        _ => text,
    }
}
