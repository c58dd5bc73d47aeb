//! A sample's way from question to verdict, as a state machine without IO.

use super::{SAMPLE_VERSION, Sample, SampleKey, SampleState, Terms, Unscored};
use crate::domain::agent::{Agent, AgentEnd, AgentStep, Transcript};
use crate::domain::condition::Condition;
use crate::domain::effect::{Effect, Outcome};
use crate::domain::judge::{Verdict, parse_verdict};
use crate::domain::provider::Usage;
use crate::domain::task::Brief;

/// How often a judge is asked again after a reply that was no verdict.
const JUDGE_AGAIN: u32 = 2;

/// Why a sample whose agent was cut off has no answer.
pub const CUT_OFF: &str = "The token limit of a reply was used up before any text came; raise it for this model.";

/// What a judge is told after a reply that was no verdict.
pub fn verdict_again(problem: &str) -> String {
    format!(
        "That was no verdict: {problem}. Reply with one JSON object {{accuracy, completeness, specificity, \
         explanation}}, each score a number from 0 to 5."
    )
}

impl Sample {
    /// A sample that has not begun.
    pub fn pending(key: SampleKey) -> Self {
        Self {
            version: SAMPLE_VERSION,
            key,
            state: SampleState::Pending,
            transcript: Transcript::default(),
            judging: Transcript::default(),
            agent_turns: 0,
            judge_turns: 0,
            usage: Usage::default(),
            judge_usage: Usage::default(),
            earlier_verdicts: Vec::new(),
            ended_ms: None,
        }
    }

    /// Begins a pending sample; does nothing to any other.
    pub fn begin(&mut self, terms: Terms<'_>) {
        let Terms { task, limits, prompts } = terms;
        if self.state == SampleState::Pending {
            let condition = self.key.condition;
            let brief =
                Brief::Answer { repository: task.repository.clone(), question: task.question.clone(), condition };
            let words = prompts.prompt(&brief);
            let has_tools = condition != Condition::ClosedBook;
            let agent = Agent::new(brief, words.system, words.user, limits, has_tools);
            self.state = SampleState::Answering { agent: Box::new(agent) };
        }
    }

    /// What to do next. Asking twice gives the same answer.
    pub fn next(&self) -> Effect {
        match &self.state {
            SampleState::Answering { agent } => match agent.next() {
                AgentStep::CallModel(request) => Effect::CallModel(request),
                AgentStep::RunTools(calls) => Effect::RunTools { condition: self.key.condition, calls },
                AgentStep::End(_) => Effect::Done,
            },
            SampleState::Judging { judge, .. } => match judge.next() {
                AgentStep::CallModel(request) => Effect::CallJudge(request),
                AgentStep::RunTools(_) | AgentStep::End(_) => Effect::Done,
            },
            _ => Effect::Done,
        }
    }

    /// Takes what came of the last effect; `terms` are the judge's, and `now_ms` is in milliseconds since 1970.
    pub fn resume(&mut self, outcome: Outcome, terms: Terms<'_>, now_ms: u64) {
        match &mut self.state {
            SampleState::Answering { agent } => {
                match outcome {
                    Outcome::Replied(reply) => {
                        self.usage += reply.usage;
                        agent.on_reply(reply);
                    }
                    Outcome::ToolResults(results) => agent.on_tool_results(results),
                    Outcome::CallFailed(failure) => {
                        self.transcript = agent.transcript().clone();
                        self.state = SampleState::Failed { message: failure.summary() };
                    }
                    Outcome::Paths(_) | Outcome::CodeOnly(_) => {}
                }
                self.after_answering(terms);
            }
            SampleState::Judging { judge, answer, .. } => match outcome {
                Outcome::Replied(reply) => {
                    self.judge_usage += reply.usage;
                    judge.on_reply(reply);
                    self.after_judging();
                }
                Outcome::CallFailed(failure) => {
                    self.judging = judge.transcript().clone();
                    let reason = Unscored::JudgeFailed { message: failure.summary() };
                    self.state = SampleState::Unscored { answer: std::mem::take(answer), reason };
                }
                _ => {}
            },
            _ => {}
        }
        if self.state.has_ended() && self.ended_ms.is_none() {
            self.ended_ms = Some(now_ms);
            self.settle();
        }
    }

    /// Gives the sample up, unless it has ended.
    pub fn cancel(&mut self, now_ms: u64) {
        if self.state.has_ended() {
            return;
        }
        if let SampleState::Answering { agent } = &self.state {
            self.transcript = agent.transcript().clone();
        }
        self.state = SampleState::Cancelled;
        self.ended_ms = Some(now_ms);
        self.settle();
    }

    /// Tokens of agent and judge.
    pub fn total_usage(&self) -> Usage {
        let mut usage = self.usage;
        usage += self.judge_usage;
        usage
    }

    /// What is going on, in a few words.
    pub fn step_label(&self) -> String {
        match &self.state {
            SampleState::Answering { agent } => agent.step_label(),
            SampleState::Judging { rejected_replies: 0, .. } => "judging".into(),
            SampleState::Judging { rejected_replies, .. } => format!("judging again ({rejected_replies})"),
            other => other.label().into(),
        }
    }

    fn after_answering(&mut self, terms: Terms<'_>) {
        let SampleState::Answering { agent } = &self.state else { return };
        let AgentStep::End(end) = agent.next() else { return };
        self.transcript = agent.transcript().clone();
        self.state = match end {
            AgentEnd::Answer { text } if text.is_empty() => {
                SampleState::Scored { answer: text, verdict: Verdict::of_empty_answer() }
            }
            AgentEnd::Answer { text } => SampleState::judging(text, terms),
            AgentEnd::Refused => SampleState::Refused,
            AgentEnd::CutOff => SampleState::Failed { message: CUT_OFF.into() },
        };
    }

    fn after_judging(&mut self) {
        let SampleState::Judging { answer, judge, rejected_replies } = &mut self.state else { return };
        let AgentStep::End(end) = judge.next() else { return };
        let problem = match end {
            AgentEnd::Answer { text } => match parse_verdict(&text) {
                Ok(verdict) => {
                    self.judging = judge.transcript().clone();
                    self.state = SampleState::Scored { answer: std::mem::take(answer), verdict };
                    return;
                }
                Err(problem) => problem.to_string(),
            },
            AgentEnd::CutOff => "the token limit was used up before any text came".into(),
            AgentEnd::Refused => {
                self.judging = judge.transcript().clone();
                self.state = SampleState::Unscored { answer: std::mem::take(answer), reason: Unscored::JudgeRefused };
                return;
            }
        };
        if *rejected_replies >= JUDGE_AGAIN {
            self.judging = judge.transcript().clone();
            let reason = Unscored::InvalidVerdict { problem };
            self.state = SampleState::Unscored { answer: std::mem::take(answer), reason };
        } else {
            *rejected_replies += 1;
            judge.ask_again(verdict_again(&problem));
        }
    }
}
