//! What a run is asked to do.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::domain::agent::AgentLimits;
use crate::domain::condition::Condition;
use crate::domain::provider::agent::AgentQuestion;
use crate::domain::provider::{IMPORTED_PROVIDER, ModelRef, ModelSettings, Price};
use crate::domain::python::StripMode;
use crate::domain::run::{Budget, Sample, SampleKey, Spend};
use crate::domain::task::Task;
use crate::domain::task::prompts::PromptSet;

/// Version of the stored form of [`Run`].
pub const RUN_VERSION: u32 = 1;

/// The specification of a run. It never changes once the run has begun.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunSpec {
    /// Name of the repository.
    pub repository: String,
    /// SHA-256 of its archive, in hexadecimal.
    pub archive_sha256: String,
    /// The tasks, by identifier, in order.
    pub tasks: Vec<String>,
    /// The models under test.
    pub models: Vec<ModelRef>,
    /// The conditions.
    pub conditions: Vec<Condition>,
    /// Repetitions of each sample; at least 1.
    pub epochs: u32,
    /// The judge.
    pub judge: ModelRef,
    /// Limits of the agent.
    pub limits: AgentLimits,
    /// Hash of [`Run::prompts`].
    pub prompts_sha256: String,
    /// Seed of everything random.
    pub seed: u64,
    /// How much the code-only repository loses.
    #[serde(default)]
    pub strip_mode: StripMode,
}

impl RunSpec {
    /// Number of samples of the run.
    pub fn sample_count(&self) -> usize {
        self.epochs as usize * self.tasks.len() * self.models.len() * self.conditions.len()
    }

    /// What an agent elsewhere is asked for a sample: nothing of what it is judged by. `limits` are its own.
    pub fn asked_elsewhere(&self, task: &Task, key: &SampleKey, limits: AgentLimits) -> AgentQuestion {
        AgentQuestion {
            task: task.id.clone(),
            condition: key.condition,
            epoch: key.epoch,
            repository: task.repository.clone(),
            archive_sha256: task.archive_sha256.clone(),
            strip_mode: self.strip_mode,
            question: task.question.clone(),
            limits,
        }
    }

    /// Whether all models were run elsewhere: nothing more comes of it by itself.
    pub fn is_of_elsewhere(&self) -> bool {
        self.models.iter().all(|model| model.provider == IMPORTED_PROVIDER)
    }

    /// Every sample of the run, in the order in which they are begun: all conditions and models of a
    /// task before the next task, so that a run that is stopped early has complete pairs.
    pub fn sample_keys(&self) -> Vec<SampleKey> {
        let mut keys = Vec::new();
        for epoch in 0..self.epochs {
            for task in &self.tasks {
                for model in &self.models {
                    for &condition in &self.conditions {
                        keys.push(SampleKey { task: task.clone(), condition, model: model.clone(), epoch });
                    }
                }
            }
        }
        keys
    }
}

/// A run with its state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// [`RUN_VERSION`].
    pub version: u32,
    /// Identifier, unique in this browser.
    pub id: String,
    /// When it was made, in milliseconds since 1970.
    pub created_ms: u64,
    /// What it does.
    pub spec: RunSpec,
    /// The cap at which it pauses by itself; may be changed.
    #[serde(default)]
    pub budget: Budget,
    /// What the models cost when it was last started or resumed; those of unknown price are not in it.
    #[serde(default)]
    pub prices: Vec<(ModelRef, Price)>,
    /// The settings of its models and its judge each time that one was used with others than before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub settings: Vec<UsedSettings>,
    /// The words it was begun with: it goes on with them, whatever is changed since. None in records of earlier
    /// builds, which kept their hash alone.
    #[serde(default = "PromptSet::none")]
    pub prompts: PromptSet,
    /// How it stands.
    pub state: RunState,
}

/// How a model was called from some time on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UsedSettings {
    /// The model.
    pub model: ModelRef,
    /// Tokens of a reply at most, as set for the model.
    pub max_tokens: u32,
    /// Further settings of the request's body.
    #[serde(default)]
    pub extra: Map<String, Value>,
    /// Since when, in milliseconds since 1970.
    pub since_ms: u64,
}

impl Run {
    /// Notes with which settings a model is called from now on, where they are others than before.
    pub fn note_settings(&mut self, model: &ModelRef, settings: &ModelSettings, now_ms: u64) {
        let ModelSettings { max_tokens, extra, .. } = settings.clone();
        let last = self.settings.iter().rfind(|used| used.model == *model);
        if last.is_none_or(|last| (last.max_tokens, &last.extra) != (max_tokens, &extra)) {
            self.settings.push(UsedSettings { model: model.clone(), max_tokens, extra, since_ms: now_ms });
        }
    }

    /// What a model of this run costs, where that is known.
    pub fn price(&self, model: &ModelRef) -> Option<Price> {
        self.prices.iter().find(|(of, _)| of == model).map(|(_, price)| *price)
    }

    /// The words it was begun with; none where they are not known any more.
    pub fn words(&self) -> Option<PromptSet> {
        self.prompts.known_as(&self.spec.prompts_sha256)
    }

    /// What a sample has cost so far, agent and judge together.
    pub fn spend(&self, sample: &Sample) -> Spend {
        let mut spend = Spend::of(&sample.usage, self.price(&sample.key.model));
        spend += Spend::of(&sample.judge_usage, self.price(&self.spec.judge));
        spend
    }
}

/// How a run stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum RunState {
    /// Samples are being worked on. Found on start-up, it means that the tab was closed meanwhile.
    Running,
    /// Stopped by the user, or by a closed tab; can be resumed.
    Paused,
    /// Stopped by a failure that only the user can mend; can be resumed.
    Blocked {
        /// What happened, to what.
        message: String,
        /// What to do.
        advice: String,
        /// What the provider said.
        details: String,
    },
    /// Given up by the user: what was not done stays undone.
    Cancelled,
    /// Every sample has ended.
    Finished,
}
