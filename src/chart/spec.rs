//! What a chart shows.

use crate::domain::condition::Condition;

/// Values by group and series, and how to show them.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// Bars from zero, or dots.
    pub kind: Kind,
    /// What the value axis measures, such as `mean score (0 to 1)`.
    pub measure: String,
    /// Names along the other axis.
    pub groups: Vec<String>,
    /// The series, in the order in which they are drawn within a group.
    pub series: Vec<Series>,
    /// `values[group][series]`; `None` where there is no value (which is not zero).
    pub values: Vec<Vec<Option<Value>>>,
    /// Bounds of the value axis; widened where a value or interval lies outside.
    pub range: (f64, f64),
    /// How values are written.
    pub notation: Notation,
}

/// How values are shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// Bars from the axis' lower bound.
    Bars,
    /// A marker per value, with a line of reference where given.
    Dots {
        /// Such as zero for differences.
        reference: Option<f64>,
    },
}

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
}

/// One value with what is known of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Value {
    /// The mean.
    pub mean: f64,
    /// Bounds of the interval, where there is one.
    pub interval: Option<(f64, f64)>,
    /// Over how many observations, where known.
    pub n: Option<usize>,
}

impl Value {
    /// A bare figure.
    pub fn bare(mean: f64) -> Self {
        Self { mean, interval: None, n: None }
    }
}

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

    /// A series that is no condition: neutral, told apart by marker and shade.
    pub fn neutral(name: impl Into<String>, place: usize) -> Self {
        let markers = [Marker::Circle, Marker::Square, Marker::Triangle, Marker::Diamond];
        let fills = [Fill::Solid, Fill::Hatch, Fill::Dots];
        Self {
            name: name.into(),
            ink: Ink::Neutral((place % 4) as u8),
            fill: fills[place % 3],
            marker: markers[place % 4],
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

impl Chart {
    /// The value of a series in a group.
    pub fn value(&self, group: usize, series: usize) -> Option<Value> {
        self.values.get(group)?.get(series).copied().flatten()
    }

    /// A value in words: `Kimi-K2.6, code-only: 0.873 [0.867, 0.880], n = 528`.
    pub fn describe(&self, group: usize, series: usize) -> String {
        let name = |names: Option<&String>| names.cloned().unwrap_or_default();
        let series_name = name(self.series.get(series).map(|s| &s.name));
        let group_name = name(self.groups.get(group));
        let Some(value) = self.value(group, series) else { return format!("{group_name}, {series_name}: no value") };
        let mut text = format!("{group_name}, {series_name}: {}", self.notation.write(value.mean));
        if let Some((low, high)) = value.interval {
            text += &format!(" [{}, {}]", self.notation.write(low), self.notation.write(high));
        }
        if let Some(n) = value.n {
            text += &format!(", n = {n}");
        }
        text
    }

    /// The axis' bounds, widened to hold every value and interval.
    pub(super) fn bounds(&self) -> (f64, f64) {
        let values = self.values.iter().flatten().flatten();
        let ends = values.flat_map(|v| [Some(v.mean), v.interval.map(|i| i.0), v.interval.map(|i| i.1)]).flatten();
        let (low, high) = ends.filter(|v| v.is_finite()).fold(self.range, |(low, high), v| (low.min(v), high.max(v)));
        if high > low { (low, high) } else { (low, low + 1.0) }
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
    }
}
