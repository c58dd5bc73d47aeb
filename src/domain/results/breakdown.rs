//! Figures by category, subtype, and repository or file.

use std::collections::BTreeMap;

use super::figures::DeltaOfGroup;
use super::set::{SetData, SubjectData};
use super::{ClusterResult, ClusterScore, DeltaKind, Group, GroupResult, Measure, analyse::bare};
use crate::domain::condition::Condition;
use crate::domain::stats::{Estimate, LEAST_PAIRS, adjust, bootstrap_means, mean, paired_deltas};

/// By category.
pub(super) fn categories(data: &SetData) -> Vec<GroupResult> {
    with_deltas(data, groups(data, |task| Some(Group::Category(data.tasks[task].category))))
}

/// By subtype; tasks without one are left out.
pub(super) fn subtypes(data: &SetData) -> Vec<GroupResult> {
    with_deltas(data, groups(data, |task| data.tasks[task].subtype.map(Group::Subtype)))
}

/// By repository or source file, the largest first, under one condition. No differences: a file has a task or two, and
/// nothing could be told; below a number of tasks there is no interval either.
pub(super) fn clusters(data: &SetData, condition: Condition) -> Vec<ClusterResult> {
    let mut of_name: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for task in 0..data.tasks.len() {
        of_name.entry(data.cluster_name(task)).or_default().push(task);
    }
    let mut rows: Vec<(&str, Vec<usize>)> = of_name.into_iter().collect();
    rows.sort_by_key(|(_, tasks)| std::cmp::Reverse(tasks.len()));
    let values = |subject: &SubjectData, tasks: &[usize]| {
        bare(subject.values(condition, Measure::Score, |task| tasks.binary_search(&task).is_ok()))
    };
    let columns: Vec<Vec<f64>> =
        rows.iter().flat_map(|(_, tasks)| data.subjects.iter().map(|subject| values(subject, tasks))).collect();
    let is_enough = |column: &[f64]| column.len() >= LEAST_PAIRS;
    let drawn: Vec<&[f64]> = columns.iter().map(|c| if is_enough(c) { c.as_slice() } else { &[] }).collect();
    let estimates = bootstrap_means(&drawn);
    let score = |(column, estimate): (&Vec<f64>, &Option<Estimate>)| {
        let interval = estimate.map(|estimate| (estimate.low, estimate.high));
        Some(ClusterScore { mean: mean(column)?, n: column.len(), interval })
    };
    let width = data.subjects.len().max(1);
    rows.into_iter()
        .zip(columns.chunks(width).zip(estimates.chunks(width)))
        .map(|((name, tasks), (columns, estimates))| ClusterResult {
            name: name.to_owned(),
            tasks: tasks.len(),
            scores: columns.iter().zip(estimates).map(score).collect(),
        })
        .collect()
}

/// Each group with its tasks.
type Groups = BTreeMap<Group, Vec<usize>>;

fn groups(data: &SetData, of: impl Fn(usize) -> Option<Group>) -> Groups {
    let mut groups = Groups::new();
    for task in 0..data.tasks.len() {
        if let Some(group) = of(task) {
            groups.entry(group).or_default().push(task);
        }
    }
    groups
}

/// Subject by subject, group by group.
fn keys<'a>(data: &'a SetData, groups: &'a Groups) -> Vec<(&'a SubjectData<'a>, &'a Group, &'a [usize])> {
    let of = |subject| groups.iter().map(move |(group, tasks)| (subject, group, tasks.as_slice()));
    data.subjects.iter().flat_map(of).collect()
}

fn scores(data: &SetData, groups: &Groups) -> Vec<GroupResult> {
    let keys = keys(data, groups);
    let column = |subject: &SubjectData, condition, tasks: &[usize]| {
        bare(subject.values(condition, Measure::Score, |task| tasks.binary_search(&task).is_ok()))
    };
    let of_key = |(subject, _, tasks): &(&SubjectData, &Group, &[usize])| {
        subject.conditions().into_iter().map(|condition| column(subject, condition, tasks)).collect::<Vec<_>>()
    };
    let columns: Vec<Vec<f64>> = keys.iter().flat_map(of_key).collect();
    let mut estimates = bootstrap_means(&columns.iter().map(Vec::as_slice).collect::<Vec<_>>()).into_iter();
    keys.into_iter()
        .map(|(subject, group, tasks)| GroupResult {
            subject: subject.subject.clone(),
            group: group.clone(),
            tasks: tasks.len(),
            scores: subject.conditions().into_iter().zip(estimates.by_ref()).collect(),
            deltas: Vec::new(),
        })
        .collect()
}

/// Scores and differences; the p-values of a subject's groups are one family for each kind.
fn with_deltas(data: &SetData, groups: Groups) -> Vec<GroupResult> {
    let mut results = scores(data, &groups);
    for kind in DeltaKind::ALL {
        let keys = keys(data, &groups);
        let pairs: Vec<_> = keys
            .iter()
            .map(|(subject, _, tasks)| subject.pairs(kind, Measure::Score, |task| tasks.binary_search(&task).is_ok()))
            .collect();
        let deltas = paired_deltas(&pairs.iter().map(|p| p.complete.as_slice()).collect::<Vec<_>>());
        for (rows, deltas) in results.chunks_mut(groups.len().max(1)).zip(deltas.chunks(groups.len().max(1))) {
            let family: Vec<f64> =
                deltas.iter().flatten().filter(|d| d.is_testable()).map(|delta| delta.p_two_sided).collect();
            let mut adjusted = adjust(&family).into_iter();
            for (row, delta) in rows.iter_mut().zip(deltas) {
                if row.scores.iter().filter(|(c, _)| [kind.conditions().0, kind.conditions().1].contains(c)).count()
                    == 2
                {
                    let adjusted = delta.filter(|d| d.is_testable()).and_then(|_| adjusted.next());
                    row.deltas.push(DeltaOfGroup { kind, delta: *delta, adjusted });
                }
            }
        }
    }
    results
}
