//! Request bodies of whole conversations, in every wire form: checked by rules of ours, and against the types of
//! the providers' own SDKs.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // helpers outside of test functions too

mod wire;

use code_qa_bench::domain::provider::{CallIds, Dialect, JsonSupport, LimitKey, ReasoningEcho, WireForm};
use serde_json::json;
use wire::conversations::{Case, Way, explore, judge};
use wire::{pairing, sdk};

/// Every form, at once and streamed, in the dialects that matter to it.
fn ways() -> Vec<Way> {
    let plain = Dialect::default();
    let other = Dialect {
        limit_key: LimitKey::MaxCompletionTokens,
        json: JsonSupport::Object,
        call_ids: CallIds::NineAlphanumerics,
        echo: ReasoningEcho::OnAllTurns,
        user_after_tools: false,
        stream_usage: false,
        encrypted_reasoning: false,
    };
    let bare =
        Dialect { json: JsonSupport::Unsupported, echo: ReasoningEcho::Never, call_ids: CallIds::LeftOut, ..plain };
    let with = |dialect, streams| WireForm::ALL.map(|form| Way { form, dialect, streams });
    [with(plain, false), with(plain, true), with(other, false), with(bare, true)].concat()
}

fn conversations() -> Vec<Case> {
    ways().into_iter().flat_map(|way| [explore(way), judge(way)]).flatten().collect()
}

/// Conversations that were begun in one form and go on in another.
fn moved() -> Vec<Case> {
    let way = |form| Way { form, dialect: Dialect::default(), streams: false };
    let mut cases = Vec::new();
    for from in WireForm::ALL {
        let last = explore(way(from)).pop().unwrap();
        for to in WireForm::ALL {
            cases.push(way(to).case(format!("{}, begun as {from:?}", last.name), last.request.clone()));
        }
    }
    cases
}

#[test]
fn calls_and_results_are_paired() {
    for case in conversations().iter().chain(&moved()) {
        let found = pairing::problems(case.form, &case.body);
        assert!(found.is_empty(), "{:?}, {}: {found:#?}\n{:#}", case.form, case.name, case.body);
    }
}

#[test]
fn bodies_are_of_the_types_of_the_providers_sdks() {
    let cases: Vec<Case> = conversations().into_iter().chain(moved()).collect();
    assert!(cases.len() > 100);
    let found = sdk::problems(&cases);
    assert!(found.is_empty(), "{found}");
}

#[test]
fn the_checks_find_what_is_wrong() {
    let plain = |form| Way { form, dialect: Dialect::default(), streams: false };
    let mut cases = WireForm::ALL.map(|form| explore(plain(form)).pop().unwrap());
    for case in &mut cases {
        case.body["temprature"] = 1.into();
        let (list, at) = match case.form {
            WireForm::ChatCompletions => ("messages", 3),
            WireForm::Responses => ("input", 5),
            WireForm::Anthropic => ("messages", 2),
            WireForm::Gemini => ("contents", 2),
        };
        case.body[list].as_array_mut().unwrap().remove(at);
        assert!(!pairing::problems(case.form, &case.body).is_empty(), "{:?}\n{:#}", case.form, case.body);
    }
    let found = sdk::problems(&cases);
    assert_eq!(found.matches("temprature is no key").count(), 4, "{found}");
}

#[test]
fn reasoning_goes_back_to_where_it_came_from_and_nowhere_else() {
    for form in WireForm::ALL {
        let cases = explore(Way { form, dialect: Dialect::default(), streams: true });
        let body = cases.last().unwrap().body.to_string();
        for turn in [1, 2, 5] {
            assert!(body.contains(&format!("thoughtsOfTurn0{turn}")), "{form:?}, turn {turn}: {body}");
        }
    }
    for case in moved() {
        let is_home = case.name.ends_with(&format!("{:?}", case.form));
        assert_eq!(case.body.to_string().contains("thoughtsOfTurn"), is_home, "{:?}, {}", case.form, case.name);
    }
}

#[test]
fn tools_and_schemas_never_go_together() {
    for case in conversations() {
        let body = &case.body;
        let schema =
            ["/response_format", "/text/format", "/output_config/format", "/generationConfig/responseMimeType"];
        let has_schema = schema.iter().any(|place| body.pointer(place).is_some());
        let has_tools = body.get("tools").is_some() && body["tool_choice"] != json!({"type": "none"});
        assert_eq!(has_tools, case.request.offers_tools, "{:?}, {}", case.form, case.name);
        assert!(!(has_schema && has_tools), "{:?}, {}", case.form, case.name);
        assert!(body.get("temperature").is_none() && body.pointer("/generationConfig/temperature").is_none());
    }
    for form in WireForm::ALL {
        let cases = explore(Way { form, dialect: Dialect::default(), streams: false });
        let texts: Vec<String> = cases.iter().map(|case| case.body.to_string()).collect();
        let with_schema: Vec<bool> = texts.iter().map(|text| text.contains("\"additionalProperties\"")).collect();
        assert_eq!(with_schema, [false, false, false, false, false, true, true], "{form:?}");
        assert!(!texts[1].contains("left out to save room") && texts[6].contains("left out to save room"), "{form:?}");
    }
}
