//! What a project is made from: `run.json`, which each of its logs repeats.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::domain::files::checks::sha256;
use crate::domain::files::migrations::Record;
use crate::domain::provider::ModelRef;
use crate::domain::run::{Run, RunSpec};
use crate::domain::task::Task;

/// Version of [`Project`]'s form.
pub const PROJECT_VERSION: u32 = 1;

/// The run that a project was made from, and hashes of what it asks. Keys are in no part of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Project {
    /// [`PROJECT_VERSION`].
    pub version: u32,
    /// Identifier of the run.
    pub run: String,
    /// Its specification. Models and judge are those of inspect_ai's command instead.
    pub spec: RunSpec,
    /// [`task_sha256`] of each task.
    pub tasks: BTreeMap<String, String>,
}

impl Project {
    /// Of a run and its tasks.
    pub fn of(run: &Run, tasks: &[Task]) -> Self {
        let tasks: BTreeMap<String, String> = tasks.iter().map(|task| (task.id.clone(), task_sha256(task))).collect();
        let mut spec = run.spec.clone();
        spec.tasks.retain(|id| tasks.contains_key(id));
        Self { version: PROJECT_VERSION, run: run.id.clone(), spec, tasks }
    }

    /// As a file of indented JSON.
    pub fn text(&self) -> String {
        #[derive(Serialize)]
        struct Written<'a> {
            format: &'static str,
            #[serde(flatten)]
            project: &'a Project,
        }
        let written = Written { format: Record::InspectProject.format(), project: self };
        // Plain data with string keys: serialising can't fail.
        serde_json::to_string_pretty(&written).unwrap_or_default() + "\n"
    }

    /// Identifier of the run that logs with this judge become: the same for all logs whose samples can be compared,
    /// whatever models, conditions and epochs they are of.
    pub fn run_id(&self, judge: &ModelRef) -> String {
        let compared = RunSpec {
            models: Vec::new(),
            conditions: Vec::new(),
            epochs: 0,
            judge: judge.clone(),
            repository: String::new(),
            ..self.spec.clone()
        };
        let text = serde_json::to_vec(&(compared, &self.tasks)).unwrap_or_default();
        format!("inspect-{}", &sha256(&text)[..16])
    }
}

/// SHA-256, in hexadecimal, of what agent and judge see of a task, and of where it is counted.
pub fn task_sha256(task: &Task) -> String {
    let seen = (&task.repository, task.set, task.category, task.subtype, &task.question, &task.answer, &task.rubric);
    sha256(&serde_json::to_vec(&seen).unwrap_or_default())
}
