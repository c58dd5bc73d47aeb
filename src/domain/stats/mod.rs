//! Means, deltas and how sure one can be of them (METHOD section 8).
//!
//! The source is Code-QA-Bench (arXiv 2605.29277), appendix H: "95 % bootstrap CIs via 10,000
//! resamples (seed = 42)"; paired comparisons resample task indices jointly; "p-values are computed
//! as the proportion of bootstrap samples where the delta crosses zero". Everything here is
//! deterministic to the bit on every platform: the generator, the drawing of indices and the order
//! of the sums are fixed.

mod bootstrap;
mod cluster;
mod correction;
mod distribution;
mod effect;
mod paired;
mod power;
mod resample;
mod weighted;

pub use bootstrap::{Estimate, bootstrap_mean, bootstrap_means};
pub use cluster::{Clustered, Members, clustered_means};
pub use correction::{Adjusted, adjust, bonferroni_level};
pub use distribution::{BINS, CEILING, Distribution, LOW, distribution};
pub use effect::{cohens_d, mean, standard_deviation};
pub use paired::{Delta, LEAST_PAIRS, Pairs, pair_up, paired_delta, paired_deltas};
pub use power::{PUBLISHED_SPREAD, smallest_detectable};
pub use weighted::{Strata, weighted_means};

/// How many times the tasks are drawn anew.
pub const RESAMPLES: usize = 10_000;
/// Seed of every bootstrap, so that a figure can be recomputed.
pub const SEED: u64 = 42;
/// Share of the resamples that an interval covers.
pub const CONFIDENCE: f64 = 0.95;
