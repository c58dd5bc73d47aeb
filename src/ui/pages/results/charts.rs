//! A run's figures as charts.

use crate::chart::{Chart, Grid, Histogram, Kind, Notation, Series, Tail, Value};
use crate::domain::condition::Condition;
use crate::domain::judge::Axis;
use crate::domain::results::{ClusterScore, ConditionResult, DeltaKind, GroupResult, SetResults, Subject};
use crate::domain::stats::{CEILING, Delta, Distribution, Estimate, LOW};

/// What heat maps measure, and how they are read.
const SHADES: &str = "Mean score, 0 to 1; the stronger the shade, the higher";

fn value(estimate: Option<Estimate>) -> Option<Value> {
    estimate.map(|e| Value { mean: e.mean, interval: Some((e.low, e.high)), n: Some(e.n) })
}

fn difference(delta: Option<Delta>) -> Option<Value> {
    delta.map(|d| Value { mean: d.delta, interval: Some((d.low, d.high)), n: Some(d.n) })
}

fn condition_series(set: &SetResults) -> Vec<Series> {
    set.run_conditions().into_iter().map(Series::of_condition).collect()
}

fn labels(set: &SetResults) -> Vec<String> {
    set.subjects().into_iter().map(Subject::label).collect()
}

/// Subjects × conditions, of any figure of the two.
fn by_subject(set: &SetResults, of: impl Fn(&ConditionResult) -> Option<Value>) -> Vec<Vec<Option<Value>>> {
    let one = |subject: &Subject, condition: Condition| set.condition(subject, condition).and_then(&of);
    let row = |subject| set.run_conditions().into_iter().map(|condition| one(subject, condition)).collect();
    set.subjects().into_iter().map(row).collect()
}

/// Subjects × conditions.
pub fn conditions(set: &SetResults) -> Chart {
    let values = by_subject(set, |row| value(row.score));
    Chart {
        title: "Mean score per model and condition, with 95 % intervals.".into(),
        measure: "Mean score, 0 to 1".into(),
        series: condition_series(set),
        notation: Notation::Score,
        kind: Kind::Bars(Grid { groups: labels(set), values, range: (0.0, 1.0) }),
    }
}

/// Subjects × conditions, for one axis.
pub fn axis(set: &SetResults, place: usize, axis: Axis) -> Chart {
    let values = by_subject(set, |row| value(row.axes.map(|axes| axes[place])));
    Chart {
        title: format!("Mean {}, with 95 % intervals.", axis.id()),
        measure: format!("Mean {}, 0 to 5", axis.id()),
        series: condition_series(set),
        notation: Notation::Axis,
        kind: Kind::Bars(Grid { groups: labels(set), values, range: (0.0, 5.0) }),
    }
}

fn differences(title: &str, groups: Vec<String>, series: Vec<Series>, values: Vec<Vec<Option<Value>>>) -> Chart {
    Chart {
        title: title.into(),
        measure: "Difference of scores on the same tasks".into(),
        series,
        notation: Notation::Delta,
        kind: Kind::Dots { grid: Grid { groups, values, range: (-0.05, 0.05) }, reference: Some(0.0) },
    }
}

/// Subjects × the two deltas.
pub fn deltas(set: &SetResults) -> Chart {
    let of = |subject: &Subject, kind| difference(set.delta(subject, kind).and_then(|row| row.delta));
    let values = set.subjects().into_iter().map(|subject| DeltaKind::ALL.map(|kind| of(subject, kind)).to_vec());
    // The two farthest shades.
    let series = DeltaKind::ALL.into_iter().enumerate().map(|(place, kind)| Series::neutral(kind.label(), 3 * place));
    let title = "What reading code and reading documentation add, paired by task, with 95 % intervals.";
    differences(title, labels(set), series.collect(), values.collect())
}

/// The two deltas with all tasks, and without those that may be remembered.
pub fn memory(set: &SetResults) -> Chart {
    let of = |subject: &Subject, kind| {
        let all = set.delta(subject, kind).and_then(|row| row.delta);
        let row = set.contamination.iter().find(|row| row.subject == *subject);
        let rest = row.and_then(|row| row.deltas.iter().find(|(of, _)| *of == kind)).and_then(|(_, delta)| *delta);
        vec![difference(all), difference(rest)]
    };
    let keys = set.subjects().into_iter().flat_map(|subject| DeltaKind::ALL.map(|kind| (subject, kind)));
    let (groups, values) =
        keys.map(|(subject, kind)| (format!("{}: {}", subject.label(), kind.subject()), of(subject, kind))).unzip();
    let series = vec![Series::neutral("all tasks", 0), Series::neutral("without those flagged", 3)];
    differences("The deltas with all tasks, and without those that may be remembered.", groups, series, values)
}

/// Groups × conditions.
fn groups(set: &SetResults, title: &str, names: Vec<String>, rows: &[&GroupResult]) -> Chart {
    let values = |row: &&GroupResult| set.run_conditions().into_iter().map(|c| value(row.score(c))).collect();
    Chart {
        title: title.into(),
        measure: SHADES.into(),
        series: condition_series(set),
        notation: Notation::Score,
        kind: Kind::Heat(Grid { groups: names, values: rows.iter().map(values).collect(), range: (0.0, 1.0) }),
    }
}

/// Categories × conditions, for each subject.
pub fn categories(set: &SetResults) -> Chart {
    let is_one = set.subjects().len() == 1;
    let name = |row: &GroupResult| {
        if is_one { row.group.label() } else { format!("{}: {}", row.subject.label(), row.group.label()) }
    };
    let names = set.categories.iter().map(name).collect();
    groups(set, "Mean score per category and condition.", names, &set.categories.iter().collect::<Vec<_>>())
}

/// Subtypes × conditions, of the set's main subject: there are twelve of them.
pub fn subtypes(set: &SetResults) -> Chart {
    let main = set.main_subject();
    let rows: Vec<&GroupResult> = set.subtypes.iter().filter(|row| Some(&row.subject) == main).collect();
    let names = rows.iter().map(|row| row.group.label()).collect();
    groups(set, "Mean score per subtype and condition.", names, &rows)
}

/// Repositories or files × subjects, the largest first, and no more than can be read.
pub fn clusters(set: &SetResults) -> Chart {
    const MOST: usize = 24;
    let value = |score: &Option<ClusterScore>| {
        score.map(|score| Value { mean: score.mean, interval: score.interval, n: Some(score.n) })
    };
    let rows = || set.clusters.iter().take(MOST);
    let condition = set.cluster_condition().label();
    Chart {
        title: format!("Mean score per {} and model, {condition}, the largest first.", set.cluster.label()),
        measure: SHADES.into(),
        series: labels(set).into_iter().enumerate().map(|(i, name)| Series::neutral(name, i)).collect(),
        notation: Notation::Score,
        kind: Kind::Heat(Grid {
            groups: rows().map(|row| row.name.clone()).collect(),
            values: rows().map(|row| row.scores.iter().map(value).collect()).collect(),
            range: (0.0, 1.0),
        }),
    }
}

/// How the scores of the set's main subject are spread under each condition.
pub fn spread(set: &SetResults) -> Chart {
    let of = |condition| set.condition(set.main_subject()?, condition)?.distribution;
    let spreads: Vec<Option<Distribution>> = set.run_conditions().into_iter().map(of).collect();
    let tail = |name: String, at, share: fn(&Distribution) -> f64| Tail {
        name,
        at,
        shares: spreads.iter().map(|of| of.as_ref().map(share)).collect(),
    };
    let tails = vec![
        tail(format!("< {LOW:.2}"), LOW, |of| of.below_low),
        tail(format!("≥ {CEILING:.2}"), CEILING, |of| of.at_ceiling),
    ];
    let counts = spreads.iter().map(|of| of.map(|of| of.bins.to_vec()).unwrap_or_default()).collect();
    Chart {
        title: "How the scores are spread, and the shares of the lowest and the highest.".into(),
        measure: "Share of the tasks by their score, 0 to 1".into(),
        series: condition_series(set),
        notation: Notation::Score,
        kind: Kind::Histogram(Histogram::of_scores(counts, tails)),
    }
}
