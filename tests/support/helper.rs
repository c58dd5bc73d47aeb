//! A helper in memory, with all that can go wrong with one.

use std::cell::Cell;
use std::rc::Rc;

use code_qa_bench::domain::repository::look_into;
use code_qa_bench::engine::ports::{Helper, HelperError};
use futures::FutureExt;
use futures::future::LocalBoxFuture;

use super::yield_once;

/// What a helper does with requests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HelperIs {
    /// It can't be started.
    #[default]
    Missing,
    /// It answers after so many turns.
    There(u32),
    /// It answers so many requests, and then none any more.
    Dying(u32),
    /// It never answers.
    Stuck,
    /// It sends something else.
    Confused,
}

/// The helper.
#[derive(Default)]
pub struct NearHelper {
    pub is: Cell<HelperIs>,
    pub asked: Cell<u32>,
    pub answered: Rc<Cell<u32>>,
    pub readied: Cell<u32>,
    pub dismissed: Cell<u32>,
}

impl Helper for NearHelper {
    fn get_ready(&self) {
        self.readied.set(self.readied.get() + 1);
    }

    fn look_into(&self, request: Vec<u8>) -> LocalBoxFuture<'static, Result<Vec<u8>, HelperError>> {
        let asked = self.asked.get();
        self.asked.set(asked + 1);
        let (is, answered) = (self.is.get(), self.answered.clone());
        async move {
            let turns = match is {
                HelperIs::There(turns) => turns,
                HelperIs::Dying(requests) if asked < requests => 1,
                HelperIs::Missing | HelperIs::Dying(_) => return Err(HelperError("not in this test".into())),
                HelperIs::Stuck => std::future::pending().await,
                HelperIs::Confused => return Ok(b"?".to_vec()),
            };
            for _ in 0..turns {
                yield_once().await;
            }
            answered.set(answered.get() + 1);
            Ok(look_into(&request).unwrap())
        }
        .boxed_local()
    }

    fn dismiss(&self) {
        self.dismissed.set(self.dismissed.get() + 1);
    }
}
