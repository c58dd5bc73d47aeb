//! What a run would take, told before it is started.

use std::rc::Rc;

use crate::domain::run::{Observations, PlanRequest, plan};
use crate::domain::task::Task;
use crate::engine::core::{Engine, storage_problem};
use crate::engine::protocol::{Event, Problem, RunRequest};

impl Engine {
    pub(in crate::engine) async fn plan_run(self: &Rc<Self>, request: RunRequest) -> Result<(), Problem> {
        let observations = self.observations().await?;
        let chars = |task: &Task| {
            let texts = [&task.question, &task.answer].into_iter().chain(&task.rubric);
            texts.map(|text| text.chars().count()).sum()
        };
        let task_chars: Vec<usize> = self.tasks_to_run().iter().map(chars).collect();
        let planned = PlanRequest {
            task_chars: &task_chars,
            models: &request.models,
            conditions: &request.conditions,
            epochs: request.epochs,
            judge: &request.judge,
            limits: request.limits,
        };
        let plan = plan(planned, &observations, |model| self.models.price(model));
        self.emit(Event::Plan(Box::new(plan)));
        Ok(())
    }

    /// What samples of all stored runs have used. Read once, and anew after a run.
    async fn observations(&self) -> Result<Rc<Observations>, Problem> {
        if let Some(known) = self.observations.borrow().as_ref() {
            return Ok(known.clone());
        }
        let runs: Vec<_> = self.runs.borrow().values().cloned().collect();
        let mut observations = Observations::default();
        for run in runs {
            for sample in self.storage.samples(&run.id).await.map_err(storage_problem)? {
                observations.add(&sample, &run.spec.judge);
            }
        }
        let observations = Rc::new(observations);
        *self.observations.borrow_mut() = Some(observations.clone());
        Ok(observations)
    }
}
