//! Points by two measures.

/// Points by two measures, with the lines that they are read against.
#[derive(Clone, Debug, PartialEq)]
pub struct Scatter {
    /// The measure to the right.
    pub x: Axis,
    /// The measure upwards.
    pub y: Axis,
    /// The points.
    pub points: Vec<Point>,
    /// An upright line at a value of `x`.
    pub threshold: Option<Threshold>,
    /// What the diagonal, where both measures are equal, stands for; none is drawn without.
    pub diagonal: Option<String>,
}

/// A measure.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// Its name.
    pub name: String,
    /// Its bounds; widened where a point lies outside.
    pub range: (f64, f64),
}

/// A point.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// Its name.
    pub name: String,
    /// Index of its series.
    pub series: usize,
    /// Its value of the first measure, where it has one.
    pub x: Option<f64>,
    /// Its value of the second measure, where it has one.
    pub y: Option<f64>,
}

/// A line between what is one way and what is another.
#[derive(Clone, Debug, PartialEq)]
pub struct Threshold {
    /// Where it stands.
    pub at: f64,
    /// What it says.
    pub name: String,
}

impl Point {
    /// Both values, where the point has both.
    pub fn place(&self) -> Option<(f64, f64)> {
        self.x.zip(self.y).filter(|(x, y)| x.is_finite() && y.is_finite())
    }
}

impl Scatter {
    /// How many points can't be shown since a value is missing.
    pub fn missing(&self) -> usize {
        self.points.iter().filter(|point| point.place().is_none()).count()
    }

    /// Both axes' bounds, widened to hold every point.
    pub(in crate::chart) fn bounds(&self) -> ((f64, f64), (f64, f64)) {
        let wide = |(low, high): (f64, f64)| if high > low { (low, high) } else { (low, low + 1.0) };
        let hold = |(low, high): (f64, f64), at: f64| (low.min(at), high.max(at));
        let places = self.points.iter().filter_map(Point::place);
        let (x, y) = places.fold((self.x.range, self.y.range), |(x, y), at| (hold(x, at.0), hold(y, at.1)));
        (wide(x), wide(y))
    }
}
