//! Reading results and samples of a run.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::commands::no_run;
use crate::domain::judge::Axis;
use crate::domain::results::{Filter, Outcomes, Settings};
use crate::domain::run::{Sample, SampleKey, SampleState};
use crate::domain::task::Task;
use crate::engine::core::{Engine, storage_problem};
use crate::engine::protocol::{Event, Problem, SampleRow, SampleView};

impl Engine {
    pub(in crate::engine) async fn read_results(
        self: &Rc<Self>,
        id: String,
        filter: Filter,
        settings: Settings,
    ) -> Result<(), Problem> {
        let run = self.runs.borrow().get(&id).cloned().ok_or_else(no_run)?;
        let tasks = self.tasks_of_run(&id).await?;
        let samples = self.storage.samples(&id).await.map_err(storage_problem)?;
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
        let rows = rows.collect();
        let chosen = if filter == Filter::default() { all } else { Outcomes::of(&samples, &tasks, &filter) };
        let results = Box::new(self.analyses.borrow_mut().of(chosen, settings));
        self.emit(Event::Results { run: id, filter, results, samples: rows });
        Ok(())
    }

    pub(in crate::engine) async fn read_sample(self: &Rc<Self>, id: String, key: SampleKey) -> Result<(), Problem> {
        let run = self.runs.borrow().get(&id).cloned().ok_or_else(no_run)?;
        let tasks = self.tasks_of_run(&id).await?;
        let find = async |key: &SampleKey| {
            let sample = self.storage.sample(&id, key).await.map_err(storage_problem)?;
            Ok::<_, Problem>(sample.unwrap_or_else(|| Sample::pending(key.clone())))
        };
        let sample = find(&key).await?;
        let mut siblings = Vec::new();
        for &condition in run.spec.conditions.iter().filter(|condition| **condition != key.condition) {
            siblings.push(find(&SampleKey { condition, ..key.clone() }).await?);
        }
        let task = tasks.get(&key.task).cloned();
        let view = SampleView { run: id.clone(), sample, task, judge: run.spec.judge.clone(), siblings };
        self.emit(Event::Sample(Box::new(view)));
        Ok(())
    }

    /// The tasks of a run as they were when it was made.
    async fn tasks_of_run(&self, run: &str) -> Result<BTreeMap<String, Task>, Problem> {
        let tasks = self.storage.run_tasks(run).await.map_err(storage_problem)?;
        Ok(tasks.into_iter().map(|task| (task.id.clone(), task)).collect())
    }
}

fn sample_row(sample: &Sample, task: &Task, is_contaminated: bool) -> SampleRow {
    let axes = match &sample.state {
        SampleState::Scored { verdict, .. } => Some(Axis::ALL.map(|axis| verdict.axis(axis))),
        _ => None,
    };
    let turns = match &sample.state {
        SampleState::Answering { agent } => agent.transcript().turns(),
        _ => sample.transcript.turns(),
    };
    SampleRow {
        key: sample.key.clone(),
        set: task.set,
        category: task.category,
        question: task.question.clone(),
        status: sample.state.label().into(),
        score: sample.state.score(),
        axes,
        turns,
        is_contaminated,
    }
}
