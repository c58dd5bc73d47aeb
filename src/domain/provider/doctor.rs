//! The connection doctor: from what a page can find out about a provider to what is wrong and the remedy.
//!
//! A browser tells a page little: a server that isn't there, one that refuses CORS and one that the user's
//! browser shields look the same. What tells them apart is what else was tried, see [`Findings`].

use serde::{Deserialize, Serialize};

use super::{CUSTOM, CallFailure, FailureKind, KeySource, Preset};

/// Difference of clocks, in milliseconds, from which certificates and signatures are refused.
const CLOCK_SKEW_MS: i64 = 5 * 60_000;

/// What was tried, and what came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Findings {
    /// The provider's base URL.
    pub base_url: String,
    /// The model that was asked; empty where the provider has none set up.
    pub model: String,
    /// Origin of this page, such as `https://example.org`.
    pub origin: String,
    /// Whether the browser thinks that it has a network.
    pub is_online: bool,
    /// What the user decided on access to local networks, where the browser asks for that.
    pub local_access: LocalAccess,
    /// This clock minus the site's server's, in milliseconds, where that is known.
    pub clock_skew_ms: Option<i64>,
    /// Whether a key is in memory.
    pub has_key: bool,
    /// Names of the models that the provider lists, or why it gave no list; none where it wasn't asked.
    pub listing: Option<Result<Vec<String>, CallFailure>>,
    /// Whether anything answers at the address when the browser doesn't let us read the answer.
    pub answers_unread: Option<bool>,
    /// Whether it is an agent of the user's: then it was only asked for its list.
    pub is_agent: bool,
    /// What a small call gave: whether the model called the tool that it was asked to call, or the failure.
    pub call: Option<Result<bool, CallFailure>>,
}

/// What the user decided on access to local networks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LocalAccess {
    /// The browser doesn't ask, or doesn't tell.
    #[default]
    Unknown,
    /// It will ask.
    Prompt,
    /// Allowed.
    Granted,
    /// Refused.
    Denied,
}

/// What is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Trouble {
    /// The base URL is no address.
    BadUrl,
    /// The browser has no network.
    Offline,
    /// A page served by https may not call a server by plain http.
    MixedContent,
    /// The user refused access to the local network.
    LocalAccessRefused,
    /// The server answers, but not to this page.
    CorsRefused,
    /// Nothing answers.
    ServerNotThere,
    /// This computer's clock is wrong, so that secure connections fail.
    ClockWrong,
    /// A key is needed and none is in memory.
    KeyMissing,
    /// The key was refused.
    KeyRefused,
    /// The quota is used up.
    NoQuota,
    /// The provider has no such model.
    UnknownModel,
    /// Something else that the provider said.
    Refused,
    /// Too slow, too busy, or broken: may pass.
    Passing,
}

/// One thing that was looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Check {
    /// What, such as `server answers`.
    pub name: String,
    /// How it went.
    pub outcome: CheckOutcome,
}

/// How a check went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CheckOutcome {
    /// Well.
    Passed,
    /// Badly.
    Failed,
    /// Not so well that nothing is to be said, not so badly that it can't be used.
    Doubtful,
    /// It wasn't reached.
    NotReached,
}

/// What the doctor says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnosis {
    /// The checks in their order.
    pub checks: Vec<Check>,
    /// What is wrong; none where the model can be used.
    pub trouble: Option<Trouble>,
    /// What happened, to what: one sentence.
    pub message: String,
    /// The remedy: one or two sentences; empty where none is needed.
    pub remedy: String,
    /// A command that is the remedy, to be copied; may be empty.
    pub command: String,
    /// What the provider said; may be empty.
    pub details: String,
}

impl Findings {
    /// Whether a server lists agents, and the one that was looked for isn't among them.
    fn lacks_agent(&self) -> bool {
        let is_listed = |names: &Vec<String>| self.model.is_empty() || names.contains(&self.model);
        self.is_agent
            && self.listing.as_ref().is_some_and(|listing| listing.as_ref().is_ok_and(|names| !is_listed(names)))
    }
}

/// Whether a base URL is one that requests can be made to.
pub fn is_address(base_url: &str) -> bool {
    let rest = base_url.strip_prefix("http://").or_else(|| base_url.strip_prefix("https://"));
    rest.is_some_and(|rest| !host_of(rest).is_empty() && !base_url.contains(char::is_whitespace))
}

/// Whether a base URL names this machine.
pub fn is_loopback(base_url: &str) -> bool {
    let host = host_of(base_url.split_once("://").map_or(base_url, |(_, rest)| rest));
    host == "localhost" || host.ends_with(".localhost") || host.starts_with("127.") || host == "[::1]"
}

/// The host without its port.
fn host_of(rest: &str) -> &str {
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let authority = authority.rsplit('@').next().unwrap_or_default();
    match authority.rfind(':') {
        Some(at) if !authority[at..].contains(']') => &authority[..at],
        _ => authority,
    }
}

/// What the findings mean for this provider.
pub fn diagnose(preset: &Preset, findings: &Findings) -> Diagnosis {
    let found = trouble(preset, findings);
    let trouble = found.as_ref().map(|(trouble, _)| *trouble);
    let failure = found.and_then(|(_, failure)| failure);
    let details = failure.map(|failure| failure.summary()).unwrap_or_default();
    let (message, remedy, command) = words(preset, findings, trouble);
    Diagnosis { checks: checks(findings, trouble), trouble, message, remedy, command, details }
}

fn trouble<'a>(preset: &Preset, findings: &'a Findings) -> Option<(Trouble, Option<&'a CallFailure>)> {
    if !is_address(&findings.base_url) {
        return Some((Trouble::BadUrl, None));
    }
    let listing = findings.listing.as_ref().and_then(|listing| listing.as_ref().err());
    let failure = match &findings.call {
        Some(Ok(_)) => return None,
        Some(Err(failure)) => failure,
        // Without a model to ask, the list of models is all there is.
        None if findings.lacks_agent() => return Some((Trouble::UnknownModel, None)),
        None => listing?,
    };
    let needs_key = !matches!(preset.key, KeySource::Optional) && !findings.has_key;
    let trouble = match failure.kind {
        FailureKind::Unreachable => unreachable(findings),
        FailureKind::KeyRefused if needs_key || !findings.has_key => Trouble::KeyMissing,
        FailureKind::KeyRefused => Trouble::KeyRefused,
        FailureKind::NoQuota => Trouble::NoQuota,
        FailureKind::NotFound => Trouble::UnknownModel,
        FailureKind::Rejected | FailureKind::TooLong => Trouble::Refused,
        // A list of agents is short and comes at once: what is none will be none again.
        FailureKind::BrokenReply if findings.is_agent => Trouble::Refused,
        FailureKind::TimedOut | FailureKind::RateLimited | FailureKind::ServerTrouble | FailureKind::BrokenReply => {
            Trouble::Passing
        }
    };
    Some((trouble, Some(failure)))
}

/// No answer could be read: why not, as far as a page can tell.
fn unreachable(findings: &Findings) -> Trouble {
    let is_secure_page = findings.origin.starts_with("https://");
    let is_plain = findings.base_url.starts_with("http://");
    let is_local = is_loopback(&findings.base_url);
    if !findings.is_online && !is_local {
        Trouble::Offline
    } else if is_secure_page && is_plain && !is_local {
        Trouble::MixedContent
    } else if findings.local_access == LocalAccess::Denied && (is_local || is_private(&findings.base_url)) {
        Trouble::LocalAccessRefused
    } else if findings.answers_unread == Some(true) || matches!(findings.listing, Some(Ok(_))) {
        Trouble::CorsRefused
    } else if !is_plain && findings.clock_skew_ms.is_some_and(|skew| skew.abs() > CLOCK_SKEW_MS) {
        Trouble::ClockWrong
    } else {
        Trouble::ServerNotThere
    }
}

/// Whether a base URL names a machine of a private network, as far as its name tells.
fn is_private(base_url: &str) -> bool {
    let host = host_of(base_url.split_once("://").map_or(base_url, |(_, rest)| rest));
    let numbers: Vec<u8> = host.split('.').filter_map(|part| part.parse().ok()).collect();
    match numbers[..] {
        [10, ..] | [192, 168, ..] | [169, 254, ..] => numbers.len() == 4,
        [172, second, ..] => numbers.len() == 4 && (16..32).contains(&second),
        _ => host.ends_with(".local") || host.ends_with(".internal"),
    }
}

fn words(preset: &Preset, findings: &Findings, trouble: Option<Trouble>) -> (String, String, String) {
    let label = preset.label;
    let url = &findings.base_url;
    let model = &findings.model;
    let command = preset.cors_command.replace("{origin}", &findings.origin);
    let (message, remedy, command) = match trouble {
        None => match (&findings.call, &findings.listing) {
            (Some(Ok(true)), _) => (format!("{model} answers, and calls tools."), String::new(), String::new()),
            (Some(Ok(false)), _) => (
                format!("{model} answers, but did not call the tool that it was asked to call."),
                "It can judge and answer closed-book; under the other conditions it may not look at the repository. \
                 Use a model (or, with a local server, a chat template) that supports tool calls."
                    .into(),
                String::new(),
            ),
            (None, Some(Ok(_))) if findings.is_agent && !model.is_empty() => (
                format!("The server speaks the protocol and has the agent {model}. It was asked no question."),
                String::new(),
                String::new(),
            ),
            (None, Some(Ok(agents))) if findings.is_agent => (
                format!("The server speaks the protocol and has {} agents.", agents.len()),
                "Add one of them to use it.".into(),
                String::new(),
            ),
            (None, Some(Ok(models))) => (
                format!("The server answers and lists {} models.", models.len()),
                "Add a model to find out whether it answers.".into(),
                String::new(),
            ),
            _ => ("Nothing was tried.".into(), "Add a model first.".into(), String::new()),
        },
        Some(Trouble::BadUrl) => (
            format!("\"{url}\" is no address of a server."),
            "Edit the base URL: it starts with https:// (or http://) and a host.".into(),
            String::new(),
        ),
        Some(Trouble::Offline) => {
            ("This browser has no network.".into(), "Connect, then check again.".into(), String::new())
        }
        Some(Trouble::MixedContent) => (
            format!("This page came by https, so the browser does not let it call {url} by plain http."),
            "Reach the server by https, or through an address of this machine (an SSH tunnel to localhost will do), or \
             serve this site by http on your own machine."
                .into(),
            "ssh -N -L 8080:localhost:8080 USER@SERVER".into(),
        ),
        Some(Trouble::LocalAccessRefused) => (
            "This browser was told not to let this site reach servers on this machine or network.".into(),
            "Open the site settings (the symbol left of the address), allow access to the local network (Chrome: \
             Local network access, or Apps on device), then check again."
                .into(),
            String::new(),
        ),
        Some(Trouble::CorsRefused) => (
            format!("A server answers at {url}, but the browser does not let this page read what it says (CORS)."),
            preset.cors_remedy.to_owned(),
            command,
        ),
        Some(Trouble::ServerNotThere) if preset.is_local || is_loopback(url) => (
            format!("Nothing answers at {url}."),
            match preset.id {
                CUSTOM => "Start the server, and check its port.".to_owned(),
                _ => format!("Start {label}, and check its port. {}", preset.cors_remedy),
            },
            command,
        ),
        Some(Trouble::ServerNotThere) => (
            format!("Nothing answers at {url}: no such server, no secure connection to it, or something on the way \
                     blocks it."),
            "Check the base URL for typing errors; switch off content blockers for this site; open the address in a \
             tab of its own, where the browser says what is wrong with its certificate, if that is it."
                .into(),
            String::new(),
        ),
        Some(Trouble::ClockWrong) => (
            format!(
                "This computer's clock is {} minutes off, so secure connections are refused.",
                findings.clock_skew_ms.unwrap_or(0).abs() / 60_000
            ),
            "Set the clock (let the system set it by itself), then check again.".into(),
            String::new(),
        ),
        Some(Trouble::KeyMissing) => (
            format!("{label} wants a key, and none is in memory."),
            key_remedy(preset, "Enter one"),
            String::new(),
        ),
        Some(Trouble::KeyRefused) => (
            format!("{label} refused the key."),
            key_remedy(preset, "Copy it again, whole, or make a new one"),
            String::new(),
        ),
        Some(Trouble::NoQuota) => (
            format!("{label} knows the key, but its quota is used up."),
            "Add credit or raise the limit at the provider, or use another key.".into(),
            String::new(),
        ),
        Some(Trouble::UnknownModel) => (
            format!("{label} knows no {} \"{model}\" at this address.", if findings.is_agent { "agent" } else { "model" }),
            match similar(model, &findings.listing) {
                names if names.is_empty() => "Check the model's name and the base URL (some end in /v1).".into(),
                names => format!("Did you mean {}? Fetch the list of models and choose there.", names.join(", ")),
            },
            String::new(),
        ),
        Some(Trouble::Refused) if findings.is_agent => (
            format!("What answers at {url} does not speak the protocol of agents."),
            "Answer a GET with the list of agents, as the example server does; its page tells the protocol.".into(),
            String::new(),
        ),
        Some(Trouble::Refused) => (
            format!("{label} does not accept the request for {model}."),
            "Read what it says; a setting of this model may not suit it.".into(),
            String::new(),
        ),
        Some(Trouble::Passing) => (
            format!("{label} was reached, but gave no usable answer this time."),
            "Check again in a minute; if it stays, see what the server says.".into(),
            String::new(),
        ),
    };
    (message, remedy, command)
}

fn key_remedy(preset: &Preset, what: &str) -> String {
    match preset.key {
        KeySource::Page(page) => format!("{what}: {page}"),
        KeySource::PageOrSignIn(page) => format!("{what} ({page}), or sign in there with the button."),
        KeySource::Optional => format!("{what}: this server was started with a key of its own."),
    }
}

/// Up to three names that share the most with the one asked for.
fn similar(model: &str, listing: &Option<Result<Vec<String>, CallFailure>>) -> Vec<String> {
    let Some(Ok(names)) = listing else { return Vec::new() };
    let wanted = model.to_lowercase();
    let mut ranked: Vec<(f32, &String)> = names
        .iter()
        .map(|name| (similar::TextDiff::from_chars(wanted.as_str(), name.to_lowercase().as_str()).ratio(), name))
        .filter(|(ratio, _)| *ratio > 0.5)
        .collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    ranked.into_iter().take(3).map(|(_, name)| name.clone()).collect()
}

fn checks(findings: &Findings, trouble: Option<Trouble>) -> Vec<Check> {
    use CheckOutcome::{Doubtful, Failed, NotReached, Passed};
    let stage = match trouble {
        Some(Trouble::BadUrl) => 0,
        Some(Trouble::Offline | Trouble::MixedContent | Trouble::ServerNotThere | Trouble::ClockWrong) => 1,
        Some(Trouble::LocalAccessRefused | Trouble::CorsRefused) => 2,
        Some(Trouble::KeyMissing | Trouble::KeyRefused) => 3,
        Some(Trouble::UnknownModel) => 4,
        Some(Trouble::NoQuota | Trouble::Refused | Trouble::Passing) => 5,
        None => 6,
    };
    let names = [
        "the address is well formed",
        "a server answers there",
        "the browser lets this page read it",
        "the key is accepted",
        "the model is known",
        "the model answers",
    ];
    let was_called = findings.call.is_some();
    if findings.is_agent {
        let names = [names[0], names[1], names[2], names[3], "the agent is known"];
        let outcome = |at: usize| match at {
            at if at == stage.min(4) && trouble.is_some() => Failed,
            at if at > stage => NotReached,
            _ => Passed,
        };
        return names
            .iter()
            .enumerate()
            .map(|(at, name)| Check { name: (*name).into(), outcome: outcome(at) })
            .collect();
    }
    let outcome = |at: usize| match at {
        at if at == stage => Failed,
        at if at > stage => NotReached,
        4 | 5 if !was_called => NotReached,
        _ => Passed,
    };
    let mut checks: Vec<Check> =
        names.iter().enumerate().map(|(at, name)| Check { name: (*name).to_owned(), outcome: outcome(at) }).collect();
    let tools = match findings.call {
        Some(Ok(true)) => Passed,
        Some(Ok(false)) => Doubtful,
        _ => NotReached,
    };
    checks.push(Check { name: "the model calls tools".into(), outcome: tools });
    checks
}

#[cfg(test)]
mod tests;
