//! Reading results and samples of a run.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::commands::no_run;
use crate::domain::condition::Condition;
use crate::domain::judge::Axis;
use crate::domain::results::{Filter, Outcomes, Settings};
use crate::domain::run::{Run, Sample, SampleKey, SampleState};
use crate::domain::task::Task;
use crate::engine::core::{Engine, storage_problem};
use crate::engine::protocol::{Event, Problem, SampleRow, SampleView, pieces};
use crate::engine::published::published_name;

/// A run with its tasks and samples, of this browser or of the site.
struct RunRead {
    run: Run,
    tasks: BTreeMap<String, Task>,
    /// Those that have begun, without their conversations.
    samples: Vec<Sample>,
}

impl Engine {
    pub(in crate::engine) async fn read_results(
        self: &Rc<Self>,
        id: String,
        filter: Filter,
        settings: Settings,
    ) -> Result<(), Problem> {
        let RunRead { run, tasks, samples } = self.read_run(&id).await?;
        let mut known: BTreeMap<SampleKey, Sample> =
            samples.into_iter().map(|sample| (sample.key.clone(), sample)).collect();
        let samples: Vec<Sample> = run
            .spec
            .sample_keys()
            .into_iter()
            .map(|key| known.remove(&key).unwrap_or_else(|| Sample::pending(key)))
            .collect();
        let all = Outcomes::of(&samples, &tasks, &Filter::default());
        let flagged = all.contaminated(settings.contaminated_from);
        let rows = samples.iter().filter_map(|sample| {
            let task = tasks.get(&sample.key.task)?;
            let is_contaminated = flagged.contains(&(sample.key.task.clone(), sample.key.model.clone()));
            Some(sample_row(sample, task, is_contaminated))
        });
        for part in pieces(rows.collect(), Event::SamplePart) {
            self.emit(part);
        }
        let chosen = if filter == Filter::default() { all } else { Outcomes::of(&samples, &tasks, &filter) };
        let results = Box::new(self.analyses.borrow_mut().of(chosen, settings));
        self.emit(Event::Results { run: id, filter, results, samples: Vec::new() });
        Ok(())
    }

    pub(in crate::engine) async fn read_sample(self: &Rc<Self>, id: String, key: SampleKey) -> Result<(), Problem> {
        let RunRead { run, mut tasks, samples } = self.read_run(&id).await?;
        let sample = self.read_whole(&id, &key).await?;
        let others = run.spec.conditions.iter().filter(|condition| **condition != key.condition);
        let sibling = |&condition: &Condition| {
            let key = SampleKey { condition, ..key.clone() };
            let known = samples.iter().find(|sample| sample.key == key);
            known.map_or_else(|| Sample::pending(key.clone()), Sample::without_conversations)
        };
        let siblings = others.map(sibling).collect();
        // How a task was made is not of its sample, and may be long.
        let task = tasks.remove(&key.task).map(|task| Task { transcripts: Vec::new(), ..task });
        let view = SampleView { run: id, sample, task, judge: run.spec.judge.clone(), siblings };
        self.emit(Event::Sample(Box::new(view)));
        Ok(())
    }

    async fn read_run(&self, id: &str) -> Result<RunRead, Problem> {
        if let Some(name) = published_name(id) {
            let bundle = self.published(name).await?;
            let tasks = bundle.tasks.iter().map(|task| (task.id.clone(), task.clone())).collect();
            return Ok(RunRead { run: bundle.run.clone(), tasks, samples: bundle.samples.clone() });
        }
        let run = self.runs.borrow().get(id).cloned().ok_or_else(no_run)?;
        // As they were when the run was made.
        let tasks = self.storage.run_tasks(id).await.map_err(storage_problem)?;
        let tasks = tasks.into_iter().map(|task| (task.id.clone(), task)).collect();
        let samples = self.storage.samples(id).await.map_err(storage_problem)?;
        Ok(RunRead { run, tasks, samples })
    }

    /// A sample with its conversations.
    async fn read_whole(&self, id: &str, key: &SampleKey) -> Result<Sample, Problem> {
        if let Some(name) = published_name(id) {
            let bundle = self.published(name).await?;
            return self.published_sample(&bundle, key).await;
        }
        let sample = self.storage.sample(id, key).await.map_err(storage_problem)?;
        Ok(sample.unwrap_or_else(|| Sample::pending(key.clone())))
    }
}

fn sample_row(sample: &Sample, task: &Task, is_contaminated: bool) -> SampleRow {
    let axes = match &sample.state {
        SampleState::Scored { verdict, .. } => Some(Axis::ALL.map(|axis| verdict.axis(axis))),
        _ => None,
    };
    SampleRow {
        key: sample.key.clone(),
        set: task.set,
        category: task.category,
        question: task.question.clone(),
        status: sample.state.label().into(),
        score: sample.state.score(),
        axes,
        turns: sample.turns(),
        is_contaminated,
    }
}
