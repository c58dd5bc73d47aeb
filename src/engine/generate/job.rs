//! A generation under way, and what the page is told of it.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use crate::domain::run::{Budget, Spend};
use crate::domain::task::Funnel;
use crate::domain::task::generation::Generation;
use crate::domain::task::prompts::PromptSet;
use crate::engine::core::Engine;
use crate::engine::protocol::{Event, GenerateRequest, GenerationProgress, InMaking, Problem};
use crate::engine::run::Till;
use crate::engine::text::{TEXT_EVERY_MS, tail};

/// A generation job.
pub struct Job {
    /// What was asked for.
    pub request: GenerateRequest,
    /// The words in force when it began.
    pub prompts: PromptSet,
    /// Whether it makes a task anew that there is already.
    pub is_remake: bool,
    /// Chunks to make tasks of, those that took the place of others included.
    pub chunks: Cell<usize>,
    /// Chunks whose tasks are finished or dropped.
    pub done: Cell<usize>,
    /// Places that no chunk is left for.
    pub unfilled: Cell<usize>,
    /// What it may cost and has cost.
    pub till: Till,
    /// Why it can't go on.
    pub blocked: RefCell<Option<Problem>>,
    /// Whether the calls in flight are let finish where it can't.
    pub lets_finish: Cell<bool>,
    /// Tasks in the making, by identifier.
    pub running: RefCell<BTreeMap<String, (InMaking, Generation)>>,
    text_told_ms: Cell<u64>,
}

impl Job {
    /// A job that is about to begin, of so many chunks.
    pub fn new(request: GenerateRequest, prompts: PromptSet, chunks: usize, unfilled: usize) -> Self {
        let budget: Budget = request.budget;
        Self {
            request,
            prompts,
            is_remake: false,
            chunks: Cell::new(chunks),
            done: Cell::default(),
            unfilled: Cell::new(unfilled),
            till: Till::new(budget, Spend::default()),
            blocked: RefCell::default(),
            lets_finish: Cell::default(),
            running: RefCell::default(),
            text_told_ms: Cell::default(),
        }
    }

    /// A job that makes one task anew.
    pub fn remake(request: GenerateRequest, prompts: PromptSet) -> Self {
        Self { is_remake: true, ..Self::new(request, prompts, 1, 0) }
    }

    /// It can't go on; the first reason counts.
    pub fn block(&self, problem: Problem, lets_finish: bool) {
        if self.blocked.borrow().is_none() {
            self.lets_finish.set(lets_finish);
            *self.blocked.borrow_mut() = Some(problem);
        }
    }

    /// Whether it can't go on.
    pub fn is_blocked(&self) -> bool {
        self.blocked.borrow().is_some()
    }
}

impl Engine {
    /// Text of a reply has come.
    pub(super) fn note_making(&self, job: &Job, id: &str, text: &str) {
        if let Some((row, _)) = job.running.borrow_mut().get_mut(id) {
            row.text = tail(text);
        }
        let now_ms = self.ports.clock.now_ms();
        if !text.is_empty() && now_ms.saturating_sub(job.text_told_ms.get()) >= TEXT_EVERY_MS {
            job.text_told_ms.set(now_ms);
            self.report_generation(job);
        }
    }

    /// Tells the page how the job stands.
    pub(super) fn report_generation(&self, job: &Job) {
        let (tasks, dropped, running) = (self.tasks.borrow(), self.dropped.borrow(), job.running.borrow());
        let in_making = running.values().map(|(_, generation)| generation).filter(|_| !job.is_remake);
        let mut funnel = Funnel::of(tasks.values(), dropped.values().chain(in_making));
        let waiting = job.chunks.get().saturating_sub(job.done.get() + running.len());
        if !job.is_remake {
            funnel.chunks += waiting;
        }
        self.emit(Event::Generation(Some(GenerationProgress {
            model: job.request.model.label(),
            chunks: job.chunks.get(),
            done: job.done.get(),
            unfilled: job.unfilled.get(),
            funnel,
            in_flight: running.values().map(|(row, _)| row.clone()).collect(),
            spend: job.till.spent(),
            budget: job.request.budget,
            blocked: job.blocked.borrow().clone(),
        })));
        self.emit(Event::Hosts(self.models.hosts()));
    }
}
