//! Correcting p-values for how many comparisons are made.

use serde::{Deserialize, Serialize};

use super::RESAMPLES;

/// A p-value as it stands among the others of its family. Both hold the chance of even one false finding in the
/// family at the level they are compared with; Holm's does so with more power and never less.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Adjusted {
    /// Times the number of comparisons, at most 1 (Bonferroni).
    pub bonferroni: f64,
    /// Step-down: the smallest times the number of comparisons, the next times one less, and so on, never falling
    /// (Holm 1979).
    pub holm: f64,
    /// How many comparisons the family has.
    pub comparisons: usize,
}

/// The level that a single comparison must meet when `comparisons` are made: with 16 of them and 0.05 it is 0.003,
/// as in the paper.
pub fn bonferroni_level(alpha: f64, comparisons: usize) -> f64 {
    alpha / comparisons.max(1) as f64
}

/// Corrects the p-values of one family, in their order. A bootstrap can tell no p below one resample, so a smaller
/// one (a zero) counts as that.
pub fn adjust(family: &[f64]) -> Vec<Adjusted> {
    let comparisons = family.len();
    let p = |place: usize| family[place].max(1.0 / RESAMPLES as f64);
    let mut order: Vec<usize> = (0..comparisons).collect();
    order.sort_by(|a, b| p(*a).total_cmp(&p(*b)));
    let mut adjusted = vec![Adjusted { bonferroni: 1.0, holm: 1.0, comparisons }; comparisons];
    let mut least = 0.0_f64;
    for (rank, place) in order.into_iter().enumerate() {
        least = least.max((p(place) * (comparisons - rank) as f64).min(1.0));
        adjusted[place].holm = least;
        adjusted[place].bonferroni = (p(place) * comparisons as f64).min(1.0);
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(family: &[f64], bonferroni: &[f64], holm: &[f64]) {
        let close = |a: f64, b: &f64| (a - b).abs() < 1e-12;
        let adjusted = adjust(family);
        assert!(adjusted.iter().zip(bonferroni).all(|(a, b)| close(a.bonferroni, b)), "{adjusted:?}");
        assert!(adjusted.iter().zip(holm).all(|(a, b)| close(a.holm, b)), "{adjusted:?}");
        assert!(adjusted.iter().all(|a| a.comparisons == family.len()));
    }

    #[test]
    fn by_hand() {
        check(&[], &[], &[]);
        check(&[0.03], &[0.03], &[0.03]);
        check(&[0.01, 0.04, 0.03, 0.005], &[0.04, 0.16, 0.12, 0.02], &[0.03, 0.06, 0.06, 0.02]);
        check(&[0.9, 0.5], &[1.0, 1.0], &[1.0, 1.0]);
    }

    #[test]
    fn a_zero_is_no_less_than_one_resample() {
        check(&[0.0, 0.2], &[0.0002, 0.4], &[0.0002, 0.2]);
    }

    #[test]
    fn sixteen_comparisons() {
        assert!((bonferroni_level(0.05, 16) - 0.003_125).abs() < 1e-12);
        assert_eq!(bonferroni_level(0.05, 0), 0.05);
    }
}
