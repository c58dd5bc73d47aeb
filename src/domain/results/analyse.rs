//! Computing a run's figures.

use super::set::{SetData, SubjectData};
use super::{
    ConditionResult, DeltaKind, DeltaResult, Measure, Outcomes, Results, SetResults, Settings, breakdown,
    contamination, headline,
};
use crate::domain::condition::Condition;
use crate::domain::judge::Axis;
use crate::domain::stats::{
    Members, Strata, adjust, bootstrap_means, clustered_means, distribution, paired_deltas, weighted_means,
};
use crate::domain::task::TaskSet;

/// The figures of all sets. Deterministic to the bit.
pub fn analyse(outcomes: &Outcomes, settings: &Settings) -> Results {
    let sets = TaskSet::ALL.into_iter().filter_map(|set| SetData::of(set, outcomes));
    let mut results = Results { settings: *settings, sets: sets.map(|data| set_results(&data, settings)).collect() };
    correct(&mut results);
    for set in &mut results.sets {
        set.headline = headline::headline(set, settings);
    }
    results
}

fn set_results(data: &SetData, settings: &Settings) -> SetResults {
    let mut results = SetResults {
        set: data.set,
        tasks: data.tasks.len(),
        cluster: data.cluster,
        conditions: conditions(data, settings),
        deltas: deltas(data, settings),
        categories: breakdown::categories(data),
        subtypes: breakdown::subtypes(data),
        clusters: Vec::new(),
        contamination: contamination::contamination(data, settings.contaminated_from),
        headline: Vec::new(),
    };
    results.clusters = breakdown::clusters(data, results.cluster_condition());
    results
}

/// The values alone.
pub(super) fn bare(values: Vec<(usize, f64)>) -> Vec<f64> {
    values.into_iter().map(|(_, value)| value).collect()
}

/// All columns are drawn together: those of one length are one pass.
fn conditions(data: &SetData, settings: &Settings) -> Vec<ConditionResult> {
    const MEASURES: [Measure; 5] = [
        Measure::Score,
        Measure::TwoAxes,
        Measure::Axis(Axis::Accuracy),
        Measure::Axis(Axis::Completeness),
        Measure::Axis(Axis::Specificity),
    ];
    let keys: Vec<(&SubjectData, Condition)> =
        data.subjects.iter().flat_map(|s| s.conditions().into_iter().map(move |c| (s, c))).collect();
    let columns: Vec<Vec<f64>> = keys
        .iter()
        .flat_map(|(subject, condition)| MEASURES.map(|measure| bare(subject.values(*condition, measure, |_| true))))
        .collect();
    let estimates = bootstrap_means(&columns.iter().map(Vec::as_slice).collect::<Vec<_>>());
    let scores: Vec<Vec<(usize, f64)>> = keys.iter().map(|(s, c)| s.values(*c, Measure::Score, |_| true)).collect();
    let clustered = clustered_means(&scores.iter().map(|values| data.members(values)).collect::<Vec<Members>>());
    let strata: Vec<Strata<4>> = scores.iter().map(|values| data.strata(values)).collect();
    let reweighted = weighted_means(&strata, settings.weights.values());
    let rows = keys.iter().zip(scores).zip(estimates.chunks(MEASURES.len())).zip(clustered).zip(reweighted);
    rows.map(|(((((subject, condition), scores), estimates), clustered), reweighted)| ConditionResult {
        subject: subject.subject.clone(),
        condition: *condition,
        score: estimates[0],
        two_axes: estimates[1],
        axes: axes(&estimates[2..]),
        clustered,
        reweighted,
        distribution: distribution(&bare(scores)),
        missing: subject.missing(*condition),
        bounds: subject.bounds(*condition),
    })
    .collect()
}

fn axes<T: Copy>(estimates: &[Option<T>]) -> Option<[T; 3]> {
    match estimates {
        [Some(accuracy), Some(completeness), Some(specificity)] => Some([*accuracy, *completeness, *specificity]),
        _ => None,
    }
}

fn deltas(data: &SetData, settings: &Settings) -> Vec<DeltaResult> {
    let keys: Vec<(&SubjectData, DeltaKind)> =
        data.subjects.iter().flat_map(|s| s.kinds().into_iter().map(move |k| (s, k))).collect();
    let pairs: Vec<_> = keys.iter().map(|(s, k)| s.pairs(*k, Measure::Score, |_| true)).collect();
    let of_two_axes: Vec<_> = keys.iter().map(|(s, k)| s.pairs(*k, Measure::TwoAxes, |_| true)).collect();
    let all: Vec<&[(f64, f64)]> = pairs.iter().chain(&of_two_axes).map(|p| p.complete.as_slice()).collect();
    let mut found = paired_deltas(&all);
    let two_axes = found.split_off(keys.len());
    let differences: Vec<Vec<(usize, f64)>> = keys.iter().map(|(s, k)| s.differences(*k)).collect();
    let clustered = clustered_means(&differences.iter().map(|values| data.members(values)).collect::<Vec<Members>>());
    let strata: Vec<Strata<4>> = differences.iter().map(|values| data.strata(values)).collect();
    let reweighted = weighted_means(&strata, settings.weights.values());
    let rows = keys.iter().zip(pairs).zip(found).zip(two_axes).zip(clustered).zip(reweighted);
    rows.map(|((((((subject, kind), pairs), delta), two_axes), clustered), reweighted)| DeltaResult {
        subject: subject.subject.clone(),
        kind: *kind,
        delta,
        adjusted: None,
        clustered,
        reweighted,
        two_axes,
        dropped_pairs: pairs.dropped,
    })
    .collect()
}

/// Corrects the p-values of all differences of single models in all sets, as one family; the models together are no
/// comparison of their own, and are left uncorrected, as are those of too few pairs.
fn correct(results: &mut Results) {
    let mut tests: Vec<&mut DeltaResult> = results
        .sets
        .iter_mut()
        .flat_map(|set| &mut set.deltas)
        .filter(|row| row.subject.model().is_some() && row.delta.is_some_and(|delta| delta.is_testable()))
        .collect();
    let family: Vec<f64> = tests.iter().filter_map(|row| row.delta.map(|delta| delta.p_two_sided)).collect();
    tests.iter_mut().zip(adjust(&family)).for_each(|(row, adjusted)| row.adjusted = Some(adjusted));
}
