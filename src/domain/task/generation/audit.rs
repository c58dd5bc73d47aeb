//! The code-only audit: what is shown to the auditor, and its reply.

use serde_json::Value;

use crate::domain::json::find_object;
use crate::domain::task::{Audit, Claim, ClaimVerdict, SourceText};

/// The key files within the context budget: shared evenly, what a short file leaves goes to the next.
/// A file that the code-only repository lacks is shown as such.
pub fn within_budget(files: Vec<(String, Option<String>)>, budget_chars: usize) -> Vec<SourceText> {
    let mut left = budget_chars;
    let mut files_left = files.len();
    let mut texts = Vec::with_capacity(files.len());
    for (path, text) in files {
        let text = text.unwrap_or_else(|| "(not in the code-only repository)".into());
        let share = left / files_left.max(1);
        files_left -= 1;
        let (text, is_cut) = match text.char_indices().nth(share) {
            Some((at, _)) => (text[..at].to_owned(), true),
            None => (text, false),
        };
        left -= text.chars().count();
        texts.push(SourceText { path, text, is_cut });
    }
    texts
}

/// Reads a reply. The error is what the model is told.
pub fn parse(text: &str, original_answer: String, cut_files: Vec<String>) -> Result<Audit, String> {
    let form = "Reply with one JSON object {claims, revised_answer, doc_leakage_fraction, summary}.";
    let object = find_object(text).map_err(|problem| format!("That was not usable: {problem}. {form}"))?;
    let Some(Value::Array(items)) = object.get("claims") else {
        return Err(format!("\"claims\" is missing or no list. {form}"));
    };
    let claims =
        items.iter().map(claim).collect::<Result<Vec<_>, _>>().map_err(|problem| format!("{problem} {form}"))?;
    let Some(revised) = object.get("revised_answer").and_then(Value::as_str) else {
        return Err(format!("\"revised_answer\" is missing. {form}"));
    };
    let fraction = match object.get("doc_leakage_fraction") {
        Some(Value::Number(number)) => number.as_f64(),
        Some(Value::String(text)) => text.trim().parse().ok(),
        _ => None,
    };
    let Some(doc_leakage_fraction) = fraction.filter(|f| (0.0..=1.0).contains(f)) else {
        return Err(format!("\"doc_leakage_fraction\" is no number from 0 to 1. {form}"));
    };
    let summary = object.get("summary").and_then(Value::as_str).unwrap_or_default().to_owned();
    let revised_answer = revised.trim().to_owned();
    Ok(Audit { claims, original_answer, revised_answer, doc_leakage_fraction, summary, cut_files })
}

fn claim(value: &Value) -> Result<Claim, String> {
    let part = |key: &str| value.get(key).and_then(Value::as_str).unwrap_or_default().trim().to_owned();
    let verdict = match part("verdict").to_lowercase().as_str() {
        "keep" => ClaimVerdict::Keep,
        "remove" => ClaimVerdict::Remove,
        "rewrite" => ClaimVerdict::Rewrite,
        other => return Err(format!("The claim verdict \"{other}\" is none of keep, remove, rewrite.")),
    };
    Ok(Claim { claim: part("claim"), verdict, reason: part("reason") })
}
