//! How scores are spread.

use serde::{Deserialize, Serialize};

use super::resample::quantile;

/// From this score on, a task is at the ceiling (the paper's 0.95).
pub const CEILING: f64 = 0.95;
/// Below this score, a task is far from solved (the paper's 0.70).
pub const LOW: f64 = 0.70;
/// Number of bins of equal width from 0 to 1.
pub const BINS: usize = 10;
/// So that a mean of several epochs that is 0.7 but for its last bit counts as 0.7.
const SLACK: f64 = 1e-9;

/// How scores from 0 to 1 are spread.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Distribution {
    /// How many scores.
    pub n: usize,
    /// Lowest, lower quartile, median, upper quartile, highest.
    pub quartiles: [f64; 5],
    /// Share of scores from [`CEILING`] on.
    pub at_ceiling: f64,
    /// Share of scores below [`LOW`].
    pub below_low: f64,
    /// Scores in each bin; a bin holds its lower bound, the last one 1 as well.
    pub bins: [usize; BINS],
}

/// The spread of scores; `None` of nothing, or where one is no number.
pub fn distribution(scores: &[f64]) -> Option<Distribution> {
    if scores.is_empty() || scores.iter().any(|score| !score.is_finite()) {
        return None;
    }
    let share = |holds: fn(f64) -> bool| scores.iter().filter(|s| holds(**s)).count() as f64 / scores.len() as f64;
    let mut bins = [0; BINS];
    for score in scores {
        bins[(((score + SLACK) * BINS as f64).max(0.0) as usize).min(BINS - 1)] += 1;
    }
    let mut values = scores.to_vec();
    Some(Distribution {
        n: scores.len(),
        quartiles: [0.0, 0.25, 0.5, 0.75, 1.0].map(|share| quantile(&mut values, share)),
        at_ceiling: share(|s| s >= CEILING - SLACK),
        below_low: share(|s| s < LOW - SLACK),
        bins,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_hand() {
        let spread = distribution(&[1.0, 0.95, 0.7, 0.2, 0.0]).unwrap();
        assert_eq!(spread.quartiles, [0.0, 0.2, 0.7, 0.95, 1.0]);
        assert_eq!((spread.at_ceiling, spread.below_low), (0.4, 0.4));
        assert_eq!(spread.bins, [1, 0, 1, 0, 0, 0, 0, 1, 0, 2]);
        assert_eq!(distribution(&[]), None);
        assert_eq!(distribution(&[f64::NAN]), None);
    }

    #[test]
    fn bounds_hold_for_means_of_epochs() {
        let nearly = (0.6 + 0.7 + 0.8) / 3.0;
        assert!(nearly < 0.7, "a sum that rounds down");
        let spread = distribution(&[nearly]).unwrap();
        assert_eq!((spread.below_low, spread.bins[7]), (0.0, 1));
    }
}
