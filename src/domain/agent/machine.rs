//! The loop itself.

use serde::{Deserialize, Serialize};

use super::context::within_budget;
use super::tools::read_call;
use super::words::{CUT, EMPTY, WITHDRAWN};
use super::{AgentLimits, Transcript};
use crate::domain::json::without_thinking;
use crate::domain::provider::{
    AssistantTurn, Message, ModelReply, ModelRequest, StopReason, ToolCall, ToolResult, Usage,
};
use crate::domain::task::{Brief, reply_schema};

/// After so many identical calls, or turns in a row with unreadable arguments, the tools are withdrawn.
const IDENTICAL_CALLS: usize = 4;
const UNREADABLE_TURNS: u32 = 3;

/// An agent at work.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Agent {
    brief: Brief,
    limits: AgentLimits,
    has_tools: bool,
    transcript: Transcript,
    usage: Usage,
    turns: u32,
    unreadable_turns: u32,
    is_last_turn: bool,
    /// Whether a reply was cut where only a whole one is of use: the bound is doubled from then on, once.
    #[serde(default)]
    is_raised: bool,
    was_nudged: bool,
    end: Option<AgentEnd>,
}

/// What an agent wants next.
#[derive(Clone, Debug, PartialEq)]
pub enum AgentStep {
    /// Call the model.
    CallModel(Box<ModelRequest>),
    /// Run these tool calls, all of them, and report the results in order.
    RunTools(Vec<ToolCall>),
    /// Nothing more.
    End(AgentEnd),
}

/// How an agent's work ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "end", rename_all = "snake_case")]
pub enum AgentEnd {
    /// With an answer, which may be empty.
    Answer {
        /// The text of the last turn, without reasoning in think tags.
        text: String,
    },
    /// The model refused.
    Refused,
    /// The token limit was used up before any text came: no answer, and not an empty one.
    CutOff,
}

impl Agent {
    /// An agent that is to do what `brief` says. `system` and `user` are the brief in words.
    pub fn new(brief: Brief, system: String, user: String, limits: AgentLimits, has_tools: bool) -> Self {
        let mut transcript = Transcript::default();
        transcript.push(Message::System { text: system });
        transcript.push(Message::User { text: user });
        Self {
            brief,
            limits,
            has_tools,
            transcript,
            usage: Usage::default(),
            turns: 0,
            unreadable_turns: 0,
            is_last_turn: !has_tools || limits.max_turns <= 1,
            is_raised: false,
            was_nudged: false,
            end: None,
        }
    }

    /// What to do next. Asking twice gives the same answer.
    pub fn next(&self) -> AgentStep {
        if let Some(end) = &self.end {
            return AgentStep::End(end.clone());
        }
        let open_calls = self.open_calls();
        if !open_calls.is_empty() {
            return AgentStep::RunTools(open_calls);
        }
        AgentStep::CallModel(Box::new(ModelRequest {
            brief: self.brief.clone(),
            messages: within_budget(&self.transcript, self.limits.context_budget_chars),
            offers_tools: self.has_tools && !self.is_last_turn,
            schema: reply_schema(&self.brief),
            max_tokens: self.limits.max_tokens,
            is_raised: self.is_raised,
        }))
    }

    /// Takes the model's reply.
    pub fn on_reply(&mut self, reply: ModelReply) {
        let ModelReply { mut turn, stop, usage, earlier } = reply;
        earlier.into_iter().for_each(|message| self.transcript.push(message));
        self.usage += usage;
        self.turns += 1;
        if stop == StopReason::Refusal {
            self.record(turn, usage);
            self.end = Some(AgentEnd::Refused);
            return;
        }
        if self.is_last_turn && !turn.calls.is_empty() {
            turn.calls.clear(); // it was told that the tools are gone
            turn.raw = None;
        }
        let text = without_thinking(&turn.text).trim().to_owned();
        let calls = turn.calls.clone();
        self.record(turn, usage);
        let was_raised = self.is_raised;
        // A cut answer in prose is an answer; half a JSON object, or nothing but reasoning, is none.
        let is_no_use = text.is_empty() || reply_schema(&self.brief).is_some();
        self.is_raised |= stop == StopReason::Length && calls.is_empty() && is_no_use;
        if !calls.is_empty() {
            self.on_calls(&calls, &stop);
        } else if text.is_empty() && self.is_raised && !was_raised {
            // Asked again as it was, with more room.
        } else if !text.is_empty() {
            self.end = Some(AgentEnd::Answer { text });
        } else if stop == StopReason::Length {
            self.end = Some(AgentEnd::CutOff);
        } else if self.was_nudged {
            self.end = Some(AgentEnd::Answer { text });
        } else {
            self.was_nudged = true;
            self.ask(EMPTY.into());
        }
    }

    /// Takes the results of the calls that [`AgentStep::RunTools`] named, in their order.
    pub fn on_tool_results(&mut self, results: Vec<ToolResult>) {
        for result in results {
            self.transcript.push(Message::Tool(result));
        }
        let repeats = self.most_repeated_call();
        if self.turns + 1 >= self.limits.max_turns
            || repeats >= IDENTICAL_CALLS
            || self.unreadable_turns >= UNREADABLE_TURNS
        {
            self.withdraw_tools();
        }
    }

    /// Asks for another turn after an answer that was not usable.
    pub fn ask_again(&mut self, problem: String) {
        self.end = None;
        self.ask(problem);
    }

    /// Everything said so far.
    pub fn transcript(&self) -> &Transcript {
        &self.transcript
    }

    /// Tokens used so far.
    pub fn usage(&self) -> Usage {
        self.usage
    }

    /// What the agent does, in a few words.
    pub fn step_label(&self) -> String {
        let turn = self.turns + 1;
        match self.open_calls().first() {
            Some(call) => format!("turn {}: {}", self.turns, call.name),
            None if self.is_last_turn && self.has_tools => format!("turn {turn}: final answer"),
            None => format!("turn {turn}: asking the model"),
        }
    }

    fn record(&mut self, turn: AssistantTurn, usage: Usage) {
        self.transcript.push_reply(Message::Assistant(turn), usage);
    }

    fn on_calls(&mut self, calls: &[ToolCall], stop: &StopReason) {
        if *stop == StopReason::Length {
            // A call of a cut turn may be half a call: none is run, all are answered.
            let results = calls.iter().map(|call| error_result(call, CUT.into())).collect();
            self.unreadable_turns += 1;
            self.on_tool_results(results);
            return;
        }
        let is_readable = calls.iter().any(|call| read_call(&call.name, &call.arguments).is_ok());
        self.unreadable_turns = if is_readable { 0 } else { self.unreadable_turns + 1 };
    }

    fn ask(&mut self, text: String) {
        self.is_last_turn |= self.turns + 1 >= self.limits.max_turns;
        self.transcript.push(Message::User { text });
    }

    fn withdraw_tools(&mut self) {
        if !self.is_last_turn {
            self.is_last_turn = true;
            self.ask(WITHDRAWN.into());
        }
    }

    /// Calls of the last turn that have no result yet.
    fn open_calls(&self) -> Vec<ToolCall> {
        let mut answered = Vec::new();
        for message in self.transcript.entries.iter().rev().map(|entry| &entry.message) {
            match message {
                Message::Tool(result) => answered.push(&result.call_id),
                Message::Assistant(turn) => {
                    return turn.calls.iter().filter(|call| !answered.contains(&&call.id)).cloned().collect();
                }
                _ => return Vec::new(),
            }
        }
        Vec::new()
    }

    fn most_repeated_call(&self) -> usize {
        let mut counts = std::collections::HashMap::new();
        for message in self.transcript.messages() {
            if let Message::Assistant(turn) = message {
                for call in &turn.calls {
                    *counts.entry((&call.name, &call.arguments)).or_insert(0) += 1;
                }
            }
        }
        counts.into_values().max().unwrap_or(0)
    }
}

fn error_result(call: &ToolCall, content: String) -> ToolResult {
    ToolResult { call_id: call.id.clone(), name: call.name.clone(), content, is_error: true }
}

#[cfg(test)]
mod tests;
