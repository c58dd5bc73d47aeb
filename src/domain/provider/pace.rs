//! How many requests may be in flight to one model: fewer when the provider asks to slow down, slowly more
//! while nothing goes wrong.

/// Requests in flight at first.
const START: f64 = 4.0;
/// What is left of the limit after an episode of refusals.
const DECREASE: f64 = 0.8;
/// Longest wait that a provider's hint can bring about, in milliseconds.
pub const LONGEST_HINT_MS: u64 = 120_000;

/// The limit of one model at one provider, as it adapts.
#[derive(Clone, Debug, PartialEq)]
pub struct Pace {
    most: u32,
    limit: f64,
    episode: u32,
    clean: u32,
    not_before_ms: u64,
}

/// What a request remembers of the pace that it began under.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Begun(u32);

impl Pace {
    /// A pace that never goes above `most` requests in flight, which is 1 to 16.
    pub fn new(most: u32) -> Self {
        let most = most.clamp(1, 16);
        Self { most, limit: START.min(f64::from(most)), episode: 0, clean: 0, not_before_ms: 0 }
    }

    /// Changes the upper bound; what was learnt below it stays.
    pub fn set_most(&mut self, most: u32) {
        self.most = most.clamp(1, 16);
        self.limit = self.limit.min(f64::from(self.most));
    }

    /// Requests in flight at most right now: 1 or more.
    pub fn limit(&self) -> usize {
        (self.limit.floor() as usize).max(1)
    }

    /// Before this moment, in milliseconds since 1970, no request should begin.
    pub fn not_before_ms(&self) -> u64 {
        self.not_before_ms
    }

    /// A request begins.
    pub fn begin(&self) -> Begun {
        Begun(self.episode)
    }

    /// A request was answered. After as many clean answers as may be in flight, one more may be.
    pub fn on_reply(&mut self) {
        self.clean += 1;
        if f64::from(self.clean) >= self.limit {
            self.clean = 0;
            self.limit = (self.limit + 1.0).min(f64::from(self.most));
        }
    }

    /// The provider asked a request to come later. Requests that had begun before the last decrease say
    /// nothing new: an episode of refusals counts once.
    pub fn on_refusal(&mut self, begun: Begun, now_ms: u64, hint_ms: Option<u64>) {
        self.clean = 0;
        if begun.0 == self.episode {
            self.episode += 1;
            self.limit = (self.limit * DECREASE).max(1.0);
        }
        if let Some(hint_ms) = hint_ms {
            self.not_before_ms = self.not_before_ms.max(now_ms + hint_ms.min(LONGEST_HINT_MS));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_episode_of_refusals_counts_once() {
        let mut pace = Pace::new(16);
        assert_eq!(pace.limit(), 4);
        let begun = [pace.begin(); 4];
        for one in begun {
            pace.on_refusal(one, 0, None);
        }
        assert_eq!(pace.limit(), 3, "4 × 0.8, once");
        pace.on_refusal(pace.begin(), 0, None);
        assert_eq!(pace.limit(), 2, "3.2 × 0.8");
        for _ in 0..40 {
            pace.on_refusal(pace.begin(), 0, None);
        }
        assert_eq!(pace.limit(), 1);
    }

    #[test]
    fn clean_rounds_raise_the_limit_up_to_the_most() {
        let mut pace = Pace::new(6);
        for _ in 0..4 {
            pace.on_reply();
        }
        assert_eq!(pace.limit(), 5);
        pace.on_refusal(pace.begin(), 0, None);
        assert_eq!(pace.limit(), 4);
        for _ in 0..100 {
            pace.on_reply();
        }
        assert_eq!(pace.limit(), 6);
        pace.set_most(2);
        assert_eq!(pace.limit(), 2);
        assert_eq!(Pace::new(0).limit(), 1);
    }

    #[test]
    fn hints_hold_everything_back_but_not_for_ever() {
        let mut pace = Pace::new(4);
        pace.on_refusal(pace.begin(), 1000, Some(2000));
        assert_eq!(pace.not_before_ms(), 3000);
        pace.on_refusal(pace.begin(), 1000, Some(u64::MAX));
        assert_eq!(pace.not_before_ms(), 121_000);
        pace.on_refusal(pace.begin(), 1000, Some(5));
        assert_eq!(pace.not_before_ms(), 121_000);
    }
}
