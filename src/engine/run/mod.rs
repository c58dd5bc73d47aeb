//! Evaluating: runs are made, worked on, paused, resumed and given up.

mod active;
mod commands;
mod read;
mod work;

pub use active::ActiveRun;
