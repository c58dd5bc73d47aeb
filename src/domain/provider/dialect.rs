//! What endpoints of one form differ in.

use serde::{Deserialize, Serialize};

use super::{CallFailure, FailureKind};

/// What endpoints of one form differ in. Stored with a provider, and changed by what refusals teach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Dialect {
    /// Under which key the bound of a reply goes.
    pub limit_key: LimitKey,
    /// How a reply is held to JSON.
    pub json: JsonSupport,
    /// Which identifiers of tool calls are taken.
    pub call_ids: CallIds,
    /// How reasoning is echoed.
    pub echo: ReasoningEcho,
    /// Whether `stream_options.include_usage` is taken.
    pub stream_usage: bool,
    /// Whether encrypted reasoning may be asked for (Responses).
    pub encrypted_reasoning: bool,
}

impl Default for Dialect {
    fn default() -> Self {
        Self {
            limit_key: LimitKey::default(),
            json: JsonSupport::default(),
            call_ids: CallIds::default(),
            echo: ReasoningEcho::default(),
            stream_usage: true,
            encrypted_reasoning: true,
        }
    }
}

/// Under which key the bound of a reply goes (Chat Completions).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LimitKey {
    /// What most endpoints know.
    #[default]
    MaxTokens,
    /// What newer models of some providers want instead.
    MaxCompletionTokens,
}

/// How a reply is held to JSON.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JsonSupport {
    /// By a JSON Schema.
    #[default]
    Schema,
    /// By asking for any JSON object, where the form has that.
    Object,
    /// By the prompt alone.
    Unsupported,
}

/// Which identifiers of tool calls are taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CallIds {
    /// What the form allows.
    #[default]
    Any,
    /// Nine ASCII letters and digits (Mistral).
    NineAlphanumerics,
}

/// How reasoning is echoed (Chat Completions).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReasoningEcho {
    /// As it was received.
    #[default]
    AsReceived,
    /// Turns with tool calls always have `reasoning_content`, empty where none was received (DeepSeek).
    OnToolTurns,
    /// All turns have it (Moonshot).
    OnAllTurns,
    /// It is left out, since the endpoint refuses what it sent itself.
    Never,
}

impl Dialect {
    /// Learns from a refusal. True where another attempt in the changed dialect may do. What was learned is
    /// never unlearned, so that asking again comes to an end.
    pub fn learn(&mut self, failure: &CallFailure) -> bool {
        let before = *self;
        if failure.kind == FailureKind::Rejected {
            let said = failure.details.to_lowercase();
            let names = |words: &[&str]| words.iter().any(|word| said.contains(word));
            let is_unknown = names(&[
                "unsupported",
                "not supported",
                "not permitted",
                "not allowed",
                "unknown",
                "unrecognized",
                "unexpected",
                "extra",
            ]);
            if names(&["max_completion_tokens"]) {
                self.limit_key = LimitKey::MaxCompletionTokens;
            } else if names(&["stream_options", "include_usage"]) {
                self.stream_usage = false;
            } else if names(&["encrypted content", "encrypted_content"]) {
                self.encrypted_reasoning = false;
            } else if names(&["tool call id", "tool_call_id"]) && names(&["length of 9", "a-z, a-z, 0-9"]) {
                self.call_ids = CallIds::NineAlphanumerics;
            } else if names(&[
                "response_format",
                "json_schema",
                "json_object",
                "text.format",
                "output_config",
                "output_format",
                "responsejsonschema",
                "response_json_schema",
                "responsemimetype",
                "response mime type",
                "structured output",
                "schema",
            ]) {
                self.json = match self.json {
                    JsonSupport::Schema => JsonSupport::Object,
                    JsonSupport::Object | JsonSupport::Unsupported => JsonSupport::Unsupported,
                };
            } else if names(&["reasoning_content", "reasoning_details", "property 'reasoning'"]) {
                self.echo = match self.echo {
                    _ if is_unknown => ReasoningEcho::Never,
                    ReasoningEcho::AsReceived => ReasoningEcho::OnToolTurns,
                    ReasoningEcho::OnToolTurns => ReasoningEcho::OnAllTurns,
                    last => last,
                };
            }
        }
        *self != before
    }
}
