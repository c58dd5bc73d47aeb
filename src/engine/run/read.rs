//! Reading results and samples of a run.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::commands::no_run;
use crate::domain::judge::Axis;
use crate::domain::provider::{FailureKind, Message, ModelRef, ModelRequest};
use crate::domain::run::{Filter, Sample, SampleKey, SampleState, contaminated, summarise};
use crate::domain::task::{Brief, Task};
use crate::engine::core::{Engine, storage_problem};
use crate::engine::generate::{blocked_problem, unknown_model};
use crate::engine::protocol::{ConnectionReport, Event, Problem, SampleRow, SampleView};

impl Engine {
    pub(in crate::engine) async fn read_results(self: &Rc<Self>, id: String, filter: Filter) -> Result<(), Problem> {
        let run = self.runs.borrow().get(&id).cloned().ok_or_else(no_run)?;
        let tasks = self.tasks_of(&run.spec.archive_sha256).await?;
        let samples = self.storage.samples(&id).await.map_err(storage_problem)?;
        let mut known: BTreeMap<SampleKey, Sample> =
            samples.into_iter().map(|sample| (sample.key.clone(), sample)).collect();
        let samples: Vec<Sample> = run
            .spec
            .sample_keys()
            .into_iter()
            .map(|key| known.remove(&key).unwrap_or_else(|| Sample::pending(key)))
            .collect();
        let flagged = contaminated(&samples);
        let rows = samples.iter().filter_map(|sample| {
            let task = tasks.get(&sample.key.task)?;
            let is_contaminated = flagged.contains(&(sample.key.task.clone(), sample.key.model.clone()));
            Some(sample_row(sample, task, is_contaminated))
        });
        let rows = rows.collect();
        let results = Box::new(summarise(&samples, &tasks, &filter));
        self.emit(Event::Results { run: id, filter, results, samples: rows });
        Ok(())
    }

    pub(in crate::engine) async fn read_sample(self: &Rc<Self>, id: String, key: SampleKey) -> Result<(), Problem> {
        let run = self.runs.borrow().get(&id).cloned().ok_or_else(no_run)?;
        let tasks = self.tasks_of(&run.spec.archive_sha256).await?;
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

    /// Makes one small call.
    pub(in crate::engine) async fn test_model(&self, model: ModelRef) -> Result<(), Problem> {
        if self.models.find(&model).is_none() {
            return Err(unknown_model(&model));
        }
        let text = "Reply with the word ready.".to_owned();
        let request = ModelRequest {
            brief: Brief::Answer {
                repository: String::new(),
                question: text.clone(),
                condition: crate::domain::condition::Condition::ClosedBook,
            },
            messages: vec![Message::User { text }],
            offers_tools: false,
            wants_json: false,
            max_tokens: 64,
        };
        let began_ms = self.ports.clock.now_ms();
        let outcome = match self.models.call_once(&model, &request).await {
            Ok(reply) => Ok((reply.turn.text, self.ports.clock.now_ms().saturating_sub(began_ms))),
            Err(failure) => Err(if failure.kind == FailureKind::Rejected {
                Problem {
                    advice: "The model was reached but refused the test; see what it says.".into(),
                    ..blocked_problem(&failure)
                }
            } else {
                blocked_problem(&failure)
            }),
        };
        self.emit(Event::Connection(ConnectionReport { model, outcome }));
        self.emit(Event::Hosts(self.models.hosts()));
        Ok(())
    }

    /// The tasks of a repository, which need not be the open one.
    async fn tasks_of(&self, archive_sha256: &str) -> Result<BTreeMap<String, Task>, Problem> {
        let is_open = self.repository.borrow().as_ref().is_some_and(|o| o.repository.archive_sha256 == archive_sha256);
        if is_open {
            return Ok(self.tasks.borrow().clone());
        }
        let tasks = self.storage.tasks(archive_sha256).await.map_err(storage_problem)?;
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
