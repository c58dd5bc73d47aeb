//! From chunks to questions: how many get how far, and how the questions are spread.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::generation::Generation;
use super::{Category, FactVerdict, GenerationStage, Review, Subtype, Task, TaskSet};

/// How many chunks got how far.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Funnel {
    /// Chunks that tasks were or are being made of.
    pub chunks: usize,
    /// Chunks with a gold answer.
    pub answered: usize,
    /// Fact checks by verdict: pass, warn, fail.
    pub fact_checks: [usize; 3],
    /// Answers audited and kept.
    pub audited: usize,
    /// Tasks finished.
    pub finished: usize,
    /// Chunks that gave no task, by the stage at which they were dropped.
    pub dropped: BTreeMap<GenerationStage, usize>,
}

impl Funnel {
    /// Counts finished tasks, and those dropped or in the making. Imported tasks don't count.
    pub fn of<'a>(tasks: impl Iterator<Item = &'a Task>, others: impl Iterator<Item = &'a Generation>) -> Self {
        let mut funnel = Self::default();
        for task in tasks.filter(|task| task.origin.is_generated()) {
            funnel.finished += 1;
            funnel.count(true, task.fact_check.as_ref().map(|check| check.verdict), task.audit.is_some());
        }
        for generation in others {
            funnel.count(generation.has_answer(), generation.fact_verdict(), generation.is_audited());
            if let Some(dropped) = generation.dropped() {
                *funnel.dropped.entry(dropped.stage).or_default() += 1;
            }
        }
        funnel
    }

    /// Chunks that gave no task.
    pub fn all_dropped(&self) -> usize {
        self.dropped.values().sum()
    }

    fn count(&mut self, has_answer: bool, verdict: Option<FactVerdict>, is_audited: bool) {
        self.chunks += 1;
        self.answered += usize::from(has_answer);
        self.audited += usize::from(is_audited);
        if let Some(verdict) = verdict {
            self.fact_checks[verdict as usize] += 1;
        }
    }
}

/// How many tasks there are of a kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KindCount {
    /// Set.
    pub set: TaskSet,
    /// Category.
    pub category: Category,
    /// Subtype; none for imported tasks that name none.
    pub subtype: Option<Subtype>,
    /// Tasks that take part in evaluations.
    pub tasks: usize,
    /// Tasks that were rejected.
    pub rejected: usize,
}

/// How tasks are spread over sets, categories and subtypes: those of each set that has any, empty kinds included.
pub fn balance<'a>(tasks: impl Iterator<Item = &'a Task>) -> Vec<KindCount> {
    let mut counts: BTreeMap<(TaskSet, Category, Option<Subtype>), (usize, usize)> = BTreeMap::new();
    for task in tasks {
        for category in Category::ALL {
            for subtype in category.subtypes() {
                counts.entry((task.set, category, Some(subtype))).or_default();
            }
        }
        let count = counts.entry((task.set, task.category, task.subtype)).or_default();
        match task.review {
            Review::Rejected => count.1 += 1,
            Review::Accepted | Review::Unreviewed => count.0 += 1,
        }
    }
    let count = |((set, category, subtype), (tasks, rejected))| KindCount { set, category, subtype, tasks, rejected };
    counts.into_iter().map(count).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::files::sample_task;

    #[test]
    fn kinds_without_tasks_are_counted_too() {
        let mut tasks = [sample_task("a"), sample_task("b")];
        tasks[1].review = Review::Rejected;
        let (set, category, subtype) = (tasks[0].set, tasks[0].category, tasks[0].subtype);
        let balance = balance(tasks.iter());
        assert_eq!(balance.len(), 12, "all kinds of the one set");
        let kind = balance.iter().find(|kind| (kind.category, kind.subtype) == (category, subtype)).unwrap();
        assert_eq!((kind.set, kind.tasks, kind.rejected), (set, 1, 1));
        assert_eq!(balance.iter().map(|kind| kind.tasks + kind.rejected).sum::<usize>(), 2);
    }
}
