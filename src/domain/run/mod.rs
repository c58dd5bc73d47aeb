//! A run: its specification and its samples, as stored.

mod amend;
mod budget;
mod machine;
mod plan;
mod sample;
mod spec;

pub use amend::{Amendment, EarlierVerdict};
pub use budget::{Budget, Ledger, Permission, Spend};
pub use machine::{CUT_OFF, verdict_again};
pub use plan::{Observations, Plan, PlanRequest, Range, Stage, plan};
pub use sample::{SAMPLE_VERSION, Sample, SampleKey, SampleState, Terms, Unscored};
pub use spec::{RUN_VERSION, Run, RunSpec, RunState};
