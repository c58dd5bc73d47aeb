//! What a run will take, before anything is spent: calls, tokens and cost of each stage, as a range.
//!
//! Where samples of the same model under the same condition are stored, their use is the basis; else assumptions
//! are, and the plan says so.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::domain::agent::AgentLimits;
use crate::domain::condition::Condition;
use crate::domain::provider::{ModelRef, Price, Usage};
use crate::domain::run::{Sample, SampleState, Spend};
use crate::domain::stats::{PUBLISHED_SPREAD, smallest_detectable};

/// Samples of a kind from which on their use is the basis of an estimate.
const ENOUGH: usize = 5;
/// Tokens of instructions, tool descriptions and question.
const PROMPT_TOKENS: u64 = 900;
/// Tokens that a turn adds to the conversation, with what its tools return: few, and many.
const TURN_TOKENS: (u64, u64) = (400, 4000);
/// Turns with tools: few, and many (the limit holds where it is lower).
const TURNS: (u64, u64) = (3, 20);
/// Tokens of an answer or verdict: few, and many (the limit holds where it is lower).
const REPLY_TOKENS: (u64, u64) = (150, 1200);
/// Characters for one token.
const CHARS_PER_TOKEN: u64 = 4;

/// From the least to the most that is to be expected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Range<T> {
    /// Lower end.
    pub low: T,
    /// Upper end.
    pub high: T,
}

/// A stage of the run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stage {
    /// The model that is called.
    pub model: ModelRef,
    /// Answering under this condition; judging where none.
    pub condition: Option<Condition>,
    /// Its samples.
    pub samples: usize,
    /// Calls.
    pub calls: Range<u64>,
    /// Tokens of prompts.
    pub input_tokens: Range<u64>,
    /// Tokens of replies.
    pub output_tokens: Range<u64>,
    /// Cost in USD; none where the price isn't known.
    pub usd: Option<Range<f64>>,
    /// Stored samples that the estimate rests on; 0 where it rests on assumptions.
    pub observed: usize,
}

/// All stages of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// The stages: answering by model and condition, then judging.
    pub stages: Vec<Stage>,
    /// The smallest difference between two conditions that so many tasks can show (80 % power, 5 %), if
    /// differences spread as in the published results.
    pub smallest_difference: Option<Range<f64>>,
}

impl Plan {
    /// Calls of all stages.
    pub fn calls(&self) -> Range<u64> {
        self.sum(|stage| stage.calls)
    }

    /// Tokens of all stages, prompts and replies together.
    pub fn tokens(&self) -> Range<u64> {
        let add = |a: Range<u64>, b: Range<u64>| Range { low: a.low + b.low, high: a.high + b.high };
        self.sum(|stage| add(stage.input_tokens, stage.output_tokens))
    }

    /// Cost of all stages whose price is known.
    pub fn usd(&self) -> Range<f64> {
        let known = self.stages.iter().filter_map(|stage| stage.usd);
        known.fold(Range::default(), |a, b| Range { low: a.low + b.low, high: a.high + b.high })
    }

    /// Models whose price isn't known: what they cost comes on top.
    pub fn unpriced(&self) -> Vec<ModelRef> {
        let mut models: Vec<ModelRef> =
            self.stages.iter().filter(|stage| stage.usd.is_none()).map(|stage| stage.model.clone()).collect();
        models.dedup();
        models
    }

    fn sum(&self, of: impl Fn(&Stage) -> Range<u64>) -> Range<u64> {
        let add = |a: Range<u64>, b: Range<u64>| Range { low: a.low + b.low, high: a.high + b.high };
        self.stages.iter().map(of).fold(Range::default(), add)
    }
}

/// What is to be run.
#[derive(Clone, Copy, Debug)]
pub struct PlanRequest<'a> {
    /// Characters of question, gold answer and rubric of each task.
    pub task_chars: &'a [usize],
    /// The models.
    pub models: &'a [ModelRef],
    /// The conditions.
    pub conditions: &'a [Condition],
    /// Repetitions.
    pub epochs: u32,
    /// The judge.
    pub judge: &'a ModelRef,
    /// Limits of the agent.
    pub limits: AgentLimits,
}

/// Calls and use of one sample.
type PerSample = (u64, Usage);

/// Use of samples that have ended, by who used it for what; nothing for the condition means judging.
#[derive(Clone, Debug, Default)]
pub struct Observations(BTreeMap<(ModelRef, Option<Condition>), Vec<PerSample>>);

impl Observations {
    /// Takes in a stored sample of a run with this judge.
    pub fn add(&mut self, sample: &Sample, judge: &ModelRef) {
        if !matches!(sample.state, SampleState::Scored { .. } | SampleState::Unscored { .. }) {
            return;
        }
        let mut note = |model: &ModelRef, condition, calls: u32, usage: Usage| {
            if calls > 0 && usage.unreported_calls == 0 {
                self.0.entry((model.clone(), condition)).or_default().push((u64::from(calls), usage));
            }
        };
        note(&sample.key.model, Some(sample.key.condition), sample.transcript.turns(), sample.usage);
        note(judge, None, sample.judging.turns(), sample.judge_usage);
    }
}

/// Plans a run. `price` gives what a model costs, where that is known.
pub fn plan(request: PlanRequest<'_>, observations: &Observations, price: impl Fn(&ModelRef) -> Option<Price>) -> Plan {
    let tasks = request.task_chars.len();
    let per_stage = tasks * request.epochs as usize;
    let mut stages = Vec::new();
    for model in request.models {
        for &condition in request.conditions {
            let assumed = answering(condition, request.limits);
            stages.push(stage(model, Some(condition), per_stage, assumed, observations, &price));
        }
    }
    let mean_chars = request.task_chars.iter().sum::<usize>() / tasks.max(1);
    let judged = per_stage * request.models.len() * request.conditions.len();
    let assumed = judging(mean_chars as u64, request.limits);
    stages.push(stage(request.judge, None, judged, assumed, observations, &price));
    let difference = |spread| smallest_detectable(spread, tasks);
    let ends = difference(PUBLISHED_SPREAD.0).zip(difference(PUBLISHED_SPREAD.1));
    Plan { stages, smallest_difference: ends.map(|(low, high)| Range { low, high }) }
}

fn stage(
    model: &ModelRef,
    condition: Option<Condition>,
    samples: usize,
    assumed: Range<PerSample>,
    observations: &Observations,
    price: &impl Fn(&ModelRef) -> Option<Price>,
) -> Stage {
    let seen = observations.0.get(&(model.clone(), condition)).map(Vec::as_slice).unwrap_or_default();
    let is_enough = seen.len() >= ENOUGH;
    let n = samples as u64;
    let per_sample = if model.is_baseline() {
        Range { low: (1, Usage::default()), high: (assumed.high.0, Usage::default()) }
    } else if is_enough {
        observed(seen)
    } else {
        assumed
    };
    let each = |of: fn(&PerSample) -> u64| Range { low: of(&per_sample.low) * n, high: of(&per_sample.high) * n };
    let usd = |one: &PerSample, price| Spend::of(&one.1, Some(price)).usd * samples as f64;
    Stage {
        model: model.clone(),
        condition,
        samples,
        calls: each(|one| one.0),
        input_tokens: each(|one| one.1.input_tokens),
        output_tokens: each(|one| one.1.output_tokens),
        usd: price(model).map(|price| Range { low: usd(&per_sample.low, price), high: usd(&per_sample.high, price) }),
        observed: if is_enough && !model.is_baseline() { seen.len() } else { 0 },
    }
}

/// From half to double of what was seen on average: tasks differ, and so do days.
fn observed(seen: &[PerSample]) -> Range<PerSample> {
    let n = seen.len() as u64;
    let mut sum = (0, Usage::default());
    for (calls, usage) in seen {
        sum.0 += calls;
        sum.1 += *usage;
    }
    let scaled = |times: fn(u64) -> u64| {
        let of = |total: u64| times(total / n.max(1));
        let usage = Usage {
            input_tokens: of(sum.1.input_tokens),
            cached_tokens: of(sum.1.cached_tokens),
            cache_write_tokens: of(sum.1.cache_write_tokens),
            output_tokens: of(sum.1.output_tokens),
            reasoning_tokens: of(sum.1.reasoning_tokens),
            unreported_calls: 0,
        };
        (of(sum.0).max(1), usage)
    };
    Range { low: scaled(|mean| mean / 2), high: scaled(|mean| mean * 2) }
}

fn answering(condition: Condition, limits: AgentLimits) -> Range<PerSample> {
    if condition == Condition::ClosedBook {
        let of = |reply: u64| one_call(PROMPT_TOKENS, reply, limits);
        return Range { low: of(REPLY_TOKENS.0), high: of(REPLY_TOKENS.1) };
    }
    let of = |turns: u64, added: u64, reply: u64| {
        let turns = turns.min(u64::from(limits.max_turns)).max(1);
        let most = limits.context_budget_chars as u64 / CHARS_PER_TOKEN;
        // Every turn sends the whole conversation again, up to the context budget.
        let input = (0..turns).map(|turn| PROMPT_TOKENS + (added * turn).min(most)).sum();
        let output = turns * reply.min(u64::from(limits.max_tokens));
        (turns, Usage { input_tokens: input, output_tokens: output, ..Usage::default() })
    };
    Range { low: of(TURNS.0, TURN_TOKENS.0, REPLY_TOKENS.0), high: of(TURNS.1, TURN_TOKENS.1, REPLY_TOKENS.1) }
}

fn judging(task_chars: u64, limits: AgentLimits) -> Range<PerSample> {
    let prompt = PROMPT_TOKENS / 2 + task_chars / CHARS_PER_TOKEN;
    let of = |answer: u64, reply: u64| one_call(prompt + answer, reply, limits);
    Range { low: of(REPLY_TOKENS.0, REPLY_TOKENS.0), high: of(REPLY_TOKENS.1, REPLY_TOKENS.1 / 2) }
}

fn one_call(input_tokens: u64, reply: u64, limits: AgentLimits) -> PerSample {
    let output_tokens = reply.min(u64::from(limits.max_tokens));
    (1, Usage { input_tokens, output_tokens, ..Usage::default() })
}

#[cfg(test)]
mod tests;
