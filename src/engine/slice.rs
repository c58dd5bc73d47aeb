//! Long work in slices, so that messages and timers come in between.

use super::ports::Clock;

/// Work done before other work is let go first, in milliseconds.
const SLICE_MS: u64 = 50;

/// A stretch of uninterrupted work.
pub struct Slice<'c> {
    clock: &'c dyn Clock,
    length_ms: u64,
    began_ms: u64,
}

impl<'c> Slice<'c> {
    /// Begins now.
    pub fn new(clock: &'c dyn Clock) -> Self {
        Self::of(clock, SLICE_MS)
    }

    /// Begins a stretch of so many milliseconds now.
    pub fn of(clock: &'c dyn Clock, length_ms: u64) -> Self {
        Self { clock, length_ms, began_ms: clock.now_ms() }
    }

    /// Whether it is time to let other work go first.
    pub fn is_over(&self) -> bool {
        self.clock.now_ms().saturating_sub(self.began_ms) >= self.length_ms
    }

    /// Lets other work go first, and begins anew.
    pub async fn pause(&mut self) {
        self.clock.yield_now().await;
        self.restart();
    }

    /// Begins anew.
    pub fn restart(&mut self) {
        self.began_ms = self.clock.now_ms();
    }
}
