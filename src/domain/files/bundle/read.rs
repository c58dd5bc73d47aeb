//! Reading a bundle: identity and bounds are checked, line by line.

use std::collections::{BTreeSet, HashMap};

use serde::Deserialize;
use serde_json::Value;

use super::{Bundle, BundleError, BundleProblem};
use crate::domain::condition::Condition;
use crate::domain::files::checks::{is_id, short};
use crate::domain::files::format::{Envelope, RecordProblem, read_record};
use crate::domain::files::lines::{Limits, Line, LineProblem, Problems, Reading, lines};
use crate::domain::files::migrations::{Record, migrate};
use crate::domain::files::tasks::checked;
use crate::domain::json::sentence;
use crate::domain::judge::{Axis, Verdict};
use crate::domain::provider::ModelRef;
use crate::domain::run::{Run, RunSpec, Sample, SampleState};
use crate::domain::task::Task;
use crate::domain::task::prompts::PromptSet;

/// Reads a bundle.
///
/// # Errors
/// A [`BundleError`] where the head is of no use. Everything else is a problem of its line.
pub fn read(bytes: &[u8], limits: &Limits) -> Result<Reading<Bundle, BundleProblem>, BundleError> {
    let mut lines = lines(bytes, limits);
    let mut head = match lines.next() {
        None => return Err(BundleError::Empty),
        Some(Err(located)) => return Err(BundleError::Head(located.problem.into())),
        Some(Ok(line)) => Head::of(&line, limits)?,
    };
    let mut body = Body::new(&head, limits);
    if head.run.prompts != PromptSet::none() && head.run.prompts.sha256() != head.run.spec.prompts_sha256 {
        head.run.prompts = PromptSet::none();
        body.problems.push(head.line, BundleProblem::PromptHash);
    }
    let mut last_line = head.line;
    for line in lines {
        match line {
            Ok(line) => {
                last_line = line.number;
                if let Err(problem) = body.take(&line) {
                    body.problems.push(line.number, problem);
                }
            }
            Err(located) => {
                last_line = located.line;
                body.problems.push(located.line, located.problem);
            }
        }
    }
    body.check_completeness(last_line, head.task_count, head.sample_count);
    let Body { tasks, samples, problems, .. } = body;
    Ok(Reading { value: Bundle { run: head.run, tasks, samples }, problems })
}

#[derive(Deserialize)]
struct RawHead {
    run: Value,
    task_count: u64,
    sample_count: u64,
}

struct Head {
    line: u32,
    run: Run,
    task_count: u64,
    sample_count: u64,
}

impl Head {
    fn of(line: &Line<'_>, limits: &Limits) -> Result<Self, BundleError> {
        let malformed = |error| BundleError::Head(LineProblem::Malformed(sentence(&error)).into());
        let envelope = Envelope::of(line).map_err(|problem| BundleError::Head(problem.into()))?;
        let raw: RawHead = read_record(Record::Bundle, &envelope, line).map_err(BundleError::Head)?;
        let run = migrate(Record::Run, raw.run).map_err(|problem| BundleError::Head(problem.into()))?;
        let run: Run = serde_json::from_value(run).map_err(malformed)?;
        check_run(&run, limits)?;
        Ok(Self { line: line.number, run, task_count: raw.task_count, sample_count: raw.sample_count })
    }
}

fn check_run(run: &Run, limits: &Limits) -> Result<(), BundleError> {
    let spec = &run.spec;
    if !is_id(&run.id) || !spec.tasks.iter().all(|task| is_id(task)) {
        return Err(BundleError::Identifier);
    }
    let is_twice = [
        ("task", has_twice(&spec.tasks)),
        ("model", has_twice(&spec.models)),
        ("condition", has_twice(&spec.conditions)),
    ];
    if let Some((what, _)) = is_twice.into_iter().find(|(_, is_twice)| *is_twice) {
        return Err(BundleError::Twice { what });
    }
    let sizes = [spec.tasks.len(), spec.models.len(), spec.conditions.len(), spec.epochs as usize];
    let all = sizes.into_iter().fold(1_usize, usize::saturating_mul);
    if all > limits.lines as usize {
        return Err(BundleError::TooManySamples { most: limits.lines });
    }
    Ok(())
}

fn has_twice<T: Ord>(items: &[T]) -> bool {
    items.iter().collect::<BTreeSet<_>>().len() < items.len()
}

struct Body {
    task_ids: BTreeSet<String>,
    models: BTreeSet<ModelRef>,
    conditions: BTreeSet<Condition>,
    epochs: u32,
    /// Lines of tasks and of samples, also of those left out.
    counts: [u64; 2],
    /// Lines by identifier.
    seen: [HashMap<String, u32>; 2],
    tasks: Vec<Task>,
    samples: Vec<Sample>,
    problems: Problems<BundleProblem>,
}

impl Body {
    fn new(head: &Head, limits: &Limits) -> Self {
        let RunSpec { tasks, models, conditions, epochs, .. } = head.run.spec.clone();
        Self {
            task_ids: tasks.into_iter().collect(),
            models: models.into_iter().collect(),
            conditions: conditions.into_iter().collect(),
            epochs,
            counts: [0; 2],
            seen: Default::default(),
            tasks: Vec::new(),
            samples: Vec::new(),
            problems: Problems::new(limits),
        }
    }

    fn take(&mut self, line: &Line<'_>) -> Result<(), BundleProblem> {
        let envelope = Envelope::of(line)?;
        if envelope.is(Record::Task) {
            self.counts[0] += 1;
            let task = checked(read_record::<Task>(Record::Task, &envelope, line)?)?;
            let is_of_run = self.task_ids.contains(&task.id);
            self.admit(0, &task.id, is_of_run, line.number)?;
            self.tasks.push(task);
        } else if envelope.is(Record::Sample) {
            self.counts[1] += 1;
            let sample: Sample = read_record(Record::Sample, &envelope, line)?;
            self.admit(1, &sample.key.id(), self.is_of_run(&sample), line.number)?;
            if !has_possible_figures(&sample) {
                return Err(BundleProblem::Figures { id: sample.key.id() });
            }
            self.samples.push(sample);
        } else {
            let problem: RecordProblem = envelope.unexpected(Record::Sample);
            return Err(problem.into());
        }
        Ok(())
    }

    fn is_of_run(&self, sample: &Sample) -> bool {
        let key = &sample.key;
        self.task_ids.contains(&key.task)
            && self.models.contains(&key.model)
            && self.conditions.contains(&key.condition)
            && key.epoch < self.epochs
    }

    /// Notes the identifier of a task or sample of this run that wasn't there yet.
    fn admit(&mut self, kind: usize, id: &str, is_of_run: bool, line: u32) -> Result<(), BundleProblem> {
        let what = ["task", "sample"][kind];
        if !is_of_run {
            return Err(BundleProblem::NotOfRun { what, id: short(id) });
        }
        match self.seen[kind].get(id) {
            Some(&first_line) => Err(BundleProblem::Duplicate { what, id: short(id), first_line }),
            None => {
                self.seen[kind].insert(id.to_owned(), line);
                Ok(())
            }
        }
    }

    fn check_completeness(&mut self, last_line: u32, task_count: u64, sample_count: u64) {
        for (what, promised, found) in [("task", task_count, self.counts[0]), ("sample", sample_count, self.counts[1])]
        {
            if found < promised {
                self.problems.push(last_line, BundleProblem::Incomplete { what, promised, found });
            }
        }
        for id in self.task_ids.iter().filter(|id| !self.seen[0].contains_key(*id)) {
            self.problems.push(last_line, BundleProblem::MissingTask { id: id.clone() });
        }
    }
}

fn has_possible_figures(sample: &Sample) -> bool {
    let now = match &sample.state {
        SampleState::Scored { verdict, .. } => Some(verdict),
        _ => None,
    };
    let mut verdicts = sample.earlier_verdicts.iter().map(|earlier| &earlier.verdict).chain(now);
    let is_in_range = |verdict: &Verdict| Axis::ALL.into_iter().all(|axis| (0.0..=5.0).contains(&verdict.axis(axis)));
    verdicts.all(is_in_range) && sample.usage.is_plausible() && sample.judge_usage.is_plausible()
}
