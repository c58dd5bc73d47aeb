//! What a status, a body or a broken connection means, whatever the form.

mod hint;
mod words;

use serde_json::Value;

use super::{CallFailure, FailureKind};
use hint::wait_hint_ms;
use words::{says, shorten, shown, words_of};

/// Of a daily limit, a wait up to this long is waited out; behind a longer one the quota counts as used up.
const SHORT_WAIT_MS: u64 = 120_000;

/// What a status other than 2xx means.
pub fn classify(status: u16, body: &str) -> CallFailure {
    let value: Value = serde_json::from_str(body).unwrap_or_default();
    let said = words_of(&value, body);
    let low = said.to_lowercase();
    let retry_after_ms = wait_hint_ms(&value, &low);
    let kind = match status {
        402 => FailureKind::NoQuota,
        400..=499 if says(&low, &words::REGION) => FailureKind::KeyRefused,
        401 => FailureKind::KeyRefused,
        403 if says(&low, &words::QUOTA) => FailureKind::NoQuota,
        403 => FailureKind::KeyRefused,
        404 => FailureKind::NotFound,
        429 => too_many(&low, retry_after_ms),
        408 | 409 | 425 => FailureKind::ServerTrouble,
        413 => FailureKind::TooLong,
        _ if says(&low, &words::TOO_LONG) => FailureKind::TooLong,
        400..=499 if says(&low, &words::BAD_KEY) => FailureKind::KeyRefused,
        400..=499 if says(&low, &words::NO_CREDIT) => FailureKind::NoQuota,
        400..=499 if low.contains("model") && says(&low, &words::NO_MODEL) => FailureKind::NotFound,
        400..=499 => FailureKind::Rejected,
        _ if says(&low, &words::BROKEN_HISTORY) => FailureKind::Rejected,
        _ => FailureKind::ServerTrouble,
    };
    let message = match (kind, status) {
        (FailureKind::KeyRefused, 401) => format!("The provider refused the key (HTTP {status})."),
        (FailureKind::KeyRefused, _) => format!("The provider does not allow this with this key (HTTP {status})."),
        (FailureKind::NoQuota, _) => format!("The provider says that the quota is used up (HTTP {status})."),
        (FailureKind::NotFound, _) => format!("The provider knows no such model or path (HTTP {status})."),
        (FailureKind::RateLimited, _) => format!("The provider asks to slow down (HTTP {status})."),
        (FailureKind::TooLong, _) => format!("The conversation does not fit the model's context (HTTP {status})."),
        (FailureKind::Rejected, _) => format!("The provider does not accept the request (HTTP {status})."),
        _ => format!("The provider's server has trouble (HTTP {status})."),
    };
    CallFailure { kind, message, details: shorten(&said), retry_after_ms }
}

/// A 429 is a limit of requests in time, or the end of a quota.
fn too_many(low: &str, retry_after_ms: Option<u64>) -> FailureKind {
    let is_short = retry_after_ms.is_some_and(|wait| wait <= SHORT_WAIT_MS);
    if low.contains("insufficient_quota") || low.contains("perday") {
        FailureKind::NoQuota
    } else if low.contains("perminute") || low.contains("per min") || is_short {
        FailureKind::RateLimited
    } else if says(low, &words::QUOTA) || says(low, &words::DAILY) {
        FailureKind::NoQuota
    } else {
        FailureKind::RateLimited
    }
}

/// An error that came with HTTP 200, at once or within a stream. `error` is the part that tells of it.
pub(super) fn reported(error: &Value, body: &str) -> CallFailure {
    let code = error.get("code").and_then(Value::as_u64).and_then(|code| u16::try_from(code).ok());
    let named = ["type", "code", "status"].iter().find_map(|key| words::status_of(error.get(key)?.as_str()?));
    match code.filter(|code| (400..600).contains(code)).or(named) {
        Some(status) => classify(status, body),
        None => {
            let failure = classify(500, body);
            let message = "The provider sent an error instead of a reply.".into();
            CallFailure { message, ..failure }
        }
    }
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
        details: shorten(&shown(body)),
        retry_after_ms: None,
    }
}

#[cfg(test)]
mod tests;
