//! Computing a run's figures from its samples.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    CategoryResult, ConditionResult, DeltaKind, DeltaResult, Filter, Results, Sample, SampleState, SetResults,
};
use crate::domain::condition::Condition;
use crate::domain::judge::Axis;
use crate::domain::provider::ModelRef;
use crate::domain::run::headline::headline;
use crate::domain::stats::{bootstrap_mean, pair_up, paired_delta};
use crate::domain::task::{Category, Task, TaskSet};

/// From this closed-book score on, a task may be remembered by the model.
pub const CONTAMINATED_FROM: f64 = 0.7;

/// Tasks whose closed-book score, averaged over epochs, is [`CONTAMINATED_FROM`] or more, by model.
pub fn contaminated(samples: &[Sample]) -> BTreeSet<(String, ModelRef)> {
    let mut scores: BTreeMap<(String, ModelRef), Vec<f64>> = BTreeMap::new();
    for sample in samples.iter().filter(|sample| sample.key.condition == Condition::ClosedBook) {
        if let Some(score) = sample.state.score() {
            scores.entry((sample.key.task.clone(), sample.key.model.clone())).or_default().push(score);
        }
    }
    scores.into_iter().filter(|(_, scores)| mean(scores) >= CONTAMINATED_FROM).map(|(key, _)| key).collect()
}

/// The figures of the samples that pass the filter. The unit of resampling is the task: epochs are
/// averaged first.
pub fn summarise(samples: &[Sample], tasks: &BTreeMap<String, Task>, filter: &Filter) -> Results {
    let passes = |sample: &&Sample| {
        let Some(task) = tasks.get(&sample.key.task) else { return false };
        filter.model.as_ref().is_none_or(|model| *model == sample.key.model)
            && filter.category.is_none_or(|category| category == task.category)
            && filter.set.is_none_or(|set| set == task.set)
    };
    let samples: Vec<&Sample> = samples.iter().filter(passes).collect();
    let of_set = |set: TaskSet| {
        let samples: Vec<&Sample> = samples.iter().copied().filter(|s| tasks[&s.key.task].set == set).collect();
        (!samples.is_empty()).then(|| set_results(set, &samples, tasks))
    };
    Results { sets: TaskSet::ALL.into_iter().filter_map(of_set).collect() }
}

fn set_results(set: TaskSet, samples: &[&Sample], tasks: &BTreeMap<String, Task>) -> SetResults {
    let models: BTreeSet<&ModelRef> = samples.iter().map(|sample| &sample.key.model).collect();
    let conditions: BTreeSet<Condition> = samples.iter().map(|sample| sample.key.condition).collect();
    let task_count = samples.iter().map(|sample| &sample.key.task).collect::<BTreeSet<_>>().len();
    let mut results = SetResults {
        set,
        tasks: task_count,
        conditions: Vec::new(),
        deltas: Vec::new(),
        categories: Vec::new(),
        headline: Vec::new(),
    };
    for model in models {
        let of_model: Vec<&Sample> = samples.iter().copied().filter(|sample| sample.key.model == *model).collect();
        for &condition in &conditions {
            let cell: Vec<&Sample> = of_model.iter().copied().filter(|s| s.key.condition == condition).collect();
            results.conditions.push(condition_result(model, condition, &cell));
            for category in Category::ALL {
                let cell: Vec<&Sample> =
                    cell.iter().copied().filter(|s| tasks[&s.key.task].category == category).collect();
                if !cell.is_empty() {
                    let score = bootstrap_mean(&values(&scores_by_task(&cell)));
                    results.categories.push(CategoryResult { model: model.clone(), category, condition, score });
                }
            }
        }
        for kind in DeltaKind::ALL {
            let (minuend, subtrahend) = kind.conditions();
            if conditions.contains(&minuend) && conditions.contains(&subtrahend) {
                results.deltas.push(delta_result(model, kind, &of_model));
            }
        }
    }
    results.headline = headline(&results);
    results
}

fn condition_result(model: &ModelRef, condition: Condition, samples: &[&Sample]) -> ConditionResult {
    let verdicts: Vec<_> = samples
        .iter()
        .filter_map(|sample| match &sample.state {
            SampleState::Scored { verdict, .. } => Some(verdict),
            _ => None,
        })
        .collect();
    let axis_mean = |axis| mean(&verdicts.iter().map(|verdict| verdict.axis(axis)).collect::<Vec<_>>());
    let mut missing: BTreeMap<&str, usize> = BTreeMap::new();
    for sample in samples.iter().filter(|sample| sample.state.score().is_none()) {
        *missing.entry(sample.state.label()).or_insert(0) += 1;
    }
    ConditionResult {
        model: model.clone(),
        condition,
        score: bootstrap_mean(&values(&scores_by_task(samples))),
        axes: (!verdicts.is_empty()).then(|| Axis::ALL.map(axis_mean)),
        bounds: bounds(samples),
        missing: missing.into_iter().map(|(label, count)| (label.to_owned(), count)).collect(),
    }
}

fn delta_result(model: &ModelRef, kind: DeltaKind, samples: &[&Sample]) -> DeltaResult {
    let (minuend, subtrahend) = kind.conditions();
    let scores_of = |condition| {
        let cell: Vec<&Sample> = samples.iter().copied().filter(|s| s.key.condition == condition).collect();
        scores_by_task(&cell)
    };
    let (plus, minus) = (scores_of(minuend), scores_of(subtrahend));
    let tasks: BTreeSet<&String> = samples.iter().map(|sample| &sample.key.task).collect();
    let pairs = pair_up(tasks.into_iter().map(|task| (minus.get(task).copied(), plus.get(task).copied())));
    DeltaResult { model: model.clone(), kind, delta: paired_delta(&pairs.complete), dropped_pairs: pairs.dropped }
}

/// Mean score of each task over its scored epochs.
fn scores_by_task(samples: &[&Sample]) -> BTreeMap<String, f64> {
    let mut scores: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for sample in samples {
        if let Some(score) = sample.state.score() {
            scores.entry(sample.key.task.clone()).or_default().push(score);
        }
    }
    scores.into_iter().map(|(task, scores)| (task, mean(&scores))).collect()
}

/// The mean over tasks if each missing score were 0, and if it were 1: what lies between can't be told.
fn bounds(samples: &[&Sample]) -> Option<(f64, f64)> {
    let of = |missing: f64| {
        let mut scores: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
        for sample in samples {
            scores.entry(&sample.key.task).or_default().push(sample.state.score().unwrap_or(missing));
        }
        mean(&scores.values().map(|scores| mean(scores)).collect::<Vec<_>>())
    };
    samples.iter().any(|sample| sample.state.score().is_none()).then(|| (of(0.0), of(1.0)))
}

fn values(scores: &BTreeMap<String, f64>) -> Vec<f64> {
    scores.values().copied().collect()
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}
