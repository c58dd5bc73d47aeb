//! How a run stands, counted as its samples change, so that telling the page costs the same for any number of
//! samples.

use std::collections::BTreeMap;

use crate::domain::condition::Condition;
use crate::domain::provider::Usage;
use crate::domain::run::{RunSpec, Sample};
use crate::engine::protocol::ConditionProgress;

/// Counts over all samples of a run.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    conditions: Vec<OfCondition>,
    ended: usize,
    usage: Usage,
}

#[derive(Clone, Debug)]
struct OfCondition {
    condition: Condition,
    samples: usize,
    scored: usize,
    score_sum: f64,
    without_score: BTreeMap<&'static str, usize>,
}

impl Tally {
    /// Nothing has begun.
    pub fn new(spec: &RunSpec) -> Self {
        let samples = spec.sample_count() / spec.conditions.len().max(1);
        let of = |&condition: &Condition| OfCondition {
            condition,
            samples,
            scored: 0,
            score_sum: 0.0,
            without_score: BTreeMap::new(),
        };
        Self { conditions: spec.conditions.iter().map(of).collect(), ..Self::default() }
    }

    /// A sample has changed from what it was, if it was anything.
    pub fn change(&mut self, before: Option<&Sample>, after: &Sample) {
        if let Some(before) = before {
            self.usage -= before.total_usage();
            self.count(before, false);
        }
        self.usage += after.total_usage();
        self.count(after, true);
    }

    fn count(&mut self, sample: &Sample, is_there: bool) {
        if !sample.state.has_ended() {
            return;
        }
        let step = |number: &mut usize| *number = if is_there { *number + 1 } else { number.saturating_sub(1) };
        step(&mut self.ended);
        let Some(of) = self.conditions.iter_mut().find(|of| of.condition == sample.key.condition) else { return };
        match sample.state.score() {
            Some(score) => {
                step(&mut of.scored);
                of.score_sum += if is_there { score } else { -score };
            }
            None => step(of.without_score.entry(sample.state.label()).or_default()),
        }
    }

    /// Samples that have ended.
    pub fn ended(&self) -> usize {
        self.ended
    }

    /// Samples that ended in a state of this label.
    pub fn without_score(&self, label: &str) -> usize {
        self.conditions.iter().filter_map(|of| of.without_score.get(label)).sum()
    }

    /// Tokens of all samples.
    pub fn usage(&self) -> Usage {
        self.usage
    }

    /// How each condition stands.
    pub fn conditions(&self) -> Vec<ConditionProgress> {
        let progress = |of: &OfCondition| ConditionProgress {
            condition: of.condition,
            samples: of.samples,
            scored: of.scored,
            mean_score: (of.scored > 0).then(|| of.score_sum / of.scored as f64),
            without_score: of
                .without_score
                .iter()
                .filter(|(_, count)| **count > 0)
                .map(|(label, count)| ((*label).to_owned(), *count))
                .collect(),
        };
        self.conditions.iter().map(progress).collect()
    }
}
