//! A run's figures as charts.

use crate::chart::{Chart, Grid, Kind, Notation, Series, Value};
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

fn condition_series(set: &SetResults) -> Vec<Series> {
    run_conditions(set).into_iter().map(Series::of_condition).collect()
}

/// Models × conditions.
pub fn conditions(set: &SetResults) -> Chart {
    let of = |model: &ModelRef, condition: Condition| {
        let row = set.conditions.iter().find(|row| row.model == *model && row.condition == condition);
        row.and_then(|row| value(row.score))
    };
    let models = models(set);
    Chart {
        title: "Mean score per model and condition, with 95 % intervals.".into(),
        measure: "Mean score, 0 to 1".into(),
        series: condition_series(set),
        notation: Notation::Score,
        kind: Kind::Bars(Grid {
            groups: models.iter().map(ModelRef::label).collect(),
            values: models.iter().map(|m| run_conditions(set).into_iter().map(|c| of(m, c)).collect()).collect(),
            range: (0.0, 1.0),
        }),
    }
}

/// Models × the two deltas.
pub fn deltas(set: &SetResults) -> Chart {
    let of = |model: &ModelRef, kind: DeltaKind| {
        let row = set.deltas.iter().find(|row| row.model == *model && row.kind == kind);
        let delta = row.and_then(|row| row.delta.as_ref());
        delta.map(|d| Value { mean: d.delta, interval: Some((d.low, d.high)), n: Some(d.n) })
    };
    let series = |(place, kind): (usize, DeltaKind)| {
        let (minuend, subtrahend) = kind.conditions();
        // The two farthest shades.
        Series::neutral(format!("{} − {}", minuend.label(), subtrahend.label()), 3 * place)
    };
    let models = models(set);
    let grid = Grid {
        groups: models.iter().map(ModelRef::label).collect(),
        values: models.iter().map(|model| DeltaKind::ALL.map(|kind| of(model, kind)).to_vec()).collect(),
        range: (-0.05, 0.05),
    };
    Chart {
        title: "What reading code and reading documentation add, paired by task, with 95 % intervals.".into(),
        measure: "Difference of scores on the same tasks".into(),
        series: DeltaKind::ALL.into_iter().enumerate().map(series).collect(),
        notation: Notation::Delta,
        kind: Kind::Dots { grid, reference: Some(0.0) },
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
    Chart {
        title: "Mean score per category and condition.".into(),
        measure: "Mean score, 0 to 1; the stronger the shade, the higher".into(),
        series: condition_series(set),
        notation: Notation::Score,
        kind: Kind::Heat(Grid { groups, values, range: (0.0, 1.0) }),
    }
}
