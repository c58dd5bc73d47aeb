//! Where everything goes, in CSS pixels.

mod columns;
mod heat;
mod histogram;
mod label;
mod rows;
mod scatter;
mod ticks;
mod walk;
mod whole;

use super::spec::{Chart, Key, Kind};

pub use label::{Anchor, Label, Role};
pub use walk::Step;

/// Size of a title.
const TITLE: f64 = 15.0;
/// Size of names.
const TEXT: f64 = 13.0;
/// Size of values, of the axis' figures and of notes.
const SMALL: f64 = 12.0;
/// Height of a line of text.
const LINE: f64 = 18.0;
/// The narrowest chart; a frame that is narrower scrolls.
const NARROWEST: f64 = 240.0;

/// A chart laid out for a width.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layout {
    /// Width given.
    pub width: f64,
    /// Height needed.
    pub height: f64,
    /// Straight lines: grids, axes, lines of reference.
    pub rules: Vec<Rule>,
    /// Every text.
    pub labels: Vec<Label>,
    /// Every value, in reading order; one that is missing too.
    pub marks: Vec<Mark>,
    /// The samples of a legend, where it is part of the picture.
    pub swatches: Vec<Swatch>,
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

    /// The point in the middle.
    pub fn centre(&self) -> (f64, f64) {
        ((self.left + self.right) / 2.0, (self.top + self.bottom) / 2.0)
    }

    /// A square around a point.
    fn around((x, y): (f64, f64), half: f64) -> Self {
        Self { left: x - half, top: y - half, right: x + half, bottom: y + half }
    }

    fn moved(self, right: f64, down: f64) -> Self {
        Self { left: self.left + right, top: self.top + down, right: self.right + right, bottom: self.bottom + down }
    }
}

/// A straight line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rule {
    /// Where it begins.
    pub from: (f64, f64),
    /// Where it ends.
    pub to: (f64, f64),
    /// What it is.
    pub tone: Tone,
}

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// A line of the grid.
    Grid,
    /// What values are read against: zero, a threshold, the diagonal.
    Reference,
}

/// A value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    /// Which value.
    pub key: Key,
    /// What is drawn: the bar, the cell, or the square that the marker fills.
    pub place: Rect,
    /// Where a pointer means this mark.
    pub hit: Rect,
    /// How it is drawn.
    pub shape: Shape,
    /// Its interval, where there is one.
    pub interval: Option<Interval>,
}

/// How a mark is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    /// A bar with the pattern of its series.
    Bar,
    /// The marker of its series.
    Dot,
    /// The outline of the marker, for points that may lie over each other.
    Ring,
    /// A cell; its place between the lowest (0) and the highest (1).
    Cell(f64),
    /// There is no value. A label says so.
    Missing,
}

/// The ends of an interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub from: (f64, f64),
    /// The upper end.
    pub to: (f64, f64),
}

/// The sample of a series in a legend.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Swatch {
    /// Index of the series.
    pub series: usize,
    /// Where it is.
    pub place: Rect,
}

impl Layout {
    /// Lays a chart out for a page, which has title and legend beside it.
    pub fn of(chart: &Chart, width: f64) -> Self {
        let width = width.max(NARROWEST);
        match &chart.kind {
            Kind::Bars(grid) => {
                columns::layout(chart, grid, width).unwrap_or_else(|| rows::layout(chart, grid, None, width))
            }
            Kind::Dots { grid, reference } => rows::layout(chart, grid, *reference, width),
            Kind::Heat(grid) => heat::layout(chart, grid, width),
            Kind::Histogram(histogram) => histogram::layout(chart, histogram, width),
            Kind::Scatter(scatter) => scatter::layout(chart, scatter, width),
        }
    }

    /// Lays a chart out as a picture of its own, with title, measure and legend.
    pub fn whole(chart: &Chart, width: f64) -> Self {
        whole::layout(chart, width.max(NARROWEST))
    }

    /// Index of the mark that a point means.
    pub fn mark_at(&self, x: f64, y: f64) -> Option<usize> {
        let distance = |mark: &Mark| {
            let (at_x, at_y) = mark.place.centre();
            (at_x - x).hypot(at_y - y)
        };
        let hits = self.marks.iter().enumerate().filter(|(_, mark)| mark.hit.holds(x, y, 0.0));
        hits.min_by(|a, b| distance(a.1).total_cmp(&distance(b.1))).map(|(index, _)| index)
    }

    fn empty(width: f64) -> Self {
        Self { width, ..Self::default() }
    }

    fn rule(&mut self, from: (f64, f64), to: (f64, f64), tone: Tone) {
        self.rules.push(Rule { from, to, tone });
    }

    /// Moves everything to the right and down.
    fn moved(mut self, right: f64, down: f64) -> Self {
        let move_point = |at: &mut (f64, f64)| *at = (at.0 + right, at.1 + down);
        self.rules.iter_mut().flat_map(|rule| [&mut rule.from, &mut rule.to]).for_each(move_point);
        self.labels.iter_mut().for_each(|label| label.place = label.place.moved(right, down));
        for mark in &mut self.marks {
            (mark.place, mark.hit) = (mark.place.moved(right, down), mark.hit.moved(right, down));
            mark.interval.iter_mut().flat_map(|ends| [&mut ends.from, &mut ends.to]).for_each(move_point);
        }
        self.swatches.iter_mut().for_each(|swatch| swatch.place = swatch.place.moved(right, down));
        self
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

#[cfg(test)]
mod tests;
