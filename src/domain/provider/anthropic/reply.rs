//! Reading the reply.

use serde_json::Value;

use crate::domain::provider::error::broken;
use crate::domain::provider::wire::ids::make_up_ids;
use crate::domain::provider::{
    AssistantTurn, CallFailure, FailureKind, ModelReply, StopReason, ToolCall, Usage, WireForm,
};

/// Reads a reply.
pub fn read(value: &Value, body: &str) -> Result<ModelReply, CallFailure> {
    let blocks = value.get("content").and_then(Value::as_array).ok_or_else(|| broken("no content in it", body))?;
    let calls: Vec<ToolCall> = blocks.iter().filter(|block| block["type"] == "tool_use").map(read_call).collect();
    let stop = match value.get("stop_reason").and_then(Value::as_str).unwrap_or_default() {
        "refusal" => StopReason::Refusal,
        "max_tokens" => StopReason::Length,
        "model_context_window_exceeded" => {
            let message = "The conversation and the reply do not fit the model's context.".into();
            return Err(CallFailure { kind: FailureKind::TooLong, message, ..broken("cut", "") });
        }
        // Only for tools that the provider runs itself, of which we offer none: the call is made again.
        "pause_turn" => return Err(broken("the provider paused in the middle of it", body)),
        _ if !calls.is_empty() => StopReason::ToolCalls,
        "end_turn" | "stop_sequence" | "tool_use" | "" => StopReason::End,
        other => StopReason::Other(other.to_owned()),
    };
    let texts = blocks.iter().filter(|block| block["type"] == "text");
    let text = texts.filter_map(|block| block["text"].as_str()).collect();
    // A cut call has no input that could be echoed.
    let can_echo = blocks.iter().all(|block| block["type"] != "tool_use" || block["input"].is_object());
    let raw = can_echo.then(|| Value::Array(blocks.clone()));
    let mut turn = AssistantTurn { text, calls, raw, raw_form: WireForm::Anthropic };
    make_up_ids(&mut turn.calls, &[&value["id"], &value["content"]]);
    Ok(ModelReply { turn, stop, usage: read_usage(value), earlier: Vec::new() })
}

fn read_call(block: &Value) -> ToolCall {
    let text = |key: &str| block[key].as_str().unwrap_or_default().to_owned();
    let arguments = match &block["input"] {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        input => input.to_string(),
    };
    ToolCall { id: text("id"), name: text("name"), arguments }
}

/// What is read from a cache or written to one is reported apart from the rest of the prompt.
fn read_usage(value: &Value) -> Usage {
    let number = |pointer: &str| value.pointer(pointer).and_then(Value::as_u64);
    let input = number("/usage/input_tokens");
    let output = number("/usage/output_tokens");
    let cached_tokens = number("/usage/cache_read_input_tokens").unwrap_or(0);
    let cache_write_tokens = number("/usage/cache_creation_input_tokens").unwrap_or(0);
    Usage {
        input_tokens: input.unwrap_or(0).saturating_add(cached_tokens).saturating_add(cache_write_tokens),
        cached_tokens,
        cache_write_tokens,
        output_tokens: output.unwrap_or(0),
        reasoning_tokens: number("/usage/output_tokens_details/thinking_tokens").unwrap_or(0),
        unreported_calls: u64::from(input.is_none() || output.is_none()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::provider::wire::parse_reply;

    fn parse(body: &str) -> Result<ModelReply, CallFailure> {
        parse_reply(WireForm::Anthropic, 200, body)
    }

    #[test]
    fn a_reply_with_thinking_and_calls() {
        let body = r#"{"type":"message","id":"msg_1","role":"assistant","stop_reason":"tool_use","content":[
            {"type":"thinking","thinking":"","signature":"s"},{"type":"text","text":"look"},
            {"type":"tool_use","id":"toolu_1","name":"read_file","input":{"path":"a.py"}}],
            "usage":{"input_tokens":10,"cache_read_input_tokens":100,"cache_creation_input_tokens":20,"output_tokens":7,
            "output_tokens_details":{"thinking_tokens":3}}}"#;
        let reply = parse(body).unwrap();
        assert_eq!((reply.stop, reply.turn.text.as_str()), (StopReason::ToolCalls, "look"));
        assert_eq!(reply.turn.calls[0].arguments, r#"{"path":"a.py"}"#);
        assert_eq!(reply.turn.raw.unwrap()[0]["signature"], "s");
        let expected = Usage {
            input_tokens: 130,
            cached_tokens: 100,
            cache_write_tokens: 20,
            output_tokens: 7,
            reasoning_tokens: 3,
            unreported_calls: 0,
        };
        assert_eq!(reply.usage, expected);
    }

    #[track_caller]
    fn check_stop(reason: &str, expected: Result<StopReason, FailureKind>) {
        let body = format!(r#"{{"content":[{{"type":"text","text":"a"}}],"stop_reason":{reason}}}"#);
        let got = parse(&body).map(|reply| reply.stop).map_err(|failure| failure.kind);
        assert_eq!(got, expected, "{reason}");
    }

    #[test]
    fn stops() {
        check_stop("\"end_turn\"", Ok(StopReason::End));
        check_stop("\"stop_sequence\"", Ok(StopReason::End));
        check_stop("\"max_tokens\"", Ok(StopReason::Length));
        check_stop("\"refusal\"", Ok(StopReason::Refusal));
        check_stop("\"new\"", Ok(StopReason::Other("new".into())));
        check_stop("\"pause_turn\"", Err(FailureKind::BrokenReply));
        check_stop("\"model_context_window_exceeded\"", Err(FailureKind::TooLong));
        let overloaded = parse(r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#);
        assert_eq!(overloaded.unwrap_err().kind, FailureKind::ServerTrouble);
        assert_eq!(parse("{}").unwrap_err().kind, FailureKind::BrokenReply);
    }
}
