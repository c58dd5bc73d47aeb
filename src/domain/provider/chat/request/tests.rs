use super::*;
use crate::domain::condition::Condition;
use crate::domain::provider::{ReplySchema, ToolCall, ToolResult};
use crate::domain::task::Brief;

fn request(messages: Vec<Message>) -> ModelRequest {
    let brief = Brief::Answer { repository: "r".into(), question: "q".into(), condition: Condition::CodeOnly };
    ModelRequest { brief, messages, offers_tools: false, schema: None, max_tokens: 9, is_raised: false }
}

fn body_of(dialect: &Dialect, request: &ModelRequest, streams: bool) -> Value {
    let extra = Map::new();
    let form = WireForm::ChatCompletions;
    let target = Target { form, base_url: "http://h/v1", model: "m", dialect, extra: &extra, streams };
    let wire = call(&target, request, Some("secret"));
    assert!(!format!("{wire:?}").contains("secret"));
    assert_eq!(wire.headers[0], ("authorization", "Bearer secret".to_owned()));
    serde_json::from_str(&wire.body).unwrap()
}

fn turn(calls: Vec<ToolCall>, raw: Option<Value>) -> Message {
    Message::Assistant(AssistantTurn { calls, raw, ..AssistantTurn::default() })
}

fn tool_call(id: &str, arguments: &str) -> ToolCall {
    ToolCall { id: id.into(), name: "read_file".into(), arguments: arguments.into() }
}

fn result(id: &str) -> Message {
    Message::Tool(ToolResult { call_id: id.into(), name: "read_file".into(), content: "no".into(), is_error: true })
}

#[test]
fn a_conversation_with_broken_arguments_is_echoed_as_valid_json() {
    let messages = vec![
        Message::System { text: "s".into() },
        Message::User { text: "u".into() },
        turn(vec![tool_call("c1", "{\"path\": ")], None),
        result("c1"),
    ];
    let body = body_of(&Dialect::default(), &request(messages), false);
    assert_eq!(body["max_tokens"], 9);
    assert!(["tools", "temperature", "stream", "response_format"].iter().all(|key| body.get(key).is_none()));
    let echoed = body["messages"][2]["tool_calls"][0]["function"]["arguments"].as_str().unwrap();
    assert!(serde_json::from_str::<Map<String, Value>>(echoed).is_ok(), "{echoed}");
    assert_eq!(body["messages"][3]["tool_call_id"], "c1");
}

/// What is echoed of a turn with one call, received as `raw`.
#[track_caller]
fn check_echo(dialect: Dialect, raw: Value, expected: Value) {
    let messages = vec![turn(vec![tool_call("call_1", "{}")], Some(raw)), result("call_1")];
    let body = body_of(&dialect, &request(messages), false);
    assert_eq!(body["messages"][0], expected);
    assert_eq!(body["messages"][1]["tool_call_id"], expected["tool_calls"][0]["id"]);
}

#[test]
fn reasoning_and_identifiers_are_echoed_as_the_endpoint_wants_them() {
    let calls =
        |id: &str| json!([{"id": id, "type": "function", "function": {"name": "read_file", "arguments": "{}"}}]);
    let raw = json!({"role": "assistant", "content": null, "refusal": null, "annotations": [], "reasoning": "hm",
        "tool_calls": calls("call_1")});
    let plain = json!({"role": "assistant", "content": null, "reasoning": "hm", "tool_calls": calls("call_1")});
    check_echo(Dialect::default(), raw.clone(), plain.clone());
    let mut with_empty = plain;
    with_empty["reasoning_content"] = "".into();
    let echo = |echo| Dialect { echo, ..Dialect::default() };
    check_echo(echo(ReasoningEcho::OnToolTurns), raw.clone(), with_empty);
    let bare = |id: &str| json!({"role": "assistant", "content": null, "tool_calls": calls(id)});
    check_echo(echo(ReasoningEcho::Never), raw, bare("call_1"));
    // Identifiers of nine letters and digits, the same in call and result.
    let nine = Dialect { call_ids: CallIds::NineAlphanumerics, ..Dialect::default() };
    let messages = vec![turn(vec![tool_call("call_1", "{}")], Some(bare("call_1"))), result("call_1")];
    let body = body_of(&nine, &request(messages), false);
    let id = body["messages"][0]["tool_calls"][0]["id"].as_str().unwrap();
    assert!(id.len() == 9 && id.bytes().all(|b| b.is_ascii_alphanumeric()), "{id}");
    assert_eq!(body["messages"][1]["tool_call_id"], id);
}

#[test]
fn a_schema_goes_only_where_no_tools_are_offered() {
    let schema = Some(ReplySchema { name: "n".into(), schema: json!({"type": "object"}) });
    let mut request = ModelRequest { schema, ..request(vec![Message::User { text: "u".into() }]) };
    let dialect = |json| Dialect { json, ..Dialect::default() };
    let body = body_of(&dialect(JsonSupport::Schema), &request, true);
    let expected =
        json!({"type": "json_schema", "json_schema": {"name": "n", "schema": {"type": "object"}, "strict": true}});
    assert_eq!(body["response_format"], expected);
    assert_eq!((&body["stream"], &body["stream_options"]), (&json!(true), &json!({"include_usage": true})));
    let body = body_of(&dialect(JsonSupport::Object), &request, false);
    assert_eq!(body["response_format"], json!({"type": "json_object"}));
    assert!(body_of(&dialect(JsonSupport::Unsupported), &request, false).get("response_format").is_none());
    request.offers_tools = true;
    let body = body_of(&dialect(JsonSupport::Schema), &request, false);
    assert!(body.get("response_format").is_none() && body["tools"].as_array().unwrap().len() == 3);
}

#[track_caller]
fn check_roles(dialect: Dialect, expected: &[&str]) {
    let user = |text: &str| Message::User { text: text.into() };
    let messages =
        vec![user("a"), user("b"), turn(vec![tool_call("c", "{}")], None), result("c"), user("d"), user("e")];
    let body = body_of(&dialect, &request(messages), false);
    let messages = body["messages"].as_array().unwrap();
    let roles: Vec<_> = messages.iter().map(|message| message["role"].as_str().unwrap()).collect();
    assert_eq!(roles, expected);
    assert_eq!((&messages[0]["content"], &messages.last().unwrap()["content"]), (&json!("a\n\nb"), &json!("d\n\ne")));
}

#[test]
fn roles_take_turns_as_far_as_an_endpoint_wants_that() {
    check_roles(Dialect::default(), &["user", "assistant", "tool", "user"]);
    let strict = Dialect { user_after_tools: false, ..Dialect::default() };
    check_roles(strict, &["user", "assistant", "tool", "assistant", "user"]);
}
