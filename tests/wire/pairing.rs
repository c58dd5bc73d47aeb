//! What no type says: each call has its result directly behind it, and identifiers are unique.

use std::collections::HashSet;

use code_qa_bench::domain::provider::WireForm;
use serde_json::Value;

/// A stretch of a conversation, whatever the form.
#[derive(Debug, PartialEq)]
enum Stretch {
    Words,
    Calls(Vec<Call>),
    Results(Vec<(Option<String>, String)>),
}

#[derive(Debug, PartialEq)]
struct Call {
    id: Option<String>,
    name: String,
    arguments: Value,
}

/// Everything that is wrong with a body.
pub fn problems(form: WireForm, body: &Value) -> Vec<String> {
    let stretches = match form {
        WireForm::ChatCompletions => body["messages"].as_array().unwrap().iter().map(chat).collect(),
        WireForm::Responses => body["input"].as_array().unwrap().iter().map(responses).collect(),
        WireForm::Anthropic => body["messages"].as_array().unwrap().iter().flat_map(anthropic).collect(),
        WireForm::Gemini => body["contents"].as_array().unwrap().iter().map(gemini).collect::<Vec<_>>(),
    };
    let mut found = pairing(&joined(stretches));
    found.extend(match form {
        WireForm::Anthropic => anthropic_rules(body),
        WireForm::Gemini => gemini_rules(body),
        _ => Vec::new(),
    });
    found
}

fn pairing(stretches: &[Stretch]) -> Vec<String> {
    let (mut found, mut used) = (Vec::new(), HashSet::new());
    for (i, stretch) in stretches.iter().enumerate() {
        match stretch {
            Stretch::Words => {}
            Stretch::Calls(calls) => {
                found.extend(calls.iter().filter(|c| !c.arguments.is_object()).map(|c| format!("{c:?}: no object")));
                let ids = calls.iter().filter_map(|call| call.id.as_deref());
                found.extend(ids.filter(|id| id.is_empty() || !used.insert(*id)).map(|id| format!("{id} again")));
                match stretches.get(i + 1) {
                    Some(Stretch::Results(results)) => {
                        let wanted: Vec<_> = calls.iter().map(|call| call.id.clone()).collect();
                        let got: Vec<_> = results.iter().map(|(id, _)| id.clone()).collect();
                        if wanted != got {
                            found.push(format!("calls {wanted:?}, results {got:?}"));
                        }
                        let names =
                            calls.iter().zip(results).filter(|(c, (_, name))| !name.is_empty() && c.name != *name);
                        found.extend(names.map(|(call, result)| format!("{call:?} answered by {result:?}")));
                    }
                    other => found.push(format!("behind {calls:?} comes {other:?}")),
                }
            }
            Stretch::Results(results) => {
                if i == 0 || !matches!(stretches[i - 1], Stretch::Calls(_)) {
                    found.push(format!("results without calls: {results:?}"));
                }
            }
        }
    }
    found
}

/// Neighbours of one kind as one; a call's neighbours are its turn.
fn joined(stretches: Vec<Stretch>) -> Vec<Stretch> {
    let mut joined: Vec<Stretch> = Vec::new();
    for stretch in stretches {
        match (joined.last_mut(), stretch) {
            (Some(Stretch::Calls(last)), Stretch::Calls(more)) => last.extend(more),
            (Some(Stretch::Results(last)), Stretch::Results(more)) => last.extend(more),
            (_, stretch) => joined.push(stretch),
        }
    }
    joined
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

fn call(id: &Value, name: &Value, arguments: &Value) -> Call {
    let arguments = match arguments {
        Value::String(text) => serde_json::from_str(text).unwrap_or_default(),
        other => other.clone(),
    };
    Call { id: text(id), name: text(name).unwrap(), arguments }
}

fn chat(message: &Value) -> Stretch {
    match (message["role"].as_str().unwrap(), message["tool_calls"].as_array()) {
        ("tool", _) => Stretch::Results(vec![(text(&message["tool_call_id"]), String::new())]),
        (_, Some(calls)) => {
            let read = |c: &Value| call(&c["id"], &c["function"]["name"], &c["function"]["arguments"]);
            Stretch::Calls(calls.iter().map(read).collect())
        }
        _ => Stretch::Words,
    }
}

fn responses(item: &Value) -> Stretch {
    match item["type"].as_str() {
        Some("function_call") => Stretch::Calls(vec![call(&item["call_id"], &item["name"], &item["arguments"])]),
        Some("function_call_output") => Stretch::Results(vec![(text(&item["call_id"]), String::new())]),
        _ => Stretch::Words,
    }
}

fn anthropic(message: &Value) -> Vec<Stretch> {
    let read = |block: &Value| match block["type"].as_str().unwrap() {
        "tool_use" => Stretch::Calls(vec![call(&block["id"], &block["name"], &block["input"])]),
        "tool_result" => Stretch::Results(vec![(text(&block["tool_use_id"]), String::new())]),
        _ => Stretch::Words,
    };
    message["content"].as_array().unwrap().iter().map(read).collect()
}

fn gemini(content: &Value) -> Stretch {
    let parts = content["parts"].as_array().unwrap();
    let of = |key: &'static str| parts.iter().filter_map(move |part| part.get(key));
    let calls: Vec<_> = of("functionCall").map(|c| call(&c["id"], &c["name"], &c["args"])).collect();
    let results: Vec<_> = of("functionResponse").map(|r| (text(&r["id"]), text(&r["name"]).unwrap())).collect();
    assert!(results.is_empty() || results.len() == parts.len(), "results stand by themselves: {content}");
    match (calls.is_empty(), results.is_empty()) {
        (false, _) => Stretch::Calls(calls),
        (_, false) => Stretch::Results(results),
        _ => Stretch::Words,
    }
}

fn anthropic_rules(body: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let messages = body["messages"].as_array().unwrap();
    if body.to_string().matches("\"cache_control\"").count() > 4 {
        found.push("more than four marks".into());
    }
    for (i, message) in messages.iter().enumerate() {
        let role = if i % 2 == 0 { "user" } else { "assistant" };
        let kinds: Vec<_> =
            message["content"].as_array().unwrap().iter().map(|b| b["type"].as_str().unwrap()).collect();
        if message["role"] != role || kinds.is_empty() {
            found.push(format!("message {i} is not the {role}'s: {message}"));
        }
        if kinds.iter().skip_while(|kind| **kind == "tool_result").any(|kind| *kind == "tool_result") {
            found.push(format!("message {i}: results come first, not {kinds:?}"));
        }
        let blocks = message["content"].as_array().unwrap().iter();
        found.extend(
            blocks
                .filter(|b| b["type"] == "text" && b["text"].as_str().unwrap().trim().is_empty())
                .map(|b| format!("{b}")),
        );
    }
    let last = messages.last().unwrap()["content"].as_array().unwrap().last().unwrap();
    if last.get("cache_control").is_none() {
        found.push(format!("the last block has no mark: {last}"));
    }
    found
}

fn gemini_rules(body: &Value) -> Vec<String> {
    let contents = body["contents"].as_array().unwrap();
    let firsts = contents.iter().filter_map(|content| {
        content["parts"].as_array().unwrap().iter().find(|part| part.get("functionCall").is_some())
    });
    firsts.filter(|part| part.get("thoughtSignature").is_none()).map(|part| format!("no signature: {part}")).collect()
}
