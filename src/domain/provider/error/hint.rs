//! How long a provider asks us to wait: the header is often hidden from a page, so the body is read for it.

use serde_json::Value;

/// Longer waits than an hour are no hint for a back-off.
const LONGEST_MS: f64 = 3_600_000.0;
/// Words before a time.
const BEFORE: [&str; 6] = ["try again in ", "retry in ", "retrying in ", "retry after ", "try again after ", "wait "];

/// The hint in a body: a field, or words such as "try again in 1m30s". `low` is what is said, in lower case.
pub fn wait_hint_ms(value: &Value, low: &str) -> Option<u64> {
    field_ms(value).or_else(|| BEFORE.iter().find_map(|before| duration_ms(low.split_once(before)?.1)))
}

/// The first field of a known name, at any depth.
fn field_ms(value: &Value) -> Option<u64> {
    match value {
        Value::Array(items) => items.iter().find_map(field_ms),
        Value::Object(fields) => fields.iter().find_map(|(key, value)| match key.to_lowercase().as_str() {
            "retry_after_ms" | "retryafterms" => time_ms(value, 1.0),
            "retry_after" | "retryafter" | "retry-after" | "retry_after_seconds" | "retrydelay" => {
                time_ms(value, 1000.0)
            }
            _ => field_ms(value),
        }),
        _ => None,
    }
}

/// A time as a number of this unit, or as text.
fn time_ms(value: &Value, unit: f64) -> Option<u64> {
    match value {
        Value::Number(number) => bounded(number.as_f64()? * unit),
        Value::String(text) => {
            text.trim().parse().map_or_else(|_| duration_ms(text), |number: f64| bounded(number * unit))
        }
        _ => None,
    }
}

/// The time at the start of a text: `17`, `17.3s`, `250ms`, `1m30s`, `20 seconds`. Seconds where no unit is named.
fn duration_ms(text: &str) -> Option<u64> {
    let mut rest = text;
    let mut total: Option<f64> = None;
    loop {
        let digits = rest.bytes().take_while(|b| b.is_ascii_digit() || *b == b'.').count();
        let Ok(number) = rest[..digits].trim_end_matches('.').parse::<f64>() else { break };
        let behind = rest[digits..].trim_start();
        let letters = behind.bytes().take_while(u8::is_ascii_alphabetic).count();
        let unit = match &behind[..letters] {
            "ms" | "millisecond" | "milliseconds" => 1.0,
            "m" | "min" | "mins" | "minute" | "minutes" => 60_000.0,
            "h" | "hour" | "hours" => 3_600_000.0,
            "s" | "sec" | "secs" | "second" | "seconds" => 1000.0,
            // A number without a unit is seconds, but not behind another one.
            _ if total.is_none() => return bounded(number * 1000.0),
            _ => break,
        };
        total = Some(total.unwrap_or(0.0) + number * unit);
        rest = behind[letters..].trim_start();
    }
    bounded(total?)
}

fn bounded(ms: f64) -> Option<u64> {
    (0.0..=LONGEST_MS).contains(&ms).then_some(ms.ceil() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(body: &str, expected: Option<u64>) {
        let value: Value = serde_json::from_str(body).unwrap_or_default();
        assert_eq!(wait_hint_ms(&value, &body.to_lowercase()), expected, "{body}");
    }

    #[test]
    fn hints() {
        check("Rate limit, try again in 1.5s.", Some(1500));
        check("try again in 20ms", Some(20));
        check("Please try again in 1m30s.", Some(90_000));
        check("Please retry in 17.3s.", Some(17_300));
        check("Please retry in 250 ms", Some(250));
        check("retry after 20 seconds", Some(20_000));
        check("Retry after 5", Some(5000));
        check("Please wait 2 minutes and try again", Some(120_000));
        check("try again in 14m24.576s", Some(864_576));
        check("try again in 40 hours", None);
        check("try again in a while", None);
        check("try again in -5s", None);
        check("please wait", None);
        check(r#"{"retry_after": 2}"#, Some(2000));
        check(r#"{"error":{"retry_after_ms": 350}}"#, Some(350));
        check(r#"{"error":{"metadata":{"retry_after":"1.5"}}}"#, Some(1500));
        check(r#"[{"error":{"details":[{"reason":"x"},{"retryDelay":"17s"}]}}]"#, Some(17_000));
        check(r#"{"error":{"details":[{"retryDelay":"0.345s"}]}}"#, Some(345));
        check(r#"{"retry_after": null}"#, None);
        check(r#"{"retry_after": 99999999999999999999999999}"#, None);
    }
}
