//! What a run will take: answering by model and condition, then judging.

use super::assumptions::{CHARS_PER_TOKEN, PROMPT_TOKENS, REPLY_TOKENS, exploring, one_call};
use super::{Observations, Once, Plan, Range, Work, stage};
use crate::domain::agent::AgentLimits;
use crate::domain::condition::Condition;
use crate::domain::provider::{ModelRef, Price};

/// Turns with tools: few, and many (the limit holds where it is lower).
const TURNS: (u64, u64) = (3, 20);

/// What is to be run.
#[derive(Clone, Copy, Debug)]
pub struct RunPlanRequest<'a> {
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

/// Plans a run. `price` gives what a model costs, where that is known.
pub fn plan_run(
    request: RunPlanRequest<'_>,
    observations: &Observations,
    price: impl Fn(&ModelRef) -> Option<Price>,
) -> Plan {
    let tasks = request.task_chars.len();
    let per_stage = tasks * request.epochs as usize;
    let mut stages = Vec::new();
    for model in request.models {
        for &condition in request.conditions {
            let assumed = answering(condition, request.limits);
            stages.push(stage((model, Work::Answering(condition)), per_stage, assumed, observations, &price));
        }
    }
    let mean_chars = request.task_chars.iter().sum::<usize>() / tasks.max(1);
    let judged = per_stage * request.models.len() * request.conditions.len();
    let assumed = judging(mean_chars as u64, request.limits);
    stages.push(stage((request.judge, Work::Judging), judged, assumed, observations, &price));
    Plan { stages, smallest_difference: Plan::smallest_difference(tasks) }
}

fn answering(condition: Condition, limits: AgentLimits) -> Range<Once> {
    if condition == Condition::ClosedBook {
        let of = |reply: u64| one_call(PROMPT_TOKENS, reply, limits);
        return Range { low: of(REPLY_TOKENS.0), high: of(REPLY_TOKENS.1) };
    }
    exploring(PROMPT_TOKENS, TURNS, limits)
}

fn judging(task_chars: u64, limits: AgentLimits) -> Range<Once> {
    let prompt = PROMPT_TOKENS / 2 + task_chars / CHARS_PER_TOKEN;
    let of = |answer: u64, reply: u64| one_call(prompt + answer, reply, limits);
    Range { low: of(REPLY_TOKENS.0, REPLY_TOKENS.0), high: of(REPLY_TOKENS.1, REPLY_TOKENS.1 / 2) }
}
