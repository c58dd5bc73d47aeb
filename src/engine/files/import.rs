//! Taking files in.

use std::fmt::Display;
use std::rc::Rc;

use super::kind::FileKind;
use crate::domain::condition::Condition;
use crate::domain::files::answers::{self, Expected};
use crate::domain::files::{Limits, Problems, Target, prompts, swe_qa_bench, swe_qa_pro, tasks};
use crate::domain::provider::ModelRef;
use crate::domain::task::Task;
use crate::domain::task::prompts::PromptStage;
use crate::engine::core::{Engine, storage_problem};
use crate::engine::ports::Attachment;
use crate::engine::protocol::{Event, ImportReport, ImportRequest, Problem};

/// Problems that a report lists.
const LISTED: usize = 200;

impl Engine {
    pub(in crate::engine) async fn import(
        self: &Rc<Self>,
        request: ImportRequest,
        attachments: Vec<Rc<dyn Attachment>>,
    ) -> Result<(), Problem> {
        let mut report = ImportReport::default();
        let mut bundles = Vec::new();
        let mut answered = None;
        for (name, attachment) in request.names.iter().zip(attachments) {
            let bytes = attachment.read().await.map_err(|error| Problem {
                message: format!("{name} could not be read."),
                advice: "Choose it again.".into(),
                details: error.to_string(),
            })?;
            match FileKind::of(&bytes) {
                FileKind::Run => match self.read_bundle(name, &bytes, &mut report) {
                    Ok(bundle) => bundles.push((name.clone(), bundle)),
                    Err(text) => report.problems.push(text),
                },
                FileKind::Prompts => self.import_prompts(name, &bytes, &mut report).await?,
                FileKind::InspectLog => {
                    let bundle = self.read_inspect_log(name, bytes, &mut report).await?;
                    bundles.extend(bundle.map(|bundle| (name.clone(), bundle)));
                }
                FileKind::Answers => answered = self.import_answers(name, &bytes, &request.judge, &mut report).await?,
                kind => self.import_tasks(name, kind, &bytes, &mut report).await?,
            }
        }
        self.import_runs(bundles, &mut report).await?;
        self.emit(Event::Imported(report));
        self.report_tasks();
        self.report_runs().await;
        self.report_storage().await;
        match answered {
            Some(run) => self.resume_run(&run).await,
            None => Ok(()),
        }
    }

    /// Tasks of this site, or rows of a data set that become tasks of the open repository.
    async fn import_tasks(
        &self,
        name: &str,
        kind: FileKind,
        bytes: &[u8],
        report: &mut ImportReport,
    ) -> Result<(), Problem> {
        let refusal = match kind {
            FileKind::Unknown => Some(
                "holds nothing that is known here: JSON lines of tasks, answers, a run, SWE-QA-Bench or SWE-QA-Pro, prompts, or \
                 a log of inspect_ai",
            ),
            FileKind::Questions => {
                Some("holds questions without answers: let an agent answer them first, and bring that file")
            }
            _ => None,
        };
        if let Some(refusal) = refusal {
            report.problems.push(format!("{name} {refusal}."));
            return Ok(());
        }
        let open = self.opened()?;
        let archive_sha256 = open.repository.archive_sha256.clone();
        let repository = open.repository.name.clone();
        let target = Target {
            repository: repository.clone(),
            archive_sha256: archive_sha256.clone(),
            now_ms: self.ports.clock.now_ms(),
        };
        let limits = Limits::default();
        let taken: Vec<Task> = match kind {
            FileKind::SweQaBench => {
                let reading = swe_qa_bench::read(bytes, &target, &limits);
                report.add(name, &reading.problems);
                reading.value
            }
            FileKind::SweQaPro => {
                let all = swe_qa_pro::repositories(bytes, &limits);
                let short = |name: &str| name.rsplit('/').next().unwrap_or(name).to_lowercase();
                let wanted = repository.to_lowercase();
                let of = all
                    .iter()
                    .find(|rows| wanted == short(&rows.name) || wanted.starts_with(&format!("{}-", short(&rows.name))));
                let Some(of) = of.or_else(|| all.first().filter(|_| all.len() == 1)) else {
                    let names: Vec<&str> = all.iter().map(|rows| rows.name.as_str()).collect();
                    report
                        .problems
                        .push(format!("{name} has no rows for {repository}; it has some for {}.", names.join(", ")));
                    return Ok(());
                };
                let reading = swe_qa_pro::read(bytes, &of.name, &target, &limits);
                report.add(name, &reading.problems);
                reading.value
            }
            _ => {
                let reading = tasks::read(bytes, Some(&archive_sha256), &limits);
                report.add(name, &reading.problems);
                // Tasks of another state of the repository are tasks of this one from now on, as the notes say.
                reading.value.into_iter().map(|task| Task { archive_sha256: archive_sha256.clone(), ..task }).collect()
            }
        };
        let count = taken.len();
        for task in taken {
            self.storage.put_task(&task).await.map_err(storage_problem)?;
            self.tasks.borrow_mut().insert(task.id.clone(), task);
        }
        report.taken.push(format!("{name}: {count} tasks."));
        Ok(())
    }

    /// Prompts of the file take the place of all that were changed here.
    async fn import_prompts(&self, name: &str, bytes: &[u8], report: &mut ImportReport) -> Result<(), Problem> {
        match prompts::read(bytes) {
            Ok((edits, left_out)) => {
                report.problems.extend(left_out.iter().map(|(id, why)| format!("{name}: {id} was left out: {why}")));
                let count = edits.changed(&PromptStage::ALL);
                report.taken.push(format!("{name}: {count} prompts that differ from the defaults."));
                self.set_prompts(edits).await
            }
            Err(problem) => {
                report.problems.push(format!("{name}: {problem}."));
                Ok(())
            }
        }
    }

    /// Answers of agents that were run elsewhere become a run, which is to be judged; gives its identifier.
    async fn import_answers(
        &self,
        name: &str,
        bytes: &[u8],
        judge: &ModelRef,
        report: &mut ImportReport,
    ) -> Result<Option<String>, Problem> {
        self.refuse_if_running()?;
        self.refuse_agent(judge, "judge")?;
        let tasks = self.tasks_to_run();
        let reading = answers::read(bytes, &Expected::of_tasks(&tasks, &Condition::ALL), &Limits::default());
        report.add(name, &reading.problems);
        let answers = reading.value.answers;
        if answers.is_empty() {
            report.taken.push(format!("{name}: no answers to tasks of the open repository."));
            return Ok(None);
        }
        let count = answers.len();
        let run = self.run_of_answers(answers, tasks, judge).await?;
        report.taken.push(format!("{name}: {count} answers, which are judged now."));
        Ok(Some(run))
    }
}

impl ImportReport {
    /// Takes in the problems of a file.
    pub(super) fn add<P: Display>(&mut self, name: &str, problems: &Problems<P>) {
        let texts = problems.found.iter().map(|found| format!("{name}, line {}: {}", found.line, found.problem));
        self.list(texts, problems.left_off);
    }

    /// Takes in problems that name their places, and so many that aren't listed.
    pub(super) fn list(&mut self, texts: impl Iterator<Item = String>, left_off: usize) {
        for text in texts {
            if self.problems.len() < LISTED {
                self.problems.push(text);
            } else {
                self.left_off += 1;
            }
        }
        self.left_off += left_off;
    }
}
