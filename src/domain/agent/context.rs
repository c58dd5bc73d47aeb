//! Keeping a conversation within its budget.

use crate::domain::agent::Transcript;
use crate::domain::provider::{Message, ToolResult};

/// The messages to send: all of the transcript, but with the oldest tool results replaced by a one-line
/// note where the whole is over budget. The newest result is always kept, and no call loses its answer.
pub fn within_budget(transcript: &Transcript, budget_chars: usize) -> Vec<Message> {
    let mut messages: Vec<Message> = transcript.messages().cloned().collect();
    let mut total: usize = messages.iter().map(chars).sum();
    let newest = messages.iter().rposition(|m| matches!(m, Message::Tool(_)));
    for (at, message) in messages.iter_mut().enumerate() {
        if total <= budget_chars || Some(at) == newest {
            break;
        }
        if let Message::Tool(result) = message {
            let note = note_for(result);
            let (before, after) = (count(&result.content), count(&note));
            if after < before {
                result.content = note;
                total -= before - after;
            }
        }
    }
    messages
}

fn note_for(result: &ToolResult) -> String {
    format!("[An earlier result of {} was left out to save room. Call it again if you need it.]", result.name)
}

fn chars(message: &Message) -> usize {
    match message {
        Message::System { text } | Message::User { text } => count(text),
        Message::Assistant(turn) => {
            count(&turn.text) + turn.calls.iter().map(|call| count(&call.name) + count(&call.arguments)).sum::<usize>()
        }
        Message::Tool(result) => count(&result.content),
    }
}

fn count(text: &str) -> usize {
    text.chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn transcript(results: &[usize]) -> Transcript {
        let mut transcript = Transcript::default();
        transcript.push(Message::User { text: "q".into() });
        for (i, &length) in results.iter().enumerate() {
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
