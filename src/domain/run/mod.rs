//! A run: its specification and its samples, as stored.

mod amend;
mod budget;
mod headline;
mod machine;
mod results;
mod sample;
mod spec;
mod summary;

pub use amend::{Amendment, EarlierVerdict};
pub use budget::{Budget, Ledger, Permission, Spend};
pub use machine::{CUT_OFF, verdict_again};
pub use results::{CategoryResult, ConditionResult, DeltaKind, DeltaResult, Filter, Results, SetResults};
pub use sample::{SAMPLE_VERSION, Sample, SampleKey, SampleState, Terms, Unscored};
pub use spec::{RUN_VERSION, Run, RunSpec, RunState, UsedSettings};
pub use summary::{CONTAMINATED_FROM, contaminated, summarise};
