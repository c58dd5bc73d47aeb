//! What the bodies of all forms have in common.

use serde_json::{Map, Value, json};

use crate::domain::provider::{Message, ToolCall};

/// What the user's own settings can't change: the conversation, the tools, the model, how the reply comes.
const OURS: [&str; 10] = [
    "model",
    "messages",
    "tools",
    "input",
    "instructions",
    "system",
    "contents",
    "systemInstruction",
    "system_instruction",
    "stream",
];

/// Puts the user's own settings into a body: objects are merged, a null takes a setting out.
pub fn merge_extra(body: &mut Value, extra: &Map<String, Value>) {
    for (key, value) in extra.iter().filter(|(key, _)| !OURS.contains(&key.as_str())) {
        merge(body, key, value);
    }
}

fn merge(into: &mut Value, key: &str, value: &Value) {
    let Value::Object(object) = into else { return };
    match (object.get_mut(key), value) {
        (_, Value::Null) => {
            object.shift_remove(key);
        }
        (Some(old @ Value::Object(_)), Value::Object(new)) => {
            for (key, value) in new {
                merge(old, key, value);
            }
        }
        _ => {
            object.insert(key.to_owned(), value.clone());
        }
    }
}

/// The instructions of a conversation, for forms that have a place of their own for them; none where empty.
pub fn instructions(messages: &[Message]) -> Option<String> {
    let texts = messages.iter().filter_map(|message| match message {
        Message::System { text } if !text.trim().is_empty() => Some(text.as_str()),
        _ => None,
    });
    Some(texts.collect::<Vec<_>>().join("\n\n")).filter(|text| !text.is_empty())
}

/// The arguments of a call as an object. Broken ones are kept as text under one key: some servers answer 500
/// for ever to a history with broken arguments.
pub fn arguments(call: &ToolCall) -> Value {
    let text = if call.arguments.trim().is_empty() { "{}" } else { &call.arguments };
    match serde_json::from_str(text) {
        Ok(Value::Object(object)) => Value::Object(object),
        _ => json!({"unreadable": call.arguments}),
    }
}

/// An object without its nulls, which say nothing and which some endpoints refuse; those named in `kept` stay.
pub fn without_nulls(value: &Value, kept: &[&str]) -> Value {
    let Value::Object(object) = value else { return value.clone() };
    let object = object.iter().filter(|(key, value)| !value.is_null() || kept.contains(&key.as_str()));
    Value::Object(object.map(|(key, value)| (key.clone(), value.clone())).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(extra: Value, expected: Value) {
        let mut body = json!({"model": "m", "max_tokens": 9, "reasoning": {"effort": "low", "depth": 1}});
        merge_extra(&mut body, extra.as_object().unwrap());
        assert_eq!(body, expected);
    }

    #[test]
    fn own_settings() {
        let reasoning = json!({"effort": "low", "depth": 1});
        check(
            json!({"model": "x", "tools": [], "stream": true}),
            json!({"model": "m", "max_tokens": 9, "reasoning": reasoning}),
        );
        check(json!({"max_tokens": null, "seed": 1}), json!({"model": "m", "reasoning": reasoning, "seed": 1}));
        check(
            json!({"reasoning": {"effort": "high", "depth": null}}),
            json!({"model": "m", "max_tokens": 9, "reasoning": {"effort": "high"}}),
        );
    }
}
