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
    /// Whether a message of the user may follow a tool's result (Mistral wants the model between them).
    pub user_after_tools: bool,
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
            user_after_tools: true,
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
    /// None, where the form pairs calls and results without them (Gemini).
    LeftOut,
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

/// Words for a setting that an endpoint does not know.
const UNKNOWN: [&str; 7] =
    ["unsupported", "not supported", "not permitted", "not allowed", "unknown", "unrecognized", "unexpected"];
/// Words for what holds a reply to JSON, in the forms' own names.
const JSON: [&str; 12] = [
    "response_format",
    "json_schema",
    "json_object",
    "text.format",
    "output_config",
    "responsejsonschema",
    "response_json_schema",
    "response mime type",
    "structured output",
    "output format",
    "output_format",
    "json mode",
];

impl Dialect {
    /// [`Self::learn`] where several calls are under way at once: `used` is the dialect of the refused call.
    /// What another refusal has taught meanwhile is tried before more is learned.
    pub fn learn_after(&mut self, used: &Self, failure: &CallFailure) -> bool {
        if self == used { self.learn(failure) } else { failure.kind == FailureKind::Rejected }
    }

    /// Learns from a refusal. True where another attempt in the changed dialect may do. What was learned is
    /// never unlearned, so that asking again comes to an end.
    pub fn learn(&mut self, failure: &CallFailure) -> bool {
        if failure.kind != FailureKind::Rejected {
            return false;
        }
        let before = *self;
        let said = failure.details.to_lowercase();
        let names = |words: &[&str]| words.iter().any(|word| said.contains(word));
        if names(&["max_completion_tokens"]) {
            self.limit_key = LimitKey::MaxCompletionTokens;
        } else if names(&["stream_options", "include_usage"]) {
            self.stream_usage = false;
        } else if names(&["encrypted content", "encrypted_content"]) {
            self.encrypted_reasoning = false;
        } else if names(&["tool call id"]) && names(&["length of 9"]) {
            self.call_ids = CallIds::NineAlphanumerics;
        } else if names(&["role 'user' after role 'tool'"]) {
            self.user_after_tools = false;
        } else if names(&["unknown name \"id\" at"]) && names(&["function_call", "function_response"]) {
            self.call_ids = CallIds::LeftOut;
        } else if names(&JSON) {
            self.json = match self.json {
                JsonSupport::Schema => JsonSupport::Object,
                JsonSupport::Object | JsonSupport::Unsupported => JsonSupport::Unsupported,
            };
        } else if names(&["reasoning_content", "reasoning_details", "property 'reasoning'", "].reasoning"]) {
            self.echo = match self.echo {
                _ if names(&UNKNOWN) => ReasoningEcho::Never,
                ReasoningEcho::AsReceived => ReasoningEcho::OnToolTurns,
                ReasoningEcho::OnToolTurns => ReasoningEcho::OnAllTurns,
                last => last,
            };
        }
        *self != before
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::provider::classify;

    /// What a refusal of this status and with these words teaches.
    #[track_caller]
    fn check(status: u16, message: &str, expected: Dialect) {
        let failure = classify(status, &serde_json::json!({"error": {"message": message}}).to_string());
        let mut dialect = Dialect::default();
        assert_eq!(dialect.learn(&failure), expected != Dialect::default(), "{message}");
        assert_eq!(dialect, expected, "{message}");
    }

    #[test]
    fn refusals_teach() {
        let plain = Dialect::default();
        let limit = Dialect { limit_key: LimitKey::MaxCompletionTokens, ..plain };
        check(400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.", limit);
        let json = Dialect { json: JsonSupport::Object, ..plain };
        check(400, "This response_format type is unavailable now", json);
        check(
            400,
            "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.",
            json,
        );
        check(400, "JSON mode is not enabled for models/x", json);
        check(400, "output_config.format: Extra inputs are not permitted", json);
        check(422, "Unknown name \"responseJsonSchema\" at 'generation_config': Cannot find field.", json);
        check(400, "Unrecognized request argument supplied: stream_options", Dialect { stream_usage: false, ..plain });
        check(
            400,
            "Encrypted content is not supported with this model.",
            Dialect { encrypted_reasoning: false, ..plain },
        );
        let nine = Dialect { call_ids: CallIds::NineAlphanumerics, ..plain };
        check(400, "Tool call id was call_1 but must be a-z, A-Z, 0-9, with a length of 9.", nine);
        let none = Dialect { call_ids: CallIds::LeftOut, ..plain };
        check(400, "Unknown name \"id\" at 'contents[1].parts[0].function_call': Cannot find field.", none);
        let bridged = Dialect { user_after_tools: false, ..plain };
        check(400, "Unexpected role 'user' after role 'tool'", bridged);
        let on_tools = Dialect { echo: ReasoningEcho::OnToolTurns, ..plain };
        check(400, "The reasoning_content in the thinking mode must be passed back to the API.", on_tools);
        check(
            400,
            "thinking is enabled but reasoning_content is missing in assistant tool call message at index 2",
            on_tools,
        );
        let never = Dialect { echo: ReasoningEcho::Never, ..plain };
        check(400, "'messages.2' : property 'reasoning_content' is unsupported", never);
        check(400, "messages[2].reasoning: reasoning is not supported with this model", never);
        check(400, "bad temperature", plain);
        check(500, "max_completion_tokens", plain);
        check(429, "response_format", plain);
    }

    #[test]
    fn calls_at_the_same_time_learn_once() {
        let failure = classify(400, r#"{"error":{"message":"response_format"}}"#);
        let (used, mut dialect) = (Dialect::default(), Dialect::default());
        for _ in 0..3 {
            assert!(dialect.learn_after(&used, &failure));
            assert_eq!(dialect.json, JsonSupport::Object);
        }
        assert!(!dialect.learn_after(&used, &classify(401, "{}")), "another key is needed, not another dialect");
    }

    #[test]
    fn learning_comes_to_an_end() {
        let failure = classify(400, r#"{"error":{"message":"response_format, reasoning_content"}}"#);
        let mut dialect = Dialect::default();
        let lessons = (0..20).take_while(|_| dialect.learn(&failure)).count();
        assert_eq!((lessons, dialect.json), (2, JsonSupport::Unsupported));
        let failure = classify(400, r#"{"error":{"message":"reasoning_content"}}"#);
        let lessons = (0..20).take_while(|_| dialect.learn(&failure)).count();
        assert_eq!((lessons, dialect.echo), (2, ReasoningEcho::OnAllTurns));
        assert_eq!(serde_json::from_str::<Dialect>("{}").unwrap(), Dialect::default());
    }
}
