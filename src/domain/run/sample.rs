//! A sample: one task under one condition by one model, once.

use serde::{Deserialize, Serialize};

use crate::domain::agent::{Agent, AgentLimits, Transcript};
use crate::domain::condition::Condition;
use crate::domain::judge::Verdict;
use crate::domain::provider::{ModelRef, Usage};
use crate::domain::run::EarlierVerdict;
use crate::domain::task::Task;
use crate::domain::task::prompts::PromptSet;

/// Version of the stored form of [`Sample`].
pub const SAMPLE_VERSION: u32 = 2;

/// What tells a sample apart within its run.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SampleKey {
    /// The task.
    pub task: String,
    /// The condition.
    pub condition: Condition,
    /// The model under test.
    pub model: ModelRef,
    /// Which repetition, from 0.
    pub epoch: u32,
}

impl SampleKey {
    /// The key as text, for storage and links. Unique within a run.
    pub fn id(&self) -> String {
        format!("{}|{}|{}|{}|{}", self.task, self.condition.id(), self.model.provider, self.model.model, self.epoch)
    }
}

/// A sample as stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// [`SAMPLE_VERSION`].
    pub version: u32,
    /// Which sample.
    pub key: SampleKey,
    /// How it stands.
    pub state: SampleState,
    /// The agent's conversation so far. Empty where the sample is read without its conversations.
    #[serde(default)]
    pub transcript: Transcript,
    /// The judge's conversation so far. Empty where the sample is read without its conversations.
    #[serde(default)]
    pub judging: Transcript,
    /// Model turns of the agent, once the sample has ended: known without the conversation.
    #[serde(default)]
    pub agent_turns: u32,
    /// Turns of the judge, once the sample has ended.
    #[serde(default)]
    pub judge_turns: u32,
    /// Tokens of the agent's calls.
    pub usage: Usage,
    /// Tokens of the judge's calls.
    pub judge_usage: Usage,
    /// Verdicts that others took the place of, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub earlier_verdicts: Vec<EarlierVerdict>,
    /// When it ended, in milliseconds since 1970; none while it hasn't.
    pub ended_ms: Option<u64>,
}

/// What a sample is asked and judged by.
#[derive(Clone, Copy, Debug)]
pub struct Terms<'a> {
    /// Its task.
    pub task: &'a Task,
    /// Limits of the agent, as far as the model that is called bears them.
    pub limits: AgentLimits,
    /// The run's words.
    pub prompts: &'a PromptSet,
}

impl Sample {
    /// Model turns of the agent so far.
    pub fn turns(&self) -> u32 {
        match &self.state {
            SampleState::Answering { agent } => agent.transcript().turns(),
            _ if self.transcript.entries.is_empty() => self.agent_turns,
            _ => self.transcript.turns(),
        }
    }

    /// Notes what must be known without the conversations.
    pub fn settle(&mut self) {
        let (transcript, judging) = (std::mem::take(&mut self.transcript), std::mem::take(&mut self.judging));
        self.note_turns(&transcript, &judging);
        (self.transcript, self.judging) = (transcript, judging);
    }

    /// A conversation that isn't there says nothing.
    fn note_turns(&mut self, transcript: &Transcript, judging: &Transcript) {
        if !transcript.entries.is_empty() {
            self.agent_turns = transcript.turns();
        }
        if !judging.entries.is_empty() {
            self.judge_turns = judging.turns();
        }
    }

    /// The sample without its conversations: thousands fit into memory.
    pub fn without_conversations(&self) -> Self {
        let mut head = Self {
            version: self.version,
            key: self.key.clone(),
            state: self.state.clone(),
            transcript: Transcript::default(),
            judging: Transcript::default(),
            agent_turns: self.agent_turns,
            judge_turns: self.judge_turns,
            usage: self.usage,
            judge_usage: self.judge_usage,
            earlier_verdicts: self.earlier_verdicts.clone(),
            ended_ms: self.ended_ms,
        };
        head.note_turns(&self.transcript, &self.judging);
        head
    }
}

/// How a sample stands. *Unscored*, *failed*, *refused* and *cancelled* are states, never a score of 0.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum SampleState {
    /// Not begun.
    Pending,
    /// The agent is at work.
    Answering {
        /// The loop, to be gone on with.
        agent: Box<Agent>,
    },
    /// The answer is there; the judge is at work.
    Judging {
        /// The answer.
        answer: String,
        /// The judge's conversation, to be gone on with.
        judge: Box<Agent>,
        /// Replies of the judge that were no verdict, so far.
        rejected_replies: u32,
    },
    /// Scored.
    Scored {
        /// The answer.
        answer: String,
        /// The verdict.
        verdict: Verdict,
    },
    /// Answered, but without a verdict.
    Unscored {
        /// The answer.
        answer: String,
        /// Why.
        reason: Unscored,
    },
    /// The agent gave no answer because something broke.
    Failed {
        /// What happened.
        message: String,
    },
    /// The model refused to answer.
    Refused,
    /// The run was cancelled first.
    Cancelled,
}

/// Why an answer has no verdict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "why", rename_all = "snake_case")]
pub enum Unscored {
    /// The judge's replies were no verdicts, also when asked again.
    InvalidVerdict {
        /// What was wrong with the last one.
        problem: String,
    },
    /// The judge refused.
    JudgeRefused,
    /// The judge's call failed for good.
    JudgeFailed {
        /// The failure's sentence.
        message: String,
    },
}

impl std::fmt::Display for Unscored {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::InvalidVerdict { problem } => write!(f, "the judge gave no valid verdict: {problem}"),
            Self::JudgeRefused => write!(f, "the judge refused"),
            Self::JudgeFailed { message } => write!(f, "the judge could not be asked: {message}"),
        }
    }
}

impl SampleState {
    /// Whether nothing more will happen to the sample.
    pub fn has_ended(&self) -> bool {
        !matches!(self, Self::Pending | Self::Answering { .. } | Self::Judging { .. })
    }

    /// One word for tables and filters.
    pub fn label(&self) -> &'static str {
        match self {
            Self::Pending => "not run",
            Self::Answering { .. } => "answering",
            Self::Judging { .. } => "judging",
            Self::Scored { .. } => "scored",
            Self::Unscored { .. } => "unscored",
            Self::Failed { .. } => "failed",
            Self::Refused => "refused",
            Self::Cancelled => "cancelled",
        }
    }

    /// The score, 0 to 1, where there is one.
    pub fn score(&self) -> Option<f64> {
        match self {
            Self::Scored { verdict, .. } => Some(verdict.score()),
            _ => None,
        }
    }

    /// The answer, where there is one.
    pub fn answer(&self) -> Option<&str> {
        match self {
            Self::Judging { answer, .. } | Self::Scored { answer, .. } | Self::Unscored { answer, .. } => Some(answer),
            _ => None,
        }
    }
}
