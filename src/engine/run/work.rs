//! Working on a run's samples, several at a time, each step stored before the next begins.

use std::cell::RefCell;
use std::rc::Rc;

use futures::StreamExt;
use futures::stream;

use super::active::{ActiveRun, Step};
use super::commands::is_open;
use crate::domain::provider::FailureKind;
use crate::domain::run::{Run, RunState, Sample, SampleKey, Terms};
use crate::domain::task::Task;
use crate::engine::core::{Engine, storage_problem};
use crate::engine::drive::{Callers, Performed};
use crate::engine::generate::blocked_problem;
use crate::engine::job::JobEnd;
use crate::engine::protocol::{Event, Problem};
use crate::engine::repository::OpenRepository;
use crate::engine::text::{TEXT_EVERY_MS, tail};

impl Engine {
    /// Works on a run until it is finished, blocked or stopped; `tasks` are given where it is new. The place
    /// of the running job is taken before anything is waited for, so that two starts never make two runs.
    pub(super) async fn work(self: &Rc<Self>, run: Run, tasks: Option<Vec<Task>>) -> Result<(), Problem> {
        let open = self.opened()?;
        let id = run.id.clone();
        let begun = RefCell::new(Ok(()));
        let end = self.running.run(async {
            match self.activate(run, tasks).await {
                Ok(active) => self.work_on_samples(&open, &active).await,
                Err(problem) => *begun.borrow_mut() = Err(problem),
            }
        });
        if end.await == JobEnd::Busy {
            return Ok(());
        }
        let Some(active) = self.active.borrow().clone().filter(|active| active.run.borrow().id == id) else {
            return begun.into_inner();
        };
        active.in_flight.borrow_mut().clear();
        let Some(mut run) = self.runs.borrow().get(&id).cloned() else { return Ok(()) };
        if run.state == RunState::Cancelled {
            return Ok(());
        }
        let blocked = active.blocked.borrow_mut().take();
        let all = run.spec.sample_count();
        run.state = match blocked {
            Some(Problem { message, advice, details }) => RunState::Blocked { message, advice, details },
            None if active.ended() >= all => RunState::Finished,
            None => RunState::Paused,
        };
        self.set_run(run).await?;
        self.report_storage().await;
        begun.into_inner()
    }

    async fn work_on_samples(self: &Rc<Self>, open: &Rc<OpenRepository>, active: &Rc<ActiveRun>) {
        let keys: Vec<SampleKey> = {
            let is_left = |key: &SampleKey| active.sample(key).is_none_or(|sample| is_open(&sample.state));
            active.run.borrow().spec.sample_keys().into_iter().filter(is_left).collect()
        };
        self.report_run(active);
        let mut work =
            stream::iter(keys).map(|key| self.work_on_sample(open, active, key)).buffer_unordered(active.concurrency);
        while work.next().await.is_some() {
            if active.blocked.borrow().is_some() && !active.lets_finish.get() {
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
        let known = active.sample(&key);
        let mut sample = known.unwrap_or_else(|| Sample::pending(key.clone()));
        let prompts = &active.prompts;
        let own_limits = self.models.limits(&key.model, limits);
        sample.begin(Terms { task, limits: own_limits, prompts });
        let question = active.run.borrow().spec.asked_elsewhere(task, &key, own_limits);
        let judges = Terms { task, limits: self.models.limits(&judge, limits), prompts };
        let on_text = |text: &str| self.note_text(active, &key, text);
        let callers = Callers {
            model: &key.model,
            judge: &judge,
            question: Some(&question),
            till: Some(&active.till),
            on_text: &on_text,
        };
        while active.blocked.borrow().is_none() {
            let step = Step { label: sample.step_label(), text: String::new() };
            active.in_flight.borrow_mut().insert(key.clone(), step);
            self.report_run(active);
            match self.perform(sample.next(), open, callers).await {
                Performed::Outcome(outcome) => sample.resume(outcome, judges, self.ports.clock.now_ms()),
                Performed::Done => break,
                Performed::Blocked(failure) => {
                    // Where the provider answers, the calls in flight end soon, and are paid for anyway.
                    active.lets_finish.set(matches!(
                        failure.kind,
                        FailureKind::KeyRefused | FailureKind::NoQuota | FailureKind::NotFound
                    ));
                    *active.blocked.borrow_mut() = Some(blocked_problem(&failure));
                    break;
                }
                Performed::OverBudget => {
                    active.lets_finish.set(true);
                    let advice = "Raise the budget and resume: nothing that was done is lost.";
                    *active.blocked.borrow_mut() = Some(active.till.over_budget(advice));
                    break;
                }
            }
            // Stored before the next step begins: a closed tab loses at most the requests in flight.
            if let Err(error) = self.storage.put_sample(&run_id, &sample).await {
                *active.blocked.borrow_mut() = Some(storage_problem(error));
                break;
            }
            active.put(sample.clone());
        }
        active.in_flight.borrow_mut().remove(&key);
        self.report_run(active);
        self.emit(Event::Hosts(self.models.hosts()));
    }

    /// Text of a reply has come; an empty one where a call begins.
    fn note_text(&self, active: &ActiveRun, key: &SampleKey, text: &str) {
        if let Some(step) = active.in_flight.borrow_mut().get_mut(key) {
            step.text = tail(text);
        }
        let now_ms = self.ports.clock.now_ms();
        if !text.is_empty() && now_ms.saturating_sub(active.text_told_ms.get()) >= TEXT_EVERY_MS {
            active.text_told_ms.set(now_ms);
            self.report_run(active);
        }
    }
}
