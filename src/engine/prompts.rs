//! The words that models are asked with: what the user has changed, and what a run keeps.

use super::core::{Engine, storage_problem};
use super::protocol::{Event, Problem};
use super::run::no_run;
use crate::domain::task::prompts::{PromptEdits, PromptSet};

impl Engine {
    /// The words in force: what is begun from now on keeps them.
    pub(super) fn words(&self) -> PromptSet {
        self.prompts.borrow().in_force()
    }

    /// Puts the user's texts in the place of the defaults. What has begun goes on with its own.
    pub(super) async fn set_prompts(&self, edits: PromptEdits) -> Result<(), Problem> {
        let unusable = edits.unusable();
        if !unusable.is_empty() {
            let details: Vec<String> = unusable.iter().map(|(id, why)| format!("{id}: {why}")).collect();
            return Err(Problem {
                message: "A prompt can't be used as it is, so nothing was changed.".into(),
                advice: "Mend it under Settings, or go back to the default.".into(),
                details: details.join("\n"),
            });
        }
        let edits = edits.usable();
        *self.prompts.borrow_mut() = edits.clone();
        self.emit(Event::Prompts(edits.clone()));
        self.storage.put_prompts(&edits).await.map_err(storage_problem)
    }

    /// Tells the page the words of a run.
    pub(super) fn read_run_prompts(&self, id: String) -> Result<(), Problem> {
        let run = self.runs.borrow().get(&id).cloned().ok_or_else(no_run)?;
        self.emit(Event::RunPrompts { run: id, sha256: run.spec.prompts_sha256.clone(), prompts: run.words() });
        Ok(())
    }
}
