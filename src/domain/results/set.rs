//! The outcomes of one task set, by subject.

use std::collections::{BTreeMap, BTreeSet};

use super::{Cell, Cluster, DeltaKind, Measure, Outcome, Outcomes, Subject, TaskFacts};
use crate::domain::condition::Condition;
use crate::domain::stats::{Members, Pairs, Strata, pair_up};
use crate::domain::task::{Category, TaskSet};

/// A task set with what came of its tasks.
pub(super) struct SetData<'a> {
    pub(super) set: TaskSet,
    /// Its tasks.
    pub(super) tasks: Vec<&'a TaskFacts>,
    pub(super) subjects: Vec<SubjectData<'a>>,
    pub(super) cluster: Cluster,
    /// The number of each task's cluster.
    clusters: Vec<usize>,
}

/// A subject's outcomes under each condition, task by task.
pub(super) struct SubjectData<'a> {
    pub(super) subject: Subject,
    outcomes: BTreeMap<Condition, Vec<Option<Outcome>>>,
    /// Where its samples are counted; none of several models together.
    cells: BTreeMap<Condition, &'a Cell>,
    /// Places of the set's tasks among all.
    places: Vec<usize>,
}

impl<'a> SetData<'a> {
    /// The set's part of the outcomes; none where it has no tasks.
    pub(super) fn of(set: TaskSet, outcomes: &'a Outcomes) -> Option<Self> {
        let places: Vec<usize> = (0..outcomes.tasks.len()).filter(|i| outcomes.tasks[*i].set == set).collect();
        let tasks: Vec<&TaskFacts> = places.iter().map(|place| &outcomes.tasks[*place]).collect();
        let repositories: BTreeSet<&String> = tasks.iter().map(|task| &task.repository).collect();
        let cluster = if repositories.len() > 1 { Cluster::Repository } else { Cluster::File };
        let names: BTreeSet<&str> = tasks.iter().map(|task| name(cluster, task)).collect();
        let number: BTreeMap<&str, usize> = names.into_iter().enumerate().map(|(i, name)| (name, i)).collect();
        let clusters = tasks.iter().map(|task| number[name(cluster, task)]).collect();
        let models = outcomes.models();
        let mut subjects: Vec<SubjectData> = models
            .iter()
            .map(|model| {
                let cells = outcomes.conditions().into_iter().filter_map(|c| Some((c, outcomes.cell(model, c)?)));
                SubjectData::of_model(Subject::Model((*model).clone()), cells.collect(), &places)
            })
            .collect();
        if subjects.len() > 1 {
            subjects.push(SubjectData::pooled(&subjects, tasks.len()));
        }
        (!tasks.is_empty()).then_some(Self { set, tasks, subjects, cluster, clusters })
    }

    /// The name of a task's cluster.
    pub(super) fn cluster_name(&self, task: usize) -> &'a str {
        name(self.cluster, self.tasks[task])
    }

    /// Values with the number of their task's cluster.
    pub(super) fn members(&self, values: &[(usize, f64)]) -> Members {
        values.iter().map(|(task, value)| (self.clusters[*task], *value)).collect()
    }

    /// Values by their task's category.
    pub(super) fn strata(&self, values: &[(usize, f64)]) -> Strata<4> {
        Category::ALL.map(|category| {
            let of_category = values.iter().filter(|(task, _)| self.tasks[*task].category == category);
            of_category.map(|(_, value)| *value).collect()
        })
    }
}

fn name(cluster: Cluster, task: &TaskFacts) -> &str {
    match cluster {
        Cluster::Repository => &task.repository,
        Cluster::File => &task.file,
    }
}

impl<'a> SubjectData<'a> {
    fn of_model(subject: Subject, cells: BTreeMap<Condition, &'a Cell>, places: &[usize]) -> Self {
        let outcomes = |cell: &Cell| places.iter().map(|place| cell.outcomes[*place]).collect();
        let outcomes = cells.iter().map(|(condition, cell)| (*condition, outcomes(cell))).collect();
        Self { subject, outcomes, cells, places: places.to_vec() }
    }

    /// All of them, averaged within each task that every one has a score on, under the conditions that all were run in.
    fn pooled(models: &[Self], tasks: usize) -> Self {
        let of_all = |condition: &Condition| -> Option<Vec<&Vec<Option<Outcome>>>> {
            models.iter().map(|model| model.outcomes.get(condition)).collect()
        };
        let mean = |outcomes: Vec<Outcome>| {
            let n = outcomes.len() as f64;
            let axis = |i: usize| outcomes.iter().map(|o| o.axes[i]).sum::<f64>() / n;
            Outcome { score: outcomes.iter().map(|o| o.score).sum::<f64>() / n, axes: std::array::from_fn(axis) }
        };
        let of_task = |columns: &[&Vec<Option<Outcome>>], task: usize| {
            columns.iter().map(|column| column[task]).collect::<Option<Vec<Outcome>>>().map(mean)
        };
        let under = |condition: Condition| {
            let columns = of_all(&condition)?;
            Some((condition, (0..tasks).map(|task| of_task(&columns, task)).collect()))
        };
        let outcomes = Condition::ALL.into_iter().filter_map(under).collect();
        Self { subject: Subject::AllModels, outcomes, cells: BTreeMap::new(), places: Vec::new() }
    }

    /// The conditions that it was run in.
    pub(super) fn conditions(&self) -> Vec<Condition> {
        self.outcomes.keys().copied().collect()
    }

    /// The differences that can be made.
    pub(super) fn kinds(&self) -> Vec<DeltaKind> {
        let has = |condition| self.outcomes.contains_key(&condition);
        DeltaKind::ALL.into_iter().filter(|kind| has(kind.conditions().0) && has(kind.conditions().1)).collect()
    }

    /// Task and value of every task that has a score and is to be kept.
    pub(super) fn values(
        &self,
        condition: Condition,
        measure: Measure,
        keep: impl Fn(usize) -> bool,
    ) -> Vec<(usize, f64)> {
        let outcomes = self.outcomes.get(&condition).map(Vec::as_slice).unwrap_or_default();
        let of = |(task, outcome): (usize, &Option<Outcome>)| Some((task, measure.of(outcome.as_ref()?)));
        outcomes.iter().enumerate().filter(|(task, _)| keep(*task)).filter_map(of).collect()
    }

    /// The scores under both conditions of a difference, of the tasks that are to be kept.
    pub(super) fn pairs(&self, kind: DeltaKind, measure: Measure, keep: impl Fn(usize) -> bool) -> Pairs {
        let (plus, minus) = kind.conditions();
        let value = |condition, task: usize| {
            let outcome = self.outcomes.get(&condition).and_then(|outcomes| outcomes.get(task)).copied().flatten();
            outcome.map(|outcome| measure.of(&outcome))
        };
        let tasks = self.outcomes.values().map(Vec::len).max().unwrap_or_default();
        pair_up((0..tasks).filter(|task| keep(*task)).map(|task| (value(minus, task), value(plus, task))))
    }

    /// Task and difference of every task that has both scores.
    pub(super) fn differences(&self, kind: DeltaKind) -> Vec<(usize, f64)> {
        let (plus, minus) = kind.conditions();
        let minus: BTreeMap<usize, f64> = self.values(minus, Measure::Score, |_| true).into_iter().collect();
        let plus = self.values(plus, Measure::Score, |_| true).into_iter();
        plus.filter_map(|(task, plus)| Some((task, plus - minus.get(&task)?))).collect()
    }

    /// Samples without a score, by label.
    pub(super) fn missing(&self, condition: Condition) -> Vec<(String, usize)> {
        let mut missing: BTreeMap<&str, usize> = BTreeMap::new();
        let of_cell = self.cells.get(&condition).into_iter().flat_map(|cell| &cell.missing);
        for ((_, label), count) in of_cell.filter(|((task, _), _)| self.places.binary_search(task).is_ok()) {
            *missing.entry(label).or_default() += count;
        }
        missing.into_iter().map(|(label, count)| (label.to_owned(), count)).collect()
    }

    /// The mean over tasks if each missing score were 0, and if it were 1; none where nothing is missing.
    pub(super) fn bounds(&self, condition: Condition) -> Option<(f64, f64)> {
        let cell = self.cells.get(&condition)?;
        let missing: usize = self.missing(condition).iter().map(|(_, count)| count).sum();
        let missing_of =
            |task: usize| cell.missing.range((task, "")..(task + 1, "")).map(|(_, count)| *count).sum::<usize>();
        let mean_if = |score: f64| {
            let sums = self.places.iter().map(|place| (cell.sums[*place], missing_of(*place)));
            let of = sums.filter(|((_, n), _)| *n > 0).map(|((sum, n), gone)| (sum + gone as f64 * score) / n as f64);
            crate::domain::stats::mean(&of.collect::<Vec<_>>())
        };
        (missing > 0).then(|| Some((mean_if(0.0)?, mean_if(1.0)?))).flatten()
    }
}
