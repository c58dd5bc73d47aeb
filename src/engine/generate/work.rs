//! Working through the places, several at a time, each step stored before the next begins.

use std::collections::VecDeque;
use std::rc::Rc;

use futures::StreamExt;
use futures::stream::FuturesUnordered;

use super::blocked_problem;
use super::job::Job;
use super::spec::{label, spec};
use crate::domain::chunks::{Place, Spares};
use crate::domain::provider::FailureKind;
use crate::domain::task::generation::{Generation, GenerationSpec};
use crate::domain::task::{DropReason, Task};
use crate::engine::core::{Engine, storage_problem};
use crate::engine::drive::{Callers, Performed};
use crate::engine::protocol::{Event, InMaking};
use crate::engine::repository::OpenRepository;

/// What became of a place.
enum End {
    /// It has its task.
    Made,
    /// Its chunk gave none, and another may.
    GaveNone,
    /// It was left where it was.
    Left,
}

impl Engine {
    /// Makes tasks for the places; where a chunk gives none, the next takes its place.
    pub(super) async fn fill_places(
        self: &Rc<Self>,
        open: &Rc<OpenRepository>,
        job: &Rc<Job>,
        places: Vec<Place>,
        mut spares: Spares<'_>,
    ) {
        let concurrency = self.models.concurrency(&job.request.model) as usize;
        let mut waiting = VecDeque::from(places);
        let mut under_way = FuturesUnordered::new();
        self.report_generation(job);
        loop {
            while under_way.len() < concurrency.max(1) && !job.is_blocked() {
                let Some(place) = waiting.pop_front() else { break };
                let spec = spec(open, job, &place);
                under_way.push(async move { (place, self.fill_place(open, job, spec).await) });
            }
            let Some((place, end)) = under_way.next().await else { break };
            if matches!(end, End::GaveNone) {
                match spares.replace(place) {
                    Some(next) => {
                        job.chunks.set(job.chunks.get() + 1);
                        waiting.push_back(next);
                    }
                    None => job.unfilled.set(job.unfilled.get() + 1),
                }
                self.report_generation(job);
            }
            if job.is_blocked() && !job.lets_finish.get() {
                break;
            }
        }
    }

    async fn fill_place(&self, open: &OpenRepository, job: &Job, spec: GenerationSpec) -> End {
        let id = spec.task_id();
        let archive = spec.archive_sha256.clone();
        let end = match self.make(open, job, spec).await {
            None => End::Left,
            Some(Ok(task)) => {
                if let Err(error) = self.storage.put_task(&task).await {
                    self.emit(Event::Problem(storage_problem(error)));
                }
                self.tasks.borrow_mut().insert(id.clone(), task);
                self.forget_dropped(&archive, &id).await;
                End::Made
            }
            Some(Err(generation)) => {
                let is_the_chunk = generation
                    .dropped()
                    .is_some_and(|dropped| !matches!(dropped.reason, DropReason::CallFailed { .. }));
                if let Err(error) = self.storage.put_dropped(&id, &generation).await {
                    self.emit(Event::Problem(storage_problem(error)));
                }
                self.dropped.borrow_mut().insert(id.clone(), generation);
                if is_the_chunk { End::GaveNone } else { End::Left }
            }
        };
        self.report_tasks();
        self.report_generation(job);
        end
    }

    /// Makes one task: the task, or how its making ended without one; nothing where it was stopped on the way.
    pub(super) async fn make(
        &self,
        open: &OpenRepository,
        job: &Job,
        spec: GenerationSpec,
    ) -> Option<Result<Task, Generation>> {
        if job.is_blocked() {
            return None;
        }
        let (name, id, archive) = (label(&spec.chunk), spec.task_id(), spec.archive_sha256.clone());
        let mut generation = match self.storage.in_making(&archive, &id).await {
            // Gone on with where it was stopped, if it is still the same that is wanted.
            Ok(Some(begun)) if *begun.spec() == spec => begun,
            Ok(_) => Generation::new(spec),
            Err(error) => {
                job.block(storage_problem(error), false);
                return None;
            }
        };
        let model = &job.request.model;
        let on_text = |text: &str| self.note_making(job, &id, text);
        let callers = Callers { model, judge: model, question: None, till: Some(&job.till), on_text: &on_text };
        let result = loop {
            if job.is_blocked() {
                break None;
            }
            let (stage, step) = generation.progress();
            let row = InMaking { chunk: name.clone(), stage, step, text: String::new() };
            job.running.borrow_mut().insert(id.clone(), (row, generation.clone()));
            self.report_generation(job);
            match self.perform(generation.next(), open, callers).await {
                Performed::Outcome(outcome) => generation.resume(outcome),
                Performed::Done => break generation.result(self.ports.clock.now_ms()),
                Performed::Blocked(failure) => {
                    let lets_finish =
                        matches!(failure.kind, FailureKind::KeyRefused | FailureKind::NoQuota | FailureKind::NotFound);
                    job.block(blocked_problem(&failure), lets_finish);
                    break None;
                }
                Performed::OverBudget => {
                    job.block(
                        job.till.over_budget("Raise the cap and press Generate: nothing that was done is lost."),
                        true,
                    );
                    break None;
                }
            }
            // Stored before the next step begins: what is stopped loses at most the requests in flight.
            if let Err(error) = self.storage.put_in_making(&id, &generation).await {
                job.block(storage_problem(error), false);
                break None;
            }
        };
        job.running.borrow_mut().remove(&id);
        if result.is_some() {
            job.done.set(job.done.get() + 1);
            if let Err(error) = self.storage.delete_in_making(&archive, &id).await {
                self.emit(Event::Problem(storage_problem(error)));
            }
        }
        match result? {
            Ok(task) => Some(Ok(self.anchored(task, open))),
            Err(_) => Some(Err(generation)),
        }
    }

    /// A chunk that gave no task before has given one.
    async fn forget_dropped(&self, archive_sha256: &str, id: &str) {
        if self.dropped.borrow_mut().remove(id).is_some()
            && let Err(error) = self.storage.delete_dropped(archive_sha256, id).await
        {
            self.emit(Event::Problem(storage_problem(error)));
        }
    }
}
