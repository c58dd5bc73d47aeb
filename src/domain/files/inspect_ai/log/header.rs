//! Which project, condition, model and judge a log is of.

use serde_json::Value;

use super::LogError;
use super::record::{EvalRecord, HeaderRecord};
use super::time::milliseconds;
use crate::domain::condition::Condition;
use crate::domain::files::checks::{is_id, short};
use crate::domain::files::inspect_ai::Project;
use crate::domain::files::migrations::{Record, migrate};
use crate::domain::json::sentence;
use crate::domain::provider::{IMPORTED_PROVIDER, ModelRef};

/// Repetitions of a log at most.
const MOST_EPOCHS: u32 = 1_000;
/// Bytes of a model's name at most.
const NAME_BYTES: usize = 200;
/// Where a log repeats `run.json`.
const KEY: &str = "code_qa_bench";

/// What holds for every sample of a log.
#[derive(Clone, Debug, PartialEq)]
pub struct Header {
    /// The project.
    pub project: Project,
    /// The condition.
    pub condition: Condition,
    /// The model under test, as one that was run elsewhere.
    pub model: ModelRef,
    /// Who judged; nothing where the log names nobody.
    pub judge: Option<ModelRef>,
    /// Repetitions.
    pub epochs: u32,
    /// When the evaluation began, in milliseconds since 1970.
    pub created_ms: u64,
}

impl Header {
    pub(super) fn of(record: HeaderRecord) -> Result<Self, LogError> {
        let EvalRecord { created, task, model, config, model_roles, metadata } = record.eval;
        let run = metadata.and_then(|mut metadata| metadata.remove(KEY));
        let Some(Value::Object(mut run)) = run else { return Err(LogError::OtherTask(short(&task))) };
        if run.get("format").and_then(Value::as_str) != Some(Record::InspectProject.format()) {
            return Err(LogError::OtherTask(short(&task)));
        }
        let condition = run.remove("condition");
        let condition = condition.as_ref().and_then(Value::as_str).and_then(Condition::from_id);
        let condition = condition.ok_or(LogError::Header("it names no condition".into()))?;
        let run = migrate(Record::InspectProject, Value::Object(run))?;
        let project: Project = serde_json::from_value(run).map_err(|error| LogError::Header(sentence(&error)))?;
        let are_ids = is_id(&project.run) && project.tasks.keys().all(|id| is_id(id));
        let archive = &project.spec.archive_sha256;
        if !are_ids || !(archive.is_empty() || is_id(archive)) {
            return Err(LogError::Header("an identifier in it can't be one".into()));
        }
        let epochs = config.epochs.unwrap_or(1).max(1);
        if epochs > MOST_EPOCHS {
            return Err(LogError::Header(format!("it has more than {MOST_EPOCHS} epochs")));
        }
        let model = model_of(&model).ok_or_else(|| LogError::Header("the model's name can't be one".into()))?;
        let judge = model_roles.as_ref().and_then(|roles| roles.get("judge"));
        // A role is a model, or a list of them, of which the first is asked.
        let judge = judge.map(|role| role.get(0).unwrap_or(role));
        let judge = judge.and_then(|role| role["model"].as_str()).and_then(model_of);
        Ok(Self { project, condition, model, judge, epochs, created_ms: milliseconds(&created).unwrap_or(0) })
    }
}

/// A model of inspect_ai, such as `openai/gpt-5`; nothing where the name can't be part of a key.
fn model_of(name: &str) -> Option<ModelRef> {
    let is_name = !name.is_empty() && name.len() <= NAME_BYTES && !name.chars().any(|c| c.is_control() || c == '|');
    is_name.then(|| ModelRef { provider: IMPORTED_PROVIDER.into(), model: name.into() })
}
