//! To inspect_ai and back: a run as a project, and logs of it as runs.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::export::write_problem;
use crate::domain::files::bundle::Bundle;
use crate::domain::files::inspect_ai::log::{Log, LogLimits};
use crate::domain::files::inspect_ai::{Project, ProjectArchive, ProjectError, Prompts, prompts, task_sha256};
use crate::domain::run::Run;
use crate::domain::task::Task;
use crate::engine::core::{Engine, storage_problem};
use crate::engine::protocol::{ImportReport, Problem};
use crate::engine::repository::OpenRepository;
use crate::engine::run::no_run;
use crate::engine::slice::Slice;

impl Engine {
    /// Saves a run as a project of inspect_ai.
    pub(super) async fn export_inspect_project(&self, id: &str) -> Result<(), Problem> {
        let run = self.runs.borrow().get(id).cloned().ok_or_else(no_run)?;
        let open = self.repository_of(&run)?;
        let Some(prompts) = prompts(&run) else {
            return Err(Problem {
                message: "This run was made with other prompts than this version of the site has.".into(),
                advice: "Start a new run, and export that.".into(),
                details: run.spec.prompts_sha256,
            });
        };
        let tasks = self.storage.run_tasks(id).await.map_err(storage_problem)?;
        let project = Project::of(&run, &tasks);
        let archive = self.pack_project(&open, &project, &prompts, &tasks).await.map_err(write_problem)?;
        self.ports.events.save_file(&format!("{}-inspect-ai-{id}.zip", run.spec.repository), archive);
        Ok(())
    }

    async fn pack_project(
        &self,
        open: &OpenRepository,
        project: &Project,
        prompts: &Prompts,
        tasks: &[Task],
    ) -> Result<Vec<u8>, ProjectError> {
        let views = [&open.documented, &open.code_only];
        let mut archive = ProjectArchive::new(project, prompts, tasks, views)?;
        let mut slice = Slice::new(&*self.ports.clock);
        while archive.step(&open.repository)? {
            if slice.is_over() {
                slice.pause().await;
            }
        }
        archive.finish()
    }

    /// The open repository, where it is the one that the run was made on.
    fn repository_of(&self, run: &Run) -> Result<Rc<OpenRepository>, Problem> {
        let open = self.repository.borrow().clone();
        let Some(open) = open.filter(|open| open.repository.archive_sha256 == run.spec.archive_sha256) else {
            return Err(Problem {
                message: format!("The repository of this run, {}, is not open.", run.spec.repository),
                advice: "The project holds its files: open its archive under Repository, then export again.".into(),
                details: run.spec.archive_sha256.clone(),
            });
        };
        if open.analysis.mode != run.spec.strip_mode {
            return Err(Problem {
                message: "This run was begun with another code-only repository.".into(),
                advice: "Change the strict strip on the Repository page's Leaks tab, then export again.".into(),
                details: format!("the run: {}, now: {}", run.spec.strip_mode.id(), open.analysis.mode.id()),
            });
        }
        Ok(open)
    }

    /// Reads a log; what is wrong with it as a whole goes into the report.
    pub(super) async fn read_inspect_log(
        &self,
        name: &str,
        bytes: Vec<u8>,
        report: &mut ImportReport,
    ) -> Result<Option<Bundle>, Problem> {
        let mut log = match Log::open(bytes, LogLimits::default()) {
            Ok(log) => log,
            Err(error) => {
                report.problems.push(format!("{name}: {error}"));
                return Ok(None);
            }
        };
        let mut slice = Slice::new(&*self.ports.clock);
        while log.step() {
            if slice.is_over() {
                slice.pause().await;
            }
        }
        let reading = log.finish();
        let problems = reading.problems.iter().map(|found| format!("{name}, {}: {}", found.place, found.problem));
        report.list(problems, reading.left_off);
        let mut bundle = reading.bundle;
        if bundle.samples.is_empty() {
            report.problems.push(format!("{name}: the log has no samples that could be taken in."));
            return Ok(None);
        }
        // A log has no words but those of its samples; the run that the project was made from has them.
        let origin = self.runs.borrow().get(&reading.header.project.run).and_then(Run::words);
        let known = origin.and_then(|words| words.known_as(&bundle.run.spec.prompts_sha256));
        bundle.run.prompts = known.unwrap_or(bundle.run.prompts);
        bundle.tasks = self.whole_tasks(&reading.header.project, bundle.tasks).await?;
        Ok(Some(bundle))
    }

    /// The project's tasks, whole where they are known here: a log has only what agent and judge see of those that it
    /// has samples of.
    async fn whole_tasks(&self, project: &Project, of_log: Vec<Task>) -> Result<Vec<Task>, Problem> {
        let is_here = self.runs.borrow().contains_key(&project.run);
        let stored = match is_here {
            true => self.storage.run_tasks(&project.run).await.map_err(storage_problem)?,
            false => Vec::new(),
        };
        let archive = &project.spec.archive_sha256;
        let open = self.tasks_in_order().into_iter().filter(|task| task.archive_sha256 == *archive);
        let mut by_id = BTreeMap::new();
        for task in stored.into_iter().chain(open).chain(of_log) {
            if project.tasks.get(&task.id) == Some(&task_sha256(&task)) {
                by_id.entry(task.id.clone()).or_insert(task);
            }
        }
        Ok(project.spec.tasks.iter().filter_map(|id| by_id.remove(id)).collect())
    }
}
