//! The fact check's reply.

use serde_json::Value;

use super::draft::strings;
use crate::domain::json::find_object;
use crate::domain::task::{FactCheck, FactVerdict};

/// Reads a reply. The error is what the model is told.
pub fn parse(text: &str) -> Result<FactCheck, String> {
    let form = "Reply with one JSON object {verdict, reasons}, verdict being pass, warn or fail.";
    let object = find_object(text).map_err(|problem| format!("That was not usable: {problem}. {form}"))?;
    let verdict = object.get("verdict").and_then(Value::as_str).unwrap_or_default();
    let verdict = match verdict.trim().to_lowercase().as_str() {
        "pass" => FactVerdict::Pass,
        "warn" => FactVerdict::Warn,
        "fail" => FactVerdict::Fail,
        other => return Err(format!("The verdict \"{other}\" is none of pass, warn, fail. {form}")),
    };
    Ok(FactCheck { verdict, reasons: strings(&object, "reasons") })
}
