//! Reading the list of models.

use serde_json::Value;

use super::{ListedModel, WireForm};
use crate::domain::provider::CallFailure;
use crate::domain::provider::error::{broken, classify};

/// Where lists say how many tokens a context has.
const CONTEXT: [&str; 7] = [
    "/context_length", // OpenRouter, Moonshot, Together
    "/top_provider/context_length",
    "/max_model_len",      // vLLM
    "/max_context_length", // Mistral, LM Studio
    "/context_window",     // Groq
    "/max_input_tokens",   // Anthropic
    "/inputTokenLimit",    // Gemini
];
/// Where they say how many a reply has.
const OUTPUT: [&str; 5] = [
    "/top_provider/max_completion_tokens", // OpenRouter
    "/max_completion_tokens",              // Groq
    "/max_output_tokens",
    "/max_tokens",       // Anthropic
    "/outputTokenLimit", // Gemini
];

/// See [`super::parse_models`].
pub fn parse_models(form: WireForm, status: u16, body: &str) -> Result<Vec<ListedModel>, CallFailure> {
    if !(200..300).contains(&status) {
        return Err(classify(status, body));
    }
    let value: Value = serde_json::from_str(body).map_err(|error| broken(&format!("not JSON: {error}"), body))?;
    let key = if form == WireForm::Gemini { "models" } else { "data" };
    let items = value.as_array().or_else(|| value.get(key).and_then(Value::as_array));
    let items = items.ok_or_else(|| broken("no list of models in it", body))?;
    let mut models: Vec<ListedModel> = items.iter().filter_map(|item| listed(form, item)).collect();
    models.sort();
    models.dedup_by(|a, b| a.name == b.name);
    Ok(models)
}

/// None for what has no name or is known not to answer.
fn listed(form: WireForm, item: &Value) -> Option<ListedModel> {
    let name = match form {
        WireForm::Gemini => {
            let methods = item.get("supportedGenerationMethods").and_then(Value::as_array)?;
            methods.iter().find(|method| *method == "generateContent")?;
            let name = item.get("name")?.as_str()?;
            name.strip_prefix("models/").unwrap_or(name)
        }
        _ => item.get("id")?.as_str()?,
    };
    let talks = item.pointer("/capabilities/completion_chat").and_then(Value::as_bool) != Some(false);
    let tokens = |places: &[&str]| {
        let number = places.iter().find_map(|place| item.pointer(place).and_then(Value::as_u64));
        number.and_then(|number| u32::try_from(number).ok()).filter(|number| *number > 0)
    };
    (talks && !name.is_empty()).then(|| ListedModel {
        name: name.to_owned(),
        context_tokens: tokens(&CONTEXT),
        output_tokens: tokens(&OUTPUT),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(form: WireForm, body: &str, expected: &[(&str, Option<u32>, Option<u32>)]) {
        let models = parse_models(form, 200, body).unwrap();
        let got: Vec<_> = models.iter().map(|m| (m.name.as_str(), m.context_tokens, m.output_tokens)).collect();
        assert_eq!(got, expected, "{body}");
    }

    #[test]
    fn lists_of_each_provider() {
        use WireForm::{Anthropic, ChatCompletions, Gemini, Responses};
        check(
            Responses,
            r#"{"object":"list","data":[{"id":"b"},{"id":"a","owned_by":"x"},{"id":"a"}]}"#,
            &[("a", None, None), ("b", None, None)],
        );
        check(
            ChatCompletions,
            r#"{"data":[{"id":"x/y","context_length":131072,"top_provider":{"context_length":65536,"max_completion_tokens":null}},
                {"id":"x/z","context_length":8192,"top_provider":{"max_completion_tokens":4096}}]}"#,
            &[("x/y", Some(131_072), None), ("x/z", Some(8192), Some(4096))],
        );
        check(ChatCompletions, r#"{"data":[{"id":"q","max_model_len":32768}]}"#, &[("q", Some(32_768), None)]);
        check(
            ChatCompletions,
            r#"{"data":[{"id":"m","max_context_length":32000,"capabilities":{"completion_chat":true}},
                {"id":"embed","capabilities":{"completion_chat":false}}]}"#,
            &[("m", Some(32_000), None)],
        );
        check(ChatCompletions, r#"[{"id":"t","context_length":-1},{"name":"no id"},7]"#, &[("t", None, None)]);
        check(
            Anthropic,
            r#"{"data":[{"type":"model","id":"claude-x","max_input_tokens":200000,"max_tokens":64000}],"has_more":false}"#,
            &[("claude-x", Some(200_000), Some(64_000))],
        );
        check(
            Gemini,
            r#"{"models":[{"name":"models/gemini-x","inputTokenLimit":1048576,"outputTokenLimit":65536,
                "supportedGenerationMethods":["generateContent","countTokens"]},
                {"name":"models/embedding","supportedGenerationMethods":["embedContent"]}]}"#,
            &[("gemini-x", Some(1_048_576), Some(65_536))],
        );
    }

    #[test]
    fn what_is_no_list_is_a_failure() {
        for (status, body) in [(200, "<html>"), (200, "{}"), (401, "{}"), (200, "{\"data\":7}")] {
            assert!(parse_models(WireForm::ChatCompletions, status, body).is_err(), "{status} {body}");
        }
    }
}
