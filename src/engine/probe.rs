//! The connection doctor's hands: what is tried to find out whether a provider can be used.

use serde_json::Value;

use super::core::Engine;
use super::models::Call;
use super::ports::HttpRequest;
use super::protocol::{DoctorReport, Event, Problem};
use crate::domain::agent::tools::Tool;
use crate::domain::condition::Condition;
use crate::domain::provider::{
    CallFailure, FailureKind, Findings, Message, Method, ModelRef, ModelRequest, Preset, ProviderConfig, Remote,
    WireRequest, classify, diagnose, is_address,
};
use crate::domain::task::Brief;

/// Tokens of the test's reply at most: enough for a model that thinks a little first.
const TEST_TOKENS: u32 = 1024;
/// How long the exchange of a code for a key may take, in milliseconds.
const SIGN_IN_TIMEOUT_MS: u64 = 30_000;

impl Engine {
    /// Asks a provider for its models.
    pub(super) async fn list_models(&self, id: String) -> Result<(), Problem> {
        let provider = self.models.provider(&id).ok_or_else(no_provider)?;
        let models = self.models.list(&provider).await.map_err(|failure| problem(&failure));
        self.emit(Event::ModelList { provider: id, models });
        self.emit(Event::Hosts(self.models.hosts()));
        Ok(())
    }

    /// Tries what can be tried, and says what it means.
    pub(super) async fn diagnose(&self, id: String, model: Option<String>) -> Result<(), Problem> {
        let provider = self.models.provider(&id).ok_or_else(no_provider)?;
        let Some(remote) = provider.remote() else { return Ok(()) };
        let model = model.or_else(|| provider.models.first().map(|model| model.name.clone()));
        let mut took_ms = None;
        let findings = self.examine(&provider, remote, model.as_deref(), &mut took_ms).await;
        let diagnosis = diagnose(Preset::of(&remote.preset), &findings);
        self.emit(Event::Diagnosis(Box::new(DoctorReport { provider: id, model, diagnosis, took_ms })));
        self.emit(Event::Hosts(self.models.hosts()));
        Ok(())
    }

    async fn examine(
        &self,
        provider: &ProviderConfig,
        remote: &Remote,
        model: Option<&str>,
        took_ms: &mut Option<u64>,
    ) -> Findings {
        let around = &self.ports.surroundings;
        let mut findings = Findings {
            base_url: remote.base_url.clone(),
            model: model.unwrap_or_default().to_owned(),
            origin: around.origin(),
            is_online: around.is_online(),
            local_access: around.local_access().await,
            clock_skew_ms: None,
            has_key: self.models.has_key(&provider.id),
            listing: None,
            answers_unread: None,
            call: None,
            is_agent: provider.is_agent(),
        };
        if !is_address(&remote.base_url) {
            return findings;
        }
        let began_ms = self.ports.clock.now_ms();
        let listing = self.models.list(provider).await;
        // An agent is not asked a question to see whether it is there: that may take long, and cost.
        *took_ms = (findings.is_agent && listing.is_ok()).then(|| self.ports.clock.now_ms().saturating_sub(began_ms));
        findings.listing = Some(listing.map(|models| models.into_iter().map(|model| model.name).collect()));
        if let Some(model) = model.filter(|_| !findings.is_agent) {
            let model = ModelRef { provider: provider.id.clone(), model: model.to_owned() };
            let began_ms = self.ports.clock.now_ms();
            let call = self.small_call(&model).await;
            *took_ms = call.is_ok().then(|| self.ports.clock.now_ms().saturating_sub(began_ms));
            findings.call = Some(call);
        }
        let is_unread = |failure: &CallFailure| failure.kind == FailureKind::Unreachable;
        let has_failed = match (&findings.call, &findings.listing) {
            (Some(call), _) => call.as_ref().is_err_and(is_unread),
            (None, Some(listing)) => listing.as_ref().is_err_and(is_unread),
            (None, None) => false,
        };
        if has_failed {
            findings.answers_unread = Some(self.ports.transport.answers(&remote.base_url).await);
            findings.clock_skew_ms = around.clock_skew_ms().await;
            findings.local_access = around.local_access().await; // it may have been asked for just now
        }
        findings
    }

    /// One small call that asks for a tool call; says whether there was one.
    async fn small_call(&self, model: &ModelRef) -> Result<bool, CallFailure> {
        let text =
            format!("This is a connection test. Call the tool {} with an empty path.", Tool::ListDirectory.name());
        let request = ModelRequest {
            brief: Brief::Answer { repository: String::new(), question: text.clone(), condition: Condition::CodeOnly },
            messages: vec![Message::User { text }],
            offers_tools: true,
            schema: None,
            max_tokens: TEST_TOKENS,
            is_raised: false,
        };
        loop {
            let call = Call { model, request: &request, question: None, on_text: &|_| () };
            let spoken = self.models.dialect(model);
            match self.models.call_once(call).await {
                Ok(reply) => return Ok(!reply.turn.calls.is_empty()),
                Err(failure) if self.models.learn(model, spoken, &failure) => {}
                Err(failure) => return Err(failure),
            }
        }
    }

    /// Exchanges a sign-in's code for a key.
    pub(super) async fn sign_in(&self, id: String, code: String, verifier: String) -> Result<(), Problem> {
        let provider = self.models.provider(&id).ok_or_else(no_provider)?;
        let Some(remote) = provider.remote() else { return Ok(()) };
        let body = serde_json::json!({"code": code, "code_verifier": verifier, "code_challenge_method": "S256"});
        let http = HttpRequest {
            wire: WireRequest {
                method: Method::Post,
                url: format!("{}/auth/keys", remote.base_url.trim_end_matches('/')),
                headers: vec![("content-type", "application/json".into())],
                body: body.to_string(),
            },
            timeout_ms: SIGN_IN_TIMEOUT_MS,
            idle_timeout_ms: None,
        };
        let key = match self.models.send(&provider, http, None, &mut |_| true).await {
            Ok(reply) if (200..300).contains(&reply.status) => {
                let body: Value = serde_json::from_str(&reply.body).unwrap_or_default();
                let key = body.get("key").and_then(Value::as_str).filter(|key| !key.is_empty());
                key.map(str::to_owned).ok_or_else(|| sign_in_problem("The reply holds no key."))
            }
            Ok(reply) => Err(sign_in_problem(&classify(reply.status, &reply.body).summary())),
            Err(failure) => Err(sign_in_problem(&failure.summary())),
        };
        self.emit(Event::SignedIn { provider: id, key });
        self.emit(Event::Hosts(self.models.hosts()));
        Ok(())
    }
}

fn problem(failure: &CallFailure) -> Problem {
    super::generate::blocked_problem(failure)
}

fn sign_in_problem(details: &str) -> Problem {
    Problem {
        message: "The sign-in gave no key.".into(),
        advice: "Sign in again: a code can be used once, and only for a few minutes.".into(),
        details: details.to_owned(),
    }
}

fn no_provider() -> Problem {
    Problem {
        message: "There is no such provider any more.".into(),
        advice: "Add it again under Settings.".into(),
        details: String::new(),
    }
}
