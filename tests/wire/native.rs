//! What a model says, in each form's own JSON.

use code_qa_bench::domain::provider::WireForm;
use serde_json::{Value, json};

/// A turn of the scripted model.
#[derive(Clone, Default)]
pub struct Said {
    /// Number of the turn: identifiers and reasoning are made from it.
    pub turn: usize,
    pub reasons: bool,
    pub text: &'static str,
    /// Names and arguments of calls.
    pub calls: Vec<(&'static str, &'static str)>,
    pub is_cut: bool,
}

impl Said {
    /// What a form can hold: some know arguments only as objects.
    fn arguments(arguments: &str) -> Value {
        serde_json::from_str(arguments).unwrap_or_else(|_| json!({"path": 7}))
    }

    /// What stands in the reasoning; long enough to be told from all else, and base64 where a form wants that.
    pub fn reasoning(&self) -> String {
        format!("thoughtsOfTurn0{}", self.turn)
    }

    /// The reply in a form.
    pub fn reply(&self, form: WireForm) -> Value {
        match form {
            WireForm::ChatCompletions => self.chat(),
            WireForm::Responses => self.responses(),
            WireForm::Anthropic => self.anthropic(),
            WireForm::Gemini => self.gemini(),
        }
    }

    fn chat(&self) -> Value {
        let call = |(i, (name, arguments)): (usize, &(&str, &str))| {
            // The server forgets the identifiers of its second turn, and gives those of others again.
            let id = if self.turn == 2 { String::new() } else { format!("call_{i}") };
            json!({"index": i, "id": id, "type": "function", "function": {"name": name, "arguments": arguments}})
        };
        let mut message = json!({"role": "assistant", "content": self.text, "refusal": null, "annotations": []});
        if self.reasons {
            message["reasoning_content"] = self.reasoning().into();
            message["reasoning_details"] =
                json!([{"type": "reasoning.text", "index": 0, "text": self.reasoning(), "signature": null}]);
        }
        if !self.calls.is_empty() {
            message["tool_calls"] = self.calls.iter().enumerate().map(call).collect();
            for call in message["tool_calls"].as_array_mut().unwrap() {
                call.as_object_mut().unwrap().shift_remove("index");
            }
        }
        let finish = match self {
            Self { is_cut: true, .. } => "length",
            Self { calls, .. } if !calls.is_empty() => "tool_calls",
            _ => "stop",
        };
        let id = format!("chatcmpl-{}", self.turn);
        json!({"id": id, "choices": [{"index": 0, "message": message, "finish_reason": finish}]})
    }

    fn responses(&self) -> Value {
        let mut output = Vec::new();
        let id = |what: &str, i: usize| format!("{what}_{}_{i}", self.turn);
        if self.reasons {
            output.push(json!({"type": "reasoning", "id": id("rs", 0), "summary": [], "content": null,
                "encrypted_content": self.reasoning()}));
        }
        let status = if self.is_cut { "incomplete" } else { "completed" };
        if !self.text.is_empty() {
            let text = json!({"type": "output_text", "text": self.text, "annotations": [], "logprobs": []});
            output.push(json!({"type": "message", "id": id("msg", 0), "role": "assistant", "status": "completed", "content": [text]}));
        }
        for (i, (name, arguments)) in self.calls.iter().enumerate() {
            output.push(json!({"type": "function_call", "id": id("fc", i), "call_id": id("call", i), "name": name,
                "arguments": arguments, "status": status}));
        }
        let details = if self.is_cut { json!({"reason": "max_output_tokens"}) } else { Value::Null };
        json!({"id": id("resp", 0), "object": "response", "status": status, "error": null, "incomplete_details": details, "output": output})
    }

    fn anthropic(&self) -> Value {
        let mut content = Vec::new();
        if self.reasons {
            content.push(json!({"type": "thinking", "thinking": "", "signature": self.reasoning()}));
            content.push(json!({"type": "redacted_thinking", "data": self.reasoning()}));
        }
        if !self.text.is_empty() || self.calls.is_empty() {
            content.push(json!({"type": "text", "text": self.text, "citations": null}));
        }
        for (i, (name, arguments)) in self.calls.iter().enumerate() {
            let id = format!("toolu_{}_{i}", self.turn);
            content.push(json!({"type": "tool_use", "id": id, "name": name, "input": Self::arguments(arguments)}));
        }
        let stop = match self {
            Self { is_cut: true, .. } => "max_tokens",
            Self { calls, .. } if !calls.is_empty() => "tool_use",
            _ => "end_turn",
        };
        json!({"id": format!("msg_{}", self.turn), "type": "message", "role": "assistant", "content": content, "stop_reason": stop})
    }

    fn gemini(&self) -> Value {
        let mut parts = Vec::new();
        if self.reasons {
            parts.push(json!({"text": "thinking about it", "thought": true}));
        }
        if !self.text.is_empty() {
            parts.push(json!({"text": self.text}));
        }
        for (i, (name, arguments)) in self.calls.iter().enumerate() {
            let mut call = json!({"name": name, "args": Self::arguments(arguments)});
            // Some replies have identifiers, and some have none.
            if self.turn.is_multiple_of(2) {
                call["id"] = format!("g{}{i}", self.turn).into();
            }
            parts.push(json!({"functionCall": call}));
        }
        if let Some(part) = parts.last_mut().filter(|_| self.reasons && self.calls.is_empty()) {
            part["thoughtSignature"] = self.reasoning().into();
        }
        if let Some(part) = parts.iter_mut().find(|part| part.get("functionCall").is_some()) {
            part["thoughtSignature"] = self.reasoning().into();
        }
        let finish = if self.is_cut { "MAX_TOKENS" } else { "STOP" };
        json!({"responseId": format!("r{}", self.turn), "candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": finish}]})
    }
}
