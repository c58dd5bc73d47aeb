//! Runs that come in files: whole ones, shards that become one, and answers that are to be judged.

use std::collections::{BTreeMap, BTreeSet};

use crate::domain::agent::AgentLimits;
use crate::domain::files::Limits;
use crate::domain::files::answers::ImportedAnswer;
use crate::domain::files::bundle::{self, Bundle};
use crate::domain::files::merge::{Merged, Shard, merge};
use crate::domain::judge::Verdict;
use crate::domain::provider::ModelRef;
use crate::domain::run::{Budget, RUN_VERSION, Run, RunSpec, RunState, Sample, SampleState, Terms};
use crate::domain::stats::SEED;
use crate::domain::task::Task;
use crate::engine::core::{Engine, storage_problem};
use crate::engine::protocol::{ImportReport, Problem};

impl Engine {
    /// Reads a run's file; what is wrong with it as a whole is a sentence.
    pub(super) fn read_bundle(&self, name: &str, bytes: &[u8], report: &mut ImportReport) -> Result<Bundle, String> {
        let reading = bundle::read(bytes, &Limits::default()).map_err(|error| format!("{name}: {error}."))?;
        report.add(name, &reading.problems);
        Ok(reading.value)
    }

    /// Stores runs that were read. Those of one specification become one, also with what is stored of it.
    pub(super) async fn import_runs(
        &self,
        bundles: Vec<(String, Bundle)>,
        report: &mut ImportReport,
    ) -> Result<(), Problem> {
        let mut groups: Vec<(Vec<String>, Bundle, Merged)> = Vec::new();
        for (name, bundle) in bundles {
            let shard = Shard::of(bundle.run.clone(), bundle.tasks.clone(), bundle.samples.clone());
            let merged = match Merged::of(shard) {
                Ok(merged) => merged,
                Err(error) => {
                    report.problems.push(format!("{name}: {error}."));
                    continue;
                }
            };
            let joined = groups.iter().position(|(_, _, group)| group.clone().join(merged.clone()).is_ok());
            match joined.map(|at| &mut groups[at]) {
                Some((names, _, group)) => {
                    names.push(name);
                    if let Ok(both) = group.clone().join(merged) {
                        *group = both;
                    }
                }
                None => groups.push((vec![name], bundle, merged)),
            }
        }
        for (names, first, group) in groups {
            self.import_run(&names, first.run, group, report).await?;
        }
        Ok(())
    }

    async fn import_run(
        &self,
        names: &[String],
        mut run: Run,
        mut group: Merged,
        report: &mut ImportReport,
    ) -> Result<(), Problem> {
        let names = names.join(" and ");
        let stored = self.runs.borrow().get(&run.id).cloned();
        if let Some(stored) = stored {
            self.refuse_if_running()?;
            run.prompts = run.words().or(stored.words()).unwrap_or(run.prompts);
            let tasks = self.storage.run_tasks(&run.id).await.map_err(storage_problem)?;
            let mut samples = Vec::new();
            for sample in self.storage.samples(&run.id).await.map_err(storage_problem)? {
                samples.push(self.storage.whole(&run.id, sample).await.map_err(storage_problem)?);
            }
            match merge([Shard::of(stored, tasks, samples)]).and_then(|here| here.join(group.clone())) {
                Ok(both) => group = both,
                Err(error) => {
                    report.problems.push(format!("{names}: a run of this name is here already, and {error}."));
                    return Ok(());
                }
            }
        }
        for conflict in group.conflicts() {
            let key = conflict.kept.key.id();
            report.problems.push(format!(
                "{names}: {key} is there {} times with different outcomes; one counts.",
                conflict.others.len() + 1
            ));
        }
        let mut samples: Vec<Sample> = group.samples().cloned().collect();
        let ended = samples.iter().filter(|sample| sample.state.has_ended()).count();
        run.spec = group.spec().clone();
        if run.spec.is_of_elsewhere() {
            samples = self.with_what_was_not_run(&run.spec, samples);
        }
        run.prices = group.prices().map(|(model, price)| (model.clone(), price)).collect();
        run.state = if samples.iter().any(|sample| sample.state == SampleState::Cancelled) {
            RunState::Cancelled
        } else if ended >= run.spec.sample_count() {
            RunState::Finished
        } else {
            RunState::Paused
        };
        let tasks: Vec<Task> = group.tasks().cloned().collect();
        self.storage.put_run_tasks(&run.id, &tasks).await.map_err(storage_problem)?;
        for sample in &samples {
            self.storage.put_sample(&run.id, sample).await.map_err(storage_problem)?;
        }
        report
            .taken
            .push(format!("{names}: a run of {ended} samples that have ended, of {}.", run.spec.sample_count()));
        self.set_run(run).await
    }

    /// All samples of a run whose models were run elsewhere: there is nobody to go on with those that are missing.
    fn with_what_was_not_run(&self, spec: &RunSpec, samples: Vec<Sample>) -> Vec<Sample> {
        let now_ms = self.ports.clock.now_ms();
        let mut there: BTreeMap<_, _> = samples.into_iter().map(|sample| (sample.key.clone(), sample)).collect();
        let all = spec.sample_keys().into_iter().map(|key| {
            there.remove(&key).unwrap_or_else(|| {
                let mut sample = Sample::pending(key);
                sample.cancel(now_ms);
                sample
            })
        });
        all.collect()
    }

    /// Makes a run of answers that were given elsewhere; those that are missing are failed samples.
    pub(super) async fn run_of_answers(
        &self,
        answers: Vec<ImportedAnswer>,
        tasks: Vec<Task>,
        judge: &ModelRef,
    ) -> Result<String, Problem> {
        let open = self.opened()?;
        let now_ms = self.ports.clock.now_ms();
        let answered: BTreeSet<&str> = answers.iter().map(|answer| answer.key.task.as_str()).collect();
        let tasks: Vec<Task> = tasks.into_iter().filter(|task| answered.contains(task.id.as_str())).collect();
        let models: BTreeSet<ModelRef> = answers.iter().map(|answer| answer.key.model.clone()).collect();
        let conditions: BTreeSet<_> = answers.iter().map(|answer| answer.key.condition).collect();
        let epochs = answers.iter().map(|answer| answer.key.epoch + 1).max().unwrap_or(1);
        let prompts = self.words();
        let run = Run {
            version: RUN_VERSION,
            id: self.new_run_id(now_ms),
            created_ms: now_ms,
            spec: RunSpec {
                repository: open.repository.name.clone(),
                archive_sha256: open.repository.archive_sha256.clone(),
                tasks: tasks.iter().map(|task| task.id.clone()).collect(),
                models: models.into_iter().collect(),
                conditions: conditions.into_iter().collect(),
                epochs,
                judge: judge.clone(),
                limits: AgentLimits::default(),
                prompts_sha256: prompts.sha256(),
                seed: SEED,
                strip_mode: open.analysis.mode,
            },
            budget: Budget::default(),
            prices: Vec::new(),
            settings: Vec::new(),
            prompts,
            state: RunState::Paused,
        };
        let limits = self.models.limits(judge, run.spec.limits);
        let by_id: BTreeMap<&str, &Task> = tasks.iter().map(|task| (task.id.as_str(), task)).collect();
        let mut given: BTreeMap<_, ImportedAnswer> =
            answers.into_iter().map(|answer| (answer.key.clone(), answer)).collect();
        self.storage.put_run_tasks(&run.id, &tasks).await.map_err(storage_problem)?;
        for key in run.spec.sample_keys() {
            let Some(task) = by_id.get(key.task.as_str()) else { continue };
            let mut sample = Sample::pending(key);
            match given.remove(&sample.key) {
                None => {
                    sample.state = SampleState::Failed { message: "No answer was imported.".into() };
                    sample.ended_ms = Some(now_ms);
                }
                Some(answer) => {
                    sample.transcript = answer.transcript;
                    sample.usage = answer.usage;
                    sample.state = if answer.answer.is_empty() {
                        sample.ended_ms = Some(now_ms);
                        SampleState::Scored { answer: String::new(), verdict: Verdict::of_empty_answer() }
                    } else {
                        SampleState::judging(answer.answer, Terms { task, limits, prompts: &run.prompts })
                    };
                }
            }
            self.storage.put_sample(&run.id, &sample).await.map_err(storage_problem)?;
        }
        let id = run.id.clone();
        self.set_run(run).await?;
        Ok(id)
    }
}
