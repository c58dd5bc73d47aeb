//! One click that runs everything: sample repository, tasks, evaluation, all on the offline baseline.

use std::rc::Rc;

use super::core::Engine;
use super::protocol::{GenerateRequest, Problem, RunRequest};
use super::repository::DOC_DEPENDENT_TASKS;
use crate::domain::agent::AgentLimits;
use crate::domain::condition::Condition;
use crate::domain::provider::ModelRef;
use crate::domain::run::Budget;

impl Engine {
    /// The same steps that a user takes by hand; each reports as it always does. Stops where one of them is
    /// cancelled or fails.
    pub(super) async fn demo(self: &Rc<Self>) -> Result<(), Problem> {
        self.open_sample().await?;
        if !self.repository.borrow().as_ref().is_some_and(|open| open.is_sample) {
            return Ok(()); // why, was said on opening
        }
        let (model, limits) = (ModelRef::baseline(), AgentLimits::default());
        if self.tasks.borrow().is_empty() {
            let code_derivable = self.opened()?.analysis.tier;
            let doc_dependent = DOC_DEPENDENT_TASKS;
            self.generate(GenerateRequest::of(model.clone(), code_derivable, doc_dependent)).await?;
        }
        if self.tasks.borrow().is_empty() {
            return Ok(());
        }
        let (models, conditions) = (vec![model.clone()], Condition::ALL.to_vec());
        self.start_run(RunRequest { models, conditions, epochs: 1, judge: model, limits, budget: Budget::default() })
            .await
    }
}
