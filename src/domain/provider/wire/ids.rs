//! Identifiers of tool calls: unique in a conversation, and such as the endpoint takes.

use std::collections::HashSet;
use std::hash::Hasher;

use fnv::FnvHasher;
use serde_json::Value;

use crate::domain::provider::{Message, ToolCall};

/// Which identifiers an endpoint takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IdRule {
    /// Any of up to 64 characters.
    Any,
    /// Letters, digits, `_` and `-` (Anthropic).
    Words,
    /// Exactly nine letters and digits (Mistral).
    NineAlphanumerics,
}

/// The messages with identifiers that follow the rule, the same in a call and its result. What came twice in
/// the conversation is told apart; what is fine already stays. The same conversation always gets the same
/// identifiers, however much was said since.
pub fn with_ids(messages: &[Message], rule: IdRule) -> Vec<Message> {
    let mut used = HashSet::new();
    // Identifiers of the last turn's calls, as they were and as they go out.
    let mut open: Vec<(String, String)> = Vec::new();
    let mut messages = messages.to_vec();
    for message in &mut messages {
        match message {
            Message::Assistant(turn) => {
                open.clear();
                for call in &mut turn.calls {
                    let id = fresh(&call.id, rule, &mut used);
                    open.push((std::mem::replace(&mut call.id, id.clone()), id));
                }
            }
            Message::Tool(result) => match open.iter().position(|(was, _)| *was == result.call_id) {
                Some(at) => result.call_id = open.remove(at).1,
                None => result.call_id = allowed(&result.call_id, rule, 0),
            },
            Message::System { .. } | Message::User { .. } => {}
        }
    }
    messages
}

fn fresh(id: &str, rule: IdRule, used: &mut HashSet<String>) -> String {
    let mut id_now = allowed(id, rule, 0);
    let mut again = 1;
    while !used.insert(id_now.clone()) {
        again += 1;
        id_now = allowed(id, rule, again);
    }
    id_now
}

/// The identifier as the rule wants it; `again` tells repeated ones apart.
fn allowed(id: &str, rule: IdRule, again: u64) -> String {
    let is_allowed = match rule {
        IdRule::Any => (1..=64).contains(&id.chars().count()),
        IdRule::Words => {
            (1..=64).contains(&id.len()) && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-')
        }
        IdRule::NineAlphanumerics => id.len() == 9 && id.bytes().all(|b| b.is_ascii_alphanumeric()),
    };
    if is_allowed && again == 0 {
        return id.to_owned();
    }
    let mut hasher = FnvHasher::default();
    hasher.write(id.as_bytes());
    hasher.write(&again.to_le_bytes());
    match rule {
        IdRule::NineAlphanumerics => nine_letters(hasher.finish()),
        IdRule::Any | IdRule::Words => format!("call_{:016x}", hasher.finish()),
    }
}

fn nine_letters(mut hash: u64) -> String {
    const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    (0..9)
        .map(|_| {
            let digit = DIGITS[(hash % 62) as usize];
            hash /= 62;
            char::from(digit)
        })
        .collect()
}

/// Gives calls that came without an identifier one. It is made from the reply, so that two turns of a
/// conversation get different ones and the same reply always gets the same.
pub fn make_up_ids(calls: &mut [ToolCall], reply: &[&Value]) {
    let mut hasher = FnvHasher::default();
    for part in reply {
        hasher.write(part.to_string().as_bytes());
    }
    let hash = hasher.finish();
    for (index, call) in calls.iter_mut().enumerate().filter(|(_, call)| call.id.is_empty()) {
        call.id = format!("call_{hash:016x}_{index}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::provider::{AssistantTurn, ToolResult};

    fn turn(ids: &[&str]) -> Vec<Message> {
        let call = |id: &&str| ToolCall { id: (*id).into(), name: "t".into(), arguments: "{}".into() };
        let result = |id: &&str| {
            Message::Tool(ToolResult { call_id: (*id).into(), name: "t".into(), content: "c".into(), is_error: false })
        };
        let calls = ids.iter().map(call).collect();
        let mut messages = vec![Message::Assistant(AssistantTurn { calls, ..AssistantTurn::default() })];
        messages.extend(ids.iter().map(result));
        messages
    }

    /// Identifiers of calls, after a check that those of the results are equal.
    fn ids_of(messages: &[Message]) -> Vec<String> {
        let (mut calls, mut results) = (Vec::new(), Vec::new());
        for message in messages {
            match message {
                Message::Assistant(turn) => calls.extend(turn.calls.iter().map(|call| call.id.clone())),
                Message::Tool(result) => results.push(result.call_id.clone()),
                _ => {}
            }
        }
        assert_eq!(calls, results);
        calls
    }

    #[track_caller]
    fn check(rule: IdRule, turns: &[&[&str]], kept: &[bool]) {
        let messages: Vec<Message> = turns.iter().flat_map(|ids| turn(ids)).collect();
        let ids = ids_of(&with_ids(&messages, rule));
        let distinct: HashSet<_> = ids.iter().collect();
        assert_eq!(distinct.len(), ids.len(), "{ids:?}");
        assert!(ids.iter().all(|id| allowed(id, rule, 0) == *id), "{ids:?} are not allowed");
        let got: Vec<bool> = ids.iter().zip(turns.iter().copied().flatten()).map(|(id, was)| id == was).collect();
        assert_eq!(got, kept, "{ids:?}");
        // The start of a conversation keeps its identifiers.
        let first = turns[0].len();
        assert_eq!(ids_of(&with_ids(&messages[..=first], rule)), ids[..first]);
    }

    #[test]
    fn identifiers() {
        check(IdRule::Any, &[&["a", "functions.x:0"], &["b"]], &[true, true, true]);
        check(IdRule::Any, &[&["call_0", "call_1"], &["call_0"], &["call_0"]], &[true, true, false, false]);
        check(IdRule::Any, &[&["a", "a"]], &[true, false]);
        check(IdRule::Any, &[&["", ""]], &[false, false]);
        check(IdRule::Words, &[&["toolu_01-x", "functions.x:0"]], &[true, false]);
        check(IdRule::NineAlphanumerics, &[&["D681PevKs", "call_1"], &["call_1"]], &[true, false, false]);
    }

    #[test]
    fn made_up_identifiers_differ_from_reply_to_reply() {
        let calls = || vec![ToolCall { id: String::new(), name: "t".into(), arguments: "{}".into() }; 2];
        let (mut one, mut other) = (calls(), calls());
        make_up_ids(&mut one, &[&"first".into()]);
        make_up_ids(&mut other, &[&"second".into()]);
        let ids: HashSet<_> = one.iter().chain(&other).map(|call| &call.id).collect();
        assert_eq!(ids.len(), 4);
        assert!(ids.iter().all(|id| id.len() <= 40));
    }
}
