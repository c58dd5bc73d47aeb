//! How figures are written, the same everywhere.

use crate::domain::provider::Usage;
use crate::domain::task::{Category, Subtype};

/// A score: `0.857`.
pub fn score(value: f64) -> String {
    format!("{value:.3}")
}

/// A whole number with thousands apart: `9,072`.
pub fn count(value: impl TryInto<u64>) -> String {
    let digits = value.try_into().unwrap_or_default().to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A count with its noun: `1 file`, `12 files`.
pub fn of(value: usize, one: &str, many: &str) -> String {
    format!("{} {}", count(value as u64), if value == 1 { one } else { many })
}

/// A size: `812 B`, `14.2 kB`, `3.1 MB`.
pub fn bytes(value: u64) -> String {
    let value = value as f64;
    match value {
        v if v < 1e3 => format!("{v:.0} B"),
        v if v < 1e6 => format!("{:.1} kB", v / 1e3),
        v if v < 1e9 => format!("{:.1} MB", v / 1e6),
        v => format!("{:.2} GB", v / 1e9),
    }
}

/// Points of a signal: `+2`, `−1`.
pub fn points(value: f64) -> String {
    format!("{value:+}").replace('-', "\u{2212}")
}

/// Percent without decimals.
pub fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

/// Tokens in and out; a lower bound is called one.
pub fn tokens(usage: &Usage) -> String {
    let bound = if usage.unreported_calls > 0 { "at least " } else { "" };
    format!("{bound}{} in, {} out", count(usage.input_tokens), count(usage.output_tokens))
}

/// A time since 1970 in the reader's own form.
pub fn date(ms: u64) -> String {
    let date = js_sys::Date::new(&wasm_bindgen::JsValue::from_f64(ms as f64));
    let text: String = date.to_locale_string("en-GB", &wasm_bindgen::JsValue::UNDEFINED).into();
    text
}

/// What kind of question a task asks: `what / concept definition`; the category alone where no subtype is known.
pub fn kind(category: Category, subtype: Option<Subtype>) -> String {
    match subtype {
        Some(subtype) => format!("{} / {}", category.id(), subtype.id().replace('_', " ")),
        None => category.id().to_owned(),
    }
}
