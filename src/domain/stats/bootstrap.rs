//! The mean of a set of scores and its percentile interval.

use serde::{Deserialize, Serialize};

use super::mean;
use super::resample::{central_interval, resampled_means};

/// A mean with its 95 % bootstrap interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The mean of the values as they are, not of the resamples.
    pub mean: f64,
    /// Lower bound of the interval.
    pub low: f64,
    /// Upper bound of the interval.
    pub high: f64,
    /// How many values the mean is over.
    pub n: usize,
}

/// Percentile bootstrap of the mean over tasks. `None` where there is no value, or one that is no
/// number: a mean of nothing is not zero.
pub fn bootstrap_mean(values: &[f64]) -> Option<Estimate> {
    bootstrap_means(&[values]).pop().flatten()
}

/// [`bootstrap_mean`] of each column, to the bit; many at once are faster than one by one.
pub fn bootstrap_means(columns: &[&[f64]]) -> Vec<Option<Estimate>> {
    let is_usable = |column: &[f64]| column.iter().all(|value| value.is_finite());
    let usable: Vec<&[f64]> = columns.iter().map(|c| if is_usable(c) { *c } else { &[] }).collect();
    let estimate = |(values, means): (&&[f64], Vec<f64>)| {
        let mean = mean(values)?;
        let (low, high) = central_interval(means);
        Some(Estimate { mean, low, high, n: values.len() })
    };
    usable.iter().zip(resampled_means(&usable, 0)).map(estimate).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_values_no_mean() {
        assert_eq!(bootstrap_mean(&[]), None);
        assert_eq!(bootstrap_mean(&[0.5, f64::NAN]), None);
    }

    #[test]
    fn one_value_has_an_interval_of_no_width() {
        assert_eq!(bootstrap_mean(&[0.8]), Some(Estimate { mean: 0.8, low: 0.8, high: 0.8, n: 1 }));
    }

    /// 528 scores whose spread is that of the paper's closed-book column give intervals as wide as the
    /// paper's Table 10 (±0.006 to ±0.014).
    #[test]
    fn width_is_that_of_the_central_limit() {
        let scores: Vec<f64> = (0..528).map(|i| 0.5 + 0.14 * (f64::from(i) * 0.7).sin() * 2_f64.sqrt()).collect();
        let estimate = bootstrap_mean(&scores).unwrap();
        let expected = 1.96 * super::super::standard_deviation(&scores).unwrap() / 528_f64.sqrt();
        let half = (estimate.high - estimate.low) / 2.0;
        assert!((half / expected - 1.0).abs() < 0.03, "half width {half}, normal theory {expected}");
        assert!(estimate.low < estimate.mean && estimate.mean < estimate.high);
    }

    #[test]
    fn the_same_to_the_bit_each_time() {
        let scores = [1.0, 0.8, 0.933_333, 0.4, 0.6, 0.0, 0.866_667];
        let (a, b) = (bootstrap_mean(&scores).unwrap(), bootstrap_mean(&scores).unwrap());
        assert_eq!(a.low.to_bits(), b.low.to_bits());
        assert_eq!(a.high.to_bits(), b.high.to_bits());
    }
}
