//! A chart in words: one value for a tooltip, and the whole for those who can't see it.

use std::fmt;

use super::spec::{Chart, Grid, Histogram, Key, Kind, Scatter, percent};

/// One value in words, part by part.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// Name of its series; may be empty where there is only one.
    pub series: String,
    /// Name of its group, bin or point.
    pub group: String,
    /// The value, or that there is none.
    pub value: String,
    /// Its interval; may be empty.
    pub interval: String,
    /// Over how many observations; may be empty.
    pub n: String,
}

impl fmt::Display for Reading {
    /// One line: `Kimi-K2.6, code-only: 0.873 [0.867, 0.880], n = 528`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = [self.group.as_str(), self.series.as_str()].map(str::trim).into_iter().filter(|n| !n.is_empty());
        let names: Vec<&str> = names.collect();
        write!(f, "{}: {}", names.join(", "), self.value)?;
        if !self.interval.is_empty() {
            write!(f, " {}", self.interval)?;
        }
        if !self.n.is_empty() {
            write!(f, ", {}", self.n)?;
        }
        Ok(())
    }
}

/// What stands where there is no value.
pub(super) const NO_VALUE: &str = "no value";

impl Chart {
    /// A value in words.
    pub fn read(&self, key: Key) -> Reading {
        let series = self.series.get(key.series).map(|s| s.name.clone()).unwrap_or_default();
        match &self.kind {
            Kind::Bars(grid) | Kind::Dots { grid, .. } | Kind::Heat(grid) => self.read_grid(grid, key, series),
            Kind::Histogram(histogram) => read_bin(histogram, key, series),
            Kind::Scatter(scatter) => self.read_point(scatter, key, series),
        }
    }

    /// The whole chart in a few sentences: what it shows, of what, and its ends.
    pub fn summary(&self) -> String {
        let mut text = format!("{} {} {}", kind_name(&self.kind), self.title.trim(), self.measure.trim());
        text.truncate(text.trim_end_matches('.').len());
        text += ". ";
        if !self.series.is_empty() {
            let names: Vec<&str> = self.series.iter().map(|s| s.name.as_str()).collect();
            text += &format!("Series: {}. ", names.join(", "));
        }
        text += &match &self.kind {
            Kind::Bars(grid) | Kind::Dots { grid, .. } | Kind::Heat(grid) => self.ends(grid),
            Kind::Histogram(histogram) => self.tails(histogram),
            Kind::Scatter(scatter) => {
                let shown = scatter.points.len() - scatter.missing();
                format!("Points shown: {shown}. Points that lack a value: {}.", scatter.missing())
            }
        };
        text
    }

    fn read_grid(&self, grid: &Grid, key: Key, series: String) -> Reading {
        let group = grid.groups.get(key.group).cloned().unwrap_or_default();
        let Some(value) = grid.value(key.group, key.series) else {
            return Reading { series, group, value: NO_VALUE.into(), ..Reading::default() };
        };
        Reading {
            series,
            group,
            value: self.notation.write(value.mean),
            interval: value.interval.map(|ends| self.notation.interval(ends)).unwrap_or_default(),
            n: value.n.map(|n| format!("n = {n}")).unwrap_or_default(),
        }
    }

    fn read_point(&self, scatter: &Scatter, key: Key, series: String) -> Reading {
        let Some(point) = scatter.points.get(key.group) else { return Reading::default() };
        let write = |value: Option<f64>| value.map_or(NO_VALUE.into(), |value| self.notation.write(value));
        let value = format!("{} {}, {} {}", scatter.x.name, write(point.x), scatter.y.name, write(point.y));
        Reading { series, group: point.name.clone(), value, ..Reading::default() }
    }

    fn ends(&self, grid: &Grid) -> String {
        let by_value =
            |a: &(usize, usize, super::Value), b: &(usize, usize, super::Value)| a.2.mean.total_cmp(&b.2.mean);
        let named = |(group, series, _)| self.read(Key { group, series }).to_string();
        let (low, high) = (grid.all().min_by(by_value), grid.all().max_by(by_value));
        let Some((low, high)) = low.zip(high) else { return "There are no values.".into() };
        let gaps = match grid.gaps(self.series.len()) {
            0 => String::new(),
            gaps => format!(" Values missing: {gaps}."),
        };
        format!("{} groups. Highest: {}. Lowest: {}.{gaps}", grid.groups.len(), named(high), named(low))
    }

    fn tails(&self, histogram: &Histogram) -> String {
        let of_series = |(place, series): (usize, &super::Series)| {
            let share = |tail: &super::Tail| {
                let share = tail.shares.get(place).copied().flatten();
                share.map(|share| format!(", {}: {}", tail.name, percent(share)))
            };
            let shares: String = histogram.tails.iter().filter_map(share).collect();
            format!("{}: n = {}{shares}.", series.name, histogram.n(place))
        };
        self.series.iter().enumerate().map(of_series).collect::<Vec<_>>().join(" ")
    }
}

fn read_bin(histogram: &Histogram, key: Key, series: String) -> Reading {
    let n = histogram.n(key.series);
    let Some(share) = histogram.share(key.group, key.series) else {
        return Reading { series, value: NO_VALUE.into(), ..Reading::default() };
    };
    let count = histogram.counts.get(key.series).and_then(|counts| counts.get(key.group)).copied().unwrap_or_default();
    Reading {
        series,
        group: histogram.bin_name(key.group),
        value: percent(share),
        interval: String::new(),
        n: format!("{count} of {n}"),
    }
}

fn kind_name(kind: &Kind) -> &'static str {
    match kind {
        Kind::Bars(_) => "Bar chart.",
        Kind::Dots { .. } => "Dot plot.",
        Kind::Heat(_) => "Heat map.",
        Kind::Histogram(_) => "Histograms.",
        Kind::Scatter(_) => "Scatter plot.",
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;

    fn check(chart: &Chart, group: usize, series: usize, expected: &str) {
        assert_eq!(chart.read(Key { group, series }).to_string(), expected);
    }

    #[test]
    fn one_value() {
        check(&samples::bars(2, 3), 1, 0, "DeepSeek-V4-Pro, closed-book: 0.310 [0.290, 0.330], n = 528");
        check(&samples::bars(4, 3), 2, 2, "Kimi-K2.6, documented: no value");
        check(&samples::bars(4, 3), 9, 9, ": no value");
        check(&samples::deltas(2), 0, 0, "Claude Opus 4.6, documented − code-only: +0.090 [+0.060, +0.120]");
        check(&samples::histogram(2), 18, 0, "0.90 to 0.95, closed-book: 8.5\u{a0}%, 5 of 59");
        check(
            &samples::scatter(2, 30),
            3,
            1,
            "task-3, DeepSeek-V4-Pro: closed-book score 0.267, code-only score 0.067",
        );
    }

    #[test]
    fn the_whole() {
        insta::assert_snapshot!(samples::all(4).map(|(_, chart)| chart.summary()).join("\n"));
    }
}
