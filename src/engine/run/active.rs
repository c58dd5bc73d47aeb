//! The run that is being worked on, and what the page is told of it.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use crate::domain::condition::Condition;
use crate::domain::provider::Usage;
use crate::domain::run::{Run, RunState, Sample, SampleKey, SampleState};
use crate::domain::task::Task;
use crate::engine::protocol::{ConditionProgress, ErrorCount, InFlight, Problem, RunProgress, RunRow};

/// A run in memory, with all its samples.
pub struct ActiveRun {
    /// The run.
    pub run: RefCell<Run>,
    /// Its tasks by identifier.
    pub tasks: BTreeMap<String, Task>,
    /// Samples that have begun, by key.
    pub samples: RefCell<BTreeMap<SampleKey, Sample>>,
    /// Samples in flight.
    pub in_flight: RefCell<BTreeMap<SampleKey, String>>,
    /// Why the run can't go on.
    pub blocked: RefCell<Option<Problem>>,
    /// Requests in flight at most.
    pub concurrency: u32,
    /// When it was started or resumed, in milliseconds since 1970, and samples that had ended then.
    pub resumed: Cell<(u64, usize)>,
}

impl ActiveRun {
    /// Samples that have ended.
    pub fn ended(&self) -> usize {
        self.samples.borrow().values().filter(|sample| sample.state.has_ended()).count()
    }

    /// The row of the run in the list.
    pub fn row(&self) -> RunRow {
        row(&self.run.borrow(), self.ended())
    }

    /// How it stands; `errors` are the failed calls so far.
    pub fn progress(&self, now_ms: u64, errors: Vec<ErrorCount>) -> RunProgress {
        let run = self.run.borrow();
        let samples = self.samples.borrow();
        let keys = run.spec.sample_keys();
        let (began_ms, ended_then) = self.resumed.get();
        let minutes = now_ms.saturating_sub(began_ms) as f64 / 60_000.0;
        let ended_now = self.ended().saturating_sub(ended_then);
        let mut usage = Usage::default();
        samples.values().for_each(|sample| usage += sample.total_usage());
        let question =
            |key: &SampleKey| self.tasks.get(&key.task).map(|task| task.question.clone()).unwrap_or_default();
        let in_flight = self.in_flight.borrow();
        RunProgress {
            run: row(&run, self.ended()),
            conditions: run.spec.conditions.iter().map(|&c| condition(c, &keys, &samples)).collect(),
            in_flight: in_flight
                .iter()
                .map(|(key, step)| InFlight { key: key.clone(), question: question(key), step: step.clone() })
                .collect(),
            concurrency: self.concurrency,
            samples_per_minute: (ended_now > 0 && minutes > 0.0).then(|| ended_now as f64 / minutes),
            usage,
            errors,
        }
    }
}

/// The row of a run. What is stored as *running* while nothing runs is shown as paused by the caller.
pub fn row(run: &Run, ended: usize) -> RunRow {
    RunRow {
        id: run.id.clone(),
        created_ms: run.created_ms,
        spec: run.spec.clone(),
        state: run.state.clone(),
        samples: run.spec.sample_keys().len(),
        ended,
    }
}

/// A run that was running when the tab was closed is paused now.
pub fn as_found_on_start(mut run: Run) -> Run {
    if run.state == RunState::Running {
        run.state = RunState::Paused;
    }
    run
}

fn condition(of: Condition, keys: &[SampleKey], samples: &BTreeMap<SampleKey, Sample>) -> ConditionProgress {
    let mut scores = Vec::new();
    let mut without_score: BTreeMap<&'static str, usize> = BTreeMap::new();
    for sample in keys.iter().filter(|key| key.condition == of).filter_map(|key| samples.get(key)) {
        match (&sample.state, sample.state.score()) {
            (_, Some(score)) => scores.push(score),
            (SampleState::Pending | SampleState::Answering { .. } | SampleState::Judging { .. }, None) => {}
            (state, None) => *without_score.entry(state.label()).or_insert(0) += 1,
        }
    }
    ConditionProgress {
        condition: of,
        samples: keys.iter().filter(|key| key.condition == of).count(),
        scored: scores.len(),
        mean_score: (!scores.is_empty()).then(|| scores.iter().sum::<f64>() / scores.len() as f64),
        without_score: without_score.into_iter().map(|(label, count)| (label.to_owned(), count)).collect(),
    }
}
