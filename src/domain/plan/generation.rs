//! What making tasks will take, stage by stage.

use super::assumptions::{CHARS_PER_TOKEN, PROMPT_TOKENS, REPLY_TOKENS, exploring, one_call};
use super::{Observations, Once, Plan, Range, Work, stage};
use crate::domain::agent::AgentLimits;
use crate::domain::provider::{ModelRef, Price};
use crate::domain::task::{GenerationStage, TaskSet};

/// Turns of the gold answer's agent: few, and many (the limit holds where it is lower).
const ANSWER_TURNS: (u64, u64) = (4, 25);
/// Turns of the question's agent: it may look something up again.
const QUESTION_TURNS: (u64, u64) = (1, 4);
/// Characters of the key files that an auditor is shown: few, and many (the context budget holds where it is lower).
const KEY_FILES_CHARS: (u64, u64) = (8_000, 80_000);

/// What is to be made.
#[derive(Clone, Copy, Debug)]
pub struct GenerationPlanRequest<'a> {
    /// Characters of the chunks that tasks are to be made of, with their set.
    pub chunks: &'a [(TaskSet, usize)],
    /// The generator.
    pub model: &'a ModelRef,
    /// Its limits.
    pub limits: AgentLimits,
}

/// Plans a generation. `price` gives what a model costs, where that is known. Stages that are asked for again, and
/// chunks that take the place of others, come on top.
pub fn plan_generation(
    request: GenerationPlanRequest<'_>,
    observations: &Observations,
    price: impl Fn(&ModelRef) -> Option<Price>,
) -> Plan {
    use GenerationStage::{Answer, Audit, FactCheck, Question};
    let of_set = |set: TaskSet| {
        let chars: Vec<u64> = request.chunks.iter().filter(|(of, _)| *of == set).map(|(_, n)| *n as u64).collect();
        (chars.len(), chars.iter().sum::<u64>() / (chars.len() as u64).max(1) / CHARS_PER_TOKEN)
    };
    let (limits, replies) = (request.limits, REPLY_TOKENS);
    let calls = |low: u64, high: u64| Range {
        low: one_call(PROMPT_TOKENS + low, replies.0, limits),
        high: one_call(PROMPT_TOKENS + high, replies.1, limits),
    };
    let mut stages = Vec::new();
    let mut add = |work: Work, times: usize, assumed: Range<Once>| {
        if times > 0 {
            stages.push(stage((request.model, work), times, assumed, observations, &price));
        }
    };
    let (tasks, chunk) = of_set(TaskSet::CodeDerivable);
    let shown = KEY_FILES_CHARS.1.min(limits.context_budget_chars as u64) / CHARS_PER_TOKEN;
    add(Work::Generating(Answer), tasks, exploring(PROMPT_TOKENS + chunk, ANSWER_TURNS, limits));
    add(Work::Generating(FactCheck), tasks, calls(chunk + replies.0, chunk + replies.1));
    add(Work::Generating(Audit), tasks, calls(KEY_FILES_CHARS.0 / CHARS_PER_TOKEN, shown + replies.1));
    add(Work::Generating(Question), tasks, exploring(PROMPT_TOKENS + replies.1, QUESTION_TURNS, limits));
    let (of_documents, chunk) = of_set(TaskSet::DocDependent);
    add(Work::GeneratingFromDocument(Answer), of_documents, calls(chunk, chunk));
    add(Work::GeneratingFromDocument(Question), of_documents, calls(replies.0, replies.1));
    Plan { stages, smallest_difference: Plan::smallest_difference(tasks) }
}
