//! Series: their names, and the colour and second cue that they have everywhere.

use crate::domain::condition::Condition;

/// One series.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Series {
    /// Its name, for the legend.
    pub name: String,
    /// Its colour, by meaning.
    pub ink: Ink,
    /// Its pattern: the second cue beside the colour, for bars.
    pub fill: Fill,
    /// Its marker: the second cue for dots.
    pub marker: Marker,
}

impl Series {
    /// The series of a condition: the same colour and pattern everywhere.
    pub fn of_condition(condition: Condition) -> Self {
        let (ink, fill, marker) = match condition {
            Condition::ClosedBook => (Ink::ClosedBook, Fill::Hatch, Marker::Diamond),
            Condition::CodeOnly => (Ink::CodeOnly, Fill::Dots, Marker::Square),
            Condition::Documented => (Ink::Documented, Fill::Solid, Marker::Circle),
        };
        Self { name: condition.label().into(), ink, fill, marker }
    }

    /// A series that is no condition: neutral, told apart by shade with marker (the first 16) or with
    /// pattern (the first 12).
    pub fn neutral(name: impl Into<String>, place: usize) -> Self {
        let markers = [Marker::Circle, Marker::Square, Marker::Triangle, Marker::Diamond];
        let fills = [Fill::Solid, Fill::Hatch, Fill::Dots];
        Self {
            name: name.into(),
            ink: Ink::Neutral((place % 4) as u8),
            fill: fills[place % 3],
            marker: markers[(place + place / 4) % 4],
        }
    }
}

/// A colour by meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Okabe–Ito orange.
    ClosedBook,
    /// Okabe–Ito blue.
    CodeOnly,
    /// Okabe–Ito bluish green.
    Documented,
    /// A shade of grey, 0 to 3.
    Neutral(u8),
}

impl Ink {
    /// Name for style sheets.
    pub fn id(self) -> &'static str {
        match self {
            Self::ClosedBook => "closed-book",
            Self::CodeOnly => "code-only",
            Self::Documented => "documented",
            Self::Neutral(0) => "neutral-0",
            Self::Neutral(1) => "neutral-1",
            Self::Neutral(2) => "neutral-2",
            Self::Neutral(_) => "neutral-3",
        }
    }
}

/// What fills a bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the names are the definitions
pub enum Fill {
    Hatch,
    Dots,
    Solid,
}

/// What marks a dot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the names are the definitions
pub enum Marker {
    Circle,
    Square,
    Triangle,
    Diamond,
}

impl Marker {
    /// The character that stands for it in a legend.
    pub fn glyph(self) -> &'static str {
        match self {
            Self::Circle => "●",
            Self::Square => "■",
            Self::Triangle => "▲",
            Self::Diamond => "◆",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twelve_neutral_series_look_different() {
        let series: Vec<Series> = (0..12).map(|place| Series::neutral("x", place)).collect();
        for (i, a) in series.iter().enumerate() {
            for b in &series[i + 1..] {
                assert!((a.ink, a.fill) != (b.ink, b.fill) && (a.ink, a.marker) != (b.ink, b.marker), "{a:?} {b:?}");
            }
        }
    }
}
