//! Performing the effects of a state machine: one effect in, one outcome out.

use super::core::Engine;
use super::repository::OpenRepository;
use super::tools;
use crate::domain::condition::Condition;
use crate::domain::effect::{Effect, Outcome, PathCheck};
use crate::domain::provider::{CallFailure, ModelRef, ModelRequest, ToolResult};

/// Near matches that a model is told for a missing path.
const SIMILAR: usize = 3;

/// What came of performing an effect.
pub enum Performed {
    /// To be given to the machine.
    Outcome(Outcome),
    /// The machine has nothing more to do.
    Done,
    /// No call of this kind will fare better until the user has done something: the machine stays as it
    /// is, to be gone on with later.
    Blocked(CallFailure),
}

impl Engine {
    /// Performs an effect. `model` makes the machine's calls, `judge` judges.
    pub(super) async fn perform(
        &self,
        effect: Effect,
        open: &OpenRepository,
        model: &ModelRef,
        judge: &ModelRef,
    ) -> Performed {
        match effect {
            Effect::CallModel(request) => self.call(model, &request).await,
            Effect::CallJudge(request) => self.call(judge, &request).await,
            Effect::RunTools { condition, calls } => {
                let mut results = Vec::with_capacity(calls.len());
                for call in &calls {
                    self.ports.clock.yield_now().await;
                    results.push(match open.view(condition) {
                        Some(view) => tools::run(view, call, &*self.ports.clock).await,
                        None => ToolResult {
                            call_id: call.id.clone(),
                            name: call.name.clone(),
                            content: "There is no repository under this condition.".into(),
                            is_error: true,
                        },
                    });
                }
                Performed::Outcome(Outcome::ToolResults(results))
            }
            Effect::CheckPaths(paths) => {
                Performed::Outcome(Outcome::Paths(paths.into_iter().map(|path| check_path(open, path)).collect()))
            }
            Effect::ReadCodeOnly(paths) => Performed::Outcome(Outcome::CodeOnly(
                paths
                    .into_iter()
                    .map(|path| {
                        let text = open.code_only.text(&path).map(|text| text.into_owned());
                        (path, text)
                    })
                    .collect(),
            )),
            Effect::Done => Performed::Done,
        }
    }

    async fn call(&self, model: &ModelRef, request: &ModelRequest) -> Performed {
        match self.models.call(model, request).await {
            Ok(reply) => Performed::Outcome(Outcome::Replied(reply)),
            Err(failure) if failure.kind.blocks_the_run() => Performed::Blocked(failure),
            Err(failure) => Performed::Outcome(Outcome::CallFailed(failure)),
        }
    }
}

fn check_path(open: &OpenRepository, path: String) -> PathCheck {
    let normal = path.trim().trim_start_matches("./").trim_start_matches('/').replace('\\', "/");
    let view = open.view(Condition::Documented).filter(|view| view.contains(&normal));
    match view {
        Some(_) => PathCheck { path, found: Some(normal), similar: Vec::new() },
        None => {
            let similar = open.documented.similar_paths(&normal, SIMILAR);
            PathCheck { path, found: None, similar }
        }
    }
}
