//! What the user has ticked.

use std::collections::BTreeSet;

use leptos::prelude::*;

use crate::domain::agent::AgentLimits;
use crate::domain::condition::Condition;
use crate::domain::provider::ModelRef;
use crate::domain::run::Budget;
use crate::domain::task::Review;
use crate::engine::protocol::RunRequest;
use crate::ui::state::State;

/// The plan of a run.
#[derive(Clone, Copy)]
pub struct Form {
    /// Models under test.
    pub models: RwSignal<BTreeSet<ModelRef>>,
    /// Conditions.
    pub conditions: RwSignal<BTreeSet<Condition>>,
    /// The judge.
    pub judge: RwSignal<ModelRef>,
    /// Repetitions.
    pub epochs: RwSignal<u32>,
    /// Limits of the agent.
    pub limits: RwSignal<AgentLimits>,
    /// The cap at which the run pauses by itself.
    pub budget: RwSignal<Budget>,
}

impl Form {
    /// The baseline under all conditions, judged by itself: runs without any key.
    pub fn new() -> Self {
        Self {
            models: RwSignal::new(BTreeSet::from([ModelRef::baseline()])),
            conditions: RwSignal::new(BTreeSet::from(Condition::ALL)),
            judge: RwSignal::new(ModelRef::baseline()),
            epochs: RwSignal::new(1),
            limits: RwSignal::new(AgentLimits::default()),
            budget: RwSignal::new(Budget::default()),
        }
    }

    /// The request that this plan makes.
    pub fn request(&self) -> RunRequest {
        RunRequest {
            models: self.models.get().into_iter().collect(),
            conditions: self.conditions.get().into_iter().collect(),
            epochs: self.epochs.get(),
            judge: self.judge.get(),
            limits: self.limits.get(),
            budget: self.budget.get(),
        }
    }
}

/// Tasks that take part: all that nobody rejected.
pub fn task_count(state: &State) -> usize {
    state.tasks.view.with(|view| view.tasks.iter().filter(|task| task.review != Review::Rejected).count())
}

/// Puts an item into a set, or takes it out.
pub fn toggle<T: Ord>(set: &mut BTreeSet<T>, item: T) {
    if !set.remove(&item) {
        set.insert(item);
    }
}
