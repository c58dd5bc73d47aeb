//! What stored samples and tasks have used.

use std::collections::BTreeMap;

use super::{Once, Range, Work};
use crate::domain::agent::Transcript;
use crate::domain::provider::{ModelRef, Usage};
use crate::domain::run::{Sample, SampleState};
use crate::domain::task::{Task, TaskSet};

/// Times that something was seen from which on it is the basis of an estimate.
pub const ENOUGH: usize = 5;

/// Use of samples and tasks that have ended, by who used it for what.
#[derive(Clone, Debug, Default)]
pub struct Observations(BTreeMap<(ModelRef, Work), Vec<Once>>);

impl Observations {
    /// Takes in a stored sample of a run with this judge.
    pub fn add_sample(&mut self, sample: &Sample, judge: &ModelRef) {
        if !matches!(sample.state, SampleState::Scored { .. } | SampleState::Unscored { .. }) {
            return;
        }
        self.note(&sample.key.model, Work::Answering(sample.key.condition), sample.turns(), sample.usage);
        self.note(judge, Work::Judging, sample.judge_turns, sample.judge_usage);
    }

    /// Takes in a task that was made by a generator.
    pub fn add_task(&mut self, task: &Task) {
        let Some(model) = &task.model else { return };
        for making in &task.transcripts {
            let work = match task.set {
                TaskSet::CodeDerivable => Work::Generating(making.stage),
                TaskSet::DocDependent => Work::GeneratingFromDocument(making.stage),
            };
            self.note(model, work, making.transcript.turns(), usage_of(&making.transcript));
        }
    }

    /// How often it was seen, and what to expect of doing it once; nothing where it was seen too rarely.
    pub(super) fn of(&self, model: &ModelRef, work: Work) -> Option<(usize, Range<Once>)> {
        let seen = self.0.get(&(model.clone(), work)).filter(|seen| seen.len() >= ENOUGH)?;
        Some((seen.len(), around_the_mean(seen)))
    }

    fn note(&mut self, model: &ModelRef, work: Work, calls: u32, usage: Usage) {
        if calls > 0 && usage.unreported_calls == 0 {
            self.0.entry((model.clone(), work)).or_default().push((u64::from(calls), usage));
        }
    }
}

fn usage_of(transcript: &Transcript) -> Usage {
    let mut sum = Usage::default();
    for usage in transcript.entries.iter().filter_map(|entry| entry.usage) {
        sum += usage;
    }
    sum
}

/// From half to double of what was seen on average: tasks differ, and so do days.
fn around_the_mean(seen: &[Once]) -> Range<Once> {
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
