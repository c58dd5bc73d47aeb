//! Reading the reply.

use serde_json::Value;

use crate::domain::provider::error::broken;
use crate::domain::provider::wire::ids::make_up_ids;
use crate::domain::provider::{
    AssistantTurn, CallFailure, FailureKind, ModelReply, StopReason, ToolCall, Usage, WireForm,
};

/// Reads a reply.
pub fn read(value: &Value, body: &str) -> Result<ModelReply, CallFailure> {
    let choice = value.pointer("/choices/0").ok_or_else(|| broken("no choice in it", body))?;
    let message = choice.get("message").filter(|m| m.is_object()).ok_or_else(|| broken("no message in it", body))?;
    let calls = read_calls(message);
    let finish = choice.get("finish_reason").and_then(Value::as_str).unwrap_or_default();
    let is_refusal = message.get("refusal").and_then(Value::as_str).is_some_and(|text| !text.is_empty());
    let stop = match finish {
        _ if is_refusal => StopReason::Refusal,
        "content_filter" => StopReason::Refusal,
        "length" => StopReason::Length,
        "error" => {
            return Err(CallFailure {
                kind: FailureKind::ServerTrouble,
                ..broken("the finish reason \"error\"", body)
            });
        }
        _ if !calls.is_empty() => StopReason::ToolCalls,
        "stop" | "tool_calls" | "function_call" | "" => StopReason::End,
        other => StopReason::Other(other.to_owned()),
    };
    // Echoed as received, unless a call can't be read and would stay without its result.
    let is_read = message.get("tool_calls").and_then(Value::as_array).is_none_or(|all| all.len() == calls.len());
    let mut turn = AssistantTurn {
        text: read_text(message),
        calls,
        raw: is_read.then(|| message.clone()),
        raw_form: WireForm::ChatCompletions,
    };
    make_up_ids(&mut turn.calls, &[&value["id"], message, &value["usage"]]);
    Ok(ModelReply { turn, stop, usage: read_usage(value), earlier: Vec::new() })
}

/// Content is a string, null, or a list of parts.
fn read_text(message: &Value) -> String {
    match message.get("content") {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(parts)) => {
            parts.iter().filter_map(|part| part.get("text").and_then(Value::as_str)).collect::<Vec<_>>().join("")
        }
        _ => String::new(),
    }
}

/// The calls; one without an identifier gets an empty one.
fn read_calls(message: &Value) -> Vec<ToolCall> {
    let calls = message.get("tool_calls").and_then(Value::as_array);
    let read = |call: &Value| {
        let function = call.get("function")?;
        let arguments = match function.get("arguments") {
            Some(Value::String(text)) => text.clone(),
            Some(Value::Null) | None => String::new(),
            Some(other) => other.to_string(),
        };
        let text = |value: &Value, key: &str| value.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        Some(ToolCall { id: text(call, "id"), name: text(function, "name"), arguments })
    };
    calls.into_iter().flatten().filter_map(read).collect()
}

fn read_usage(value: &Value) -> Usage {
    let number = |pointer: &str| value.pointer(pointer).and_then(Value::as_u64);
    let input = number("/usage/prompt_tokens");
    let output = number("/usage/completion_tokens");
    let reasoning = number("/usage/completion_tokens_details/reasoning_tokens").unwrap_or(0);
    // xAI counts reasoning apart: only the total has it.
    let beyond_input = number("/usage/total_tokens").unwrap_or(0).saturating_sub(input.unwrap_or(0));
    let output_with_reasoning = output.unwrap_or(0).max(if reasoning > 0 { beyond_input } else { 0 });
    Usage {
        input_tokens: input.unwrap_or(0),
        cached_tokens: number("/usage/prompt_tokens_details/cached_tokens")
            .or_else(|| number("/usage/prompt_cache_hit_tokens"))
            .unwrap_or(0),
        cache_write_tokens: number("/usage/prompt_tokens_details/cache_write_tokens").unwrap_or(0),
        output_tokens: output_with_reasoning,
        reasoning_tokens: reasoning,
        unreported_calls: u64::from(input.is_none() || output.is_none()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::provider::wire::parse_reply;

    fn parse(status: u16, body: &str) -> Result<ModelReply, CallFailure> {
        parse_reply(WireForm::ChatCompletions, status, body)
    }

    #[test]
    fn a_reply_with_calls() {
        let body = r#"{"choices":[{"finish_reason":"stop","message":{"role":"assistant","content":null,"reasoning_content":"hm",
            "tool_calls":[{"id":"","type":"function","function":{"name":"read_file","arguments":{"path":"a.py"}}}]}}],
            "usage":{"prompt_tokens":10,"completion_tokens":4,"prompt_tokens_details":{"cached_tokens":8}}}"#;
        let reply = parse(200, body).unwrap();
        assert_eq!(reply.stop, StopReason::ToolCalls);
        assert_eq!(reply.turn.calls[0].arguments, r#"{"path":"a.py"}"#);
        assert!(reply.turn.calls[0].id.starts_with("call_"), "it came without an identifier");
        assert_eq!(reply.turn.raw.unwrap()["reasoning_content"], "hm", "what was received is echoed whole");
        let usage = Usage { input_tokens: 10, cached_tokens: 8, output_tokens: 4, ..Usage::default() };
        assert_eq!(reply.usage, usage);
    }

    #[track_caller]
    fn check_usage(usage: &str, expected: Usage) {
        let body = format!("{{\"choices\":[{{\"message\":{{\"content\":\"a\"}}}}],\"usage\":{usage}}}");
        assert_eq!(parse(200, &body).unwrap().usage, expected, "{usage}");
    }

    #[test]
    fn usages() {
        let with_reasoning = r#"{"prompt_tokens":10,"completion_tokens":9,"total_tokens":19,"completion_tokens_details":{"reasoning_tokens":5}}"#;
        let expected = Usage { input_tokens: 10, output_tokens: 9, reasoning_tokens: 5, ..Usage::default() };
        check_usage(with_reasoning, expected);
        let apart = r#"{"prompt_tokens":10,"completion_tokens":4,"total_tokens":19,"completion_tokens_details":{"reasoning_tokens":5}}"#;
        check_usage(apart, expected);
        let deepseek = r#"{"prompt_tokens":10,"completion_tokens":4,"total_tokens":14,"prompt_cache_hit_tokens":6}"#;
        check_usage(deepseek, Usage { input_tokens: 10, cached_tokens: 6, output_tokens: 4, ..Usage::default() });
        check_usage("null", Usage { unreported_calls: 1, ..Usage::default() });
    }

    fn check_stop(choice: &str, expected: StopReason) {
        let body = format!("{{\"choices\":[{choice}]}}");
        let reply = parse(200, &body).unwrap();
        assert_eq!(reply.stop, expected);
        assert_eq!(reply.usage.unreported_calls, 1);
    }

    #[test]
    fn stops() {
        check_stop(r#"{"finish_reason":"length","message":{"content":""}}"#, StopReason::Length);
        check_stop(r#"{"finish_reason":"content_filter","message":{"content":""}}"#, StopReason::Refusal);
        check_stop(r#"{"finish_reason":"stop","message":{"content":null,"refusal":"no"}}"#, StopReason::Refusal);
        check_stop(r#"{"finish_reason":"eos","message":{"content":[{"text":"a"}]}}"#, StopReason::Other("eos".into()));
    }

    fn check_failure(status: u16, body: &str, expected: FailureKind) {
        assert_eq!(parse(status, body).unwrap_err().kind, expected, "{status} {body}");
    }

    #[test]
    fn failures() {
        check_failure(200, "<html>", FailureKind::BrokenReply);
        check_failure(200, "{\"choices\":[]}", FailureKind::BrokenReply);
        check_failure(200, r#"{"error":{"code":429,"message":"slow"}}"#, FailureKind::RateLimited);
        check_failure(200, r#"{"error":"boom"}"#, FailureKind::ServerTrouble);
        check_failure(
            200,
            r#"{"choices":[{"error":{"code":502,"message":"x"},"message":{}}]}"#,
            FailureKind::ServerTrouble,
        );
        check_failure(
            200,
            r#"{"choices":[{"finish_reason":"error","message":{"content":"half"}}]}"#,
            FailureKind::ServerTrouble,
        );
        check_failure(401, "{}", FailureKind::KeyRefused);
    }
}
