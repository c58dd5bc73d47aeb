//! Making tasks from the selected chunks, answer first.

mod job;
mod spec;
mod work;

use std::collections::BTreeSet;
use std::future::Future;
use std::rc::Rc;

use super::core::Engine;
use super::job::JobEnd;
use super::protocol::{Event, GenerateRequest, Problem, RemakeRequest};
use super::repository::OpenRepository;
use crate::domain::chunks::{Candidates, Place};
use crate::domain::provider::{CallFailure, ModelRef};
use crate::domain::task::TaskSet;
use job::Job;
pub(super) use spec::dropped_row;

impl Engine {
    pub(super) async fn generate(self: &Rc<Self>, request: GenerateRequest) -> Result<(), Problem> {
        let open = self.opened()?;
        let request = self.within_limits(request)?;
        self.refuse_blind_budget(request.budget, [&request.model].into_iter())?;
        let (places, unfilled) = self.open_places(&open, &request);
        if places.is_empty() {
            return Err(nothing_to_generate(unfilled));
        }
        let job = Rc::new(Job::new(request, self.words(), places.len(), unfilled));
        self.generating(&job, self.generate_all(&open, &job)).await
    }

    /// Makes one task anew, from the same chunk; what it says now stays among its earlier wordings.
    pub(super) async fn remake_task(self: &Rc<Self>, request: RemakeRequest) -> Result<(), Problem> {
        let open = self.opened()?;
        let task = self.task(&request.id)?;
        let request = self.within_limits(GenerateRequest::remake(request))?;
        self.refuse_blind_budget(request.budget, [&request.model].into_iter())?;
        let chunk = task.chunk.as_ref().and_then(|origin| open.chunk_index(&origin.id)).zip(task.subtype);
        let Some((chunk, subtype)) = chunk else {
            return Err(Problem {
                message: "This task can't be made anew: its chunk isn't in the open repository.".into(),
                advice: "Open the repository that it was made from; imported tasks can be edited instead.".into(),
                details: String::new(),
            });
        };
        let place = Place::of_task(task.set, task.category, subtype, chunk);
        let job = Rc::new(Job::remake(request, self.words()));
        self.generating(&job, self.remake(&open, &job, task.id, place)).await
    }

    async fn generating(self: &Rc<Self>, job: &Rc<Job>, work: impl Future<Output = ()>) -> Result<(), Problem> {
        self.models.reset_errors();
        if self.generating.run(work).await == JobEnd::Busy {
            return Err(Problem {
                message: "Tasks are being generated already.".into(),
                advice: "Wait until that is done, or cancel it.".into(),
                details: String::new(),
            });
        }
        // The last state of the funnel stays to be looked at; an empty list in flight says that it's over.
        job.running.borrow_mut().clear();
        *self.observations.borrow_mut() = None;
        self.report_generation(job);
        self.emit(Event::Generation(None));
        self.report_storage().await;
        Ok(())
    }

    async fn generate_all(self: &Rc<Self>, open: &Rc<OpenRepository>, job: &Rc<Job>) {
        let spec = open.selection_spec();
        // The tasks as they are now: what is made meanwhile takes the places that are handed out here.
        let tasks = self.tasks.borrow().clone();
        let given_up = self.given_up(&job.request);
        let of = Candidates { chunks: &open.analysis.chunks, spec: &spec, tasks: &tasks, given_up: &given_up };
        let (places, _, spares) = of.places(&wanted(open, &job.request));
        self.fill_places(open, job, places, spares).await;
    }

    async fn remake(self: &Rc<Self>, open: &Rc<OpenRepository>, job: &Rc<Job>, id: String, place: Place) {
        self.report_generation(job);
        let spec = spec::spec(open, job, &place);
        match self.make(open, job, spec).await {
            None => {}
            Some(Ok(made)) => {
                let Ok(mut task) = self.task(&id) else { return };
                task.regenerate(made);
                match self.put_task(task).await {
                    Ok(task) => self.show_task(&task).await,
                    Err(problem) => self.emit(Event::Problem(problem)),
                }
            }
            Some(Err(generation)) => {
                let Some(dropped) = generation.dropped() else { return };
                self.emit(Event::Problem(Problem {
                    message: format!("The task was not made anew: it failed at the {}.", dropped.stage.label()),
                    advice: "It stays as it was. Try again, or edit it by hand.".into(),
                    details: dropped.reason.to_string(),
                }));
            }
        }
    }

    /// The places that have no task yet, and how many of them no chunk is left for.
    pub(super) fn open_places(&self, open: &OpenRepository, request: &GenerateRequest) -> (Vec<Place>, usize) {
        let spec = open.selection_spec();
        let (tasks, given_up) = (self.tasks.borrow(), self.given_up(request));
        let of = Candidates { chunks: &open.analysis.chunks, spec: &spec, tasks: &tasks, given_up: &given_up };
        let (places, unfilled, _) = of.places(&wanted(open, request));
        (places, unfilled)
    }

    /// Chunks that are not tried again, by their task's identifier.
    fn given_up(&self, request: &GenerateRequest) -> BTreeSet<String> {
        if request.tries_dropped_again { BTreeSet::new() } else { self.dropped.borrow().keys().cloned().collect() }
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

    /// The request with the generator's own bounds: gold answers must not be cut by a limit made for agents under test.
    pub(super) fn within_limits(&self, mut request: GenerateRequest) -> Result<GenerateRequest, Problem> {
        let Some((_, settings)) = self.models.find(&request.model) else {
            return Err(unknown_model(&request.model));
        };
        self.refuse_agent(&request.model, "make tasks")?;
        request.limits.max_tokens = settings.max_tokens;
        request.limits = self.models.limits(&request.model, request.limits);
        Ok(request)
    }
}

/// The first chunks selected for each set, as many as are wanted.
fn wanted(open: &OpenRepository, request: &GenerateRequest) -> Vec<(TaskSet, crate::domain::chunks::SelectedChunk)> {
    let selected = open.selected();
    let of_set = |set: TaskSet, count: usize| selected.iter().filter(move |(of, _)| *of == set).take(count).copied();
    of_set(TaskSet::CodeDerivable, request.code_derivable)
        .chain(of_set(TaskSet::DocDependent, request.doc_dependent))
        .collect()
}

fn nothing_to_generate(unfilled: usize) -> Problem {
    let message = match unfilled {
        0 => "There is nothing to generate: every selected chunk has its task, or none is selected.".to_owned(),
        n => format!("There is nothing to generate: {n} chunks gave no task, and no other chunk is left for them."),
    };
    Problem {
        message,
        advice: "Select more chunks or lower the threshold on the Repository page, raise the numbers, or try the \
                 dropped chunks again."
            .into(),
        details: String::new(),
    }
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
