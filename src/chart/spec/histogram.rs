//! Distributions: how many values fall into each bin.

/// Counts per bin and series.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Histogram {
    /// Bounds of the bins, ascending: one more than there are bins.
    pub edges: Vec<f64>,
    /// `counts[series][bin]`; all zero or empty where a series has no values.
    pub counts: Vec<Vec<usize>>,
    /// Shares to mark.
    pub tails: Vec<Tail>,
}

/// A share of the values, marked by a line where it begins or ends.
#[derive(Clone, Debug, PartialEq)]
pub struct Tail {
    /// Its name, such as `≥ 0.95`.
    pub name: String,
    /// Where the line stands.
    pub at: f64,
    /// Per series: the share, 0 to 1; `None` where it has no values.
    pub shares: Vec<Option<f64>>,
}

impl Histogram {
    /// Scores, 0 to 1, in bins of equal width: `counts[series][bin]`, empty where a series has none.
    pub fn of_scores(counts: Vec<Vec<usize>>, tails: Vec<Tail>) -> Self {
        let bins = counts.iter().map(Vec::len).max().unwrap_or(0);
        let edges = if bins == 0 { Vec::new() } else { (0..=bins).map(|i| i as f64 / bins as f64).collect() };
        Self { edges, counts, tails }
    }

    /// Number of values of a series.
    pub fn n(&self, series: usize) -> usize {
        self.counts.get(series).map_or(0, |counts| counts.iter().sum())
    }

    /// The share of a series' values in a bin, 0 to 1; `None` where the series has no values.
    pub fn share(&self, bin: usize, series: usize) -> Option<f64> {
        let n = self.n(series);
        let count = *self.counts.get(series)?.get(bin)?;
        (n > 0).then(|| count as f64 / n as f64)
    }

    /// Number of bins.
    pub fn bins(&self) -> usize {
        self.edges.len().saturating_sub(1)
    }

    /// A bin in words: `0.80 to 0.85`.
    pub(in crate::chart) fn bin_name(&self, bin: usize) -> String {
        let edge = |at: usize| self.edges.get(at).copied().unwrap_or_default();
        format!("{:.2} to {:.2}", edge(bin), edge(bin + 1)).replace('-', "\u{2212}")
    }
}

/// A share in words: `8.1 %`, with a space that doesn't break.
pub(in crate::chart) fn percent(share: f64) -> String {
    format!("{:.1}\u{a0}%", share * 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_shares_of_what_there_is() {
        let histogram = Histogram::of_scores(vec![vec![1, 0, 0, 3], vec![], vec![0; 4]], vec![]);
        assert_eq!((histogram.n(0), histogram.n(1), histogram.n(2), histogram.bins()), (4, 0, 0, 4));
        assert_eq!(histogram.bin_name(3), "0.75 to 1.00");
        let shares = |series| (0..4).map(|bin| histogram.share(bin, series)).collect::<Vec<_>>();
        assert_eq!(shares(0), [Some(0.25), Some(0.0), Some(0.0), Some(0.75)]);
        assert_eq!((shares(1), shares(2)), (vec![None; 4], vec![None; 4]));
        assert_eq!(percent(2.0 / 6.0), "33.3\u{a0}%");
        assert_eq!(Histogram::of_scores(vec![], vec![]).bins(), 0);
    }
}
