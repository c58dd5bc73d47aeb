//! How values are written.

/// How a value is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// Three decimals.
    Score,
    /// Three decimals with sign.
    Delta,
    /// Two decimals (axes from 0 to 5).
    Axis,
}

impl Notation {
    /// The value in words of this notation; the minus is a true minus.
    pub fn write(self, value: f64) -> String {
        let text = match self {
            Self::Score => format!("{value:.3}"),
            Self::Delta => format!("{value:+.3}"),
            Self::Axis => format!("{value:.2}"),
        };
        text.replace('-', "\u{2212}")
    }

    /// An interval in brackets.
    pub fn interval(self, (low, high): (f64, f64)) -> String {
        format!("[{}, {}]", self.write(low), self.write(high))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notations() {
        assert_eq!(Notation::Delta.write(-0.018), "−0.018");
        assert_eq!(Notation::Delta.write(0.08), "+0.080");
        assert_eq!(Notation::Score.write(0.8566), "0.857");
        assert_eq!(Notation::Axis.write(4.0), "4.00");
        assert_eq!(Notation::Delta.interval((-0.01, 0.02)), "[−0.010, +0.020]");
    }
}
