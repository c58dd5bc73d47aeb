//! What work will take, before anything is spent: calls, tokens and cost of each stage, as a range.
//!
//! Where the same model has done the same before, and that is stored, its use is the basis; else assumptions are, and
//! the plan says so.

mod assumptions;
mod generation;
mod observations;
mod run;

use serde::{Deserialize, Serialize};

use crate::domain::condition::Condition;
use crate::domain::provider::{ModelRef, Price, Usage};
use crate::domain::run::Spend;
use crate::domain::stats::{PUBLISHED_SPREAD, smallest_detectable};
use crate::domain::task::GenerationStage;

pub use generation::{GenerationPlanRequest, plan_generation};
pub use observations::Observations;
pub use run::{RunPlanRequest, plan_run};

/// From the least to the most that is to be expected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Range<T> {
    /// Lower end.
    pub low: T,
    /// Upper end.
    pub high: T,
}

/// What is done in a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Work {
    /// A stage of making a task from code.
    Generating(GenerationStage),
    /// A stage of making a task from documentation alone.
    GeneratingFromDocument(GenerationStage),
    /// Answering under a condition.
    Answering(Condition),
    /// Judging answers.
    Judging,
}

impl Work {
    /// Name for people.
    pub fn label(self) -> String {
        match self {
            Self::Generating(stage) => stage.label().into(),
            Self::GeneratingFromDocument(stage) => format!("{}, doc-dependent", stage.label()),
            Self::Answering(condition) => condition.label().into(),
            Self::Judging => "judging".into(),
        }
    }
}

/// A stage of the work.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stage {
    /// The model that is called.
    pub model: ModelRef,
    /// What it does.
    pub work: Work,
    /// How often: samples or tasks.
    pub times: usize,
    /// Calls.
    pub calls: Range<u64>,
    /// Tokens of prompts.
    pub input_tokens: Range<u64>,
    /// Tokens of replies.
    pub output_tokens: Range<u64>,
    /// Cost in USD; none where the price isn't known.
    pub usd: Option<Range<f64>>,
    /// Stored samples or tasks that the estimate rests on; 0 where it rests on assumptions.
    pub observed: usize,
}

/// All stages of the work.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// The stages, in order.
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

    /// The smallest difference that so many tasks can show.
    fn smallest_difference(tasks: usize) -> Option<Range<f64>> {
        let (low, high) =
            (smallest_detectable(PUBLISHED_SPREAD.0, tasks)?, smallest_detectable(PUBLISHED_SPREAD.1, tasks)?);
        Some(Range { low, high })
    }

    fn sum(&self, of: impl Fn(&Stage) -> Range<u64>) -> Range<u64> {
        let add = |a: Range<u64>, b: Range<u64>| Range { low: a.low + b.low, high: a.high + b.high };
        self.stages.iter().map(of).fold(Range::default(), add)
    }
}

/// Calls and use of doing something once.
type Once = (u64, Usage);

/// A stage that does something so often: as was seen, or else as is assumed.
fn stage(
    (model, work): (&ModelRef, Work),
    times: usize,
    assumed: Range<Once>,
    observations: &Observations,
    price: &impl Fn(&ModelRef) -> Option<Price>,
) -> Stage {
    let seen = observations.of(model, work);
    let n = times as u64;
    let once = if model.is_baseline() {
        Range { low: (1, Usage::default()), high: (assumed.high.0, Usage::default()) }
    } else {
        seen.map_or(assumed, |(_, once)| once)
    };
    let each = |of: fn(&Once) -> u64| Range { low: of(&once.low) * n, high: of(&once.high) * n };
    let usd = |one: &Once, price| Spend::of(&one.1, Some(price)).usd * times as f64;
    Stage {
        model: model.clone(),
        work,
        times,
        calls: each(|one| one.0),
        input_tokens: each(|one| one.1.input_tokens),
        output_tokens: each(|one| one.1.output_tokens),
        usd: price(model).map(|price| Range { low: usd(&once.low, price), high: usd(&once.high, price) }),
        observed: seen.filter(|_| !model.is_baseline()).map_or(0, |(n, _)| n),
    }
}

#[cfg(test)]
mod tests;
