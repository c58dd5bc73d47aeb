//! Keeping a conversation within its budget.

use crate::domain::agent::Transcript;
use crate::domain::agent::words::left_out;
use crate::domain::provider::Message;

/// The messages to send: all of the transcript, but with the oldest tool results replaced by a one-line
/// note where the whole is over budget. What the model has not seen yet is always kept, and no call loses
/// its answer.
pub fn within_budget(transcript: &Transcript, budget_chars: usize) -> Vec<Message> {
    // An empty turn says nothing, and providers refuse it.
    let mut messages: Vec<Message> = transcript.messages().filter(|message| !is_empty_turn(message)).cloned().collect();
    let mut total: usize = messages.iter().map(Message::chars).sum();
    // Results that the model has not seen yet: those behind its last turn.
    let unseen = messages.iter().rposition(|m| matches!(m, Message::Assistant(_))).unwrap_or(0);
    for (at, message) in messages.iter_mut().enumerate() {
        if total <= budget_chars || at > unseen {
            break;
        }
        if let Message::Tool(result) = message {
            let note = left_out(&result.name);
            let (before, after) = (count(&result.content), count(&note));
            if after < before {
                result.content = note;
                total -= before - after;
            }
        }
    }
    messages
}

fn is_empty_turn(message: &Message) -> bool {
    matches!(message, Message::Assistant(turn) if turn.calls.is_empty() && turn.text.trim().is_empty())
}

fn count(text: &str) -> usize {
    text.chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::provider::{AssistantTurn, ToolResult};

    fn transcript(results: &[usize]) -> Transcript {
        let mut transcript = Transcript::default();
        transcript.push(Message::User { text: "q".into() });
        for (i, &length) in results.iter().enumerate() {
            transcript.push(Message::Assistant(AssistantTurn { text: "call".into(), ..AssistantTurn::default() }));
            let content = "x".repeat(length);
            let result = ToolResult { call_id: i.to_string(), name: "read_file".into(), content, is_error: false };
            transcript.push(Message::Tool(result));
        }
        transcript
    }

    fn check(results: &[usize], budget: usize, kept: &[bool]) {
        let messages = within_budget(&transcript(results), budget);
        let got: Vec<bool> = messages
            .iter()
            .filter_map(|m| match m {
                Message::Tool(result) => Some(result.content.starts_with('x')),
                _ => None,
            })
            .collect();
        assert_eq!(got, kept);
    }

    #[test]
    fn oldest_results_go_first_and_the_newest_stays() {
        check(&[1000, 1000, 1000], 5000, &[true, true, true]);
        check(&[1000, 1000, 1000], 2500, &[false, true, true]);
        check(&[1000, 1000, 1000], 100, &[false, false, true]);
        check(&[10, 1000, 1000], 1500, &[true, false, true]); // a short result isn't worth a note
    }
}
