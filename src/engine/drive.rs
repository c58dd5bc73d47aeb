//! Performing the effects of a state machine: one effect in, one outcome out.

use super::core::Engine;
use super::models::Call;
use super::repository::OpenRepository;
use super::run::Till;
use super::tools;
use crate::domain::condition::Condition;
use crate::domain::effect::{Effect, Outcome, PathCheck};
use crate::domain::provider::agent::AgentQuestion;
use crate::domain::provider::{CallFailure, Message, ModelRef, ModelRequest, ToolResult};
use crate::domain::run::Spend;

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
    /// The next call does not fit what is left of the budget; as with [`Self::Blocked`].
    OverBudget,
}

/// Who makes a machine's calls, who pays, and who watches.
#[derive(Clone, Copy)]
pub struct Callers<'a> {
    /// Makes the calls.
    pub model: &'a ModelRef,
    /// Judges.
    pub judge: &'a ModelRef,
    /// What an agent elsewhere is asked; none where no answer under a condition is wanted.
    pub question: Option<&'a AgentQuestion>,
    /// Pays; nobody counts where none.
    pub till: Option<&'a Till>,
    /// Gets the visible text of a reply as it comes.
    pub on_text: &'a dyn Fn(&str),
}

impl Engine {
    /// Performs an effect.
    pub(super) async fn perform(&self, effect: Effect, open: &OpenRepository, callers: Callers<'_>) -> Performed {
        match effect {
            Effect::CallModel(request) => self.call(callers, callers.model, &request).await,
            Effect::CallJudge(request) => {
                self.call(Callers { question: None, ..callers }, callers.judge, &request).await
            }
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

    async fn call(&self, callers: Callers<'_>, model: &ModelRef, request: &ModelRequest) -> Performed {
        let price = self.models.price(model);
        let reservation = match callers.till {
            Some(till) => match till.reserve(self.at_most(callers, model, request)).await {
                Ok(reservation) => Some(reservation),
                Err(_) => return Performed::OverBudget,
            },
            None => None,
        };
        let result =
            self.models.call(Call { model, request, question: callers.question, on_text: callers.on_text }).await;
        if let (Some(reservation), Ok(reply)) = (reservation, &result) {
            reservation.spend(Spend::of(&reply.usage, price));
        }
        match result {
            Ok(reply) => Performed::Outcome(Outcome::Replied(reply)),
            Err(failure) if failure.kind.blocks_the_run() => Performed::Blocked(failure),
            Err(failure) => Performed::Outcome(Outcome::CallFailed(failure)),
        }
    }

    /// What a call may cost at most. The baseline costs nothing; an agent elsewhere costs what the limits allow that it
    /// is told.
    fn at_most(&self, callers: Callers<'_>, model: &ModelRef, request: &ModelRequest) -> Spend {
        if model.is_baseline() {
            return Spend::default();
        }
        if let Some(AgentQuestion { limits, .. }) = callers.question.filter(|_| self.models.is_agent(model)) {
            let chars = limits.context_budget_chars.saturating_mul(limits.max_turns as usize);
            return Spend::at_most(chars, limits.max_tokens.saturating_mul(limits.max_turns), self.models.price(model));
        }
        let most = self.models.find(model).map_or(request.max_tokens, |(_, settings)| settings.max_tokens);
        let chars = request.messages.iter().map(Message::chars).sum();
        Spend::at_most(chars, request.bound(most), self.models.price(model))
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
