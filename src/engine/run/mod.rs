//! Evaluating: runs are made, worked on, paused, resumed and given up.

mod active;
mod amend;
mod analyses;
mod commands;
mod plan;
mod read;
mod tally;
mod till;
mod work;

pub use active::{ActiveRun, Standing};
pub use analyses::Analyses;
pub use till::Till;

pub(in crate::engine) use commands::no_run;
