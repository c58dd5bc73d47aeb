//! The engine itself: what it holds, and who handles which command.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use super::job::JobSlot;
use super::models::Models;
use super::ports::{Attachment, Ports, StoreError, StoreUsage};
use super::protocol::{Command, Event, PROTOCOL_VERSION, Problem, StorageView, TasksView};
use super::repository::OpenRepository;
use super::run::{ActiveRun, Analyses, Standing};
use super::storage::Storage;
use crate::domain::run::{Observations, Run};
use crate::domain::task::prompts::PromptEdits;
use crate::domain::task::{Dropped, Task, TaskSet};

/// The engine. One per worker; commands are handled concurrently, jobs one at a time.
pub struct Engine {
    pub(super) ports: Ports,
    pub(super) storage: Storage,
    pub(super) models: Models,
    pub(super) repository: RefCell<Option<Rc<OpenRepository>>>,
    pub(super) tasks: RefCell<BTreeMap<String, Task>>,
    pub(super) dropped: RefCell<Vec<(String, TaskSet, Dropped)>>,
    pub(super) runs: RefCell<BTreeMap<String, Run>>,
    /// The prompts that the user has changed.
    pub(super) prompts: RefCell<PromptEdits>,
    /// How far each run has come: counted once, since counting means reading all its samples.
    pub(super) standings: RefCell<BTreeMap<String, Standing>>,
    /// What stored samples have used, for planning; read when it is first asked for, and anew once a run has ended.
    pub(super) observations: RefCell<Option<Rc<Observations>>>,
    /// Figures computed before.
    pub(super) analyses: RefCell<Analyses>,
    pub(super) active: RefCell<Option<Rc<ActiveRun>>>,
    pub(super) opening: JobSlot,
    /// Whether anything was opened or closed since the start: then what was open last is left alone.
    pub(super) was_touched: Cell<bool>,
    /// Looking for leaks, checking and packing.
    pub(super) inspecting: JobSlot,
    pub(super) generating: JobSlot,
    pub(super) running: JobSlot,
}

impl Engine {
    /// An engine that knows nothing yet; [`Command::Hello`] restores what is stored.
    pub fn new(ports: Ports) -> Rc<Self> {
        Rc::new(Self {
            storage: Storage::new(ports.store.clone()),
            models: Models::new(ports.clone()),
            ports,
            repository: RefCell::default(),
            tasks: RefCell::default(),
            dropped: RefCell::default(),
            runs: RefCell::default(),
            prompts: RefCell::default(),
            standings: RefCell::default(),
            observations: RefCell::default(),
            analyses: RefCell::default(),
            active: RefCell::default(),
            opening: JobSlot::default(),
            was_touched: Cell::default(),
            inspecting: JobSlot::default(),
            generating: JobSlot::default(),
            running: JobSlot::default(),
        })
    }

    /// Handles a command to its end. `attachments` are the files that go with it.
    pub async fn handle(self: &Rc<Self>, command: Command, attachments: Vec<Rc<dyn Attachment>>) {
        let done = match command {
            Command::Hello { version } => self.hello(version).await,
            Command::OpenArchive { name } => {
                let done = self.open_archive(name, attachments).await;
                self.give_back_memory();
                done
            }
            Command::OpenFolder { name, paths } => {
                let done = self.open_folder(name, paths, attachments).await;
                self.give_back_memory();
                done
            }
            Command::OpenSample => self.open_sample().await,
            Command::RunDemo => self.demo().await,
            Command::CancelOpen => {
                self.opening.stop();
                Ok(())
            }
            Command::CloseRepository => self.close_repository().await,
            Command::ReadFile { path } => self.read_file(&path),
            Command::ReadChunk { id } => self.read_chunk(&id),
            Command::SetSelection { spec } => self.set_selection(spec).await,
            Command::SetStripMode { mode } => self.set_strip_mode(mode).await,
            Command::FindLeaks => self.find_leaks().await,
            Command::Certify => self.certify().await,
            Command::ExportCodeOnly => self.export_code_only().await,
            Command::CancelInspection => {
                self.inspecting.stop();
                Ok(())
            }
            Command::Generate(request) => self.generate(request).await,
            Command::CancelGeneration => {
                self.generating.stop();
                Ok(())
            }
            Command::ReadTask { id } => self.read_task(&id).await,
            Command::ReviewTask { id, review } => self.review_task(&id, review).await,
            Command::DeleteTasks => self.delete_tasks().await,
            Command::PlanRun(request) => self.plan_run(request).await,
            Command::StartRun(request) => self.start_run(request).await,
            Command::PauseRun => {
                self.running.stop();
                Ok(())
            }
            Command::ResumeRun { run } => self.resume_run(&run).await,
            Command::SetBudget { run, budget } => self.set_budget(&run, budget).await,
            Command::AmendRun { run, amendment } => self.amend_run(&run, amendment).await,
            Command::CancelRun { run } => self.cancel_run(&run).await,
            Command::DeleteRun { run } => self.delete_run(&run).await,
            Command::ReadResults { run, filter, settings } => self.read_results(run, filter, settings).await,
            Command::ReadSample { run, key } => self.read_sample(run, key).await,
            Command::Export(export) => self.export(export).await,
            Command::Import(request) => self.import(request, attachments).await,
            Command::SetPrompts { prompts } => self.set_prompts(prompts).await,
            Command::ReadRunPrompts { run } => self.read_run_prompts(run),
            Command::SaveProvider { provider } => self.save_provider(provider).await,
            Command::DeleteProvider { id } => self.delete_provider(&id).await,
            Command::SetKey { provider, key } => {
                let set = self.models.set_key(&provider, &key);
                self.emit(Event::Settings(self.models.settings_view()));
                set
            }
            Command::ListModels { provider } => self.list_models(provider).await,
            Command::Diagnose { provider, model } => self.diagnose(provider, model).await,
            Command::SignIn { provider, code, verifier } => self.sign_in(provider, code, verifier).await,
            Command::DeleteEverything => self.delete_everything().await,
        };
        if let Err(problem) = done {
            self.emit(Event::Problem(problem));
        }
        let unreadable = self.storage.take_unreadable();
        if !unreadable.is_empty() {
            self.emit(Event::Problem(unreadable_problem(&unreadable)));
        }
    }

    pub(super) fn emit(&self, event: Event) {
        self.ports.events.emit(event);
    }

    /// Tells the page what is stored.
    pub(super) async fn report_storage(&self) {
        let StoreUsage { used_bytes, quota_bytes, is_persistent } = self.ports.store.usage().await;
        let (tasks, runs) = (self.tasks.borrow().len(), self.runs.borrow().len());
        self.emit(Event::Storage(StorageView { used_bytes, quota_bytes, is_persistent, tasks, runs }));
    }

    /// Tells the page which tasks there are.
    pub(super) fn report_tasks(&self) {
        let order = self.repository.borrow().as_ref().map(|open| open.task_order()).unwrap_or_default();
        let tasks = self.tasks.borrow();
        let mut rows: Vec<_> = tasks.values().map(super::protocol::TaskRow::from).collect();
        rows.sort_by_key(|row| (row.set, order.get(&row.id).copied().unwrap_or(usize::MAX), row.id.clone()));
        self.emit(Event::Tasks(TasksView { tasks: rows, dropped: self.dropped.borrow().clone() }));
    }

    async fn hello(self: &Rc<Self>, version: u32) -> Result<(), Problem> {
        self.emit(Event::Ready { version: PROTOCOL_VERSION });
        if version != PROTOCOL_VERSION {
            return Err(Problem {
                message: "This page and its engine are of different versions.".into(),
                advice: "Reload the page.".into(),
                details: format!("page {version}, engine {PROTOCOL_VERSION}"),
            });
        }
        let restored = self.restore().await;
        self.emit(Event::Settings(self.models.settings_view()));
        self.emit(Event::Prompts(self.prompts.borrow().clone()));
        self.report_runs().await;
        self.report_storage().await;
        let reopened = self.reopen().await;
        restored.and(reopened)
    }

    async fn restore(&self) -> Result<(), Problem> {
        for provider in self.storage.providers().await.map_err(storage_problem)? {
            self.models.save_provider(provider);
        }
        let runs = self.storage.runs().await.map_err(storage_problem)?;
        *self.runs.borrow_mut() = runs.into_iter().map(|run| (run.id.clone(), run)).collect();
        *self.prompts.borrow_mut() = self.storage.prompts().await.map_err(storage_problem)?;
        Ok(())
    }

    async fn save_provider(&self, provider: crate::domain::provider::ProviderConfig) -> Result<(), Problem> {
        self.models.save_provider(provider);
        self.store_providers().await
    }

    async fn delete_provider(&self, id: &str) -> Result<(), Problem> {
        self.models.delete_provider(id);
        self.store_providers().await
    }

    async fn store_providers(&self) -> Result<(), Problem> {
        self.emit(Event::Settings(self.models.settings_view()));
        self.storage.put_providers(&self.models.stored_providers()).await.map_err(storage_problem)
    }

    async fn delete_everything(self: &Rc<Self>) -> Result<(), Problem> {
        for job in [&self.opening, &self.inspecting, &self.generating, &self.running] {
            job.stop();
        }
        self.ports.clock.yield_now().await;
        for provider in self.models.stored_providers() {
            self.models.delete_provider(&provider.id);
        }
        *self.repository.borrow_mut() = None;
        *self.active.borrow_mut() = None;
        self.tasks.borrow_mut().clear();
        self.dropped.borrow_mut().clear();
        self.runs.borrow_mut().clear();
        self.prompts.take();
        self.standings.borrow_mut().clear();
        self.storage.delete_everything().await.map_err(storage_problem)?;
        self.emit(Event::Closed);
        self.emit(Event::Settings(self.models.settings_view()));
        self.emit(Event::Prompts(PromptEdits::default()));
        self.report_tasks();
        self.report_runs().await;
        self.report_storage().await;
        Ok(())
    }
}

/// A failure of the store, for the user.
pub(super) fn storage_problem(error: StoreError) -> Problem {
    Problem {
        message: "This browser could not store or read what was done.".into(),
        advice: "Check that site data is allowed and that there is room on the disk, then reload the page.".into(),
        details: error.to_string(),
    }
}

/// Records that this version can't read, for the user. They stay where they are.
fn unreadable_problem(errors: &[StoreError]) -> Problem {
    let details: Vec<String> = errors.iter().map(ToString::to_string).collect();
    Problem {
        message: match errors.len() {
            1 => "A stored record can't be read by this version of the site.".into(),
            n => format!("{n} stored records can't be read by this version of the site."),
        },
        advice: "They are left as they are, and all others are shown; reload the page, in case it is an old one."
            .into(),
        details: details.join("\n"),
    }
}

/// Something that needs a repository was asked for without one.
pub(super) fn no_repository() -> Problem {
    Problem {
        message: "No repository is open.".into(),
        advice: "Open one on the Repository page first.".into(),
        details: String::new(),
    }
}
