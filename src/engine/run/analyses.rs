//! Figures that were computed before: drawing ten thousand resamples of everything is not done twice.

use std::collections::VecDeque;

use crate::domain::results::{Outcomes, Results, Settings, analyse};

/// How many are kept: about what one reader goes back and forth between.
const KEPT: usize = 8;

/// The analyses computed last, each with what it was computed from. Nothing has to be invalidated: where a sample has
/// changed, what it is computed from has too.
#[derive(Default)]
pub struct Analyses {
    newest_first: VecDeque<(Outcomes, Results)>,
}

impl Analyses {
    /// The figures of these outcomes: those kept, or computed now.
    pub fn of(&mut self, outcomes: Outcomes, settings: Settings) -> Results {
        let is_it = |(of, results): &(Outcomes, Results)| results.settings == settings && *of == outcomes;
        let kept = self.newest_first.iter().position(is_it).and_then(|place| self.newest_first.remove(place));
        let (outcomes, results) = kept.unwrap_or_else(|| {
            let results = analyse(&outcomes, &settings);
            (outcomes, results)
        });
        self.newest_first.push_front((outcomes, results.clone()));
        self.newest_first.truncate(KEPT);
        results
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::results::Threshold;

    #[test]
    fn what_was_computed_is_kept_up_to_a_number() {
        let mut analyses = Analyses::default();
        let settings = |percent: u32| Settings {
            contaminated_from: Threshold::new(f64::from(percent) / 100.0).unwrap(),
            ..Settings::default()
        };
        for percent in 0..20 {
            let results = analyses.of(Outcomes::default(), settings(percent));
            assert_eq!(results.settings, settings(percent));
        }
        assert_eq!(analyses.newest_first.len(), KEPT);
        analyses.of(Outcomes::default(), settings(15));
        assert_eq!(analyses.newest_first.len(), KEPT, "it was there");
        assert_eq!(analyses.newest_first[0].1.settings, settings(15));
    }
}
