//! Intervals where tasks come in clusters, such as those of one file, and may be alike within one.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::resample::{central_interval, resampled_means};
use super::{mean, standard_deviation};

/// How sure a mean is when its values are alike within clusters.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Clustered {
    /// Lower bound of the 95 % interval.
    pub low: f64,
    /// Upper bound of the 95 % interval.
    pub high: f64,
    /// How many clusters.
    pub clusters: usize,
    /// Cluster-robust standard error of the mean.
    pub standard_error: f64,
    /// How many times the variance of the mean is what it would be if the values were independent; `None` where they
    /// don't vary.
    pub design_effect: Option<f64>,
}

/// Values, each with the number of its cluster.
pub type Members = Vec<(usize, f64)>;

/// The cluster bootstrap of the mean of each column: whole clusters are drawn with replacement, as many as there are,
/// and the percentiles of the means of all values in them are the interval (Cameron, Gelbach and Miller 2008, "pairs
/// cluster bootstrap"). The standard error is the sandwich estimator with the small-sample factor G / (G − 1) (Liang
/// and Zeger 1986; "CR1"). `None` below two clusters, or where a value is no number.
pub fn clustered_means(columns: &[Members]) -> Vec<Option<Clustered>> {
    let sums: Vec<Vec<(f64, f64)>> = columns.iter().map(cluster_sums).collect();
    let parts = |part: fn(&(f64, f64)) -> f64| sums.iter().map(|s| s.iter().map(part).collect()).collect::<Vec<_>>();
    let (totals, counts): (Vec<Vec<f64>>, Vec<Vec<f64>>) = (parts(|s| s.0), parts(|s| s.1));
    let both: Vec<&[f64]> = totals.iter().chain(&counts).map(Vec::as_slice).collect();
    let mut totals = resampled_means(&both, 0);
    let counts = totals.split_off(columns.len());
    let ratios = totals.into_iter().zip(counts).map(|(t, c)| t.iter().zip(&c).map(|(t, c)| t / c).collect());
    columns.iter().zip(sums).zip(ratios).map(|((members, sums), means)| clustered(members, &sums, means)).collect()
}

/// Sum and count of each cluster; nothing where the mean can't be had.
fn cluster_sums(members: &Members) -> Vec<(f64, f64)> {
    let mut sums: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
    for (cluster, value) in members {
        let sum = sums.entry(*cluster).or_default();
        *sum = (sum.0 + value, sum.1 + 1.0);
    }
    if sums.len() < 2 || members.iter().any(|(_, value)| !value.is_finite()) {
        return Vec::new();
    }
    sums.into_values().collect()
}

fn clustered(members: &Members, sums: &[(f64, f64)], means: Vec<f64>) -> Option<Clustered> {
    if sums.is_empty() {
        return None;
    }
    let values: Vec<f64> = members.iter().map(|(_, value)| *value).collect();
    let (mean, n, clusters) = (mean(&values)?, values.len() as f64, sums.len() as f64);
    let squares: f64 = sums.iter().map(|(sum, count)| (sum - count * mean).powi(2)).sum();
    let variance = clusters / (clusters - 1.0) * squares / (n * n);
    let independent = standard_deviation(&values).map(|sd| sd * sd / n).filter(|v| *v > f64::EPSILON);
    let (low, high) = central_interval(means);
    Some(Clustered {
        low,
        high,
        clusters: sums.len(),
        standard_error: variance.sqrt(),
        design_effect: independent.map(|independent| variance / independent),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::stats::bootstrap_mean;

    fn one(members: &[(usize, f64)]) -> Option<Clustered> {
        clustered_means(&[members.to_vec()]).pop().unwrap()
    }

    #[test]
    fn one_cluster_says_nothing() {
        assert_eq!(one(&[]), None);
        assert_eq!(one(&[(3, 0.5), (3, 0.7)]), None);
        assert_eq!(one(&[(0, 0.5), (1, f64::NAN)]), None);
    }

    #[test]
    fn clusters_of_one_are_the_plain_bootstrap() {
        let values: Vec<f64> = (0..40).map(|i| f64::from(i * 7 % 16) / 15.0).collect();
        let clustered = one(&values.iter().copied().enumerate().collect::<Vec<_>>()).unwrap();
        let plain = bootstrap_mean(&values).unwrap();
        assert_eq!((clustered.low, clustered.high), (plain.low, plain.high));
        assert!((clustered.design_effect.unwrap() - 1.0).abs() < 1e-12);
    }

    /// By hand: cluster means 0.2 and 0.8, each value twice. Mean 0.5, residual sums −0.6 and 0.6, variance
    /// 2 / 1 × 0.72 / 16 = 0.09.
    #[test]
    fn copies_add_nothing() {
        let clustered = one(&[(0, 0.2), (0, 0.2), (1, 0.8), (1, 0.8)]).unwrap();
        assert!((clustered.standard_error - 0.3).abs() < 1e-12);
        // Independent they would have variance 0.12 / 4 = 0.03.
        assert!((clustered.design_effect.unwrap() - 3.0).abs() < 1e-12);
        assert_eq!((clustered.low, clustered.high, clustered.clusters), (0.2, 0.8, 2));
    }
}
