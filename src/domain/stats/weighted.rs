//! Means over strata that are to count otherwise than by their sizes.

use super::Estimate;
use super::mean;
use super::resample::{central_interval, resampled_means};

/// Values by stratum, such as category.
pub type Strata<const S: usize> = [Vec<f64>; S];

/// For each column, the sum of its strata's means, each times its weight (post-stratification). The weights are scaled
/// to sum to 1 over the strata that have values. Each stratum is drawn by itself, from a stream of its own, so that
/// its size stays as it is. `None` where no stratum with a weight has values, or a value is no number.
pub fn weighted_means<const S: usize>(columns: &[Strata<S>], weights: [f64; S]) -> Vec<Option<Estimate>> {
    let drawn: Vec<Vec<Vec<f64>>> = (0..S)
        .map(|stratum| {
            let values: Vec<&[f64]> = columns.iter().map(|column| column[stratum].as_slice()).collect();
            resampled_means(&values, stratum)
        })
        .collect();
    let of = |(place, column): (usize, &Strata<S>)| {
        if column.iter().flatten().any(|value| !value.is_finite()) {
            return None;
        }
        let has_weight = |s: &usize| weights[*s] > 0.0 && weights[*s].is_finite() && !column[*s].is_empty();
        let present: Vec<usize> = (0..S).filter(has_weight).collect();
        let total: f64 = present.iter().map(|s| weights[*s]).sum();
        let share = |stratum: usize| weights[stratum] / total;
        let draws = drawn.get(*present.first()?)?[place].len();
        let at = |draw: usize| present.iter().map(|s| share(*s) * drawn[*s][place][draw]).sum();
        let (low, high) = central_interval((0..draws).map(at).collect());
        let mean = present.iter().filter_map(|s| Some(share(*s) * mean(&column[*s])?)).sum();
        Some(Estimate { mean, low, high, n: present.iter().map(|s| column[*s].len()).sum() })
    };
    columns.iter().enumerate().map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(column: Strata<2>, weights: [f64; 2]) -> Option<Estimate> {
        weighted_means(&[column], weights).pop().unwrap()
    }

    #[test]
    fn by_hand() {
        let estimate = one([vec![0.2, 0.4], vec![0.8]], [3.0, 1.0]).unwrap();
        assert!((estimate.mean - (0.75 * 0.3 + 0.25 * 0.8)).abs() < 1e-12);
        assert_eq!(estimate.n, 3);
        // The second stratum doesn't vary, so the interval is the first one's, times its weight.
        assert!(
            (estimate.low - (0.75 * 0.2 + 0.2)).abs() < 1e-12 && (estimate.high - (0.75 * 0.4 + 0.2)).abs() < 1e-12
        );
    }

    #[test]
    fn strata_without_values_or_weight_are_left_out() {
        assert_eq!(one([vec![0.5], vec![]], [1.0, 1.0]).map(|e| (e.mean, e.n)), Some((0.5, 1)));
        assert_eq!(one([vec![0.5], vec![0.9]], [0.0, 2.0]).map(|e| (e.mean, e.n)), Some((0.9, 1)));
        assert_eq!(one([vec![], vec![]], [1.0, 1.0]), None);
        assert_eq!(one([vec![0.5], vec![0.9]], [0.0, 0.0]), None);
        assert_eq!(one([vec![0.5], vec![f64::NAN]], [1.0, 1.0]), None);
    }

    /// Were both strata drawn by the same stream, equal columns would vary together, and the interval would be √2
    /// too wide.
    #[test]
    fn strata_are_drawn_independently() {
        let values: Vec<f64> = (0..200).map(|i| f64::from(i % 16) / 15.0).collect();
        let estimate = one([values.clone(), values.clone()], [1.0, 1.0]).unwrap();
        let spread = super::super::standard_deviation(&values).unwrap();
        let half = (estimate.high - estimate.low) / 2.0;
        let expected = 1.96 * spread / f64::from(400_u16).sqrt();
        assert!((half / expected - 1.0).abs() < 0.04, "{half}, normal theory {expected}");
    }
}
