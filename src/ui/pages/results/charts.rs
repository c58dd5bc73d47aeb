//! A run's figures as charts.

use crate::chart::{Chart, Kind, Notation, Series, Value};
use crate::domain::condition::Condition;
use crate::domain::provider::ModelRef;
use crate::domain::run::{DeltaKind, SetResults};
use crate::domain::stats::Estimate;
use crate::domain::task::Category;

fn value(estimate: Option<Estimate>) -> Option<Value> {
    estimate.map(|e| Value { mean: e.mean, interval: Some((e.low, e.high)), n: Some(e.n) })
}

/// The models of a set, each once, in the order of the figures.
pub fn models(set: &SetResults) -> Vec<ModelRef> {
    let mut models: Vec<ModelRef> = Vec::new();
    for row in &set.conditions {
        if !models.contains(&row.model) {
            models.push(row.model.clone());
        }
    }
    models
}

/// The conditions that were run.
pub fn run_conditions(set: &SetResults) -> Vec<Condition> {
    Condition::ALL.into_iter().filter(|c| set.conditions.iter().any(|row| row.condition == *c)).collect()
}

fn bars(set: &SetResults, groups: Vec<String>, values: Vec<Vec<Option<Value>>>) -> Chart {
    Chart {
        kind: Kind::Bars,
        measure: "Mean score, 0 to 1".into(),
        groups,
        series: run_conditions(set).into_iter().map(Series::of_condition).collect(),
        values,
        range: (0.0, 1.0),
        notation: Notation::Score,
    }
}

/// Models × conditions.
pub fn conditions(set: &SetResults) -> Chart {
    let of = |model: &ModelRef, condition: Condition| {
        let row = set.conditions.iter().find(|row| row.model == *model && row.condition == condition);
        row.and_then(|row| value(row.score))
    };
    let models = models(set);
    let values = models.iter().map(|m| run_conditions(set).into_iter().map(|c| of(m, c)).collect()).collect();
    bars(set, models.iter().map(ModelRef::label).collect(), values)
}

/// Models × the two deltas.
pub fn deltas(set: &SetResults) -> Chart {
    let of = |model: &ModelRef, kind: DeltaKind| {
        let row = set.deltas.iter().find(|row| row.model == *model && row.kind == kind);
        let delta = row.and_then(|row| row.delta.as_ref());
        delta.map(|d| Value { mean: d.delta, interval: Some((d.low, d.high)), n: Some(d.n) })
    };
    let mut groups = Vec::new();
    let mut values = Vec::new();
    for model in models(set) {
        for kind in DeltaKind::ALL {
            let name = match kind {
                DeltaKind::Code => "code",
                DeltaKind::Documentation => "documentation",
            };
            groups.push(format!("{}: {name}", model.label()));
            values.push(vec![of(&model, kind)]);
        }
    }
    Chart {
        kind: Kind::Dots { reference: Some(0.0) },
        measure: "Difference of scores on the same tasks".into(),
        groups,
        series: vec![Series::neutral("difference", 0)],
        values,
        range: (-0.05, 0.05),
        notation: Notation::Delta,
    }
}

/// Categories × conditions, for each model.
pub fn categories(set: &SetResults) -> Chart {
    let models = models(set);
    let of = |model: &ModelRef, category: Category, condition: Condition| {
        let row =
            set.categories.iter().find(|r| r.model == *model && r.category == category && r.condition == condition);
        row.and_then(|row| value(row.score))
    };
    let mut groups = Vec::new();
    let mut values = Vec::new();
    for model in &models {
        for category in Category::ALL {
            groups.push(if models.len() > 1 {
                format!("{}: {}", model.label(), category.id())
            } else {
                category.id().into()
            });
            values.push(run_conditions(set).into_iter().map(|c| of(model, category, c)).collect());
        }
    }
    bars(set, groups, values)
}
