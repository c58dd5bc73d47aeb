//! The provider's own words, and what they tell.

use serde_json::Value;

/// Characters of a provider's own words that are kept.
const DETAILS_CHARS: usize = 600;

/// Lower-case words for a conversation that is too long.
pub const TOO_LONG: [&str; 15] = [
    "context length",
    "context_length",
    "context size",
    "context_size",
    "context window",
    "context_window",
    "context limit",
    "maximum context",
    "too many tokens",
    "prompt is too long",
    "input is too long",
    "maximum prompt length",
    "input token count",
    "exceeded model token limit",
    "request_too_large",
];
/// For a place that the provider does not serve.
pub const REGION: [&str; 5] = [
    "unsupported_country",
    "country, region",
    "location is not supported",
    "not available in your country",
    "not available in your region",
];
/// For a quota, under a status that may mean one.
pub const QUOTA: [&str; 6] = ["quota", "billing", "credit", "balance", "limit exceeded (total", "usage limit"];
/// For used-up credit, under any status.
pub const NO_CREDIT: [&str; 6] = [
    "credit balance",
    "insufficient balance",
    "insufficient_quota",
    "insufficient credits",
    "billing_hard_limit",
    "usage limits",
];
/// For limits that last a day.
pub const DAILY: [&str; 4] = ["per day", "per-day", "daily", "(tpd)"];
/// For a wrong key, under a status that does not say so.
pub const BAD_KEY: [&str; 5] =
    ["api key not valid", "api_key_invalid", "incorrect api key", "invalid api key", "invalid_api_key"];
/// For a model that isn't there, where the words name a model.
pub const NO_MODEL: [&str; 8] = [
    "does not exist",
    "not found",
    "not_found",
    "not a valid model",
    "unknown model",
    "invalid model",
    "no such model",
    "decommissioned",
];
/// For a conversation that a server will never take, though it calls that its own fault.
pub const BROKEN_HISTORY: [&str; 4] = ["parse tool call arguments", "roles must alternate", "jinja", "chat template"];

/// Whether one of the words is said; `low` is in lower case.
pub fn says(low: &str, words: &[&str]) -> bool {
    words.iter().any(|word| low.contains(word))
}

/// The status that the name of an error stands for.
pub fn status_of(name: &str) -> Option<u16> {
    const NAMES: [(&str, u16); 18] = [
        ("insufficient_quota", 429),
        ("rate_limit", 429),
        ("resource_exhausted", 429),
        ("overloaded", 529),
        ("unavailable", 503),
        ("authentication", 401),
        ("unauthenticated", 401),
        ("invalid_api_key", 401),
        ("permission", 403),
        ("billing", 402),
        ("not_found", 404),
        ("too_large", 413),
        ("timeout", 504),
        ("context_length", 400),
        ("invalid_", 400),
        ("exceed_context", 400),
        ("api_error", 500),
        ("server_error", 500),
    ];
    let low = name.to_lowercase();
    NAMES.iter().find(|(part, _)| low.contains(part)).map(|(_, status)| *status)
}

/// The provider's own words, where its error has a known form; else the whole body.
pub fn words_of(value: &Value, body: &str) -> String {
    let places = ["/0/error", "/error", "/response/error", "/choices/0/error", "/detail", "/message"];
    let found = places.iter().find_map(|place| value.pointer(place).filter(|found| !found.is_null()));
    let error = match found {
        // A message that stands beside its type and code.
        Some(Value::String(_)) if value.get("message").is_some_and(Value::is_string) => value,
        Some(found) => found,
        None => value,
    };
    if let Value::String(text) = error {
        return text.clone();
    }
    let mut words: Vec<&str> =
        ["message", "type", "code", "status"].iter().filter_map(|key| error.get(key)?.as_str()).collect();
    // What a gateway was told; which quota, and why, in Gemini's words.
    words.extend(error.pointer("/metadata/raw").and_then(Value::as_str));
    for detail in error.get("details").and_then(Value::as_array).into_iter().flatten() {
        words.extend(detail.get("reason").and_then(Value::as_str));
        let violations = detail.get("violations").and_then(Value::as_array);
        words.extend(violations.into_iter().flatten().filter_map(|violation| violation.get("quotaId")?.as_str()));
    }
    words.retain(|word| !word.is_empty());
    match error {
        _ if !words.is_empty() => words.join(" · "),
        Value::Null => shown(body),
        other => other.to_string(),
    }
}

/// A body for people: of a page, only its title.
pub fn shown(body: &str) -> String {
    let text = body.trim();
    if !text.starts_with('<') {
        return text.to_owned();
    }
    let low = text.to_ascii_lowercase();
    let from = low.find("<title").and_then(|at| low[at..].find('>').map(|end| at + end + 1));
    let title = from.and_then(|from| low[from..].find('<').map(|end| text[from..from + end].trim()));
    match title.filter(|title| !title.is_empty()) {
        Some(title) => format!("an HTML page, not JSON: {title}"),
        None => "an HTML page, not JSON".into(),
    }
}

/// At most so much as is worth keeping.
pub fn shorten(text: &str) -> String {
    let mut short: String = text.chars().take(DETAILS_CHARS).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}
