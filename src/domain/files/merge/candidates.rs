//! The records of one sample that are of the best standing found so far.

use std::cmp::{Ordering, Reverse};

use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::domain::run::{Sample, SampleState};

/// Different records of one sample and one standing: one that counts, then the others.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidates {
    kept: Sample,
    others: Vec<Sample>,
}

impl Candidates {
    /// A single record.
    pub fn of(sample: Sample) -> Self {
        Self { kept: sample, others: Vec::new() }
    }

    /// The record that counts.
    pub fn kept(&self) -> &Sample {
        &self.kept
    }

    /// Those that differ from it, in order. None where the sample hasn't ended: there is nothing to choose then.
    pub fn others(&self) -> &[Sample] {
        &self.others
    }

    /// Takes in the records of another shard.
    pub fn join(&mut self, other: Self) {
        match rank(&other.kept.state).cmp(&rank(&self.kept.state)) {
            Ordering::Less => {}
            Ordering::Greater => *self = other,
            Ordering::Equal => {
                self.add(other.kept);
                other.others.into_iter().for_each(|sample| self.add(sample));
            }
        }
    }

    /// Takes in one record of the same standing.
    fn add(&mut self, sample: Sample) {
        if self.kept == sample {
            return;
        }
        if !sample.state.has_ended() {
            if before(&sample, &self.kept).is_lt() {
                self.kept = sample;
            }
            return;
        }
        let later =
            if before(&sample, &self.kept).is_lt() { std::mem::replace(&mut self.kept, sample) } else { sample };
        if let Err(at) = self.others.binary_search_by(|known| before(known, &later)) {
            self.others.insert(at, later);
        }
    }
}

/// The standing of a state: of two records, the one of the higher standing is taken.
fn rank(state: &SampleState) -> u8 {
    match state {
        SampleState::Pending => 0,
        SampleState::Answering { .. } => 1,
        SampleState::Judging { .. } => 2,
        SampleState::Cancelled => 3,
        SampleState::Failed { .. } => 4,
        SampleState::Refused => 5,
        SampleState::Unscored { .. } => 6,
        SampleState::Scored { .. } => 7,
    }
}

/// A total order over different records of one standing: the one that ended first, then the one for which more
/// tokens were paid, then by hash.
fn before(a: &Sample, b: &Sample) -> Ordering {
    let figures = |sample: &Sample| {
        let tokens = [sample.usage, sample.judge_usage]
            .iter()
            .fold(0_u64, |all, usage| all.saturating_add(usage.input_tokens).saturating_add(usage.output_tokens));
        (sample.ended_ms.unwrap_or(u64::MAX), Reverse(tokens))
    };
    figures(a).cmp(&figures(b)).then_with(|| if a == b { Ordering::Equal } else { hash(a).cmp(&hash(b)) })
}

/// A hash that depends on what a record says, and not on the order of keys in it.
pub fn hash<T: Serialize>(record: &T) -> [u8; 32] {
    let mut value = serde_json::to_value(record).unwrap_or_default();
    value.sort_all_objects();
    Sha256::digest(value.to_string()).into()
}
