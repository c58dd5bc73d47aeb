//! The parts of a log that are read, as inspect_ai writes them. All else is passed over.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

/// What a log says of the evaluation: `header.json`, or the start of a log that was never finished.
#[derive(Debug, Deserialize)]
pub struct HeaderRecord {
    pub eval: EvalRecord,
}

#[derive(Debug, Deserialize)]
pub struct EvalRecord {
    #[serde(default)]
    pub created: String,
    pub task: String,
    pub model: String,
    #[serde(default)]
    pub config: EvalConfig,
    #[serde(default)]
    pub model_roles: Option<Map<String, Value>>,
    #[serde(default)]
    pub metadata: Option<Map<String, Value>>,
}

#[derive(Debug, Default, Deserialize)]
pub struct EvalConfig {
    #[serde(default)]
    pub epochs: Option<u32>,
}

/// A whole log in JSON.
#[derive(Debug, Deserialize)]
pub struct LogRecord {
    pub eval: EvalRecord,
    #[serde(default)]
    pub samples: Option<Vec<Box<RawValue>>>,
}

/// One sample.
#[derive(Debug, Deserialize)]
pub struct SampleRecord<'a> {
    pub id: Value,
    pub epoch: u32,
    pub input: Value,
    pub target: Value,
    #[serde(default)]
    pub metadata: Value,
    #[serde(default)]
    pub messages: Vec<MessageRecord>,
    #[serde(default)]
    pub output: OutputRecord,
    #[serde(default)]
    pub scores: Option<BTreeMap<String, Value>>,
    #[serde(default)]
    pub model_usage: BTreeMap<String, UsageRecord>,
    #[serde(default)]
    pub role_usage: BTreeMap<String, UsageRecord>,
    #[serde(default)]
    pub error: Option<ErrorRecord>,
    #[serde(default)]
    pub limit: Option<LimitRecord>,
    #[serde(default)]
    pub invalidation: Option<Value>,
    #[serde(default)]
    pub completed_at: Option<String>,
    #[serde(default)]
    pub attachments: BTreeMap<String, String>,
    #[serde(default, borrow)]
    pub events: Vec<&'a RawValue>,
}

#[derive(Debug, Deserialize)]
pub struct MessageRecord {
    #[serde(default)]
    pub id: Option<String>,
    pub role: String,
    #[serde(default)]
    pub content: Value,
    #[serde(default)]
    pub tool_calls: Option<Vec<CallRecord>>,
    #[serde(default)]
    pub tool_call_id: Option<String>,
    #[serde(default)]
    pub function: Option<String>,
    #[serde(default)]
    pub error: Option<ErrorRecord>,
}

#[derive(Debug, Deserialize)]
pub struct CallRecord {
    pub id: String,
    pub function: String,
    #[serde(default)]
    pub arguments: Value,
}

#[derive(Debug, Default, Deserialize)]
pub struct OutputRecord {
    #[serde(default)]
    pub completion: String,
    #[serde(default)]
    pub choices: Vec<ChoiceRecord>,
    #[serde(default)]
    pub usage: Option<UsageRecord>,
}

#[derive(Debug, Deserialize)]
pub struct ChoiceRecord {
    pub message: MessageId,
}

#[derive(Debug, Deserialize)]
pub struct MessageId {
    #[serde(default)]
    pub id: Option<String>,
}

/// A call of a model, among the events of a sample.
#[derive(Debug, Deserialize)]
pub struct ModelEvent {
    pub output: OutputRecord,
}

/// What kind of event it is.
#[derive(Debug, Deserialize)]
pub struct EventKind {
    pub event: String,
}

/// Tokens as inspect_ai counts them: those of the prompt without those of the cache.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub struct UsageRecord {
    #[serde(default)]
    pub input_tokens: u64,
    #[serde(default)]
    pub output_tokens: u64,
    #[serde(default)]
    pub input_tokens_cache_write: Option<u64>,
    #[serde(default)]
    pub input_tokens_cache_read: Option<u64>,
    #[serde(default)]
    pub reasoning_tokens: Option<u64>,
}

#[derive(Debug, Deserialize)]
pub struct ErrorRecord {
    #[serde(default)]
    pub message: String,
}

#[derive(Debug, Deserialize)]
pub struct LimitRecord {
    #[serde(rename = "type")]
    pub kind: String,
    #[serde(default)]
    pub limit: Option<f64>,
}

/// The score of this project's judge.
#[derive(Debug, Deserialize)]
pub struct ScoreRecord {
    /// Nothing where the sample is unscored.
    #[serde(default)]
    pub value: Option<f64>,
    #[serde(default)]
    pub answer: Option<String>,
    #[serde(default)]
    pub explanation: Option<String>,
    #[serde(default)]
    pub metadata: Notes,
}

/// What the judge of the project notes beside the score.
#[derive(Debug, Default, Deserialize)]
pub struct Notes {
    /// How the agent ended.
    #[serde(default)]
    pub end: String,
    #[serde(default)]
    pub verdict: Option<AxesRecord>,
    #[serde(default)]
    pub why: String,
    #[serde(default)]
    pub problem: String,
    #[serde(default)]
    pub judging: Vec<SaidRecord>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
pub struct AxesRecord {
    pub accuracy: f64,
    pub completeness: f64,
    pub specificity: f64,
}

/// A message between the site's words and the judge.
#[derive(Debug, Deserialize)]
pub struct SaidRecord {
    pub role: String,
    #[serde(default)]
    pub text: String,
}
