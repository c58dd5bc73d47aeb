//! Conversations of a log in our form.

use std::collections::BTreeMap;

use serde_json::Value;

use super::record::{EventKind, MessageRecord, ModelEvent, SaidRecord, SampleRecord, UsageRecord};
use crate::domain::agent::{Entry, Transcript};
use crate::domain::provider::{AssistantTurn, Message, ToolCall, ToolResult, Usage};

/// The beginning of a text that stands elsewhere in the sample.
const ATTACHMENT: &str = "attachment://";

impl From<UsageRecord> for Usage {
    fn from(record: UsageRecord) -> Self {
        let (read, written) =
            (record.input_tokens_cache_read.unwrap_or(0), record.input_tokens_cache_write.unwrap_or(0));
        Self {
            input_tokens: record.input_tokens.saturating_add(read).saturating_add(written),
            cached_tokens: read,
            cache_write_tokens: written,
            output_tokens: record.output_tokens,
            reasoning_tokens: record.reasoning_tokens.unwrap_or(0),
            unreported_calls: 0,
        }
    }
}

/// The agent's conversation, with the tokens of each turn where the log has the call.
pub fn transcript(sample: &SampleRecord<'_>) -> Transcript {
    let usage = usage_by_message(sample);
    let entries = sample.messages.iter().filter_map(|record| {
        let usage = record.id.as_ref().and_then(|id| usage.get(id)).copied();
        Some(Entry { message: message(record, &sample.attachments)?, usage })
    });
    Transcript { entries: entries.collect() }
}

/// The judge's conversation.
pub fn judging(said: &[SaidRecord], attachments: &BTreeMap<String, String>) -> Transcript {
    let mut transcript = Transcript::default();
    for SaidRecord { role, text } in said {
        let text = resolved(text, attachments);
        transcript.push(match role.as_str() {
            "system" => Message::System { text },
            "assistant" => Message::Assistant(AssistantTurn { text, ..AssistantTurn::default() }),
            _ => Message::User { text },
        });
    }
    transcript
}

/// A text, from the sample's attachments where it was put there.
pub fn resolved(text: &str, attachments: &BTreeMap<String, String>) -> String {
    let attached = text.strip_prefix(ATTACHMENT).and_then(|hash| attachments.get(hash));
    attached.map_or_else(|| text.to_owned(), Clone::clone)
}

/// Text, or the texts of a list of parts. Reasoning is no text; what else there may be is named.
pub fn text_of(content: &Value, attachments: &BTreeMap<String, String>) -> String {
    match content {
        Value::String(text) => resolved(text, attachments),
        Value::Array(parts) => {
            let texts = parts.iter().filter_map(|part| match part["type"].as_str()? {
                "text" => Some(resolved(part["text"].as_str()?, attachments)),
                "reasoning" => None,
                other => Some(format!("[{other}]")),
            });
            texts.collect::<Vec<_>>().join("\n")
        }
        _ => String::new(),
    }
}

fn message(record: &MessageRecord, attachments: &BTreeMap<String, String>) -> Option<Message> {
    let text = text_of(&record.content, attachments);
    Some(match record.role.as_str() {
        "system" => Message::System { text },
        "user" => Message::User { text },
        "assistant" => {
            let calls = record.tool_calls.iter().flatten().map(|call| ToolCall {
                id: call.id.clone(),
                name: call.function.clone(),
                arguments: call.arguments.to_string(),
            });
            Message::Assistant(AssistantTurn { text, calls: calls.collect(), ..AssistantTurn::default() })
        }
        "tool" => Message::Tool(ToolResult {
            call_id: record.tool_call_id.clone().unwrap_or_default(),
            name: record.function.clone().unwrap_or_default(),
            content: match &record.error {
                Some(error) => resolved(&error.message, attachments),
                None => text,
            },
            is_error: record.error.is_some(),
        }),
        _ => return None,
    })
}

fn usage_by_message(sample: &SampleRecord<'_>) -> BTreeMap<String, Usage> {
    let calls = sample.events.iter().filter_map(|event| {
        let kind: EventKind = serde_json::from_str(event.get()).ok()?;
        if kind.event != "model" {
            return None;
        }
        let call: ModelEvent = serde_json::from_str(event.get()).ok()?;
        let id = call.output.choices.into_iter().next()?.message.id?;
        Some((id, call.output.usage?.into()))
    });
    calls.collect()
}
