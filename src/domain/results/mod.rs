//! What a run says: figures from samples, tables from figures, and the finding in words.
//!
//! [`Outcomes`] is what of a run's samples enters any figure: a score per task, model and condition, epochs
//! averaged. [`analyse`] computes [`Results`] from it (METHOD section 8); [`tables`] lays them out as the paper does.
//! The unit is the task: it is what is resampled, whatever the number of epochs.

mod analyse;
mod breakdown;
mod contamination;
mod figures;
mod filter;
mod headline;
mod outcomes;
mod set;
pub mod tables;
#[cfg(test)]
pub(in crate::domain) mod testing;
#[cfg(test)]
mod tests;

pub use analyse::analyse;
pub use figures::{
    Cluster, ClusterResult, ClusterScore, ConditionResult, ContaminationResult, DeltaKind, DeltaResult, Group,
    GroupResult, Results, SetResults, Subject,
};
pub use filter::{CategoryWeights, Filter, Settings, Threshold};
pub use headline::NEGLIGIBLE;
pub use outcomes::{Cell, Measure, Outcome, Outcomes, TaskFacts};
