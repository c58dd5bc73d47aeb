use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::domain::provider::{FailureKind, StopReason};

/// The bytes of a stream of events.
fn stream(events: &[Value]) -> String {
    events.iter().map(|event| format!("data: {event}\n\n")).collect()
}

/// Reads a stream in pieces that end at the given places: the visible text, and the reply.
fn read(form: WireForm, bytes: &[u8], cuts: &[usize]) -> (String, Result<ModelReply, CallFailure>) {
    let mut reader = StreamReader::new(form);
    let mut ends: Vec<usize> = cuts.iter().map(|cut| cut % (bytes.len() + 1)).chain([bytes.len()]).collect();
    ends.sort_unstable();
    let (mut text, mut from) = (String::new(), 0);
    for end in ends {
        text += &reader.push(&bytes[from..end]);
        from = end;
    }
    (text, reader.finish())
}

/// The stream of a reply, and the reply as it would have come at once.
struct Sample {
    form: WireForm,
    events: String,
    whole: Value,
    visible: &'static str,
}

fn chat() -> Sample {
    let chunk = |delta: Value, finish: Value| json!({"id": "c", "choices": [{"index": 0, "delta": delta, "finish_reason": finish}], "usage": null});
    let call = |call: Value| chunk(json!({"tool_calls": [call]}), Value::Null);
    let usage = json!({"prompt_tokens": 9, "completion_tokens": 4});
    let events = [
        chunk(json!({"role": "assistant", "content": null, "reasoning_content": "h"}), Value::Null),
        chunk(json!({"reasoning_content": "m€"}), Value::Null),
        chunk(json!({"reasoning_details": [{"type": "reasoning.text", "index": 0, "text": "a"}]}), Value::Null),
        chunk(
            json!({"reasoning_details": [{"type": "reasoning.text", "index": 0, "text": "b", "signature": "s"}]}),
            Value::Null,
        ),
        chunk(json!({"content": "Lo"}), Value::Null),
        chunk(json!({"content": "ok 😀"}), Value::Null),
        call(json!({"index": 0, "id": "c1", "type": "function", "function": {"name": "read_file", "arguments": ""}})),
        call(json!({"index": 0, "function": {"arguments": "{\"path\":"}})),
        call(
            json!({"index": 1, "id": "c2", "type": "function", "function": {"name": "list_directory", "arguments": "{}"}}),
        ),
        call(json!({"index": 0, "function": {"arguments": "\"a.py\"}"}})),
        chunk(json!({}), "tool_calls".into()),
        json!({"id": "c", "choices": [], "usage": usage}),
    ];
    let message = json!({
        "role": "assistant", "content": "Look 😀", "reasoning_content": "hm€",
        "reasoning_details": [{"type": "reasoning.text", "index": 0, "text": "ab", "signature": "s"}],
        "tool_calls": [
            {"id": "c1", "type": "function", "function": {"name": "read_file", "arguments": "{\"path\":\"a.py\"}"}},
            {"id": "c2", "type": "function", "function": {"name": "list_directory", "arguments": "{}"}}
        ]
    });
    let whole = json!({"id": "c", "choices": [{"message": message, "finish_reason": "tool_calls"}], "usage": usage});
    let events = format!(": OPENROUTER PROCESSING\n\n{}data: [DONE]\n\n", stream(&events));
    Sample { form: WireForm::ChatCompletions, events, whole, visible: "Look 😀" }
}

fn responses() -> Sample {
    let whole = json!({"id": "r", "object": "response", "status": "completed", "error": null, "output": [
        {"type": "reasoning", "id": "rs", "summary": [], "encrypted_content": "x"},
        {"type": "message", "id": "m", "role": "assistant", "status": "completed",
            "content": [{"type": "output_text", "text": "Lé", "annotations": []}]},
        {"type": "function_call", "id": "f", "call_id": "c1", "name": "read_file", "arguments": "{}", "status": "completed"}
    ], "usage": {"input_tokens": 9, "output_tokens": 4}});
    let events = [
        json!({"type": "response.created", "response": {"id": "r", "status": "in_progress", "output": []}}),
        json!({"type": "response.output_text.delta", "delta": "L"}),
        json!({"type": "response.output_text.delta", "delta": "é"}),
        json!({"type": "response.function_call_arguments.delta", "delta": "{}"}),
        json!({"type": "response.output_item.done", "item": whole["output"][1]}),
        json!({"type": "response.completed", "response": whole}),
    ];
    let events =
        events.iter().map(|e| format!("event: {}\r\ndata: {e}\r\n\r\n", e["type"].as_str().unwrap())).collect();
    Sample { form: WireForm::Responses, events, whole, visible: "Lé" }
}

fn anthropic() -> Sample {
    let start =
        |index: u32, block: Value| json!({"type": "content_block_start", "index": index, "content_block": block});
    let delta = |index: u32, delta: Value| json!({"type": "content_block_delta", "index": index, "delta": delta});
    let stop = |index: u32| json!({"type": "content_block_stop", "index": index});
    let events = [
        json!({"type": "message_start", "message": {"id": "m", "type": "message", "role": "assistant", "content": [],
            "stop_reason": null, "usage": {"input_tokens": 9, "cache_read_input_tokens": 5, "output_tokens": 1}}}),
        start(0, json!({"type": "thinking", "thinking": "", "signature": ""})),
        json!({"type": "ping"}),
        delta(0, json!({"type": "thinking_delta", "thinking": "h"})),
        delta(0, json!({"type": "thinking_delta", "thinking": "m"})),
        delta(0, json!({"type": "signature_delta", "signature": "sig"})),
        stop(0),
        start(1, json!({"type": "redacted_thinking", "data": "xyz"})),
        stop(1),
        start(2, json!({"type": "text", "text": ""})),
        delta(2, json!({"type": "text_delta", "text": "Lo"})),
        delta(2, json!({"type": "text_delta", "text": "ök"})),
        stop(2),
        start(3, json!({"type": "tool_use", "id": "toolu_1", "name": "read_file", "input": {}})),
        delta(3, json!({"type": "input_json_delta", "partial_json": ""})),
        delta(3, json!({"type": "input_json_delta", "partial_json": "{\"path\": \"a"})),
        delta(3, json!({"type": "input_json_delta", "partial_json": ".py\"}"})),
        stop(3),
        start(4, json!({"type": "tool_use", "id": "toolu_2", "name": "list_directory", "input": {}})),
        stop(4),
        json!({"type": "message_delta", "delta": {"stop_reason": "tool_use", "stop_sequence": null}, "usage": {"output_tokens": 30}}),
        json!({"type": "message_stop"}),
    ];
    let whole = json!({"id": "m", "type": "message", "role": "assistant", "stop_reason": "tool_use", "content": [
        {"type": "thinking", "thinking": "hm", "signature": "sig"},
        {"type": "redacted_thinking", "data": "xyz"},
        {"type": "text", "text": "Loök"},
        {"type": "tool_use", "id": "toolu_1", "name": "read_file", "input": {"path": "a.py"}},
        {"type": "tool_use", "id": "toolu_2", "name": "list_directory", "input": {}}
    ], "usage": {"input_tokens": 9, "cache_read_input_tokens": 5, "output_tokens": 30}});
    let events = events.iter().map(|e| format!("event: {}\ndata: {e}\n\n", e["type"].as_str().unwrap())).collect();
    Sample { form: WireForm::Anthropic, events, whole, visible: "Loök" }
}

fn gemini() -> Sample {
    let chunk = |parts: Value, rest: Value| {
        let mut candidate = json!({"content": {"role": "model", "parts": parts}, "index": 0});
        candidate.as_object_mut().unwrap().extend(rest.as_object().unwrap().clone());
        json!({"candidates": [candidate], "responseId": "r", "usageMetadata": {"promptTokenCount": 9, "candidatesTokenCount": 4}})
    };
    let call = json!({"functionCall": {"name": "read_file", "args": {"path": "a.py"}}, "thoughtSignature": "s"});
    let events = [
        chunk(json!([{"text": "h", "thought": true}]), json!({})),
        chunk(json!([{"text": "m", "thought": true}]), json!({})),
        chunk(json!([{"text": "Lo"}]), json!({})),
        chunk(json!([{"text": "ók"}, call]), json!({})),
        chunk(json!([{"text": "", "thoughtSignature": "t"}]), json!({"finishReason": "STOP"})),
    ];
    let parts = json!([{"text": "hm", "thought": true}, {"text": "Loók"}, call, {"text": "", "thoughtSignature": "t"}]);
    let whole = chunk(parts, json!({"finishReason": "STOP"}));
    Sample { form: WireForm::Gemini, events: stream(&events).replace('\n', "\r\n"), whole, visible: "Loók" }
}

fn samples() -> [Sample; 4] {
    [chat(), responses(), anthropic(), gemini()]
}

#[test]
fn a_streamed_reply_is_what_would_have_come_at_once() {
    for sample in samples() {
        let (text, reply) = read(sample.form, sample.events.as_bytes(), &[]);
        let reply = reply.unwrap();
        assert_eq!(reply, parse_reply(sample.form, 200, &sample.whole.to_string()).unwrap(), "{:?}", sample.form);
        assert_eq!(text, sample.visible);
        assert_eq!(reply.stop, StopReason::ToolCalls);
        // A server that ignores `stream`.
        assert_eq!(read(sample.form, format!(" {}", sample.whole).as_bytes(), &[3, 9]).1.unwrap(), reply);
    }
}

proptest! {
    #[test]
    fn any_split_gives_the_same_reply(which in 0..4_usize, cuts in prop::collection::vec(any::<usize>(), 0..40)) {
        let sample = &samples()[which];
        let bytes = sample.events.as_bytes();
        prop_assert_eq!(read(sample.form, bytes, &cuts), read(sample.form, bytes, &[]));
    }

    #[test]
    fn a_stream_that_is_cut_is_never_taken_for_another_reply(which in 0..4_usize, at in any::<prop::sample::Index>()) {
        let sample = &samples()[which];
        let cut = &sample.events.as_bytes()[..at.index(sample.events.len())];
        let whole = read(sample.form, sample.events.as_bytes(), &[]).1.unwrap();
        match read(sample.form, cut, &[]).1 {
            // Only what stands behind the end mark may be missing: usage, and a signature.
            Ok(reply) => prop_assert_eq!((reply.turn.text, reply.turn.calls.len()), (whole.turn.text, whole.turn.calls.len())),
            Err(failure) => prop_assert_eq!(failure.kind, FailureKind::BrokenReply),
        }
    }

    #[test]
    fn damaged_bytes_do_no_harm(which in 0..4_usize, at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let sample = &samples()[which];
        let mut bytes = sample.events.clone().into_bytes();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        let _ = read(sample.form, &bytes, &[]);
    }
}

#[test]
fn every_byte_by_itself() {
    for sample in samples() {
        let bytes = sample.events.as_bytes();
        let cuts: Vec<usize> = (0..bytes.len()).collect();
        assert_eq!(read(sample.form, bytes, &cuts), read(sample.form, bytes, &[]), "{:?}", sample.form);
    }
}

#[track_caller]
fn check_failure(form: WireForm, body: &str, expected: FailureKind) {
    let failure = read(form, body.as_bytes(), &[1, 5]).1.unwrap_err();
    assert_eq!(failure.kind, expected, "{body}: {failure:?}");
}

#[test]
fn failures() {
    use FailureKind::{BrokenReply, RateLimited, ServerTrouble, TooLong};
    use WireForm::{Anthropic, ChatCompletions, Gemini, Responses};
    for form in WireForm::ALL {
        check_failure(form, "", BrokenReply);
        check_failure(form, "<html><title>504</title></html>", BrokenReply);
        check_failure(form, ": ping\n\n", BrokenReply);
        check_failure(form, "data: [DONE]\n\n", BrokenReply);
        check_failure(form, "data: {\"half\": \n\n", BrokenReply);
        check_failure(form, "error: upstream gone", BrokenReply);
        check_failure(form, "data: {\"error\":{\"code\":429,\"message\":\"slow\"}}\n\n", RateLimited);
        check_failure(form, "{\"error\":{\"code\":503,\"message\":\"busy\"}}", ServerTrouble);
    }
    let half = r#"{"choices":[{"delta":{"content":"half"}}]}"#;
    check_failure(ChatCompletions, &format!("data: {half}\n\n"), BrokenReply);
    check_failure(ChatCompletions, &format!("data: {half}\n\ndata: [DONE]\n\n"), BrokenReply);
    check_failure(
        ChatCompletions,
        &format!("data: {half}\n\ndata: {}\n\n", r#"{"error":{"code":502,"message":"x"},"choices":[]}"#),
        ServerTrouble,
    );
    check_failure(
        Anthropic,
        "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"x\"}}\n\n",
        ServerTrouble,
    );
    check_failure(
        Anthropic,
        "data: {\"type\":\"content_block_delta\",\"index\":7,\"delta\":{\"type\":\"text_delta\",\"text\":\"a\"}}\n\n",
        BrokenReply,
    );
    check_failure(Responses, r#"data: {"type":"error","code":"rate_limit_exceeded","message":"slow"}"#, RateLimited);
    check_failure(
        Responses,
        r#"data: {"type":"response.failed","response":{"status":"failed","error":{"code":"server_error","message":"x"}}}"#,
        ServerTrouble,
    );
    check_failure(
        Responses,
        r#"data: {"type":"response.failed","response":{"error":{"code":"context_length_exceeded","message":"context window"}}}"#,
        TooLong,
    );
    check_failure(Gemini, r#"[{"candidates":[{"content":{"parts":[{"text":"half"}]}}]}]"#, BrokenReply);
}

#[track_caller]
fn check_text(form: WireForm, body: &str, expected: &str, stop: StopReason) {
    let reply = read(form, body.as_bytes(), &[]).1.unwrap();
    assert_eq!((reply.turn.text.as_str(), reply.stop), (expected, stop), "{body}");
}

#[test]
fn other_streams() {
    let mistral = stream(&[
        json!({"choices": [{"delta": {"content": [{"type": "thinking", "thinking": [{"type": "text", "text": "h"}]}]}}]}),
        json!({"choices": [{"delta": {"content": [{"type": "thinking", "thinking": [{"type": "text", "text": "m"}]}]}}]}),
        json!({"choices": [{"delta": {"content": "a"}}]}),
        json!({"choices": [{"delta": {"content": "b"}, "finish_reason": "stop"}]}),
    ]);
    let reply = read(WireForm::ChatCompletions, mistral.as_bytes(), &[]).1.unwrap();
    assert_eq!(reply.turn.text, "ab");
    let thinking =
        json!([{"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]}, {"type": "text", "text": "ab"}]);
    assert_eq!(reply.turn.raw.unwrap()["content"], thinking);

    let cut = stream(&[json!({"choices": [{"delta": {"content": "a"}, "finish_reason": "length"}]})]);
    check_text(WireForm::ChatCompletions, &cut, "a", StopReason::Length);
    let in_one = stream(&[json!({"choices": [{"message": {"content": "a"}, "finish_reason": "stop"}]})]);
    check_text(WireForm::ChatCompletions, &in_one, "a", StopReason::End);
    let list = json!([{"candidates": [{"content": {"parts": [{"text": "a"}]}}]}, {"candidates": [{"content": {"parts": [{"text": "b"}]}, "finishReason": "STOP"}]}]);
    check_text(WireForm::Gemini, &list.to_string(), "ab", StopReason::End);
    let refused = stream(&[json!({"promptFeedback": {"blockReason": "SAFETY"}})]);
    check_text(WireForm::Gemini, &refused, "", StopReason::Refusal);
    let incomplete = json!({"type": "response.incomplete", "response": {"status": "incomplete", "output": [],
        "incomplete_details": {"reason": "max_output_tokens"}}});
    check_text(WireForm::Responses, &stream(&[incomplete]), "", StopReason::Length);
}

#[test]
fn calls_that_share_an_index_or_have_none_are_kept_apart() {
    let call = |mut call: Value, id: &str| {
        call["id"] = id.into();
        call["function"] = json!({"name": "read_file", "arguments": "{}"});
        json!({"choices": [{"delta": {"tool_calls": [call]}}]})
    };
    for place in [json!({"index": 0}), json!({})] {
        let end = json!({"choices": [{"delta": {}, "finish_reason": "tool_calls"}]});
        let bytes = stream(&[call(place.clone(), "a"), call(place, "b"), end]);
        let calls = read(WireForm::ChatCompletions, bytes.as_bytes(), &[]).1.unwrap().turn.calls;
        assert_eq!(calls.iter().map(|call| call.id.as_str()).collect::<Vec<_>>(), ["a", "b"]);
        assert!(calls.iter().all(|call| call.arguments == "{}"));
    }
}

#[test]
fn a_cut_call_is_kept_as_text_and_not_echoed() {
    let bytes = anthropic().events.replace(".py\\\"}", "").replace("\"tool_use\",\"stop", "\"max_tokens\",\"stop");
    let reply = read(WireForm::Anthropic, bytes.as_bytes(), &[]).1.unwrap();
    assert_eq!((reply.stop, reply.turn.raw), (StopReason::Length, None));
    assert_eq!(reply.turn.calls[0].arguments, "{\"path\": \"a");
}

#[test]
fn a_stream_without_end_is_given_up() {
    let mut reader = StreamReader::new(WireForm::ChatCompletions);
    let text = "x".repeat(1 << 20);
    let event = stream(&[json!({"choices": [{"delta": {"content": text}}]})]);
    let mut pieces = 0;
    while !reader.is_done() && pieces < 20 {
        reader.push(event.as_bytes());
        pieces += 1;
    }
    assert!(pieces < 20, "the reader takes everything");
    assert_eq!(reader.finish().unwrap_err().kind, FailureKind::BrokenReply);

    let mut reader = StreamReader::new(WireForm::Anthropic);
    reader.push(b"data: ");
    for _ in 0..20 {
        reader.push(text.as_bytes());
    }
    assert!(reader.is_done(), "a line without end");
}

#[test]
fn a_reply_is_done_at_its_end_mark() {
    for (sample, is_done) in samples().into_iter().zip([true, true, true, false]) {
        let mut reader = StreamReader::new(sample.form);
        reader.push(&sample.events.as_bytes()[..sample.events.len() / 2]);
        assert!(!reader.is_done());
        reader.push(&sample.events.as_bytes()[sample.events.len() / 2..]);
        assert_eq!(reader.is_done(), is_done, "{:?}", sample.form);
    }
}
