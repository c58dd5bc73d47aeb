//! A long piece of work of which there is one at a time, and which can be stopped.

use std::cell::RefCell;
use std::future::Future;

use futures::future::{AbortHandle, Abortable};

/// A place for one job. Stopping a job drops its future, which aborts its requests; every step that it
/// had completed is stored.
#[derive(Default)]
pub struct JobSlot(RefCell<Option<AbortHandle>>);

impl JobSlot {
    /// Whether a job is under way.
    pub fn is_busy(&self) -> bool {
        self.0.borrow().is_some()
    }

    /// Does the work, unless a job is under way already; says whether it was done to its end.
    pub async fn run(&self, work: impl Future<Output = ()>) -> JobEnd {
        if self.is_busy() {
            return JobEnd::Busy;
        }
        let (handle, registration) = AbortHandle::new_pair();
        *self.0.borrow_mut() = Some(handle);
        let end = Abortable::new(work, registration).await;
        *self.0.borrow_mut() = None;
        if end.is_ok() { JobEnd::Done } else { JobEnd::Stopped }
    }

    /// Stops the job, if there is one.
    pub fn stop(&self) {
        if let Some(handle) = self.0.borrow().as_ref() {
            handle.abort();
        }
    }
}

/// How [`JobSlot::run`] ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobEnd {
    /// The work was done.
    Done,
    /// It was stopped.
    Stopped,
    /// Another job was under way: nothing was begun.
    Busy,
}
