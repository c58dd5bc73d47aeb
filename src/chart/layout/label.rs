//! Texts with the boxes that they fill.

use super::super::text;
use super::{LINE, Layout, Rect, SMALL, TEXT, TITLE};

/// A text with the box that it fills.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The text, one line; cut where it had to be.
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
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Role {
    /// The chart's title.
    Title,
    /// What the values measure.
    Measure,
    /// The name of a group, by its index.
    Group(usize),
    /// The name of a series, by its index.
    Series(usize),
    /// A figure of an axis, or the number of a column.
    Tick,
    /// A value beside its mark, or that there is none.
    Value,
    /// A value on a cell; the cell's place between the lowest (0) and the highest (1).
    Cell(f64),
    /// A remark.
    Note,
}

impl Role {
    /// Size of its font.
    pub fn size(self) -> f64 {
        match self {
            Self::Title => TITLE,
            Self::Group(_) | Self::Series(_) | Self::Measure => TEXT,
            Self::Tick | Self::Value | Self::Cell(_) | Self::Note => SMALL,
        }
    }
}

/// A label whose box is as wide as its text, at most `room`; `x` and `y` are its left and middle.
pub(super) fn label(text: &str, role: Role, x: f64, y: f64, room: f64) -> Label {
    let size = role.size();
    let text = text::fit(text, size, room);
    let half = size * 0.6;
    let place = Rect { left: x, top: y - half, right: x + text::width(&text, size), bottom: y + half };
    Label { text, role, place, anchor: Anchor::Start }
}

/// A label of several lines, the first with its middle half a line below `top`.
pub(super) fn block(lines: &[String], role: Role, x: f64, top: f64) -> Vec<Label> {
    let line = |(i, text): (usize, &String)| label(text, role, x, top + LINE * (i as f64 + 0.5), f64::INFINITY);
    lines.iter().enumerate().map(line).collect()
}

impl Label {
    /// Moves the label so that its middle is at `x`, kept between `low` and `high`.
    pub(super) fn centred(mut self, x: f64, low: f64, high: f64) -> Self {
        let width = self.place.right - self.place.left;
        let left = (x - width / 2.0).min(high - width).max(low);
        (self.place.left, self.place.right) = (left, left + width);
        self.anchor = Anchor::Middle;
        self
    }

    /// Moves the label so that it ends at `x`.
    pub(super) fn ending(mut self, x: f64) -> Self {
        let width = self.place.right - self.place.left;
        (self.place.left, self.place.right) = (x - width, x);
        self.anchor = Anchor::End;
        self
    }
}

impl Layout {
    /// Adds a text of at most `most` lines, and gives the height that it takes.
    pub(super) fn write(&mut self, text: &str, role: Role, (x, top): (f64, f64), room: f64, most: usize) -> f64 {
        let lines = text::wrap(text, role.size(), room, most);
        self.labels.extend(block(&lines, role, x, top));
        lines.len() as f64 * LINE
    }
}

/// Places for things of these widths one after the other, in lines from `left` to `right`; gives left and
/// top of each, and the height of all.
pub(super) fn flow(widths: &[f64], (left, right): (f64, f64), top: f64, gap: f64) -> (Vec<(f64, f64)>, f64) {
    let (mut x, mut y) = (left, top);
    let mut places = Vec::new();
    for width in widths {
        if x > left && x + width > right {
            (x, y) = (left, y + LINE);
        }
        places.push((x, y));
        x += width + gap;
    }
    let height = if widths.is_empty() { 0.0 } else { y + LINE - top };
    (places, height)
}
