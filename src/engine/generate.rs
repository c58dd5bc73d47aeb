//! Making tasks from the selected chunks.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use futures::StreamExt;
use futures::stream;

use super::core::{Engine, storage_problem};
use super::drive::{Callers, Performed};
use super::job::JobEnd;
use super::protocol::{Event, GenerateRequest, GenerationProgress, InMaking, Problem};
use super::repository::OpenRepository;
use super::text::{TEXT_EVERY_MS, tail};
use crate::domain::chunks::{Chunk, SelectedChunk};
use crate::domain::provider::{CallFailure, ModelRef};
use crate::domain::task::generation::{Generation, GenerationSpec};
use crate::domain::task::prompts::PromptSet;
use crate::domain::task::{ChunkOrigin, ChunkText, FactVerdict, Review, TaskSet};

/// A generation job: what the funnel counts.
struct Job {
    request: GenerateRequest,
    chunks: usize,
    in_flight: RefCell<BTreeMap<String, InMaking>>,
    text_told_ms: Cell<u64>,
    ended: RefCell<Vec<Generation>>,
    blocked: RefCell<Option<Problem>>,
    running: RefCell<BTreeMap<String, Generation>>,
}

impl Engine {
    pub(super) async fn generate(self: &Rc<Self>, mut request: GenerateRequest) -> Result<(), Problem> {
        let open = self.opened()?;
        let Some((_, settings)) = self.models.find(&request.model) else {
            return Err(unknown_model(&request.model));
        };
        self.refuse_agent(&request.model, "make tasks")?;
        // The generator's own bound holds: gold answers must not be cut by a limit made for agents under test.
        request.limits.max_tokens = settings.max_tokens;
        request.limits = self.models.limits(&request.model, request.limits);
        let prompts = self.words();
        let specs = self.specs(&open, &request, &prompts);
        if specs.is_empty() {
            return Err(Problem {
                message: "There is nothing to generate: every selected chunk has its task, or none is selected.".into(),
                advice: "Select more chunks on the Repository page, raise the numbers, or delete the tasks first."
                    .into(),
                details: String::new(),
            });
        }
        let job = Rc::new(Job {
            request,
            chunks: specs.len(),
            in_flight: RefCell::default(),
            text_told_ms: Cell::default(),
            ended: RefCell::default(),
            blocked: RefCell::default(),
            running: RefCell::default(),
        });
        self.models.reset_errors();
        let end = self.generating.run(self.generate_all(&open, &job, specs)).await;
        if end == JobEnd::Busy {
            return Err(Problem {
                message: "Tasks are being generated already.".into(),
                advice: "Wait until that is done, or cancel it.".into(),
                details: String::new(),
            });
        }
        // The last state of the funnel stays to be looked at; an empty list in flight says that it's over.
        job.in_flight.borrow_mut().clear();
        self.report_generation(&job);
        self.emit(Event::Generation(None));
        self.emit(Event::Hosts(self.models.hosts()));
        self.report_storage().await;
        Ok(())
    }

    /// An agent over HTTP answers questions, and does nothing else.
    pub(super) fn refuse_agent(&self, model: &ModelRef, what: &str) -> Result<(), Problem> {
        if !self.models.is_agent(model) {
            return Ok(());
        }
        Err(Problem {
            message: format!(
                "\"{}\" is an agent over HTTP, which can't {what}: it only answers questions.",
                model.model
            ),
            advice: "Choose a model for that.".into(),
            details: String::new(),
        })
    }

    pub(super) async fn read_task(&self, id: &str) -> Result<(), Problem> {
        let task = self.tasks.borrow().get(id).cloned().ok_or_else(no_task)?;
        self.emit(Event::Task(Box::new(task.clone())));
        if let Ok(open) = self.opened() {
            self.report_grounding(&task, &open).await;
        }
        Ok(())
    }

    pub(super) async fn review_task(&self, id: &str, review: Review) -> Result<(), Problem> {
        let task = {
            let mut tasks = self.tasks.borrow_mut();
            let task = tasks.get_mut(id).ok_or_else(no_task)?;
            task.review = review;
            task.clone()
        };
        self.report_tasks();
        self.emit(Event::Task(Box::new(task.clone())));
        self.storage.put_task(&task).await.map_err(storage_problem)
    }

    pub(super) async fn delete_tasks(&self) -> Result<(), Problem> {
        let open = self.opened()?;
        self.generating.stop();
        self.tasks.borrow_mut().clear();
        self.dropped.borrow_mut().clear();
        self.report_tasks();
        self.storage.delete_tasks(&open.repository.archive_sha256).await.map_err(storage_problem)?;
        self.report_storage().await;
        Ok(())
    }

    async fn generate_all(self: &Rc<Self>, open: &Rc<OpenRepository>, job: &Rc<Job>, specs: Vec<GenerationSpec>) {
        let made: Vec<String> = specs.iter().map(|spec| label(&spec.chunk)).collect();
        self.dropped.borrow_mut().retain(|(chunk, ..)| !made.contains(chunk));
        let concurrency = self.models.concurrency(&job.request.model) as usize;
        self.report_generation(job);
        let mut work = stream::iter(specs).map(|spec| self.generate_one(open, job, spec)).buffer_unordered(concurrency);
        while work.next().await.is_some() {
            if job.blocked.borrow().is_some() {
                break;
            }
        }
    }

    async fn generate_one(&self, open: &OpenRepository, job: &Job, spec: GenerationSpec) {
        if job.blocked.borrow().is_some() {
            return;
        }
        let name = label(&spec.chunk);
        let id = spec.task_id();
        let set = spec.set;
        let archive = spec.archive_sha256.clone();
        let mut generation = match self.storage.in_making(&archive, &id).await {
            // Gone on with where it was stopped, if it is still the same that is wanted.
            Ok(Some(begun)) if *begun.spec() == spec => begun,
            Ok(_) => Generation::new(spec),
            Err(error) => {
                *job.blocked.borrow_mut() = Some(storage_problem(error));
                return;
            }
        };
        let model = &job.request.model;
        let on_text = |text: &str| self.note_making(job, &id, text);
        let callers = Callers { model, judge: model, question: None, till: None, on_text: &on_text };
        let result = loop {
            let (stage, step) = generation.progress();
            let row = InMaking { chunk: name.clone(), stage, step, text: String::new() };
            job.in_flight.borrow_mut().insert(id.clone(), row);
            job.running.borrow_mut().insert(id.clone(), generation.clone());
            self.report_generation(job);
            let effect = generation.next();
            match self.perform(effect, open, callers).await {
                Performed::Outcome(outcome) => generation.resume(outcome),
                Performed::Done => break generation.result(self.ports.clock.now_ms()),
                Performed::Blocked(failure) => {
                    *job.blocked.borrow_mut() = Some(blocked_problem(&failure));
                    break None;
                }
                Performed::OverBudget => break None, // nobody pays here
            }
            // Stored before the next step begins: what is stopped loses at most the requests in flight.
            if let Err(error) = self.storage.put_in_making(&id, &generation).await {
                *job.blocked.borrow_mut() = Some(storage_problem(error));
                break None;
            }
        };
        job.in_flight.borrow_mut().remove(&id);
        job.running.borrow_mut().remove(&id);
        if result.is_some() {
            job.ended.borrow_mut().push(generation);
            if let Err(error) = self.storage.delete_in_making(&archive, &id).await {
                self.emit(Event::Problem(storage_problem(error)));
            }
        }
        match result {
            Some(Ok(task)) => {
                let task = self.anchored(task, open);
                if let Err(error) = self.storage.put_task(&task).await {
                    self.emit(Event::Problem(storage_problem(error)));
                }
                self.tasks.borrow_mut().insert(task.id.clone(), task);
            }
            Some(Err(dropped)) => self.dropped.borrow_mut().push((name, set, dropped)),
            None => {}
        }
        self.report_tasks();
        self.report_generation(job);
    }

    /// Text of a reply has come.
    fn note_making(&self, job: &Job, id: &str, text: &str) {
        if let Some(row) = job.in_flight.borrow_mut().get_mut(id) {
            row.text = tail(text);
        }
        let now_ms = self.ports.clock.now_ms();
        if !text.is_empty() && now_ms.saturating_sub(job.text_told_ms.get()) >= TEXT_EVERY_MS {
            job.text_told_ms.set(now_ms);
            self.report_generation(job);
        }
    }

    /// What to make: the first chunks of each set that have no task yet.
    fn specs(&self, open: &OpenRepository, request: &GenerateRequest, prompts: &PromptSet) -> Vec<GenerationSpec> {
        let tasks = self.tasks.borrow();
        let of_set = |set: TaskSet, count: usize| {
            let selected = open.selected().into_iter().filter(move |(of, _)| *of == set).take(count);
            selected.map(|(set, chosen)| spec(open, request, prompts, (set, chosen))).collect::<Vec<_>>()
        };
        let mut specs = of_set(TaskSet::CodeDerivable, request.code_derivable);
        specs.extend(of_set(TaskSet::DocDependent, request.doc_dependent));
        specs.retain(|spec| !tasks.contains_key(&spec.task_id()));
        specs
    }

    fn report_generation(&self, job: &Job) {
        let ended = job.ended.borrow();
        let running = job.running.borrow();
        let mut progress = GenerationProgress {
            model: job.request.model.label(),
            chunks: job.chunks,
            in_flight: job.in_flight.borrow().values().cloned().collect(),
            blocked: job.blocked.borrow().clone(),
            ..GenerationProgress::default()
        };
        for generation in ended.iter().chain(running.values()) {
            progress.usage += generation.usage();
            progress.answered += usize::from(generation.has_answer());
            progress.audited += usize::from(generation.is_audited());
            match generation.fact_verdict() {
                Some(FactVerdict::Pass) => progress.fact_checks[0] += 1,
                Some(FactVerdict::Warn) => progress.fact_checks[1] += 1,
                Some(FactVerdict::Fail) => progress.fact_checks[2] += 1,
                None => {}
            }
        }
        for generation in ended.iter() {
            match generation.result(0) {
                Some(Ok(_)) => progress.finished += 1,
                Some(Err(_)) => progress.dropped += 1,
                None => {}
            }
        }
        self.emit(Event::Generation(Some(progress)));
        self.emit(Event::Hosts(self.models.hosts()));
    }
}

fn spec(
    open: &OpenRepository,
    request: &GenerateRequest,
    prompts: &PromptSet,
    (set, chosen): (TaskSet, SelectedChunk),
) -> GenerationSpec {
    let chunk = &open.analysis.chunks[chosen.index];
    GenerationSpec {
        repository: open.repository.name.clone(),
        archive_sha256: open.repository.archive_sha256.clone(),
        set,
        category: chosen.category,
        subtype: chosen.subtype,
        origin: origin(chunk),
        chunk: ChunkText {
            source: chunk.source.id().into(),
            path: chunk.path.clone(),
            heading: chunk.heading.clone(),
            content: chunk.content.to_string(),
        },
        model: request.model.clone(),
        limits: request.limits,
        prompts: prompts.clone(),
    }
}

fn origin(chunk: &Chunk) -> ChunkOrigin {
    ChunkOrigin {
        id: chunk.id.clone(),
        source: chunk.source.id().into(),
        path: chunk.path.clone(),
        heading: chunk.heading.clone(),
        start_line: chunk.start_line,
        score: chunk.score,
    }
}

fn label(chunk: &ChunkText) -> String {
    if chunk.heading.is_empty() { chunk.path.clone() } else { format!("{} · {}", chunk.path, chunk.heading) }
}

/// A failure that only the user can mend, for the user.
pub(super) fn blocked_problem(failure: &CallFailure) -> Problem {
    Problem { message: failure.message.clone(), advice: failure.kind.advice().into(), details: failure.details.clone() }
}

pub(super) fn unknown_model(model: &ModelRef) -> Problem {
    Problem {
        message: format!("The model \"{}\" is not set up in this browser.", model.model),
        advice: "Add its provider and model under Settings.".into(),
        details: String::new(),
    }
}

fn no_task() -> Problem {
    Problem {
        message: "There is no such task.".into(),
        advice: "Choose another task of the list.".into(),
        details: String::new(),
    }
}
