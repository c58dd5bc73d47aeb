//! What a chart shows: plain values and every text, and nothing of places or pixels.

mod grid;
mod histogram;
mod notation;
mod scatter;
mod series;

pub use grid::{Grid, Value};
pub(super) use histogram::percent;
pub use histogram::{Histogram, Tail};
pub use notation::Notation;
pub use scatter::{Axis, Point, Scatter, Threshold};
pub use series::{Fill, Ink, Marker, Series};

/// A chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// What it shows, one sentence. Downloads are named after it.
    pub title: String,
    /// What the values measure, with their range, such as `Mean score, 0 to 1`.
    pub measure: String,
    /// The series, in the order in which they are drawn.
    pub series: Vec<Series>,
    /// How values are written.
    pub notation: Notation,
    /// The values, and how they are shown.
    pub kind: Kind,
}

/// The values of a chart, by how they are shown.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// Groups of bars from the axis' lower bound.
    Bars(Grid),
    /// A marker per value, each on a line of its own.
    Dots {
        /// The values.
        grid: Grid,
        /// Where a line of reference stands, such as zero for differences.
        reference: Option<f64>,
    },
    /// A cell per value: groups are rows, series are columns.
    Heat(Grid),
    /// A panel of bins per series.
    Histogram(Histogram),
    /// Points by two measures.
    Scatter(Scatter),
}

/// Which value of a chart: a group's, bin's or point's index, and a series'.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    /// Index of the group, bin or point.
    pub group: usize,
    /// Index of the series.
    pub series: usize,
}

impl Chart {
    /// Values by group and series, for the kinds that have them so.
    pub fn grid(&self) -> Option<&Grid> {
        match &self.kind {
            Kind::Bars(grid) | Kind::Dots { grid, .. } | Kind::Heat(grid) => Some(grid),
            Kind::Histogram(_) | Kind::Scatter(_) => None,
        }
    }

    /// Whether there is no value at all.
    pub fn is_empty(&self) -> bool {
        match &self.kind {
            Kind::Bars(grid) | Kind::Dots { grid, .. } | Kind::Heat(grid) => grid.is_empty(),
            Kind::Histogram(histogram) => histogram.counts.iter().flatten().all(|count| *count == 0),
            Kind::Scatter(scatter) => scatter.points.iter().all(|point| point.place().is_none()),
        }
    }

    /// Whether values are shown by the markers of their series.
    pub fn has_markers(&self) -> bool {
        matches!(self.kind, Kind::Dots { .. } | Kind::Scatter(_))
    }

    /// Whether the series need a legend: they have none where each is named beside its values.
    pub fn needs_legend(&self) -> bool {
        matches!(self.kind, Kind::Bars(_) | Kind::Dots { .. } | Kind::Scatter(_))
    }
}
