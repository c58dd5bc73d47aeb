//! The run that is being worked on, and what the page is told of it.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use super::tally::Tally;
use super::till::Till;
use crate::domain::run::{Run, RunState, Sample, SampleKey, Spend};
use crate::domain::task::Task;
use crate::domain::task::prompts::PromptSet;
use crate::engine::protocol::{ErrorCount, InFlight, ModelPace, Problem, RunOutline, RunProgress, RunRow};

/// What goes on in a sample in flight.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// In a few words.
    pub label: String,
    /// The end of what the model is writing.
    pub text: String,
}

/// A run in memory, with all its samples.
pub struct ActiveRun {
    /// The run.
    pub run: RefCell<Run>,
    /// Its own words.
    pub prompts: PromptSet,
    /// Its tasks by identifier.
    pub tasks: BTreeMap<String, Task>,
    samples: RefCell<BTreeMap<SampleKey, Sample>>,
    tally: RefCell<Tally>,
    /// Samples in flight.
    pub in_flight: RefCell<BTreeMap<SampleKey, Step>>,
    /// What it may cost and has cost.
    pub till: Till,
    /// Why the run can't go on.
    pub blocked: RefCell<Option<Problem>>,
    /// Whether the calls in flight are let finish where it can't.
    pub lets_finish: Cell<bool>,
    /// Samples worked on at a time.
    pub concurrency: usize,
    /// When the page was last told of text that comes, in milliseconds since 1970.
    pub text_told_ms: Cell<u64>,
    /// When it was started or resumed, in milliseconds since 1970, and samples that had ended then.
    pub resumed: Cell<(u64, usize)>,
}

impl ActiveRun {
    /// A run that is about to be worked on, with its tasks and the samples that have begun.
    pub fn new(run: Run, tasks: Vec<Task>, samples: Vec<Sample>, concurrency: usize, now_ms: u64) -> Self {
        let mut spent = Spend::default();
        let mut tally = Tally::new(&run.spec);
        for sample in &samples {
            spent += run.spend(sample);
            tally.change(None, sample);
        }
        Self {
            tasks: tasks.into_iter().map(|task| (task.id.clone(), task)).collect(),
            samples: RefCell::new(samples.into_iter().map(|sample| (sample.key.clone(), sample)).collect()),
            in_flight: RefCell::default(),
            till: Till::new(run.budget, spent),
            blocked: RefCell::default(),
            lets_finish: Cell::default(),
            concurrency,
            text_told_ms: Cell::default(),
            resumed: Cell::new((now_ms, tally.ended())),
            tally: RefCell::new(tally),
            prompts: run.words().unwrap_or_default(),
            run: RefCell::new(run),
        }
    }

    /// Samples that have ended.
    pub fn ended(&self) -> usize {
        self.tally.borrow().ended()
    }

    fn standing(&self) -> Standing {
        let tally = self.tally.borrow();
        let to_retry = ["failed", "refused", "cancelled"].map(|label| tally.without_score(label)).iter().sum();
        let unscored = tally.without_score("unscored");
        Standing { ended: tally.ended(), spend: self.till.spent(), to_retry, unscored }
    }

    /// A sample has changed.
    pub fn put(&self, sample: Sample) {
        let mut samples = self.samples.borrow_mut();
        self.tally.borrow_mut().change(samples.get(&sample.key), &sample);
        // What has ended is only counted from now on.
        let kept = if sample.state.has_ended() { sample.without_conversations() } else { sample };
        samples.insert(kept.key.clone(), kept);
    }

    /// A sample as it is, where it has begun.
    pub fn sample(&self, key: &SampleKey) -> Option<Sample> {
        self.samples.borrow().get(key).cloned()
    }

    /// The row of the run in the list.
    pub fn row(&self) -> RunRow {
        row(&self.run.borrow(), self.standing())
    }

    /// How it stands; `errors` are the failed calls so far.
    pub fn progress(&self, now_ms: u64, paces: Vec<ModelPace>, errors: Vec<ErrorCount>) -> RunProgress {
        let run = self.run.borrow();
        let tally = self.tally.borrow();
        let (began_ms, ended_then) = self.resumed.get();
        let minutes = now_ms.saturating_sub(began_ms) as f64 / 60_000.0;
        let ended_now = self.ended().saturating_sub(ended_then);
        let question =
            |key: &SampleKey| self.tasks.get(&key.task).map(|task| task.question.clone()).unwrap_or_default();
        let in_flight = self.in_flight.borrow();
        RunProgress {
            run: row(&run, self.standing()),
            conditions: tally.conditions(),
            in_flight: in_flight
                .iter()
                .map(|(key, step)| InFlight {
                    key: key.clone(),
                    question: question(key),
                    step: step.label.clone(),
                    text: step.text.clone(),
                })
                .collect(),
            paces,
            spend: self.till.spent(),
            budget: run.budget,
            samples_per_minute: (ended_now > 0 && minutes > 0.0).then(|| ended_now as f64 / minutes),
            usage: tally.usage(),
            errors,
        }
    }
}

/// How far a run has come, and what it has cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct Standing {
    /// Samples that have ended.
    pub ended: usize,
    /// What all samples have cost.
    pub spend: Spend,
    /// See [`RunRow::to_retry`].
    pub to_retry: usize,
    /// See [`RunRow::unscored`].
    pub unscored: usize,
}

/// The row of a run. What is stored as *running* while nothing runs is shown as paused by the caller.
pub fn row(run: &Run, standing: Standing) -> RunRow {
    RunRow {
        id: run.id.clone(),
        created_ms: run.created_ms,
        spec: RunOutline::from(&run.spec),
        state: run.state.clone(),
        samples: run.spec.sample_count(),
        ended: standing.ended,
        spend: standing.spend,
        to_retry: standing.to_retry,
        unscored: standing.unscored,
        settings: run.settings.clone(),
        changed_prompts: run.prompts.changed().count(),
    }
}

/// A run that was running when the tab was closed is paused now.
pub fn as_found_on_start(mut run: Run) -> Run {
    if run.state == RunState::Running {
        run.state = RunState::Paused;
    }
    run
}
