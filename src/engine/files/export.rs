//! Writing files for the user to keep.

use std::fmt::Display;
use std::rc::Rc;

use crate::domain::condition::Condition;
use crate::domain::files::bundle::{write_head, write_sample};
use crate::domain::files::fine_tuning::Options;
use crate::domain::files::tasks::write_task;
use crate::domain::files::{fine_tuning, prompts, questions, tasks};
use crate::domain::task::{Review, Task};
use crate::engine::core::{Engine, storage_problem};
use crate::engine::protocol::{Export, Problem};
use crate::engine::run::no_run;

impl Engine {
    pub(in crate::engine) async fn export(self: &Rc<Self>, export: Export) -> Result<(), Problem> {
        match export {
            Export::Run { run } => self.export_run(&run).await,
            Export::Prompts => {
                let text = prompts::write(&self.prompts.borrow()).map_err(write_problem)?;
                self.ports.events.save_file("prompts.json", text.into_bytes());
                Ok(())
            }
            Export::Publish { run, title } => self.publish(&run, &title).await,
            Export::InspectProject { run } => self.export_inspect_project(&run).await,
            Export::Tasks => {
                let all = self.all_tasks()?;
                self.save("tasks", &tasks::write(&all).map_err(write_problem)?);
                Ok(())
            }
            Export::Questions => {
                let all: Vec<Task> =
                    self.all_tasks()?.into_iter().filter(|task| task.review != Review::Rejected).collect();
                self.save("questions", &questions::write(&all, &Condition::ALL).map_err(write_problem)?);
                Ok(())
            }
            Export::FineTuning { kind, includes_unreviewed } => {
                let options = Options { kind, includes_unreviewed, ..Options::default() };
                let export = fine_tuning::write(&self.all_tasks()?, &options, &self.words()).map_err(write_problem)?;
                if export.examples == 0 {
                    return Err(Problem {
                        message: "No task can be training data.".into(),
                        advice: "Accept tasks first, or let those in that nobody has looked at; a task also needs a \
                                 fact check that it passed."
                            .into(),
                        details: export.skipped.iter().map(|(task, why)| format!("{task}: {why}\n")).collect(),
                    });
                }
                self.save("training", &export.text);
                Ok(())
            }
        }
    }

    async fn export_run(&self, id: &str) -> Result<(), Problem> {
        let run = self.runs.borrow().get(id).cloned().ok_or_else(no_run)?;
        let tasks = self.storage.run_tasks(id).await.map_err(storage_problem)?;
        let samples = self.storage.samples(id).await.map_err(storage_problem)?;
        let name = format!("{}-run-{}", run.spec.repository, run.id);
        let mut text = write_head(&run, tasks.len(), samples.len()).map_err(write_problem)?;
        for task in &tasks {
            text += &write_task(task).map_err(write_problem)?;
        }
        for sample in samples {
            let sample = self.storage.whole(id, sample).await.map_err(storage_problem)?;
            text += &write_sample(&sample).map_err(write_problem)?;
        }
        self.ports.events.save_file(&format!("{name}.jsonl"), text.into_bytes());
        Ok(())
    }

    /// All tasks of the open repository, in the order of their chunks.
    fn all_tasks(&self) -> Result<Vec<Task>, Problem> {
        let tasks = self.tasks_in_order();
        if tasks.is_empty() {
            return Err(Problem {
                message: "There are no tasks to write.".into(),
                advice: "Generate tasks first.".into(),
                details: String::new(),
            });
        }
        Ok(tasks)
    }

    fn save(&self, what: &str, text: &str) {
        let repository = self.repository.borrow().as_ref().map(|open| open.repository.name.clone());
        let name = format!("{}-{what}.jsonl", repository.unwrap_or_else(|| "repository".into()));
        self.ports.events.save_file(&name, text.as_bytes().to_vec());
    }
}

pub(in crate::engine) fn write_problem(error: impl Display) -> Problem {
    Problem {
        message: "The file could not be written.".into(),
        advice: "See the details; nothing that is stored has changed.".into(),
        details: error.to_string(),
    }
}
