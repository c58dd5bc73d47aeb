//! Starting, resuming, cancelling and deleting runs.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::active::{ActiveRun, Standing, as_found_on_start, row};
use crate::domain::provider::ModelRef;
use crate::domain::run::{Budget, RUN_VERSION, Run, RunSpec, RunState, SampleState};
use crate::domain::stats::SEED;
use crate::domain::task::{Review, Task};
use crate::engine::core::{Engine, storage_problem};
use crate::engine::generate::unknown_model;
use crate::engine::protocol::{Event, Problem, RunRequest};

impl Engine {
    pub(in crate::engine) async fn start_run(self: &Rc<Self>, request: RunRequest) -> Result<(), Problem> {
        let open = self.opened()?;
        self.refuse_if_running()?;
        if let Some(model) =
            request.models.iter().chain([&request.judge]).find(|model| self.models.find(model).is_none())
        {
            return Err(unknown_model(model));
        }
        self.refuse_agent(&request.judge, "judge")?;
        let tasks = self.tasks_to_run();
        if tasks.is_empty() || request.models.is_empty() || request.conditions.is_empty() {
            return Err(Problem {
                message: "There is nothing to run: a run needs tasks, a model and a condition.".into(),
                advice: "Generate or accept tasks first, then tick at least one model and one condition.".into(),
                details: String::new(),
            });
        }
        self.refuse_blind_budget(request.budget, request.models.iter().chain([&request.judge]))?;
        let now_ms = self.ports.clock.now_ms();
        let prompts = self.words();
        let run = Run {
            version: RUN_VERSION,
            id: self.new_run_id(now_ms),
            created_ms: now_ms,
            spec: RunSpec {
                repository: open.repository.name.clone(),
                archive_sha256: open.repository.archive_sha256.clone(),
                tasks: tasks.iter().map(|task| task.id.clone()).collect(),
                models: request.models,
                conditions: request.conditions,
                epochs: request.epochs.max(1),
                judge: request.judge,
                limits: request.limits,
                prompts_sha256: prompts.sha256(),
                seed: SEED,
                strip_mode: open.analysis.mode,
            },
            budget: request.budget,
            prices: Vec::new(),
            settings: Vec::new(),
            prompts,
            state: RunState::Running,
        };
        self.runs.borrow_mut().insert(run.id.clone(), run.clone());
        self.work(run, Some(tasks)).await
    }

    pub(in crate::engine) async fn resume_run(self: &Rc<Self>, id: &str) -> Result<(), Problem> {
        self.refuse_if_running()?;
        let run = self.runs.borrow().get(id).cloned().ok_or_else(no_run)?;
        if matches!(run.state, RunState::Finished | RunState::Cancelled) {
            return Err(Problem {
                message: "This run has ended.".into(),
                advice: "Look at it under Results, or start a new one.".into(),
                details: String::new(),
            });
        }
        self.refuse_to_go_on(&run)?;
        self.refuse_blind_budget(run.budget, run.spec.models.iter().chain([&run.spec.judge]))?;
        self.work(run, None).await
    }

    /// Where the run belongs to another repository or another strip than are at hand, or its words are not known.
    pub(super) fn refuse_to_go_on(&self, run: &Run) -> Result<(), Problem> {
        let open = self.opened()?;
        if run.spec.archive_sha256 != open.repository.archive_sha256 {
            return Err(Problem {
                message: format!("This run belongs to another repository, {}.", run.spec.repository),
                advice: "Open that repository's archive, then resume.".into(),
                details: run.spec.archive_sha256.clone(),
            });
        }
        if run.spec.strip_mode != open.analysis.mode {
            return Err(Problem {
                message: "This run was begun with another code-only repository.".into(),
                advice: "Change the strict strip on the Repository page's Leaks tab, then resume.".into(),
                details: format!("the run: {}, now: {}", run.spec.strip_mode.id(), open.analysis.mode.id()),
            });
        }
        if run.words().is_none() {
            return Err(Problem {
                message: "This run was begun by another version of the site, with prompts that are not known any more."
                    .into(),
                advice: "Its results so far can be seen under Results; start a new run.".into(),
                details: run.spec.prompts_sha256.clone(),
            });
        }
        Ok(())
    }

    /// Changes what a run may cost; of a run under way, from its next start on.
    pub(in crate::engine) async fn set_budget(self: &Rc<Self>, id: &str, budget: Budget) -> Result<(), Problem> {
        let mut run = self.runs.borrow().get(id).cloned().ok_or_else(no_run)?;
        if self.running.is_busy() && self.is_active(id) {
            return Err(Problem {
                message: "The budget of a run can't be changed while it runs.".into(),
                advice: "Pause it, change the budget, then resume.".into(),
                details: String::new(),
            });
        }
        run.budget = budget;
        self.set_run(run).await
    }

    pub(in crate::engine) async fn cancel_run(self: &Rc<Self>, id: &str) -> Result<(), Problem> {
        let mut run = self.runs.borrow().get(id).cloned().ok_or_else(no_run)?;
        if matches!(run.state, RunState::Finished | RunState::Cancelled) {
            return Ok(());
        }
        // Said and stored first: whatever happens then, the run is not gone on with.
        run.state = RunState::Cancelled;
        self.set_run(run.clone()).await?;
        if self.is_active(id) {
            self.running.stop();
            self.ports.clock.yield_now().await;
        }
        let now_ms = self.ports.clock.now_ms();
        let stored = self.storage.samples(id).await.map_err(storage_problem)?;
        let mut stored: BTreeMap<_, _> = stored.into_iter().map(|sample| (sample.key.clone(), sample)).collect();
        for key in run.spec.sample_keys() {
            let mut sample = stored.remove(&key).unwrap_or_else(|| crate::domain::run::Sample::pending(key));
            if !sample.state.has_ended() {
                sample.cancel(now_ms);
                self.storage.put_sample(id, &sample).await.map_err(storage_problem)?;
                if let Some(active) = self.active.borrow().as_ref().filter(|active| active.run.borrow().id == id) {
                    active.put(sample);
                }
            }
        }
        self.set_run(run).await
    }

    pub(in crate::engine) async fn delete_run(self: &Rc<Self>, id: &str) -> Result<(), Problem> {
        if self.is_active(id) {
            self.running.stop();
            self.ports.clock.yield_now().await;
            *self.active.borrow_mut() = None;
        }
        self.runs.borrow_mut().remove(id);
        self.storage.delete_run(id).await.map_err(storage_problem)?;
        self.report_runs().await;
        self.report_storage().await;
        Ok(())
    }

    /// Tells the page which runs there are, newest first.
    pub(in crate::engine) async fn report_runs(&self) {
        let runs: Vec<Run> = self.runs.borrow().values().cloned().collect();
        let mut rows = Vec::with_capacity(runs.len());
        for run in runs {
            let active = self.active.borrow().clone().filter(|active| active.run.borrow().id == run.id);
            rows.push(match active {
                Some(active) => active.row(),
                None => row(&as_found_on_start(run.clone()), self.standing_of(&run).await),
            });
        }
        rows.sort_by_key(|row| std::cmp::Reverse((row.created_ms, row.id.clone())));
        self.emit(Event::Runs(rows));
    }

    /// How far a run has come, by its stored samples.
    async fn standing_of(&self, run: &Run) -> Standing {
        if let Some(standing) = self.standings.borrow().get(&run.id) {
            return *standing;
        }
        let samples = match self.storage.samples(&run.id).await {
            Ok(samples) => samples,
            Err(error) => {
                // Said, and not counted as 0 for good: the next listing tries again.
                self.emit(Event::Problem(storage_problem(error)));
                return Standing::default();
            }
        };
        let mut standing = Standing::default();
        for sample in &samples {
            standing.ended += usize::from(sample.state.has_ended());
            standing.spend += run.spend(sample);
            match sample.state {
                SampleState::Failed { .. } | SampleState::Refused | SampleState::Cancelled => standing.to_retry += 1,
                SampleState::Unscored { .. } => standing.unscored += 1,
                _ => {}
            }
        }
        self.standings.borrow_mut().insert(run.id.clone(), standing);
        standing
    }

    /// Stores a run's new state and tells the page.
    pub(in crate::engine) async fn set_run(&self, run: Run) -> Result<(), Problem> {
        let active = self.active.borrow().clone().filter(|active| active.run.borrow().id == run.id);
        self.runs.borrow_mut().insert(run.id.clone(), run.clone());
        self.standings.borrow_mut().remove(&run.id);
        if run.state != RunState::Running {
            *self.observations.borrow_mut() = None;
        }
        let stored = self.storage.put_run(&run).await;
        if let Some(active) = active {
            *active.run.borrow_mut() = run;
            self.report_run(&active);
        }
        self.report_runs().await;
        stored.map_err(storage_problem)
    }

    /// Tells the page how the active run stands.
    pub(in crate::engine) fn report_run(&self, active: &ActiveRun) {
        let paces = {
            let run = active.run.borrow();
            let models: BTreeSet<&ModelRef> = run.spec.models.iter().chain([&run.spec.judge]).collect();
            self.models.paces(models.into_iter())
        };
        let progress = active.progress(self.ports.clock.now_ms(), paces, self.models.errors());
        self.emit(Event::Run(Box::new(progress)));
    }

    fn is_active(&self, run: &str) -> bool {
        self.active.borrow().as_ref().is_some_and(|active| active.run.borrow().id == run)
    }

    /// Makes a run the active one; `tasks` are given where it is new.
    pub(super) async fn activate(&self, mut run: Run, tasks: Option<Vec<Task>>) -> Result<Rc<ActiveRun>, Problem> {
        run.state = RunState::Running;
        let tasks = match tasks {
            Some(tasks) => {
                self.storage.put_run_tasks(&run.id, &tasks).await.map_err(storage_problem)?;
                tasks
            }
            None => self.storage.run_tasks(&run.id).await.map_err(storage_problem)?,
        };
        let samples = self.storage.samples(&run.id).await.map_err(storage_problem)?;
        let models: BTreeSet<ModelRef> = run.spec.models.iter().chain([&run.spec.judge]).cloned().collect();
        let concurrency = models.iter().map(|model| self.models.concurrency(model) as usize).sum();
        let now_ms = self.ports.clock.now_ms();
        for model in &models {
            if let Some((_, settings)) = self.models.find(model) {
                run.note_settings(model, &settings, now_ms);
            }
        }
        run.prices = models.into_iter().filter_map(|model| Some((model.clone(), self.models.price(&model)?))).collect();
        let active = Rc::new(ActiveRun::new(run.clone(), tasks, samples, concurrency, now_ms));
        self.models.reset_errors();
        *self.active.borrow_mut() = Some(active.clone());
        self.set_run(run).await?;
        Ok(active)
    }

    /// A budget in USD holds nothing where a price is unknown: it is refused rather than ignored.
    pub(in crate::engine) fn refuse_blind_budget<'a>(
        &self,
        budget: Budget,
        mut models: impl Iterator<Item = &'a ModelRef>,
    ) -> Result<(), Problem> {
        let blind = budget.usd.and_then(|_| models.find(|model| self.models.price(model).is_none()));
        match blind {
            None => Ok(()),
            Some(model) => Err(Problem {
                message: format!("The price of {} is not known, so a budget in USD can't hold.", model.model),
                advice: "Enter its price under Settings, or set a budget in tokens instead.".into(),
                details: String::new(),
            }),
        }
    }

    pub(in crate::engine) fn refuse_if_running(&self) -> Result<(), Problem> {
        if !self.running.is_busy() {
            return Ok(());
        }
        Err(Problem {
            message: "A run is under way.".into(),
            advice: "Pause or cancel it first.".into(),
            details: String::new(),
        })
    }

    /// All tasks that were not rejected, in the order of their chunks.
    pub(in crate::engine) fn tasks_to_run(&self) -> Vec<Task> {
        self.tasks_in_order().into_iter().filter(|task| task.review != Review::Rejected).collect()
    }

    /// All tasks, in the order of their chunks.
    pub(in crate::engine) fn tasks_in_order(&self) -> Vec<Task> {
        let order = self.repository.borrow().as_ref().map(|open| open.task_order()).unwrap_or_default();
        let mut tasks: Vec<Task> = self.tasks.borrow().values().cloned().collect();
        tasks.sort_by_key(|task| (task.set, order.get(&task.id).copied().unwrap_or(usize::MAX), task.id.clone()));
        tasks
    }

    pub(in crate::engine) fn new_run_id(&self, now_ms: u64) -> String {
        let runs = self.runs.borrow();
        let mut at = now_ms;
        while runs.contains_key(&format!("run-{at}")) {
            at += 1;
        }
        format!("run-{at}")
    }
}

pub(in crate::engine) fn no_run() -> Problem {
    Problem {
        message: "There is no such run in this browser.".into(),
        advice: "Choose another run of the list.".into(),
        details: String::new(),
    }
}

/// Whether a sample is to be worked on.
pub(super) fn is_open(state: &SampleState) -> bool {
    !state.has_ended()
}
