//! Lets calls begin only as the run's budget allows.

use std::cell::RefCell;

use futures::channel::oneshot;

use crate::domain::run::{Budget, Ledger, Permission, Spend};
use crate::engine::protocol::Problem;

/// The till of a run: each call asks first for what it may cost at most.
pub struct Till {
    ledger: RefCell<Ledger>,
    waiting: RefCell<Vec<oneshot::Sender<()>>>,
}

/// What was set aside for a call in flight; dropping it gives back what was not spent.
pub struct Reservation<'a> {
    till: &'a Till,
    at_most: Spend,
}

/// A call does not fit what is left of the budget.
pub struct OverBudget;

impl Till {
    /// With what was spent before.
    pub fn new(budget: Budget, spent: Spend) -> Self {
        Self { ledger: RefCell::new(Ledger::new(budget, spent)), waiting: RefCell::default() }
    }

    /// What was spent so far.
    pub fn spent(&self) -> Spend {
        self.ledger.borrow().spent()
    }

    /// What is said where a call does not fit what is left, and what to do then.
    pub fn over_budget(&self, advice: &str) -> Problem {
        let (budget, spent) = (self.ledger.borrow().budget(), self.spent());
        let caps = [
            budget.usd.map(|usd| format!("{usd} USD ({:.4} spent)", spent.usd)),
            budget.tokens.map(|tokens| format!("{tokens} tokens ({} used)", spent.tokens)),
        ];
        let caps: Vec<String> = caps.into_iter().flatten().collect();
        Problem {
            message: format!("The next call might go over the budget of {}.", caps.join(" and ")),
            advice: advice.into(),
            details: "A call begins only where its prompt and the longest reply that it may get fit what is left."
                .into(),
        }
    }

    /// Sets aside what a call may cost at most; waits where calls in flight may yet leave room.
    ///
    /// # Errors
    /// Where it will never fit.
    pub async fn reserve(&self, at_most: Spend) -> Result<Reservation<'_>, OverBudget> {
        loop {
            let permission = self.ledger.borrow_mut().ask(at_most);
            match permission {
                Permission::Granted => return Ok(Reservation { till: self, at_most }),
                Permission::Refused => return Err(OverBudget),
                Permission::Wait => {
                    let (turn, called) = oneshot::channel();
                    self.waiting.borrow_mut().push(turn);
                    // An error would mean that the till is gone, and it is borrowed here.
                    let _ = called.await;
                }
            }
        }
    }
}

impl Reservation<'_> {
    /// The call was made and cost so much.
    pub fn spend(self, spend: Spend) {
        self.till.ledger.borrow_mut().spend(spend);
    }
}

impl Drop for Reservation<'_> {
    fn drop(&mut self) {
        self.till.ledger.borrow_mut().release(self.at_most);
        for turn in self.till.waiting.take() {
            // Somebody who waits no more needs no call.
            let _ = turn.send(());
        }
    }
}
