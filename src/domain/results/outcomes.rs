//! What of a run's samples enters any figure.

use std::collections::{BTreeMap, BTreeSet};

use crate::domain::condition::Condition;
use crate::domain::judge::Axis;
use crate::domain::provider::ModelRef;
use crate::domain::results::Filter;
use crate::domain::run::{Sample, SampleState};
use crate::domain::task::{Category, Subtype, Task, TaskSet};

/// The tasks of a run and what came of each in every cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcomes {
    /// The tasks, in the order of their identifiers.
    pub tasks: Vec<TaskFacts>,
    /// A cell for every model and condition, in that order.
    pub cells: Vec<Cell>,
}

/// What figures of a task are told apart by.
#[derive(Clone, Debug, PartialEq)]
pub struct TaskFacts {
    /// Identifier.
    pub id: String,
    /// Set.
    pub set: TaskSet,
    /// Category.
    pub category: Category,
    /// Subtype, where it has one.
    pub subtype: Option<Subtype>,
    /// Name of its repository.
    pub repository: String,
    /// The file that its chunk is from, or the first that its answer rests on; its identifier where it names none.
    pub file: String,
}

/// A model under a condition.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// The model.
    pub model: ModelRef,
    /// The condition.
    pub condition: Condition,
    /// What came of each task, in the order of the tasks; none where no epoch is scored.
    pub outcomes: Vec<Option<Outcome>>,
    /// How many samples have no score, by task and state's label.
    pub missing: BTreeMap<(usize, &'static str), usize>,
    /// Sum of scores and number of samples of each task, for bounds on what is missing.
    pub sums: Vec<(f64, usize)>,
}

/// A task's scores, each the mean over its scored epochs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outcome {
    /// The score, 0 to 1.
    pub score: f64,
    /// Accuracy, completeness, specificity, 0 to 5.
    pub axes: [f64; 3],
}

/// What is averaged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The score: three axes, 0 to 1.
    Score,
    /// One axis, 0 to 5.
    Axis(Axis),
    /// Accuracy and completeness without specificity, 0 to 1: with tools, specificity saturates.
    TwoAxes,
}

impl Measure {
    /// The measure of an outcome.
    pub fn of(self, outcome: &Outcome) -> f64 {
        let [accuracy, completeness, specificity] = outcome.axes;
        match self {
            Self::Score => outcome.score,
            Self::Axis(Axis::Accuracy) => accuracy,
            Self::Axis(Axis::Completeness) => completeness,
            Self::Axis(Axis::Specificity) => specificity,
            Self::TwoAxes => (accuracy + completeness) / 10.0,
        }
    }
}

impl Outcomes {
    /// Those of the samples that pass the filter and whose task is known.
    pub fn of(samples: &[Sample], tasks: &BTreeMap<String, Task>, filter: &Filter) -> Self {
        let passes = |sample: &&Sample| {
            let Some(task) = tasks.get(&sample.key.task) else { return false };
            filter.model.as_ref().is_none_or(|model| *model == sample.key.model)
                && filter.category.is_none_or(|category| category == task.category)
                && filter.set.is_none_or(|set| set == task.set)
        };
        let samples: Vec<&Sample> = samples.iter().filter(passes).collect();
        let ids: BTreeSet<&String> = samples.iter().map(|sample| &sample.key.task).collect();
        let places: BTreeMap<&String, usize> = ids.iter().enumerate().map(|(place, id)| (*id, place)).collect();
        let mut of_cell: BTreeMap<(&ModelRef, Condition), Vec<(usize, &SampleState)>> = BTreeMap::new();
        for sample in &samples {
            let cell = of_cell.entry((&sample.key.model, sample.key.condition)).or_default();
            cell.push((places[&sample.key.task], &sample.state));
        }
        let cells = of_cell.into_iter();
        Self {
            cells: cells.map(|((model, condition), states)| cell(model, condition, ids.len(), &states)).collect(),
            tasks: ids.iter().filter_map(|id| tasks.get(*id)).map(facts).collect(),
        }
    }

    /// The cell of a model and condition.
    pub fn cell(&self, model: &ModelRef, condition: Condition) -> Option<&Cell> {
        self.cells.iter().find(|cell| cell.model == *model && cell.condition == condition)
    }

    /// The models, each once.
    pub fn models(&self) -> Vec<&ModelRef> {
        self.cells.iter().map(|cell| &cell.model).collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// The conditions, each once.
    pub fn conditions(&self) -> Vec<Condition> {
        self.cells.iter().map(|cell| cell.condition).collect::<BTreeSet<_>>().into_iter().collect()
    }
}

fn facts(task: &Task) -> TaskFacts {
    let of_chunk = task.chunk.as_ref().map(|chunk| &chunk.path);
    TaskFacts {
        id: task.id.clone(),
        set: task.set,
        category: task.category,
        subtype: task.subtype,
        repository: task.repository.clone(),
        file: of_chunk.or(task.key_files.first()).unwrap_or(&task.id).clone(),
    }
}

fn cell(model: &ModelRef, condition: Condition, tasks: usize, states: &[(usize, &SampleState)]) -> Cell {
    let mut cell = Cell {
        model: model.clone(),
        condition,
        outcomes: vec![None; tasks],
        missing: BTreeMap::new(),
        sums: vec![(0.0, 0); tasks],
    };
    let mut scored = vec![([0.0; Axis::ALL.len()], 0_u32); tasks];
    for (task, state) in states {
        cell.sums[*task].1 += 1;
        let SampleState::Scored { verdict, .. } = state else {
            *cell.missing.entry((*task, state.label())).or_default() += 1;
            continue;
        };
        cell.sums[*task].0 += verdict.score();
        let (points, count) = &mut scored[*task];
        points.iter_mut().zip(Axis::ALL).for_each(|(sum, axis)| *sum += verdict.axis(axis));
        *count += 1;
    }
    // Points are summed before they are divided: whole points give the same mean however often they are repeated.
    let mean = |(points, count): &([f64; Axis::ALL.len()], u32)| {
        let n = f64::from(*count);
        let score = points.iter().sum::<f64>() / (15.0 * n);
        (*count > 0).then(|| Outcome { score, axes: points.map(|axis| axis / n) })
    };
    cell.outcomes = scored.iter().map(mean).collect();
    cell
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::results::testing::{model, pending, scored, tasks};

    #[test]
    fn epochs_are_averaged_within_the_task_first() {
        let samples = [
            scored("a", Condition::CodeOnly, "m", 0, [5.0, 5.0, 5.0]),
            scored("a", Condition::CodeOnly, "m", 1, [0.0, 4.0, 5.0]),
            scored("b", Condition::CodeOnly, "m", 0, [3.0, 3.0, 3.0]),
            pending("b", Condition::CodeOnly, "m", 1),
        ];
        let found = Outcomes::of(&samples, &tasks(&["a", "b"]), &Filter::default());
        let cell = found.cell(&model("m"), Condition::CodeOnly).unwrap();
        assert_eq!(cell.outcomes[0], Some(Outcome { score: 0.8, axes: [2.5, 4.5, 5.0] }));
        assert_eq!(cell.outcomes[1], Some(Outcome { score: 0.6, axes: [3.0; 3] }));
        assert_eq!(cell.missing.iter().collect::<Vec<_>>(), [(&(1, "not run"), &1)]);
        assert_eq!(Measure::TwoAxes.of(&cell.outcomes[0].unwrap()), 0.7);
    }

    #[test]
    fn samples_of_unknown_tasks_are_left_out() {
        let samples = [scored("gone", Condition::CodeOnly, "m", 0, [5.0; 3])];
        assert_eq!(Outcomes::of(&samples, &tasks(&["a"]), &Filter::default()), Outcomes::default());
    }
}
