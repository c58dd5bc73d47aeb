//! Statistics beside numpy and scipy, whose figures `scripts/make_stats_expected.py` has written down.
//!
//! Two bootstraps draw differently, so their bounds agree only within Monte-Carlo error. The file gives the standard
//! error of one bootstrap of 10,000 resamples, measured over 40 of them; ours may be off by [`ERRORS`] of these.

#![allow(clippy::unwrap_used)] // helpers outside of test functions too

use code_qa_bench::domain::stats::{
    adjust, bootstrap_mean, clustered_means, distribution, paired_delta, standard_deviation, weighted_means,
};
use proptest::prelude::*;
use serde::Deserialize;

/// Standard errors by which a figure may be off: by chance one in 30,000 is.
const ERRORS: f64 = 4.2;
/// What sums in another order may differ by.
const ROUNDING: f64 = 1e-9;

#[derive(Deserialize)]
struct Expected {
    means: Vec<Mean>,
    pairs: Vec<Pairs>,
    clusters: Vec<Clusters>,
    strata: Vec<Stratified>,
    families: Vec<Family>,
}

/// A figure that has a Monte-Carlo error.
#[derive(Deserialize)]
struct Drawn {
    value: f64,
    error: f64,
}

#[derive(Deserialize)]
struct Mean {
    values: Vec<f64>,
    mean: f64,
    standard_deviation: f64,
    low: Drawn,
    high: Drawn,
    quartiles: [f64; 5],
    at_ceiling: f64,
    below_low: f64,
    histogram: [usize; 10],
}

#[derive(Deserialize)]
struct Pairs {
    first: Vec<f64>,
    second: Vec<f64>,
    delta: f64,
    low: Drawn,
    high: Drawn,
    p_one_sided: Drawn,
    p_two_sided: Drawn,
    cohens_d: f64,
    smallest_detectable: f64,
}

#[derive(Deserialize)]
struct Clusters {
    clusters: Vec<usize>,
    values: Vec<f64>,
    low: Drawn,
    high: Drawn,
    standard_error: f64,
    design_effect: f64,
}

#[derive(Deserialize)]
struct Stratified {
    strata: [Vec<f64>; 4],
    weights: [f64; 4],
    mean: f64,
    low: Drawn,
    high: Drawn,
}

#[derive(Deserialize)]
struct Family {
    p: Vec<f64>,
    bonferroni: Vec<f64>,
    holm: Vec<f64>,
}

fn expected() -> Expected {
    serde_json::from_str(include_str!("fixtures/stats/expected.json")).unwrap()
}

#[track_caller]
fn near(ours: f64, expected: &Drawn) {
    let off = (ours - expected.value).abs();
    assert!(off <= ERRORS * expected.error + ROUNDING, "{ours}, {} ± {} expected", expected.value, expected.error);
}

#[track_caller]
fn equal(ours: f64, expected: f64) {
    assert!((ours - expected).abs() <= ROUNDING, "{ours}, {expected} expected");
}

#[test]
fn means_and_their_spread() {
    for case in expected().means {
        let ours = bootstrap_mean(&case.values).unwrap();
        equal(ours.mean, case.mean);
        near(ours.low, &case.low);
        near(ours.high, &case.high);
        equal(standard_deviation(&case.values).unwrap(), case.standard_deviation);
        let spread = distribution(&case.values).unwrap();
        spread.quartiles.iter().zip(case.quartiles).for_each(|(ours, expected)| equal(*ours, expected));
        equal(spread.at_ceiling, case.at_ceiling);
        equal(spread.below_low, case.below_low);
        assert_eq!(spread.bins, case.histogram);
    }
}

#[test]
fn paired_deltas() {
    for case in expected().pairs {
        let pairs: Vec<(f64, f64)> = case.first.into_iter().zip(case.second).collect();
        let ours = paired_delta(&pairs).unwrap();
        equal(ours.delta, case.delta);
        near(ours.low, &case.low);
        near(ours.high, &case.high);
        near(ours.p_one_sided, &case.p_one_sided);
        near(ours.p_two_sided, &case.p_two_sided);
        equal(ours.cohens_d.unwrap_or_default(), case.cohens_d);
        // Ours knows the two z values to six decimals.
        assert!((ours.smallest_detectable.unwrap() / case.smallest_detectable - 1.0).abs() < 1e-6);
    }
}

#[test]
fn clusters() {
    for case in expected().clusters {
        let members = case.clusters.into_iter().zip(case.values).collect();
        let ours = clustered_means(&[members]).pop().unwrap().unwrap();
        near(ours.low, &case.low);
        near(ours.high, &case.high);
        equal(ours.standard_error, case.standard_error);
        equal(ours.design_effect.unwrap(), case.design_effect);
    }
}

#[test]
fn weighted_strata() {
    for case in expected().strata {
        let ours = weighted_means(&[case.strata], case.weights).pop().unwrap().unwrap();
        equal(ours.mean, case.mean);
        near(ours.low, &case.low);
        near(ours.high, &case.high);
    }
}

#[test]
fn corrected_p_values() {
    for case in expected().families {
        for (ours, (bonferroni, holm)) in adjust(&case.p).iter().zip(case.bonferroni.iter().zip(&case.holm)) {
            equal(ours.bonferroni, *bonferroni);
            equal(ours.holm, *holm);
        }
    }
}

/// Scores as a judge gives them.
fn scores() -> impl Strategy<Value = Vec<f64>> {
    prop::collection::vec((0_u32..=15).prop_map(|sum| f64::from(sum) / 15.0), 1..40)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn an_interval_holds_its_mean_and_stays_within_the_scores(values in scores()) {
        let of = bootstrap_mean(&values).unwrap();
        let (least, most) = values.iter().fold((1.0_f64, 0.0_f64), |(l, m), v| (l.min(*v), m.max(*v)));
        prop_assert!(of.low <= of.mean + ROUNDING && of.mean <= of.high + ROUNDING, "{of:?}");
        prop_assert!(least - ROUNDING <= of.low && of.high <= most + ROUNDING, "{of:?}");
        prop_assert_eq!(distribution(&values).unwrap().bins.iter().sum::<usize>(), values.len());
    }

    #[test]
    fn one_stratum_is_the_plain_bootstrap(values in scores(), weight in 0.1..10.0) {
        let [plain, weighted] = [
            bootstrap_mean(&values),
            weighted_means(&[[values.clone(), Vec::new()]], [weight, 1.0]).pop().unwrap(),
        ];
        prop_assert_eq!(plain, weighted);
    }

    #[test]
    fn a_difference_of_equal_tasks_is_exact(values in scores(), by in -1.0..1.0_f64) {
        let pairs: Vec<(f64, f64)> = values.iter().map(|value| (*value, value + by)).collect();
        let of = paired_delta(&pairs).unwrap();
        prop_assert!((of.low - by).abs() < ROUNDING && (of.high - by).abs() < ROUNDING, "{of:?}");
    }

    #[test]
    fn holm_lies_between_p_and_bonferroni_and_keeps_the_order(family in prop::collection::vec(0.0..1.0, 1..20)) {
        let adjusted = adjust(&family);
        for (p, of) in family.iter().zip(&adjusted) {
            prop_assert!(*p <= of.holm + ROUNDING && of.holm <= of.bonferroni + ROUNDING, "{p}: {of:?}");
            for (q, other) in family.iter().zip(&adjusted) {
                prop_assert!(p > q || of.holm <= other.holm + ROUNDING, "{p} and {q}");
            }
        }
    }
}
