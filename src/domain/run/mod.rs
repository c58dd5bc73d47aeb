//! A run: its specification and its samples, as stored.

mod machine;
mod results;
mod sample;
mod spec;

pub use results::{CategoryResult, ConditionResult, DeltaKind, DeltaResult, Filter, Results, SetResults};
pub use sample::{SAMPLE_VERSION, Sample, SampleKey, SampleState, Unscored};
pub use spec::{RUN_VERSION, Run, RunSpec, RunState};
