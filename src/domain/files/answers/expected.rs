//! What answers are expected: those of a run, or any for a list of tasks.

use std::collections::{BTreeMap, BTreeSet};

use super::AnswerProblem;
use crate::domain::condition::Condition;
use crate::domain::files::checks::short;
use crate::domain::provider::{IMPORTED_PROVIDER, ModelRef};
use crate::domain::run::{RunSpec, SampleKey};
use crate::domain::task::Task;

/// Repetitions of a sample at most, where no run says how many there are.
pub const MOST_EPOCHS: u32 = 1_000;

/// What answers are expected.
#[derive(Clone, Debug, PartialEq)]
pub struct Expected {
    /// The tasks, each with the SHA-256 of its archive.
    tasks: BTreeMap<String, String>,
    conditions: BTreeSet<Condition>,
    /// None where any model will do.
    run: Option<(Vec<ModelRef>, u32)>,
}

impl Expected {
    /// The answers of a run.
    pub fn of_run(spec: &RunSpec) -> Self {
        Self {
            tasks: spec.tasks.iter().map(|task| (task.clone(), spec.archive_sha256.clone())).collect(),
            conditions: spec.conditions.iter().copied().collect(),
            run: Some((spec.models.clone(), spec.epochs)),
        }
    }

    /// Answers of any agents, under names of their own, to these tasks.
    pub fn of_tasks(tasks: &[Task], conditions: &[Condition]) -> Self {
        Self {
            tasks: tasks.iter().map(|task| (task.id.clone(), task.archive_sha256.clone())).collect(),
            conditions: conditions.iter().copied().collect(),
            run: None,
        }
    }

    /// The archive of a task.
    pub(super) fn archive(&self, task: &str) -> Result<&str, AnswerProblem> {
        self.tasks.get(task).map(String::as_str).ok_or_else(|| AnswerProblem::UnknownTask(short(task)))
    }

    /// The condition with this identifier.
    pub(super) fn condition(&self, id: &str) -> Result<Condition, AnswerProblem> {
        Condition::from_id(id)
            .filter(|condition| self.conditions.contains(condition))
            .ok_or_else(|| AnswerProblem::UnknownCondition(short(id)))
    }

    /// The model of this name, or `provider/name`.
    pub(super) fn model(&self, provider: Option<&str>, name: &str) -> Result<ModelRef, AnswerProblem> {
        let Some((models, _)) = &self.run else {
            let provider = provider.unwrap_or(IMPORTED_PROVIDER).to_owned();
            return Ok(ModelRef { provider, model: name.to_owned() });
        };
        let is_it = |model: &&ModelRef| match provider {
            Some(provider) => model.provider == provider && model.model == name,
            None => {
                let rest = name.strip_prefix(&model.provider).and_then(|rest| rest.strip_prefix('/'));
                model.model == name || rest == Some(&model.model)
            }
        };
        let mut found = models.iter().filter(is_it);
        match (found.next(), found.next()) {
            (Some(model), None) => Ok(model.clone()),
            (Some(_), Some(_)) => Err(AnswerProblem::AmbiguousModel(short(name))),
            (None, _) => Err(AnswerProblem::UnknownModel(short(name))),
        }
    }

    /// The repetition of this number.
    pub(super) fn epoch(&self, found: u64) -> Result<u32, AnswerProblem> {
        let epochs = self.run.as_ref().map_or(MOST_EPOCHS, |(_, epochs)| *epochs);
        u32::try_from(found).ok().filter(|epoch| *epoch < epochs).ok_or(AnswerProblem::Epoch { found, epochs })
    }

    /// How many samples have no answer, and the first of them. Without a run, every model that answered anything is
    /// expected to have answered all, as often as the most frequent answer was given.
    pub(super) fn missing<'a>(
        &self,
        has: impl Fn(&SampleKey) -> bool,
        seen: impl ExactSizeIterator<Item = &'a SampleKey>,
        most: usize,
    ) -> (u64, Vec<SampleKey>) {
        let seen_count = seen.len() as u64;
        let (models, epochs) = match &self.run {
            Some((models, epochs)) => (models.clone(), *epochs),
            None => {
                let mut epochs = 0;
                let models: BTreeSet<ModelRef> = seen
                    .inspect(|key| epochs = epochs.max(key.epoch.saturating_add(1)))
                    .map(|key| key.model.clone())
                    .collect();
                (models.into_iter().collect(), epochs)
            }
        };
        let sizes = [self.tasks.len(), models.len(), self.conditions.len(), epochs as usize];
        let all = sizes.into_iter().fold(1_u64, |all, size| all.saturating_mul(size as u64));
        let keys = (0..epochs).flat_map(|epoch| {
            let models = &models;
            self.tasks.keys().flat_map(move |task| {
                models.iter().flat_map(move |model| {
                    self.conditions.iter().map(move |&condition| SampleKey {
                        task: task.clone(),
                        condition,
                        model: model.clone(),
                        epoch,
                    })
                })
            })
        });
        let missing_count = all.saturating_sub(seen_count);
        let listed = usize::try_from(missing_count).unwrap_or(most).min(most);
        (missing_count, keys.filter(|key| !has(key)).take(listed).collect())
    }
}
