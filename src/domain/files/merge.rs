//! Putting together what several machines did of one run.
//!
//! Merging is a join of a semilattice: it doesn't matter in which order, in which groups or how often shards are
//! merged. For each sample the records of the best standing are kept; where there are several different ones that
//! have ended, that is a conflict, and the first in a fixed order counts. Nothing that has a score gives way to
//! anything that has none.

mod candidates;
mod spec;

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use thiserror::Error;

use crate::domain::provider::{ModelRef, Price};
use crate::domain::run::{Run, RunSpec, Sample, SampleKey};
use crate::domain::task::Task;
use candidates::Candidates;

/// Why shards are not of one run.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MergeProblem {
    /// Their specifications differ in something that all samples depend on.
    #[error("The runs differ in {0}: their samples can't be compared.")]
    Differs(&'static str),
    /// A task has other words in one than in the other.
    #[error("Task {id} is not the same in both runs: it was edited or made anew in between.")]
    TaskDiffers {
        /// The task.
        id: String,
    },
    /// Nothing to merge.
    #[error("There is no run to merge.")]
    Nothing,
}

/// What one machine did of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Shard {
    /// Its specification; models, conditions and epochs may be other ones than those of other shards.
    pub spec: RunSpec,
    /// The tasks, as far as they are there.
    pub tasks: Vec<Task>,
    /// What the models cost.
    pub prices: Vec<(ModelRef, Price)>,
    /// The samples that had begun.
    pub samples: Vec<Sample>,
}

impl Shard {
    /// What is stored of a run.
    pub fn of(run: Run, tasks: Vec<Task>, samples: Vec<Sample>) -> Self {
        Self { spec: run.spec, tasks, prices: run.prices, samples }
    }
}

/// Several shards as one.
#[derive(Clone, Debug, PartialEq)]
pub struct Merged {
    spec: RunSpec,
    tasks: BTreeMap<String, Task>,
    prices: BTreeMap<ModelRef, Price>,
    samples: BTreeMap<SampleKey, Candidates>,
}

/// Different records of one sample, of the same standing.
#[derive(Clone, Debug, PartialEq)]
pub struct Conflict<'a> {
    /// The record that counts.
    pub kept: &'a Sample,
    /// The others, in the order in which they would count.
    pub others: &'a [Sample],
}

impl Merged {
    /// A single shard.
    ///
    /// # Errors
    /// A [`MergeProblem::TaskDiffers`] where it has a task twice, with different words.
    pub fn of(shard: Shard) -> Result<Self, MergeProblem> {
        let mut merged = Self {
            spec: spec::normal(shard.spec),
            tasks: BTreeMap::new(),
            prices: BTreeMap::new(),
            samples: BTreeMap::new(),
        };
        for task in shard.tasks {
            merged.add_task(task)?;
        }
        for (model, price) in shard.prices {
            merged.add_price(model, price);
        }
        for sample in shard.samples {
            merged.add_candidates(sample.key.clone(), Candidates::of(sample));
        }
        Ok(merged)
    }

    /// Both together.
    ///
    /// # Errors
    /// A [`MergeProblem`] where they are not of one run.
    pub fn join(mut self, other: Self) -> Result<Self, MergeProblem> {
        self.spec = spec::union(self.spec, other.spec)?;
        for task in other.tasks.into_values() {
            self.add_task(task)?;
        }
        for (model, price) in other.prices {
            self.add_price(model, price);
        }
        for (key, candidates) in other.samples {
            self.add_candidates(key, candidates);
        }
        Ok(self)
    }

    /// The union of the specifications. It can name samples that no shard had: those are not run.
    pub fn spec(&self) -> &RunSpec {
        &self.spec
    }

    /// The tasks, in the specification's order.
    pub fn tasks(&self) -> impl Iterator<Item = &Task> {
        self.spec.tasks.iter().filter_map(|id| self.tasks.get(id))
    }

    /// What the models cost; where shards differ, the higher price.
    pub fn prices(&self) -> impl Iterator<Item = (&ModelRef, Price)> {
        self.prices.iter().map(|(model, price)| (model, *price))
    }

    /// The record that counts of each sample that had begun anywhere.
    pub fn samples(&self) -> impl Iterator<Item = &Sample> {
        self.samples.values().map(Candidates::kept)
    }

    /// Samples with different records of the same standing, one entry for each.
    pub fn conflicts(&self) -> impl Iterator<Item = Conflict<'_>> {
        let conflict = |candidates: &'_ Candidates| !candidates.others().is_empty();
        self.samples
            .values()
            .filter(move |candidates| conflict(candidates))
            .map(|candidates| Conflict { kept: candidates.kept(), others: candidates.others() })
    }

    /// How many samples of the union have not ended.
    pub fn open_count(&self) -> usize {
        self.spec.sample_count().saturating_sub(self.samples().filter(|sample| sample.state.has_ended()).count())
    }

    fn add_task(&mut self, task: Task) -> Result<(), MergeProblem> {
        match self.tasks.entry(task.id.clone()) {
            Entry::Vacant(entry) => {
                entry.insert(task);
            }
            Entry::Occupied(mut entry) => {
                if !is_asked_the_same(entry.get(), &task) {
                    return Err(MergeProblem::TaskDiffers { id: task.id });
                }
                // They may still differ in what no sample depends on, such as a review.
                if *entry.get() != task && candidates::hash(&task) < candidates::hash(entry.get()) {
                    entry.insert(task);
                }
            }
        }
        Ok(())
    }

    fn add_price(&mut self, model: ModelRef, price: Price) {
        let entry = self.prices.entry(model).or_insert(price);
        if order(&price).into_iter().zip(order(entry)).map(|(a, b)| a.total_cmp(&b)).find(|o| o.is_ne())
            == Some(std::cmp::Ordering::Greater)
        {
            *entry = price;
        }
    }

    fn add_candidates(&mut self, key: SampleKey, candidates: Candidates) {
        match self.samples.entry(key) {
            Entry::Vacant(entry) => {
                entry.insert(candidates);
            }
            Entry::Occupied(mut entry) => entry.get_mut().join(candidates),
        }
    }
}

/// Puts shards together.
///
/// # Errors
/// A [`MergeProblem`] where they are not of one run.
pub fn merge(shards: impl IntoIterator<Item = Shard>) -> Result<Merged, MergeProblem> {
    let mut all = None;
    for shard in shards {
        let shard = Merged::of(shard)?;
        all = Some(match all {
            None => shard,
            Some(merged) => Merged::join(merged, shard)?,
        });
    }
    all.ok_or(MergeProblem::Nothing)
}

/// Whether agent and judge see the same, and figures are computed the same way.
fn is_asked_the_same(a: &Task, b: &Task) -> bool {
    let seen = |task: &Task| (task.set, task.category, task.subtype);
    seen(a) == seen(b)
        && a.repository == b.repository
        && (&a.question, &a.answer, &a.rubric) == (&b.question, &b.answer, &b.rubric)
}

fn order(price: &Price) -> [f64; 4] {
    let or = |own: Option<f64>| own.unwrap_or(price.input_usd);
    [price.output_usd, price.input_usd, or(price.cached_usd), or(price.cache_write_usd)]
}

#[cfg(test)]
mod tests;
