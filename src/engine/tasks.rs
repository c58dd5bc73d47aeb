//! The tasks that there are: read, reviewed, edited and deleted.

use super::core::{Engine, storage_problem};
use super::protocol::{Event, Problem, TaskChanges, TaskRow, TasksView};
use super::views::by_words;
use crate::domain::task::{Funnel, Review, Task, Wording, WordingProblem, balance};

impl Engine {
    pub(super) async fn read_task(&self, id: &str) -> Result<(), Problem> {
        let task = self.task(id)?;
        self.show_task(&task).await;
        Ok(())
    }

    pub(super) async fn review_task(&self, id: &str, review: Review) -> Result<(), Problem> {
        let task = Task { review, ..self.task(id)? };
        self.put_task(task).await?;
        Ok(())
    }

    pub(super) async fn edit_task(&self, id: &str, wording: Wording) -> Result<(), Problem> {
        let mut task = self.task(id)?;
        task.edit(wording.tidied().map_err(|problem| not_taken(&problem))?, self.ports.clock.now_ms());
        self.put_worded(task).await
    }

    pub(super) async fn restore_task(&self, id: &str, version: usize) -> Result<(), Problem> {
        let mut task = self.task(id)?;
        task.restore(version, self.ports.clock.now_ms());
        self.put_worded(task).await
    }

    pub(super) async fn delete_tasks(&self) -> Result<(), Problem> {
        let open = self.opened()?;
        self.generating.stop();
        self.tasks.borrow_mut().clear();
        self.dropped.borrow_mut().clear();
        self.report_tasks();
        self.storage.delete_tasks(&open.repository.archive_sha256).await.map_err(storage_problem)?;
        self.report_storage().await;
        Ok(())
    }

    /// Tells the page which tasks there are.
    pub(super) fn report_tasks(&self) {
        let order = self.repository.borrow().as_ref().map(|open| open.task_order()).unwrap_or_default();
        let (tasks, dropped) = (self.tasks.borrow(), self.dropped.borrow());
        let mut rows: Vec<_> = tasks.values().map(TaskRow::from).collect();
        rows.sort_by_key(|row| (row.set, order.get(&row.id).copied().unwrap_or(usize::MAX), row.id.clone()));
        self.emit(Event::Tasks(TasksView {
            tasks: rows,
            dropped: dropped.values().filter_map(super::generate::dropped_row).collect(),
            funnel: Funnel::of(tasks.values(), dropped.values()),
            balance: balance(tasks.values()),
        }));
    }

    /// A task as it is.
    pub(super) fn task(&self, id: &str) -> Result<Task, Problem> {
        self.tasks.borrow().get(id).cloned().ok_or_else(|| Problem {
            message: "There is no such task.".into(),
            advice: "Choose another task of the list.".into(),
            details: String::new(),
        })
    }

    /// Keeps a task, and tells the page.
    pub(super) async fn put_task(&self, task: Task) -> Result<Task, Problem> {
        self.tasks.borrow_mut().insert(task.id.clone(), task.clone());
        self.report_tasks();
        self.emit(Event::Task(Box::new(task.clone())));
        self.storage.put_task(&task).await.map_err(storage_problem)?;
        Ok(task)
    }

    /// Keeps a task that says something else now: its evidence is looked up anew.
    async fn put_worded(&self, task: Task) -> Result<(), Problem> {
        let task = match self.opened() {
            Ok(open) => self.anchored(task, &open),
            Err(_) => task,
        };
        let task = self.put_task(task).await?;
        self.show_task(&task).await;
        Ok(())
    }

    /// Shows a task in full, and what of it stands in the code.
    pub(super) async fn show_task(&self, task: &Task) {
        self.emit(Event::Task(Box::new(task.clone())));
        self.emit(Event::TaskChanges(Box::new(changes(task))));
        if let Ok(open) = self.opened() {
            self.report_grounding(task, &open).await;
        }
    }
}

/// How a task came to say what it says.
fn changes(task: &Task) -> TaskChanges {
    let now = task.wording();
    let wordings: Vec<&Wording> = task.earlier.iter().map(|earlier| &earlier.wording).chain([&now]).collect();
    let between = |pair: &[&Wording]| {
        [by_words(&pair[0].question, &pair[1].question), by_words(&pair[0].answer, &pair[1].answer)]
    };
    let audit = task.audit.as_ref().map(|audit| by_words(&audit.original_answer, &audit.revised_answer));
    TaskChanges {
        task: task.id.clone(),
        audit: audit.unwrap_or_default(),
        wordings: wordings.windows(2).map(between).collect(),
    }
}

fn not_taken(problem: &WordingProblem) -> Problem {
    Problem { message: "The task was not changed.".into(), advice: problem.to_string(), details: String::new() }
}
