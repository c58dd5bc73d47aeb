//! Messages between the benchmark and a model, independent of any provider's wire form.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::WireForm;
use crate::domain::task::Brief;

/// One call to a model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ModelRequest {
    /// What is asked, typed. The messages say the same in words; the offline baseline reads this.
    pub brief: Brief,
    /// The conversation so far, system prompt first.
    pub messages: Vec<Message>,
    /// Whether the three repository tools are offered.
    pub offers_tools: bool,
    /// The JSON object that the final reply must be; none where it is free text. Sent only in turns that
    /// offer no tools.
    pub schema: Option<ReplySchema>,
    /// Upper bound of the reply, in tokens.
    pub max_tokens: u32,
    /// Whether an earlier reply was cut where only a whole one is of use: then the bound is twice as high, once.
    pub is_raised: bool,
}

impl ModelRequest {
    /// The bound that is sent, where the model's own is `most`.
    pub fn bound(&self, most: u32) -> u32 {
        self.max_tokens.min(most).saturating_mul(if self.is_raised { 2 } else { 1 })
    }
}

/// The form of a reply that must be a JSON object.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReplySchema {
    /// Short name, of letters and underscores.
    pub name: String,
    /// JSON Schema within what strict modes take: every key required, no others allowed, no bounds.
    pub schema: Value,
}

/// One message of a conversation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "role", rename_all = "snake_case")]
pub enum Message {
    /// Instructions that hold for the whole conversation.
    System {
        /// The text.
        text: String,
    },
    /// What is asked of the model.
    User {
        /// The text.
        text: String,
    },
    /// What the model said.
    Assistant(AssistantTurn),
    /// What a tool returned.
    Tool(ToolResult),
}

impl Message {
    /// Its length in characters, calls included.
    pub fn chars(&self) -> usize {
        let count = |text: &str| text.chars().count();
        match self {
            Self::System { text } | Self::User { text } => count(text),
            Self::Assistant(turn) => {
                let calls = turn.calls.iter().map(|call| count(&call.name) + count(&call.arguments));
                count(&turn.text) + calls.sum::<usize>()
            }
            Self::Tool(result) => count(&result.content),
        }
    }
}

/// A model's turn: text, tool calls, or both.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AssistantTurn {
    /// The visible text; empty where there is none.
    #[serde(default)]
    pub text: String,
    /// The calls that the model wants made, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<ToolCall>,
    /// The turn exactly as received, echoed back to the provider that sent it: dropped reasoning
    /// fields are a common cause of refused follow-ups.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub raw: Option<Value>,
    /// The form of `raw`: it is echoed in no other.
    #[serde(default)]
    pub raw_form: WireForm,
}

/// A call of a tool, as the model wrote it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ToolCall {
    /// The provider's identifier of the call.
    pub id: String,
    /// The tool's name; may be a tool that doesn't exist.
    pub name: String,
    /// The arguments as received: JSON text where the model behaved.
    pub arguments: String,
}

/// The answer to a [`ToolCall`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolResult {
    /// The call that this answers.
    pub call_id: String,
    /// The tool's name.
    pub name: String,
    /// What the tool found, or what went wrong.
    pub content: String,
    /// True where the content is an error message.
    #[serde(default)]
    pub is_error: bool,
}

/// A successful reply.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ModelReply {
    /// What the model said.
    pub turn: AssistantTurn,
    /// Why it stopped.
    pub stop: StopReason,
    /// Tokens used by this call.
    pub usage: Usage,
    /// What was said on the way to this turn, where an agent elsewhere replies and tells it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub earlier: Vec<Message>,
}

/// Why a model stopped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StopReason {
    /// It was done.
    End,
    /// It wants tools run.
    ToolCalls,
    /// It hit the token limit: the text is cut.
    Length,
    /// The provider or the model refused.
    Refusal,
    /// Something else, as the provider names it.
    Other(String),
}

/// Tokens used. The baseline uses none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Tokens of the prompt, with those that were read from or written to a cache.
    pub input_tokens: u64,
    /// Tokens of the prompt that the provider had cached.
    #[serde(default)]
    pub cached_tokens: u64,
    /// Tokens of the prompt that the provider wrote to its cache, where it says so.
    #[serde(default)]
    pub cache_write_tokens: u64,
    /// Tokens of the reply, reasoning included.
    pub output_tokens: u64,
    /// Tokens of the reply that went into reasoning, where the provider says so.
    #[serde(default)]
    pub reasoning_tokens: u64,
    /// Calls whose reply carried no usage: the totals are then a lower bound.
    #[serde(default)]
    pub unreported_calls: u64,
}

impl Usage {
    /// Of a call whose reply doesn't say.
    pub const UNREPORTED: Self = Self {
        input_tokens: 0,
        cached_tokens: 0,
        cache_write_tokens: 0,
        output_tokens: 0,
        reasoning_tokens: 0,
        unreported_calls: 1,
    };

    /// Whether the numbers can be added up without overflow, whoever says them.
    pub fn is_plausible(&self) -> bool {
        const MOST_TOKENS: u64 = 1 << 52;
        let numbers = [
            self.input_tokens,
            self.cached_tokens,
            self.cache_write_tokens,
            self.output_tokens,
            self.reasoning_tokens,
            self.unreported_calls,
        ];
        numbers.into_iter().all(|number| number <= MOST_TOKENS)
    }
}

impl std::ops::SubAssign for Usage {
    fn sub_assign(&mut self, other: Self) {
        let minus = |number: &mut u64, other: u64| *number = number.saturating_sub(other);
        minus(&mut self.input_tokens, other.input_tokens);
        minus(&mut self.cached_tokens, other.cached_tokens);
        minus(&mut self.cache_write_tokens, other.cache_write_tokens);
        minus(&mut self.output_tokens, other.output_tokens);
        minus(&mut self.reasoning_tokens, other.reasoning_tokens);
        minus(&mut self.unreported_calls, other.unreported_calls);
    }
}

impl std::ops::AddAssign for Usage {
    fn add_assign(&mut self, other: Self) {
        self.input_tokens += other.input_tokens;
        self.cached_tokens += other.cached_tokens;
        self.cache_write_tokens += other.cache_write_tokens;
        self.output_tokens += other.output_tokens;
        self.reasoning_tokens += other.reasoning_tokens;
        self.unreported_calls += other.unreported_calls;
    }
}
