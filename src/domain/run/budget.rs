//! What a run may cost, what it has cost, and whether one more call fits.

use serde::{Deserialize, Serialize};

use crate::domain::provider::{Price, Usage};

/// Characters of a prompt for one token, at least: English and code have 3 to 5, so that this overstates.
const CHARS_PER_TOKEN: u64 = 3;

/// The cap at which a run pauses by itself. Nothing is capped by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Budget {
    /// USD at most.
    #[serde(default)]
    pub usd: Option<f64>,
    /// Tokens at most, of prompts and replies together.
    #[serde(default)]
    pub tokens: Option<u64>,
}

/// What was used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Spend {
    /// USD, of the calls whose price is known.
    pub usd: f64,
    /// Tokens, of prompts and replies together.
    pub tokens: u64,
    /// Tokens whose price is not known: `usd` is a lower bound where there are any.
    pub unpriced_tokens: u64,
    /// Calls whose reply carried no usage: all of this is a lower bound where there are any.
    pub unreported_calls: u64,
}

impl Spend {
    /// What calls with this usage cost.
    pub fn of(usage: &Usage, price: Option<Price>) -> Self {
        let tokens = usage.input_tokens + usage.output_tokens;
        Self {
            usd: price.map_or(0.0, |price| price.cost_usd(usage)),
            tokens,
            unpriced_tokens: if price.is_none() { tokens } else { 0 },
            unreported_calls: usage.unreported_calls,
        }
    }

    /// What a call may cost at most: its prompt by its length, its reply by its bound.
    pub fn at_most(prompt_chars: usize, max_tokens: u32, price: Option<Price>) -> Self {
        let usage = Usage {
            input_tokens: (prompt_chars as u64).div_ceil(CHARS_PER_TOKEN),
            output_tokens: u64::from(max_tokens),
            ..Usage::default()
        };
        Self::of(&usage, price)
    }
}

impl std::ops::AddAssign for Spend {
    fn add_assign(&mut self, other: Self) {
        self.usd += other.usd;
        self.tokens += other.tokens;
        self.unpriced_tokens += other.unpriced_tokens;
        self.unreported_calls += other.unreported_calls;
    }
}

impl std::ops::SubAssign for Spend {
    fn sub_assign(&mut self, other: Self) {
        self.usd -= other.usd;
        self.tokens = self.tokens.saturating_sub(other.tokens);
        self.unpriced_tokens = self.unpriced_tokens.saturating_sub(other.unpriced_tokens);
        self.unreported_calls = self.unreported_calls.saturating_sub(other.unreported_calls);
    }
}

impl Budget {
    /// Whether there is no cap.
    pub fn is_unlimited(&self) -> bool {
        self.usd.is_none() && self.tokens.is_none()
    }

    /// Whether so much may be spent.
    pub fn allows(&self, spend: &Spend) -> bool {
        // A thousandth of a cent is no reason to stop: sums of fractions are not exact.
        self.usd.is_none_or(|most| spend.usd <= most + 1e-5) && self.tokens.is_none_or(|most| spend.tokens <= most)
    }
}

/// Spent so far and set aside for the calls in flight, against a budget.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ledger {
    budget: Budget,
    spent: Spend,
    reserved: Spend,
    in_flight: usize,
}

/// Whether a call may begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Permission {
    /// It may: its cost is set aside.
    Granted,
    /// Not now: when a call in flight has ended, and cost less than was set aside for it, it may.
    Wait,
    /// Never: it does not fit what is left.
    Refused,
}

impl Ledger {
    /// With what was spent before.
    pub fn new(budget: Budget, spent: Spend) -> Self {
        Self { budget, spent, ..Self::default() }
    }

    /// What may be spent.
    pub fn budget(&self) -> Budget {
        self.budget
    }

    /// What was spent so far.
    pub fn spent(&self) -> Spend {
        self.spent
    }

    /// Asks for a call that costs so much at most.
    pub fn ask(&mut self, at_most: Spend) -> Permission {
        let mut all = self.spent;
        all += self.reserved;
        all += at_most;
        if self.budget.allows(&all) {
            self.reserved += at_most;
            self.in_flight += 1;
            Permission::Granted
        } else if self.in_flight > 0 {
            Permission::Wait
        } else {
            Permission::Refused
        }
    }

    /// A call that was granted `at_most` has ended, or was given up.
    pub fn release(&mut self, at_most: Spend) {
        self.in_flight = self.in_flight.saturating_sub(1);
        if self.in_flight == 0 {
            self.reserved = Spend::default(); // sums of fractions don't come back to zero by themselves
        } else {
            self.reserved -= at_most;
        }
    }

    /// So much was spent.
    pub fn spend(&mut self, spend: Spend) {
        self.spent += spend;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRICE: Price = Price { input_usd: 1.0, cached_usd: None, cache_write_usd: None, output_usd: 10.0 };

    fn usd(usd: f64) -> Spend {
        Spend { usd, ..Spend::default() }
    }

    #[test]
    fn a_call_begins_only_where_its_worst_case_fits() {
        let budget = Budget { usd: Some(1.0), tokens: None };
        let mut ledger = Ledger::new(budget, usd(0.2));
        assert_eq!(ledger.ask(usd(0.5)), Permission::Granted);
        assert_eq!(ledger.ask(usd(0.5)), Permission::Wait);
        ledger.release(usd(0.5));
        ledger.spend(usd(0.1));
        assert_eq!(ledger.ask(usd(0.5)), Permission::Granted);
        ledger.release(usd(0.5));
        ledger.spend(usd(0.5));
        assert_eq!(ledger.ask(usd(0.5)), Permission::Refused);
        assert_eq!(ledger.ask(usd(0.2)), Permission::Granted, "exactly what is left");
        assert!((ledger.spent().usd - 0.8).abs() < 1e-12);
    }

    #[test]
    fn tokens_are_capped_too() {
        let mut ledger = Ledger::new(Budget { usd: None, tokens: Some(1000) }, Spend::default());
        assert_eq!(ledger.ask(Spend::at_most(1500, 600, None)), Permission::Refused, "500 + 600");
        assert_eq!(ledger.ask(Spend::at_most(1500, 500, Some(PRICE))), Permission::Granted);
        assert!(Budget::default().allows(&usd(1e9)) && Budget::default().is_unlimited());
    }

    #[test]
    fn unknown_prices_are_told_apart() {
        let usage = Usage { input_tokens: 10, output_tokens: 5, unreported_calls: 1, ..Usage::default() };
        let mut all = Spend::of(&usage, None);
        all += Spend::of(&usage, Some(PRICE));
        assert_eq!((all.tokens, all.unpriced_tokens, all.unreported_calls), (30, 15, 2));
        assert!((all.usd - 60e-6).abs() < 1e-12);
    }
}
