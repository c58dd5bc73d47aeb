//! Which samples count, and how they are counted.

use serde::{Deserialize, Serialize};

use crate::domain::provider::ModelRef;
use crate::domain::task::{Category, TaskSet};

/// Which samples count.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Filter {
    /// Only this model.
    pub model: Option<ModelRef>,
    /// Only this category.
    pub category: Option<Category>,
    /// Only this set.
    pub set: Option<TaskSet>,
}

/// What the reader may set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// From which closed-book score on a task may be remembered.
    pub contaminated_from: Threshold,
    /// What each category counts in re-weighted means.
    pub weights: CategoryWeights,
}

/// A score from 0 to 1 at which something begins; 0.7 by default (METHOD section 5).
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize, Deserialize)]
pub struct Threshold(f64);

impl Threshold {
    /// A threshold; none outside 0 to 1.
    pub fn new(score: f64) -> Option<Self> {
        (0.0..=1.0).contains(&score).then_some(Self(score))
    }

    /// The score.
    pub fn score(self) -> f64 {
        self.0
    }
}

impl Default for Threshold {
    fn default() -> Self {
        Self(0.7)
    }
}

/// A weight per category, in the order of [`Category::ALL`]; they count relative to their sum. Equal by default.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CategoryWeights([f64; Category::ALL.len()]);

impl CategoryWeights {
    /// Weights; none where one is negative or no number, or all are zero.
    pub fn new(weights: [f64; Category::ALL.len()]) -> Option<Self> {
        let are_usable = weights.iter().all(|w| w.is_finite() && *w >= 0.0) && weights.iter().sum::<f64>() > 0.0;
        are_usable.then_some(Self(weights))
    }

    /// The weights.
    pub fn values(self) -> [f64; Category::ALL.len()] {
        self.0
    }

    /// As an address holds them: `1-2-1-1`.
    pub fn to_text(self) -> String {
        self.0.map(|weight| weight.to_string()).join("-")
    }

    /// Reads what [`Self::to_text`] wrote; none of anything else.
    pub fn from_text(text: &str) -> Option<Self> {
        let weights: Vec<f64> = text.split('-').map(|weight| weight.parse().ok()).collect::<Option<_>>()?;
        Self::new(weights.try_into().ok()?)
    }

    /// In words: `what 40 %, why 20 %, where 20 %, how 20 %`.
    pub fn label(self) -> String {
        let total: f64 = self.0.iter().sum();
        let share = |(category, weight): (Category, f64)| format!("{} {:.0} %", category.id(), weight / total * 100.0);
        Category::ALL.into_iter().zip(self.0).map(share).collect::<Vec<_>>().join(", ")
    }
}

impl Default for CategoryWeights {
    fn default() -> Self {
        Self([1.0; Category::ALL.len()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_go_through_an_address() {
        let weights = CategoryWeights::new([40.0, 20.5, 0.0, 3.0]).unwrap();
        assert_eq!(CategoryWeights::from_text(&weights.to_text()), Some(weights));
        assert_eq!(CategoryWeights::default().label(), "what 25 %, why 25 %, where 25 %, how 25 %");
        for text in ["", "1-1-1", "1-1-1-1-1", "0-0-0-0", "1--1-1-1", "1-a-1-1", "1-inf-1-1", "1-NaN-1-1"] {
            assert_eq!(CategoryWeights::from_text(text), None, "{text}");
        }
    }

    #[test]
    fn thresholds_are_scores() {
        assert_eq!(Threshold::new(0.85).map(Threshold::score), Some(0.85));
        assert_eq!([Threshold::new(1.1), Threshold::new(-0.1), Threshold::new(f64::NAN)], [None; 3]);
    }
}
