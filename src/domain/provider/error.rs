//! What a status, a body or a broken connection means.

use serde_json::Value;

use crate::domain::provider::{CallFailure, FailureKind};

/// Characters of a provider's own words that are kept.
const DETAILS_CHARS: usize = 600;

/// What a status other than 2xx means.
pub fn classify(status: u16, body: &str) -> CallFailure {
    let said = words_of(body);
    let low = said.to_lowercase();
    let is_quota = ["insufficient_quota", "quota", "billing", "credit"].iter().any(|word| low.contains(word));
    let is_too_long = ["context length", "context_length", "context size", "too many tokens", "maximum context"]
        .iter()
        .any(|word| low.contains(word));
    let kind = match status {
        401 | 403 => FailureKind::KeyRefused,
        402 => FailureKind::NoQuota,
        404 => FailureKind::NotFound,
        429 if low.contains("insufficient_quota") => FailureKind::NoQuota,
        429 if is_quota && wait_hint_ms(&said).is_none() && !low.contains("per min") => FailureKind::NoQuota,
        429 => FailureKind::RateLimited,
        408 | 409 => FailureKind::ServerTrouble,
        413 => FailureKind::TooLong,
        400..=499 if is_too_long => FailureKind::TooLong,
        400..=499 => FailureKind::Rejected,
        _ if is_too_long => FailureKind::TooLong,
        _ => FailureKind::ServerTrouble,
    };
    let message = match kind {
        FailureKind::KeyRefused => format!("The provider refused the key (HTTP {status})."),
        FailureKind::NoQuota => format!("The provider says that the quota is used up (HTTP {status})."),
        FailureKind::NotFound => format!("The provider knows no such model or path (HTTP {status})."),
        FailureKind::RateLimited => format!("The provider asks to slow down (HTTP {status})."),
        FailureKind::TooLong => format!("The conversation does not fit the model's context (HTTP {status})."),
        FailureKind::Rejected => format!("The provider does not accept the request (HTTP {status})."),
        _ => format!("The provider's server has trouble (HTTP {status})."),
    };
    CallFailure { kind, message, details: shorten(&said), retry_after_ms: wait_hint_ms(&said) }
}

/// The connection failed before there was a status.
pub fn network_failure(host: &str, details: &str) -> CallFailure {
    CallFailure {
        kind: FailureKind::Unreachable,
        message: format!("No answer from {host}: the server isn't there, or the browser may not talk to it."),
        details: shorten(details),
        retry_after_ms: None,
    }
}

/// There was no reply in time.
pub fn timeout_failure(host: &str, timeout_ms: u64) -> CallFailure {
    CallFailure {
        kind: FailureKind::TimedOut,
        message: format!("{host} did not reply within {} seconds.", timeout_ms / 1000),
        details: String::new(),
        retry_after_ms: None,
    }
}

/// A reply that can't be read.
pub(super) fn broken(what: &str, body: &str) -> CallFailure {
    CallFailure {
        kind: FailureKind::BrokenReply,
        message: format!("The provider's reply could not be read: {what}."),
        details: shorten(body),
        retry_after_ms: None,
    }
}

/// The provider's own words, where its error has a known form; else the whole body.
fn words_of(body: &str) -> String {
    let value: Value = serde_json::from_str(body).unwrap_or_default();
    let error = value.pointer("/0/error").or_else(|| value.get("error")).unwrap_or(&value);
    let part = |key: &str| error.get(key).and_then(Value::as_str).unwrap_or_default();
    let words = [part("message"), part("type"), part("code")];
    let words: Vec<_> = words.into_iter().filter(|word| !word.is_empty()).collect();
    match error {
        Value::String(text) => text.clone(),
        _ if words.is_empty() => body.to_owned(),
        _ => words.join(" · "),
    }
}

/// A hint such as "try again in 2.5s" in the provider's words: the header is often hidden from a page.
fn wait_hint_ms(said: &str) -> Option<u64> {
    let low = said.to_lowercase();
    let behind = low.split_once("try again in ").or_else(|| low.split_once("retry after "))?.1;
    let number: String = behind.chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect();
    let unit = behind[number.len()..].trim_start();
    let value: f64 = number.trim_end_matches('.').parse().ok()?;
    let ms = if unit.starts_with("ms") {
        value
    } else if unit.starts_with('m') {
        value * 60_000.0
    } else {
        value * 1000.0
    };
    (0.0..=3_600_000.0).contains(&ms).then_some(ms.ceil() as u64)
}

fn shorten(text: &str) -> String {
    let mut short: String = text.chars().take(DETAILS_CHARS).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(status: u16, body: &str, kind: FailureKind, wait: Option<u64>) {
        let failure = classify(status, body);
        assert_eq!((failure.kind, failure.retry_after_ms), (kind, wait), "{status} {body}");
    }

    #[test]
    fn statuses_and_words() {
        check(401, r#"{"error":{"message":"bad key"}}"#, FailureKind::KeyRefused, None);
        check(429, r#"{"error":{"message":"Rate limit, try again in 1.5s."}}"#, FailureKind::RateLimited, Some(1500));
        check(429, r#"{"error":{"message":"try again in 20ms"}}"#, FailureKind::RateLimited, Some(20));
        check(429, r#"{"error":{"code":"insufficient_quota"}}"#, FailureKind::NoQuota, None);
        let low_tier = r#"{"error":{"message":"Limit 3 requests per min. Please try again in 20s. Add a payment method: billing"}}"#;
        check(429, low_tier, FailureKind::RateLimited, Some(20_000));
        check(400, r#"{"error":{"message":"maximum context length is 8192"}}"#, FailureKind::TooLong, None);
        check(400, r#"[{"error":{"message":"bad temperature"}}]"#, FailureKind::Rejected, None);
        check(422, "nope", FailureKind::Rejected, None);
        check(529, "", FailureKind::ServerTrouble, None);
        check(404, r#"{"error":"model 'x' not found"}"#, FailureKind::NotFound, None);
    }
}
