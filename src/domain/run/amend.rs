//! What can be done to a run once it has ended: failed samples again, judged again, or more of everything.

use serde::{Deserialize, Serialize};

use super::{Run, RunSpec, Sample, SampleState, Terms};
use crate::domain::agent::Agent;
use crate::domain::condition::Condition;
use crate::domain::judge::Verdict;
use crate::domain::provider::{IMPORTED_PROVIDER, ModelRef};
use crate::domain::task::Brief;

/// A change of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "amend", rename_all = "snake_case")]
pub enum Amendment {
    /// Samples that failed, were refused an answer, or were cancelled, are begun anew.
    Retry,
    /// Answers are judged again without being asked for again.
    Rejudge {
        /// Who judges; from now on the run's judge.
        judge: ModelRef,
        /// Only those that have no verdict; all by default.
        only_unscored: bool,
    },
    /// More models, conditions or repetitions: what is there stays.
    Extend {
        /// Models to be there too.
        models: Vec<ModelRef>,
        /// Conditions to be there too.
        conditions: Vec<Condition>,
        /// Repetitions in all; fewer than there are change nothing.
        epochs: u32,
    },
}

/// A verdict that another took the place of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EarlierVerdict {
    /// Who judged.
    pub judge: ModelRef,
    /// The verdict.
    pub verdict: Verdict,
}

impl RunSpec {
    /// The specification with an amendment.
    pub fn amended(&self, amendment: &Amendment) -> Self {
        let mut spec = self.clone();
        match amendment {
            Amendment::Retry => {}
            Amendment::Rejudge { judge, .. } => spec.judge = judge.clone(),
            Amendment::Extend { models, conditions, epochs } => {
                for model in models {
                    if !spec.models.contains(model) {
                        spec.models.push(model.clone());
                    }
                }
                spec.conditions.extend(conditions);
                spec.conditions.sort_unstable();
                spec.conditions.dedup();
                spec.epochs = spec.epochs.max(*epochs);
            }
        }
        spec
    }
}

impl Run {
    /// Samples of it that an amendment would work on, of those that have begun.
    pub fn touched<'a>(&self, amendment: &Amendment, samples: &'a [Sample]) -> impl Iterator<Item = &'a Sample> {
        samples.iter().filter(move |sample| sample.is_touched(amendment))
    }
}

impl Sample {
    fn is_touched(&self, amendment: &Amendment) -> bool {
        match amendment {
            Amendment::Retry => {
                // An agent that was run elsewhere can't be asked again.
                self.key.model.provider != IMPORTED_PROVIDER
                    && matches!(self.state, SampleState::Failed { .. } | SampleState::Refused | SampleState::Cancelled)
            }
            Amendment::Rejudge { only_unscored, .. } => match &self.state {
                SampleState::Unscored { .. } => true,
                SampleState::Scored { answer, .. } => !only_unscored && !answer.is_empty(),
                _ => false,
            },
            Amendment::Extend { .. } => false,
        }
    }

    /// Changes the sample as an amendment says; true where it did. Tokens that were paid stay counted, and a
    /// verdict that goes is kept among the earlier ones. `judge` is who has judged so far.
    pub fn amend(&mut self, amendment: &Amendment, judge: &ModelRef, terms: Terms<'_>) -> bool {
        if !self.is_touched(amendment) {
            return false;
        }
        self.ended_ms = None;
        if *amendment == Amendment::Retry {
            let fresh = Self::pending(self.key.clone());
            let (usage, judge_usage) = (self.usage, self.judge_usage);
            let earlier = std::mem::take(&mut self.earlier_verdicts);
            *self = Self { usage, judge_usage, earlier_verdicts: earlier, ..fresh };
            return true;
        }
        let state = std::mem::replace(&mut self.state, SampleState::Pending);
        let answer = match state {
            SampleState::Scored { answer, verdict } => {
                self.earlier_verdicts.push(EarlierVerdict { judge: judge.clone(), verdict });
                answer
            }
            SampleState::Unscored { answer, .. } => answer,
            _ => String::new(),
        };
        self.state = SampleState::judging(answer, terms);
        true
    }
}

impl SampleState {
    /// An answer that is to be judged.
    pub fn judging(answer: String, terms: Terms<'_>) -> Self {
        let Terms { task, limits, prompts } = terms;
        let brief = Brief::Judge {
            question: task.question.clone(),
            gold_answer: task.answer.clone(),
            rubric: task.rubric.clone(),
            answer: answer.clone(),
        };
        let words = prompts.prompt(&brief);
        let judge = Box::new(Agent::new(brief, words.system, words.user, limits, false));
        Self::Judging { answer, judge, rejected_replies: 0 }
    }
}
