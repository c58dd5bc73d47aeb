//! Reading the reply.

use serde_json::Value;

use crate::domain::provider::error::broken;
use crate::domain::provider::wire::ids::make_up_ids;
use crate::domain::provider::{
    AssistantTurn, CallFailure, FailureKind, ModelReply, StopReason, ToolCall, Usage, WireForm,
};

/// Reads a reply.
pub fn read(value: &Value, body: &str) -> Result<ModelReply, CallFailure> {
    let items = value.get("output").and_then(Value::as_array).ok_or_else(|| broken("no output in it", body))?;
    let status = value.get("status").and_then(Value::as_str).unwrap_or("completed");
    let reason = value.pointer("/incomplete_details/reason").and_then(Value::as_str).unwrap_or_default();
    let calls: Vec<ToolCall> = items.iter().filter(|item| item["type"] == "function_call").map(read_call).collect();
    let is_refusal = parts(items).any(|part| part["type"] == "refusal");
    let stop = match (status, reason) {
        ("incomplete", "content_filter") => StopReason::Refusal,
        ("incomplete", "max_output_tokens") => StopReason::Length,
        ("incomplete", other) => StopReason::Other(other.to_owned()),
        ("completed", _) if is_refusal => StopReason::Refusal,
        ("completed", _) if calls.is_empty() => StopReason::End,
        ("completed", _) => StopReason::ToolCalls,
        (other, _) => {
            let failure = broken(&format!("the status \"{other}\""), body);
            return Err(CallFailure { kind: FailureKind::ServerTrouble, ..failure });
        }
    };
    let text = parts(items).filter_map(|part| part.get("text").and_then(Value::as_str)).collect();
    let can_echo = items.iter().all(is_echoable);
    let raw = can_echo.then(|| Value::Array(items.clone()));
    let mut turn = AssistantTurn { text, calls, raw, raw_form: WireForm::Responses };
    make_up_ids(&mut turn.calls, &[&value["id"], &value["output"]]);
    Ok(ModelReply { turn, stop, usage: read_usage(value), earlier: Vec::new() })
}

/// The parts of all messages.
fn parts(items: &[Value]) -> impl Iterator<Item = &Value> {
    let messages = items.iter().filter(|item| item["type"] == "message");
    messages.flat_map(|item| item.get("content").and_then(Value::as_array).into_iter().flatten())
}

fn read_call(item: &Value) -> ToolCall {
    let text = |key: &str| item.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    ToolCall { id: text("call_id"), name: text("name"), arguments: text("arguments") }
}

/// Reasoning that is neither encrypted nor open is only known to the provider, which has not stored it: a
/// request that names it is refused.
fn is_echoable(item: &Value) -> bool {
    let has = |key: &str| match item.get(key) {
        Some(Value::String(text)) => !text.is_empty(),
        Some(Value::Array(parts)) => !parts.is_empty(),
        _ => false,
    };
    item["type"] != "reasoning" || has("encrypted_content") || has("content")
}

fn read_usage(value: &Value) -> Usage {
    let number = |pointer: &str| value.pointer(pointer).and_then(Value::as_u64);
    let input = number("/usage/input_tokens");
    let output = number("/usage/output_tokens");
    Usage {
        input_tokens: input.unwrap_or(0),
        cached_tokens: number("/usage/input_tokens_details/cached_tokens").unwrap_or(0),
        cache_write_tokens: number("/usage/input_tokens_details/cache_write_tokens").unwrap_or(0),
        output_tokens: output.unwrap_or(0),
        reasoning_tokens: number("/usage/output_tokens_details/reasoning_tokens").unwrap_or(0),
        unreported_calls: u64::from(input.is_none() || output.is_none()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::provider::wire::parse_reply;

    fn parse(body: &str) -> Result<ModelReply, CallFailure> {
        parse_reply(WireForm::Responses, 200, body)
    }

    #[test]
    fn a_reply_with_reasoning_and_calls() {
        let body = r#"{"id":"r1","status":"completed","error":null,"output":[
            {"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"x"},
            {"type":"message","id":"m1","role":"assistant","status":"completed","content":[{"type":"output_text","text":"look","annotations":[]}]},
            {"type":"function_call","id":"f1","call_id":"c1","name":"read_file","arguments":"{\"path\":\"a.py\"}","status":"completed"}],
            "usage":{"input_tokens":10,"output_tokens":4,"input_tokens_details":{"cached_tokens":8},"output_tokens_details":{"reasoning_tokens":3}}}"#;
        let reply = parse(body).unwrap();
        assert_eq!((reply.stop, reply.turn.text.as_str()), (StopReason::ToolCalls, "look"));
        assert_eq!(reply.turn.calls[0].id, "c1");
        assert_eq!(reply.turn.raw.unwrap().as_array().unwrap().len(), 3, "all items are echoed");
        let usage =
            Usage { input_tokens: 10, cached_tokens: 8, output_tokens: 4, reasoning_tokens: 3, ..Usage::default() };
        assert_eq!(reply.usage, usage);
        let closed = parse(&body.replace("\"x\"", "null")).unwrap();
        assert_eq!(closed.turn.raw, None, "reasoning that nobody has kept can't be named");
    }

    #[track_caller]
    fn check_stop(rest: &str, expected: Result<StopReason, FailureKind>) {
        let got = parse(&format!("{{{rest}}}")).map(|reply| reply.stop).map_err(|failure| failure.kind);
        assert_eq!(got, expected, "{rest}");
    }

    #[test]
    fn stops() {
        let cut = |reason| format!(r#""status":"incomplete","output":[],"incomplete_details":{{"reason":"{reason}"}}"#);
        check_stop(&cut("max_output_tokens"), Ok(StopReason::Length));
        check_stop(&cut("content_filter"), Ok(StopReason::Refusal));
        let refusal =
            r#""status":"completed","output":[{"type":"message","content":[{"type":"refusal","refusal":"no"}]}]"#;
        check_stop(refusal, Ok(StopReason::Refusal));
        check_stop(r#""status":"completed","output":[]"#, Ok(StopReason::End));
        check_stop(r#""status":"cancelled","output":[]"#, Err(FailureKind::ServerTrouble));
        check_stop(
            r#""status":"failed","output":[],"error":{"code":"rate_limit_exceeded","message":"slow"}"#,
            Err(FailureKind::RateLimited),
        );
        check_stop(r#""choices":[]"#, Err(FailureKind::BrokenReply));
    }
}
