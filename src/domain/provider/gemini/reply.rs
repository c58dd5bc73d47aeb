//! Reading the reply.

use serde_json::Value;

use crate::domain::provider::error::broken;
use crate::domain::provider::wire::ids::make_up_ids;
use crate::domain::provider::{
    AssistantTurn, CallFailure, FailureKind, ModelReply, StopReason, ToolCall, Usage, WireForm,
};

/// Reads a reply.
pub fn read(value: &Value, body: &str) -> Result<ModelReply, CallFailure> {
    let Some(candidate) = value.pointer("/candidates/0") else {
        if value.pointer("/promptFeedback/blockReason").is_none() {
            return Err(broken("no candidate in it", body));
        }
        // The prompt was refused: there is no turn at all.
        let turn = AssistantTurn::default();
        return Ok(ModelReply { turn, stop: StopReason::Refusal, usage: read_usage(value), earlier: Vec::new() });
    };
    let no_parts = Vec::new();
    let parts = candidate.pointer("/content/parts").and_then(Value::as_array).unwrap_or(&no_parts);
    let calls: Vec<ToolCall> = parts.iter().filter_map(|part| part.get("functionCall")).map(read_call).collect();
    let stop = match candidate.get("finishReason").and_then(Value::as_str).unwrap_or_default() {
        "MAX_TOKENS" => StopReason::Length,
        "SAFETY" | "RECITATION" | "BLOCKLIST" | "PROHIBITED_CONTENT" | "SPII" | "LANGUAGE" => StopReason::Refusal,
        "MALFORMED_FUNCTION_CALL" | "MALFORMED_RESPONSE" => {
            return Err(broken("the model's call of a tool was malformed", body));
        }
        "MISSING_THOUGHT_SIGNATURE" => {
            let message = "The provider misses a signature of an earlier turn.".into();
            return Err(CallFailure { kind: FailureKind::Rejected, message, ..broken("", body) });
        }
        _ if !calls.is_empty() => StopReason::ToolCalls,
        "STOP" | "FINISH_REASON_UNSPECIFIED" | "" => StopReason::End,
        other => StopReason::Other(other.to_owned()),
    };
    let spoken = parts.iter().filter(|part| part["thought"] != true);
    let text = spoken.filter_map(|part| part["text"].as_str()).collect();
    let raw = (!parts.is_empty()).then(|| candidate["content"].clone());
    let mut turn = AssistantTurn { text, calls, raw, raw_form: WireForm::Gemini };
    make_up_ids(&mut turn.calls, &[&value["responseId"], &candidate["content"], &value["usageMetadata"]]);
    Ok(ModelReply { turn, stop, usage: read_usage(value), earlier: Vec::new() })
}

fn read_call(function: &Value) -> ToolCall {
    let text = |key: &str| function[key].as_str().unwrap_or_default().to_owned();
    let arguments = function.get("args").filter(|args| args.is_object()).map_or_else(|| "{}".into(), Value::to_string);
    ToolCall { id: text("id"), name: text("name"), arguments }
}

/// Thinking is counted apart from the reply.
fn read_usage(value: &Value) -> Usage {
    let number = |key: &str| value.pointer("/usageMetadata").and_then(|usage| usage.get(key)).and_then(Value::as_u64);
    let input = number("promptTokenCount");
    let reasoning_tokens = number("thoughtsTokenCount").unwrap_or(0);
    Usage {
        input_tokens: input.unwrap_or(0).saturating_add(number("toolUsePromptTokenCount").unwrap_or(0)),
        cached_tokens: number("cachedContentTokenCount").unwrap_or(0),
        cache_write_tokens: 0,
        output_tokens: number("candidatesTokenCount").unwrap_or(0).saturating_add(reasoning_tokens),
        reasoning_tokens,
        unreported_calls: u64::from(input.is_none()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::provider::wire::parse_reply;

    fn parse(body: &str) -> Result<ModelReply, CallFailure> {
        parse_reply(WireForm::Gemini, 200, body)
    }

    #[test]
    fn a_reply_with_thoughts_and_calls() {
        let body = r#"{"responseId":"r","candidates":[{"finishReason":"STOP","content":{"role":"model","parts":[
            {"text":"hm","thought":true},{"text":"look"},
            {"functionCall":{"name":"read_file","args":{"path":"a.py"}},"thoughtSignature":"s"},
            {"functionCall":{"id":"g2","name":"list_directory"}}]}}],
            "usageMetadata":{"promptTokenCount":10,"cachedContentTokenCount":8,"candidatesTokenCount":4,"thoughtsTokenCount":5}}"#;
        let reply = parse(body).unwrap();
        assert_eq!((reply.stop, reply.turn.text.as_str()), (StopReason::ToolCalls, "look"));
        assert!(reply.turn.calls[0].id.starts_with("call_"));
        assert_eq!((reply.turn.calls[1].id.as_str(), reply.turn.calls[1].arguments.as_str()), ("g2", "{}"));
        assert_eq!(reply.turn.raw.unwrap()["parts"][2]["thoughtSignature"], "s");
        let expected =
            Usage { input_tokens: 10, cached_tokens: 8, output_tokens: 9, reasoning_tokens: 5, ..Usage::default() };
        assert_eq!(reply.usage, expected);
    }

    #[track_caller]
    fn check_stop(body: &str, expected: Result<StopReason, FailureKind>) {
        let got = parse(body).map(|reply| reply.stop).map_err(|failure| failure.kind);
        assert_eq!(got, expected, "{body}");
    }

    #[test]
    fn stops() {
        let finish = |reason| {
            format!(r#"{{"candidates":[{{"finishReason":"{reason}","content":{{"parts":[{{"text":"a"}}]}}}}]}}"#)
        };
        check_stop(&finish("STOP"), Ok(StopReason::End));
        check_stop(&finish("MAX_TOKENS"), Ok(StopReason::Length));
        check_stop(&finish("SAFETY"), Ok(StopReason::Refusal));
        check_stop(&finish("OTHER"), Ok(StopReason::Other("OTHER".into())));
        check_stop(&finish("MALFORMED_FUNCTION_CALL"), Err(FailureKind::BrokenReply));
        check_stop(&finish("MISSING_THOUGHT_SIGNATURE"), Err(FailureKind::Rejected));
        check_stop(r#"{"candidates":[{"finishReason":"STOP"}]}"#, Ok(StopReason::End));
        check_stop(r#"{"promptFeedback":{"blockReason":"SAFETY"}}"#, Ok(StopReason::Refusal));
        check_stop("{}", Err(FailureKind::BrokenReply));
        check_stop(
            r#"[{"error":{"code":503,"message":"busy","status":"UNAVAILABLE"}}]"#,
            Err(FailureKind::ServerTrouble),
        );
    }
}
