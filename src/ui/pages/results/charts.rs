//! A run's figures as charts.

use crate::chart::{Chart, Kind, Notation, Series, Value};
use crate::domain::condition::Condition;
use crate::domain::judge::Axis;
use crate::domain::results::{ClusterScore, ConditionResult, DeltaKind, GroupResult, SetResults, Subject};
use crate::domain::stats::{BINS, Delta, Estimate};

fn value(estimate: Option<Estimate>) -> Option<Value> {
    estimate.map(|e| Value { mean: e.mean, interval: Some((e.low, e.high)), n: Some(e.n) })
}

fn difference(delta: Option<Delta>) -> Option<Value> {
    delta.map(|d| Value { mean: d.delta, interval: Some((d.low, d.high)), n: Some(d.n) })
}

fn bars(set: &SetResults, groups: Vec<String>, values: Vec<Vec<Option<Value>>>) -> Chart {
    Chart {
        kind: Kind::Bars,
        measure: "Mean score, 0 to 1".into(),
        groups,
        series: set.run_conditions().into_iter().map(Series::of_condition).collect(),
        values,
        range: (0.0, 1.0),
        notation: Notation::Score,
    }
}

fn dots(groups: Vec<String>, series: Vec<Series>, values: Vec<Vec<Option<Value>>>) -> Chart {
    Chart {
        kind: Kind::Dots { reference: Some(0.0) },
        measure: "Difference of scores on the same tasks".into(),
        groups,
        series,
        values,
        range: (-0.05, 0.05),
        notation: Notation::Delta,
    }
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
    bars(set, labels(set), by_subject(set, |row| value(row.score)))
}

/// Subjects × conditions, for one axis.
pub fn axis(set: &SetResults, place: usize, axis: Axis) -> Chart {
    Chart {
        measure: format!("Mean {}, 0 to 5", axis.id()),
        range: (0.0, 5.0),
        notation: Notation::Axis,
        ..bars(set, labels(set), by_subject(set, |row| value(row.axes.map(|axes| axes[place]))))
    }
}

/// Subjects × the two deltas.
pub fn deltas(set: &SetResults) -> Chart {
    let of = |subject: &Subject, kind| vec![difference(set.delta(subject, kind).and_then(|row| row.delta))];
    let (groups, values) = by_kind(set, of);
    dots(groups, vec![Series::neutral("difference", 0)], values)
}

/// The two deltas with all tasks, and without those that may be remembered.
pub fn memory(set: &SetResults) -> Chart {
    let of = |subject: &Subject, kind| {
        let all = set.delta(subject, kind).and_then(|row| row.delta);
        let row = set.contamination.iter().find(|row| row.subject == *subject);
        let rest = row.and_then(|row| row.deltas.iter().find(|(of, _)| *of == kind)).and_then(|(_, delta)| *delta);
        vec![difference(all), difference(rest)]
    };
    let (groups, values) = by_kind(set, of);
    dots(groups, vec![Series::neutral("all tasks", 0), Series::neutral("without those flagged", 1)], values)
}

/// Group names and values for each subject and kind.
fn by_kind(
    set: &SetResults,
    of: impl Fn(&Subject, DeltaKind) -> Vec<Option<Value>>,
) -> (Vec<String>, Vec<Vec<Option<Value>>>) {
    let keys = set.subjects().into_iter().flat_map(|subject| DeltaKind::ALL.map(|kind| (subject, kind)));
    keys.map(|(subject, kind)| (format!("{}: {}", subject.label(), kind.subject()), of(subject, kind))).unzip()
}

/// Groups × conditions, for each subject.
fn groups(set: &SetResults, rows: &[GroupResult]) -> Chart {
    let is_one = set.subjects().len() == 1;
    let name = |row: &GroupResult| {
        if is_one { row.group.label() } else { format!("{}: {}", row.subject.label(), row.group.label()) }
    };
    let values = |row: &GroupResult| set.run_conditions().into_iter().map(|c| value(row.score(c))).collect();
    bars(set, rows.iter().map(name).collect(), rows.iter().map(values).collect())
}

/// Categories × conditions.
pub fn categories(set: &SetResults) -> Chart {
    groups(set, &set.categories)
}

/// Subtypes × conditions, of the set's main subject: there are twelve of them.
pub fn subtypes(set: &SetResults) -> Chart {
    let main = set.main_subject();
    let rows: Vec<GroupResult> = set.subtypes.iter().filter(|row| Some(&row.subject) == main).cloned().collect();
    let mut chart = groups(set, &rows);
    chart.groups = rows.iter().map(|row| row.group.label()).collect();
    chart
}

/// Repositories or files × subjects, the largest first, and no more than can be read.
pub fn clusters(set: &SetResults) -> Chart {
    const MOST: usize = 24;
    let value = |score: &Option<ClusterScore>| {
        score.map(|score| Value { mean: score.mean, interval: score.interval, n: Some(score.n) })
    };
    let rows = || set.clusters.iter().take(MOST);
    Chart {
        kind: Kind::Dots { reference: None },
        measure: format!("Mean score, {}", set.cluster_condition().label()),
        groups: rows().map(|row| row.name.clone()).collect(),
        series: labels(set).into_iter().enumerate().map(|(i, name)| Series::neutral(name, i)).collect(),
        values: rows().map(|row| row.scores.iter().map(value).collect()).collect(),
        range: (0.0, 1.0),
        notation: Notation::Score,
    }
}

/// Tenths of the scale × conditions, of the set's main subject: the share of tasks in each.
pub fn spread(set: &SetResults) -> Chart {
    let bin = |i: usize| format!("{:.1} to {:.1}", i as f64 / BINS as f64, (i + 1) as f64 / BINS as f64);
    let share = |bin: usize, condition: Condition| {
        let of = set.condition(set.main_subject()?, condition)?.distribution?;
        Some(Value { n: Some(of.bins[bin]), ..Value::bare(of.bins[bin] as f64 / of.n as f64) })
    };
    let values = (0..BINS).map(|i| set.run_conditions().into_iter().map(|c| share(i, c)).collect()).collect();
    Chart { measure: "Share of tasks by their score, 0 to 1".into(), ..bars(set, (0..BINS).map(bin).collect(), values) }
}
