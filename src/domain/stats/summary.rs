//! One line on a set of scores: mean, interval, range and how many fall where.

use serde::{Deserialize, Serialize};

use super::{Estimate, bootstrap_mean};

/// A set of scores in one line.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// Mean and interval.
    pub estimate: Estimate,
    /// Lowest score.
    pub min: f64,
    /// Highest score.
    pub max: f64,
    /// Share of scores of 0.95 and more (the paper's "at ceiling").
    pub at_ceiling: f64,
    /// Share of scores below 0.70.
    pub below_seventy: f64,
}

/// Summarises scores; `None` of nothing.
pub fn summarise(scores: &[f64]) -> Option<Summary> {
    let estimate = bootstrap_mean(scores)?;
    let share = |holds: fn(f64) -> bool| scores.iter().filter(|s| holds(**s)).count() as f64 / scores.len() as f64;
    Some(Summary {
        estimate,
        min: scores.iter().copied().fold(f64::INFINITY, f64::min),
        max: scores.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        at_ceiling: share(|s| s >= 0.95),
        below_seventy: share(|s| s < 0.70),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn range_and_shares() {
        let summary = summarise(&[1.0, 0.95, 0.7, 0.2]).unwrap();
        assert_eq!((summary.min, summary.max), (0.2, 1.0));
        assert_eq!((summary.at_ceiling, summary.below_seventy), (0.5, 0.25));
        assert_eq!(summary.estimate.n, 4);
        assert_eq!(summarise(&[]), None);
    }
}
