//! Changing a run that stands still, and going on with it.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::commands::no_run;
use crate::domain::provider::{IMPORTED_PROVIDER, ModelRef};
use crate::domain::run::{Amendment, Run, RunState, Terms};
use crate::domain::task::Task;
use crate::engine::core::{Engine, storage_problem};
use crate::engine::generate::unknown_model;
use crate::engine::protocol::Problem;

impl Engine {
    pub(in crate::engine) async fn amend_run(self: &Rc<Self>, id: &str, amendment: Amendment) -> Result<(), Problem> {
        self.refuse_if_running()?;
        let run = self.runs.borrow().get(id).cloned().ok_or_else(no_run)?;
        // Refused before anything is changed, where it could not go on.
        self.refuse_to_go_on(&run)?;
        let spec = run.spec.amended(&amendment);
        let is_missing = |model: &&ModelRef| model.provider != IMPORTED_PROVIDER && self.models.find(model).is_none();
        if let Some(model) = spec.models.iter().chain([&spec.judge]).find(is_missing) {
            return Err(unknown_model(model));
        }
        self.refuse_agent(&spec.judge, "judge")?;
        let touched = self.amend_samples(&run, &amendment).await?;
        if touched == 0 && spec == run.spec {
            return Err(Problem {
                message: "There is nothing to do: no sample of this run is of that kind.".into(),
                advice: "Look at its samples under Results.".into(),
                details: String::new(),
            });
        }
        let run = Run { spec, state: RunState::Paused, ..run };
        self.set_run(run).await?;
        self.resume_run(id).await
    }

    /// Changes the stored samples; gives how many it changed.
    async fn amend_samples(&self, run: &Run, amendment: &Amendment) -> Result<usize, Problem> {
        let tasks = self.storage.run_tasks(&run.id).await.map_err(storage_problem)?;
        let tasks: BTreeMap<String, Task> = tasks.into_iter().map(|task| (task.id.clone(), task)).collect();
        let (judge, limits, prompts) = (&run.spec.judge, run.spec.limits, &run.words().unwrap_or_default());
        let mut touched = 0;
        for mut sample in self.storage.samples(&run.id).await.map_err(storage_problem)? {
            let Some(task) = tasks.get(&sample.key.task) else { continue };
            if sample.amend(amendment, judge, Terms { task, limits, prompts }) {
                self.storage.put_sample(&run.id, &sample).await.map_err(storage_problem)?;
                touched += 1;
            }
        }
        Ok(touched)
    }
}
