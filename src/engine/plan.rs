//! What work would take, told before it is started.

use std::rc::Rc;

use super::core::{Engine, storage_problem};
use super::protocol::{Event, GenerateRequest, Problem, RunRequest};
use crate::domain::plan::{GenerationPlanRequest, Observations, RunPlanRequest, plan_generation, plan_run};
use crate::domain::task::Task;

impl Engine {
    pub(super) async fn plan_run(self: &Rc<Self>, request: RunRequest) -> Result<(), Problem> {
        let observations = self.observations().await?;
        let chars = |task: &Task| {
            let texts = [&task.question, &task.answer].into_iter().chain(&task.rubric);
            texts.map(|text| text.chars().count()).sum()
        };
        let task_chars: Vec<usize> = self.tasks_to_run().iter().map(chars).collect();
        let planned = RunPlanRequest {
            task_chars: &task_chars,
            models: &request.models,
            conditions: &request.conditions,
            epochs: request.epochs,
            judge: &request.judge,
            limits: request.limits,
        };
        let plan = plan_run(planned, &observations, |model| self.models.price(model));
        self.emit(Event::Plan(Box::new(plan)));
        Ok(())
    }

    pub(super) async fn plan_generation(self: &Rc<Self>, request: GenerateRequest) -> Result<(), Problem> {
        let open = self.opened()?;
        let request = self.within_limits(request)?;
        let observations = self.observations().await?;
        let chars = |index: usize| open.analysis.chunks[index].content.chars().count();
        let chunks: Vec<_> =
            self.open_places(&open, &request).0.iter().map(|place| (place.set, chars(place.chunk))).collect();
        let planned = GenerationPlanRequest { chunks: &chunks, model: &request.model, limits: request.limits };
        let plan = plan_generation(planned, &observations, |model| self.models.price(model));
        self.emit(Event::GenerationPlan(Box::new(plan)));
        Ok(())
    }

    /// What samples of all stored runs, and the tasks of this repository, have used. Read once, and anew after a run or
    /// a generation.
    async fn observations(&self) -> Result<Rc<Observations>, Problem> {
        if let Some(known) = self.observations.borrow().as_ref() {
            return Ok(known.clone());
        }
        let runs: Vec<_> = self.runs.borrow().values().cloned().collect();
        let mut observations = Observations::default();
        for run in runs {
            for sample in self.storage.samples(&run.id).await.map_err(storage_problem)? {
                observations.add_sample(&sample, &run.spec.judge);
            }
        }
        for task in self.tasks.borrow().values() {
            observations.add_task(task);
        }
        let observations = Rc::new(observations);
        *self.observations.borrow_mut() = Some(observations.clone());
        Ok(observations)
    }
}
