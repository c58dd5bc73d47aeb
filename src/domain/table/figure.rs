//! A figure and how it is written.

use crate::domain::stats::{Delta, Estimate};

/// A number with what is known of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    /// The number.
    pub value: f64,
    /// How it is written.
    pub notation: Notation,
    /// Bounds of its interval, where it has one.
    pub interval: Option<(f64, f64)>,
    /// Over how many tasks, where that is to be shown.
    pub n: Option<usize>,
}

/// How a number is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// `0.857`.
    Score,
    /// `+0.007`, `−0.018`.
    Delta,
    /// `4.15`: an axis from 0 to 5, an effect size.
    Decimal,
    /// `0.039`, `< 0.001`: what 10,000 resamples can tell.
    P,
    /// `12.5 %`.
    Share,
    /// `9,072`.
    Count,
}

impl Notation {
    /// The number in this notation; the minus is a true minus.
    pub fn write(self, value: f64) -> String {
        let text = match self {
            Self::Score => format!("{value:.3}"),
            Self::Delta => format!("{value:+.3}"),
            Self::Decimal => format!("{value:.2}"),
            Self::P if value < 0.001 => "< 0.001".into(),
            Self::P => format!("{value:.3}"),
            Self::Share => format!("{:.1} %", value * 100.0),
            Self::Count => thousands(value),
        };
        text.replace('-', "\u{2212}")
    }
}

fn thousands(value: f64) -> String {
    let digits = format!("{value:.0}");
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) && digit.is_ascii_digit() && !out.ends_with('-') {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

impl Figure {
    /// Interval and n, such as `[0.841, 0.873], n = 528`.
    pub(super) fn aside(&self) -> String {
        let write = |value| self.notation.write(value);
        let interval = self.interval.map(|(low, high)| format!("[{}, {}]", write(low), write(high)));
        let n = self.n.map(|n| format!("n = {}", Notation::Count.write(n as f64)));
        interval.into_iter().chain(n).collect::<Vec<_>>().join(", ")
    }

    /// Written otherwise, such as an axis.
    pub fn noted(self, notation: Notation) -> Self {
        Self { notation, ..self }
    }

    /// Without its n, where every row has the same.
    pub fn without_n(self) -> Self {
        Self { n: None, ..self }
    }
}

/// One value has no interval: its bootstrap would be of no width.
fn interval(n: usize, low: f64, high: f64) -> Option<(f64, f64)> {
    (n > 1).then_some((low, high))
}

impl From<Estimate> for Figure {
    fn from(of: Estimate) -> Self {
        Self { value: of.mean, notation: Notation::Score, interval: interval(of.n, of.low, of.high), n: Some(of.n) }
    }
}

impl From<Delta> for Figure {
    fn from(of: Delta) -> Self {
        Self { value: of.delta, notation: Notation::Delta, interval: interval(of.n, of.low, of.high), n: Some(of.n) }
    }
}
