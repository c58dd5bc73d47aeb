//! Where everything goes, in CSS pixels.

mod columns;
mod rows;
mod ticks;

use super::spec::{Chart, Kind};
use super::text;

/// Size of names and values.
pub(super) const TEXT: f64 = 13.0;
/// Size of the axis' figures.
pub(super) const SMALL: f64 = 12.0;
/// Height of a line of text.
const LINE: f64 = 18.0;

/// A chart laid out for a width.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// Width given.
    pub width: f64,
    /// Height needed.
    pub height: f64,
    /// Whether values run to the right or upwards.
    pub orientation: Orientation,
    /// The area of the values.
    pub plot: Rect,
    /// The value axis.
    pub ticks: Vec<Tick>,
    /// Position of the line of reference along the value axis.
    pub reference: Option<f64>,
    /// Every text.
    pub labels: Vec<Label>,
    /// Every value.
    pub marks: Vec<Mark>,
}

/// The direction of the value axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Orientation {
    /// Values to the right, groups below each other.
    Rows,
    /// Values upwards, groups beside each other.
    Columns,
}

/// A rectangle.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[allow(missing_docs)] // the names are the definitions
pub struct Rect {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

impl Rect {
    /// Whether a point lies within, with some slack.
    pub fn holds(&self, x: f64, y: f64, slack: f64) -> bool {
        x >= self.left - slack && x <= self.right + slack && y >= self.top - slack && y <= self.bottom + slack
    }

    /// Whether two rectangles share more than an edge.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.left < other.right && other.left < self.right && self.top < other.bottom && other.top < self.bottom
    }
}

/// A grid line across the plot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tick {
    /// Its value.
    pub value: f64,
    /// Its position along the value axis.
    pub at: f64,
}

/// A text with the box that it fills.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The text, cut where it had to be.
    pub text: String,
    /// What it is.
    pub role: Role,
    /// The box that it fills, estimated wide.
    pub place: Rect,
    /// Which point of the box the text is drawn from; it is centred in height.
    pub anchor: Anchor,
}

/// Which side of a label's box its text keeps to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the names are the definitions
pub enum Anchor {
    Start,
    Middle,
    End,
}

/// What a label says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The name of a group.
    Group,
    /// A figure of the axis.
    Tick,
    /// A value beside its mark.
    Value,
}

/// A value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    /// Index of its group.
    pub group: usize,
    /// Index of its series.
    pub series: usize,
    /// The bar, or the square that the marker fills.
    pub place: Rect,
    /// The ends of its interval along the value axis.
    pub interval: Option<(f64, f64)>,
}

impl Layout {
    /// Lays a chart out: columns where every name fits below its group, else rows.
    pub fn of(chart: &Chart, width: f64) -> Self {
        let width = width.max(240.0);
        let columns = matches!(chart.kind, Kind::Bars).then(|| columns::layout(chart, width)).flatten();
        columns.unwrap_or_else(|| rows::layout(chart, width))
    }

    /// The mark under a point, or the nearest in reach.
    pub fn mark_at(&self, x: f64, y: f64) -> Option<&Mark> {
        self.marks.iter().find(|m| m.place.holds(x, y, 0.0)).or_else(|| {
            let reach = |m: &&Mark| m.place.holds(x, y, 8.0);
            self.marks.iter().find(reach)
        })
    }
}

/// The position of values along an axis from `from` to `to`.
#[derive(Clone, Copy)]
struct Scale {
    bounds: (f64, f64),
    from: f64,
    to: f64,
}

impl Scale {
    fn at(&self, value: f64) -> f64 {
        let share = (value - self.bounds.0) / (self.bounds.1 - self.bounds.0);
        self.from + share * (self.to - self.from)
    }
}

/// A label whose box is as wide as its text, at most `room`; `x` and `y` are its left and middle.
fn label(text: &str, role: Role, x: f64, y: f64, room: f64) -> Label {
    let size = if role == Role::Group { TEXT } else { SMALL };
    let text = text::fit(text, size, room);
    let half = size * 0.6;
    let place = Rect { left: x, top: y - half, right: x + text::width(&text, size), bottom: y + half };
    Label { text, role, place, anchor: Anchor::Start }
}

impl Label {
    /// Moves the label so that its middle is at `x`, kept between `low` and `high`.
    fn centred(mut self, x: f64, low: f64, high: f64) -> Self {
        let width = self.place.right - self.place.left;
        let left = (x - width / 2.0).min(high - width).max(low);
        (self.place.left, self.place.right) = (left, left + width);
        self.anchor = Anchor::Middle;
        self
    }

    /// Moves the label so that it ends at `x`.
    fn ending(mut self, x: f64) -> Self {
        let width = self.place.right - self.place.left;
        (self.place.left, self.place.right) = (x - width, x);
        self.anchor = Anchor::End;
        self
    }
}

#[cfg(test)]
mod tests;
