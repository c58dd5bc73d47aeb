//! The difference between two conditions on the same tasks.

use serde::{Deserialize, Serialize};

use super::resample::{central_interval, resampled_means};
use super::{cohens_d, mean, smallest_detectable, standard_deviation};

/// A mean paired difference with its interval, its p-values and its effect size.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Delta {
    /// Mean of second − first over the pairs.
    pub delta: f64,
    /// Lower bound of the 95 % interval.
    pub low: f64,
    /// Upper bound of the 95 % interval.
    pub high: f64,
    /// How many pairs.
    pub n: usize,
    /// Share of the resamples in which the delta is zero or has the other sign (the paper's p).
    pub p_one_sided: f64,
    /// Twice the smaller tail, at most 1.
    pub p_two_sided: f64,
    /// Cohen's d of the differences; `None` where they don't vary.
    pub cohens_d: Option<f64>,
    /// The smallest difference that so many pairs of this spread show with 80 % power; `None` of a single pair.
    pub smallest_detectable: Option<f64>,
}

/// Below this number of pairs nothing is claimed: not even a difference of one sign throughout would be unlikely by
/// chance (two-sided sign test, p = 0.031 at 6), while a bootstrap of so few would say that it is.
pub const LEAST_PAIRS: usize = 6;

impl Delta {
    /// Whether there are enough pairs for its p-values to mean anything.
    pub fn is_testable(&self) -> bool {
        self.n >= LEAST_PAIRS
    }
}

/// Scores of the same tasks under two conditions, complete pairs only.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pairs {
    /// (first, second) where both have a score.
    pub complete: Vec<(f64, f64)>,
    /// Tasks left out because one or both scores are missing.
    pub dropped: usize,
}

/// Pairs scores task by task; a task without both scores is dropped and counted.
pub fn pair_up(scores: impl IntoIterator<Item = (Option<f64>, Option<f64>)>) -> Pairs {
    let mut pairs = Pairs::default();
    for pair in scores {
        match pair {
            (Some(a), Some(b)) if a.is_finite() && b.is_finite() => pairs.complete.push((a, b)),
            _ => pairs.dropped += 1,
        }
    }
    pairs
}

/// Paired bootstrap of second − first: every resample draws the same tasks for both conditions.
/// `None` where there is no pair.
pub fn paired_delta(pairs: &[(f64, f64)]) -> Option<Delta> {
    paired_deltas(&[pairs]).pop().flatten()
}

/// [`paired_delta`] of each set of pairs, to the bit; many at once are faster than one by one.
pub fn paired_deltas(sets: &[&[(f64, f64)]]) -> Vec<Option<Delta>> {
    let differences = |pairs: &&[(f64, f64)]| {
        let all: Vec<f64> = pairs.iter().map(|(a, b)| b - a).collect();
        if all.iter().all(|d| d.is_finite()) { all } else { Vec::new() }
    };
    let differences: Vec<Vec<f64>> = sets.iter().map(differences).collect();
    let columns: Vec<&[f64]> = differences.iter().map(Vec::as_slice).collect();
    columns.iter().zip(resampled_means(&columns, 0)).map(|(column, means)| delta(column, means)).collect()
}

fn delta(differences: &[f64], resampled: Vec<f64>) -> Option<Delta> {
    let delta = mean(differences)?;
    let share =
        |crosses: fn(f64) -> bool| resampled.iter().filter(|d| crosses(**d)).count() as f64 / resampled.len() as f64;
    let (not_above, not_below) = (share(|d| d <= 0.0), share(|d| d >= 0.0));
    let (low, high) = central_interval(resampled);
    let standard_deviation = standard_deviation(differences);
    Some(Delta {
        delta,
        low,
        high,
        n: differences.len(),
        p_one_sided: if delta >= 0.0 { not_above } else { not_below },
        p_two_sided: (2.0 * not_above.min(not_below)).min(1.0),
        cohens_d: cohens_d(differences),
        smallest_detectable: standard_deviation.and_then(|spread| smallest_detectable(spread, differences.len())),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pairs: &[(f64, f64)], expected: impl Fn(&Delta) -> bool) {
        let delta = paired_delta(pairs).unwrap();
        assert!(expected(&delta), "{delta:?}");
    }

    #[test]
    fn no_pairs_no_delta() {
        assert_eq!(paired_delta(&[]), None);
    }

    #[test]
    fn equal_conditions_are_not_significant() {
        check(&[(0.8, 0.8), (0.2, 0.2), (1.0, 1.0)], |d| {
            d.delta == 0.0 && d.p_one_sided == 1.0 && d.p_two_sided == 1.0 && d.cohens_d.is_none()
        });
    }

    #[test]
    fn a_gain_on_every_task_is_certain() {
        let pairs: Vec<_> = (0..40).map(|i| (0.5, 0.6 + 0.2 * f64::from(i % 3) / 2.0)).collect();
        check(&pairs, |d| d.low > 0.0 && d.p_one_sided == 0.0 && d.p_two_sided == 0.0 && d.n == 40);
    }

    #[test]
    fn a_loss_mirrors_a_gain() {
        let gain: Vec<_> = (0..60).map(|i| (0.5, 0.5 + 0.1 * ((f64::from(i) * 1.3).sin() + 0.1))).collect();
        let loss: Vec<_> = gain.iter().map(|(a, b)| (*b, *a)).collect();
        let (g, l) = (paired_delta(&gain).unwrap(), paired_delta(&loss).unwrap());
        assert!((g.delta + l.delta).abs() < 1e-12 && (g.low + l.high).abs() < 1e-12);
        assert_eq!(g.p_one_sided, l.p_one_sided);
        assert!(g.p_two_sided <= 2.0 * g.p_one_sided + 1e-12);
    }

    /// Pairing is what makes small deltas visible: the same two columns, shuffled against each other,
    /// would have an interval as wide as the scores' own spread.
    #[test]
    fn pairing_removes_the_tasks_own_spread() {
        let pairs: Vec<_> = (0..100).map(|i| (f64::from(i) / 100.0, f64::from(i) / 100.0 + 0.02)).collect();
        check(&pairs, |d| d.high - d.low < 1e-9 && (d.delta - 0.02).abs() < 1e-9);
    }

    #[test]
    fn missing_scores_are_dropped_pairwise_and_counted() {
        let pairs =
            pair_up([(Some(0.5), Some(0.6)), (None, Some(0.4)), (Some(0.1), None), (Some(f64::NAN), Some(0.2))]);
        assert_eq!(pairs, Pairs { complete: vec![(0.5, 0.6)], dropped: 3 });
    }
}
