//! Values by group and series.

/// Values by group and series.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Grid {
    /// Names of the groups.
    pub groups: Vec<String>,
    /// `values[group][series]`; `None` where there is no value, which is not zero.
    pub values: Vec<Vec<Option<Value>>>,
    /// Bounds of the value axis; widened where a value or interval lies outside.
    pub range: (f64, f64),
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

impl Grid {
    /// A grid whose range is that of its means: for heat maps, whose cells say their values.
    pub fn fitted(groups: Vec<String>, values: Vec<Vec<Option<Value>>>) -> Self {
        let mut grid = Self { groups, values, range: (f64::INFINITY, f64::NEG_INFINITY) };
        grid.range = grid.mean_bounds();
        grid
    }

    /// The value of a series in a group; what isn't finite is none.
    pub fn value(&self, group: usize, series: usize) -> Option<Value> {
        let value = self.values.get(group)?.get(series).copied().flatten().filter(|value| value.mean.is_finite())?;
        let interval = value.interval.filter(|(low, high)| low.is_finite() && high.is_finite());
        Some(Value { interval, ..value })
    }

    /// Every value with its group and series, in reading order.
    pub fn all(&self) -> impl Iterator<Item = (usize, usize, Value)> {
        let series = |group: usize| 0..self.values.get(group).map_or(0, Vec::len);
        let places = (0..self.groups.len()).flat_map(move |group| series(group).map(move |series| (group, series)));
        places.filter_map(|(group, series)| Some((group, series, self.value(group, series)?)))
    }

    /// Whether there is no value at all.
    pub fn is_empty(&self) -> bool {
        self.all().next().is_none()
    }

    /// How many values are missing, of so many series.
    pub(in crate::chart) fn gaps(&self, series: usize) -> usize {
        let places = (0..self.groups.len()).flat_map(|group| (0..series).map(move |series| (group, series)));
        places.filter(|(group, series)| self.value(*group, *series).is_none()).count()
    }

    /// The axis' bounds, widened to hold every value and interval.
    pub(in crate::chart) fn bounds(&self) -> (f64, f64) {
        let ends = self.all().flat_map(|(_, _, value)| {
            let (low, high) = value.interval.unwrap_or((value.mean, value.mean));
            [value.mean, low, high]
        });
        widened(self.range, ends)
    }

    /// The same for the means alone, where no interval is shown.
    pub(in crate::chart) fn mean_bounds(&self) -> (f64, f64) {
        widened(self.range, self.all().map(|(_, _, value)| value.mean))
    }
}

fn widened(range: (f64, f64), values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = values.fold(range, |(low, high), value| (low.min(value), high.max(value)));
    match (low.is_finite() && high.is_finite(), high > low) {
        (false, _) => (0.0, 1.0),
        (true, true) => (low, high),
        (true, false) => (low, low + 1.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_finite_is_no_value() {
        let odd = Value { mean: 0.5, interval: Some((f64::NAN, 0.6)), n: None };
        let grid = Grid {
            groups: vec!["a".into(), "b".into()],
            values: vec![vec![Some(Value::bare(f64::INFINITY)), Some(odd)], vec![None]],
            range: (0.0, 1.0),
        };
        assert_eq!(grid.value(0, 0), None);
        assert_eq!(grid.value(0, 1), Some(Value::bare(0.5)));
        assert_eq!((grid.value(1, 0), grid.value(1, 1), grid.value(7, 0)), (None, None, None));
        assert_eq!(grid.bounds(), (0.0, 1.0));
        assert_eq!(Grid::fitted(vec![], vec![]).range, (0.0, 1.0));
        assert_eq!(Grid::fitted(vec!["a".into()], vec![vec![Some(Value::bare(3.0))]]).range, (3.0, 4.0));
        assert!(!grid.is_empty() && grid.gaps(2) == 3);
    }
}
