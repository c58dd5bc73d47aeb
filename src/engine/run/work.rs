//! Working on a run's samples, several at a time, each step stored before the next begins.

use std::rc::Rc;

use futures::StreamExt;
use futures::stream;

use super::active::ActiveRun;
use super::commands::is_open;
use crate::domain::run::{RunState, Sample, SampleKey};
use crate::engine::core::{Engine, storage_problem};
use crate::engine::drive::Performed;
use crate::engine::generate::blocked_problem;
use crate::engine::job::JobEnd;
use crate::engine::open::OpenRepository;
use crate::engine::protocol::{Event, Problem};

impl Engine {
    /// Works on the active run until it is finished, blocked or stopped.
    pub(super) async fn work(self: &Rc<Self>) -> Result<(), Problem> {
        let open = self.opened()?;
        let Some(active) = self.active.borrow().clone() else { return Ok(()) };
        let end = self.running.run(self.work_on_samples(&open, &active)).await;
        active.in_flight.borrow_mut().clear();
        let mut run = active.run.borrow().clone();
        let is_known = self.runs.borrow().contains_key(&run.id);
        if !is_known || run.state == RunState::Cancelled || end == JobEnd::Busy {
            return Ok(());
        }
        let blocked = active.blocked.borrow_mut().take();
        let all = run.spec.sample_keys().len();
        run.state = match blocked {
            Some(Problem { message, advice, details }) => RunState::Blocked { message, advice, details },
            None if active.ended() >= all => RunState::Finished,
            None => RunState::Paused,
        };
        self.set_run(run).await?;
        self.report_storage().await;
        Ok(())
    }

    async fn work_on_samples(self: &Rc<Self>, open: &Rc<OpenRepository>, active: &Rc<ActiveRun>) {
        let keys: Vec<SampleKey> = {
            let samples = active.samples.borrow();
            let is_left = |key: &SampleKey| samples.get(key).is_none_or(|sample| is_open(&sample.state));
            active.run.borrow().spec.sample_keys().into_iter().filter(is_left).collect()
        };
        self.report_run(active);
        let mut work = stream::iter(keys)
            .map(|key| self.work_on_sample(open, active, key))
            .buffer_unordered(active.concurrency as usize);
        while work.next().await.is_some() {
            if active.blocked.borrow().is_some() {
                break;
            }
        }
    }

    async fn work_on_sample(&self, open: &OpenRepository, active: &ActiveRun, key: SampleKey) {
        if active.blocked.borrow().is_some() {
            return;
        }
        let Some(task) = active.tasks.get(&key.task) else { return };
        let (run_id, judge, limits) = {
            let run = active.run.borrow();
            (run.id.clone(), run.spec.judge.clone(), run.spec.limits)
        };
        let known = active.samples.borrow().get(&key).cloned();
        let mut sample = known.unwrap_or_else(|| Sample::pending(key.clone()));
        sample.begin(task, limits);
        loop {
            active.in_flight.borrow_mut().insert(key.clone(), sample.step_label());
            self.report_run(active);
            match self.perform(sample.next(), open, &key.model, &judge).await {
                Performed::Outcome(outcome) => sample.resume(outcome, task, limits, self.ports.clock.now_ms()),
                Performed::Done => break,
                Performed::Blocked(failure) => {
                    *active.blocked.borrow_mut() = Some(blocked_problem(&failure));
                    break;
                }
            }
            // Stored before the next step begins: a closed tab loses at most the requests in flight.
            if let Err(error) = self.storage.put_sample(&run_id, &sample).await {
                *active.blocked.borrow_mut() = Some(storage_problem(error));
                break;
            }
            active.samples.borrow_mut().insert(key.clone(), sample.clone());
        }
        active.in_flight.borrow_mut().remove(&key);
        self.report_run(active);
        self.emit(Event::Hosts(self.models.hosts()));
    }
}
