//! Lets as many requests to a model begin as its [`Pace`] allows, in the order in which they came.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

use futures::channel::oneshot;

use crate::domain::provider::{Begun, Pace};
use crate::engine::ports::Clock;

/// The gate before one model at one provider.
pub struct Limiter {
    pace: RefCell<Pace>,
    in_flight: Cell<usize>,
    waiting: RefCell<VecDeque<oneshot::Sender<()>>>,
}

/// A request in flight; dropping it makes room.
pub struct Permit {
    limiter: Rc<Limiter>,
    begun: Begun,
}

/// Somebody who waits. Should they stop waiting just when it is their turn, the turn is passed on.
struct Turn<'a>(&'a Limiter);

impl Limiter {
    /// A gate for at most `most` requests in flight.
    pub fn new(most: u32) -> Self {
        Self { pace: RefCell::new(Pace::new(most)), in_flight: Cell::new(0), waiting: RefCell::default() }
    }

    /// Changes the upper bound.
    pub fn set_most(&self, most: u32) {
        self.pace.borrow_mut().set_most(most);
        self.wake();
    }

    /// Requests in flight at most right now.
    pub fn limit(&self) -> usize {
        self.pace.borrow().limit()
    }

    /// Requests in flight right now.
    pub fn in_flight(&self) -> usize {
        self.in_flight.get()
    }

    /// Waits until a request may begin.
    pub async fn enter(self: &Rc<Self>, clock: &dyn Clock) -> Permit {
        loop {
            let wait_ms = self.pace.borrow().not_before_ms().saturating_sub(clock.now_ms());
            if wait_ms > 0 {
                clock.sleep(wait_ms).await;
            } else if self.in_flight.get() < self.limit() {
                self.in_flight.set(self.in_flight.get() + 1);
                return Permit { limiter: self.clone(), begun: self.pace.borrow().begin() };
            } else {
                let (turn, called) = oneshot::channel();
                self.waiting.borrow_mut().push_back(turn);
                let turn = Turn(self);
                // An error would mean that the gate is gone, and it is borrowed here.
                let _ = called.await;
                std::mem::forget(turn);
            }
        }
    }

    /// Calls as many of those who wait as there is room for.
    fn wake(&self) {
        let room = self.limit().saturating_sub(self.in_flight.get());
        let mut called = 0;
        while called < room {
            let Some(turn) = self.waiting.borrow_mut().pop_front() else { break };
            called += usize::from(turn.send(()).is_ok());
        }
    }
}

impl Permit {
    /// The request was answered.
    pub fn replied(self) {
        self.limiter.pace.borrow_mut().on_reply();
    }

    /// The provider asked to come later.
    pub fn refused(self, now_ms: u64, hint_ms: Option<u64>) {
        self.limiter.pace.borrow_mut().on_refusal(self.begun, now_ms, hint_ms);
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.limiter.in_flight.set(self.limiter.in_flight.get().saturating_sub(1));
        self.limiter.wake();
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.0.wake();
    }
}
