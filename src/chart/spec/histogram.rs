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

/// Slack for what should be equal but was computed.
const HAIR: f64 = 1e-9;

impl Histogram {
    /// Distributions of scores, 0 to 1, one list per series, in 20 bins; marked are the shares of good
    /// (≥ 0.95) and of poor ones (< 0.70). What isn't finite is left out.
    pub fn of_scores(scores: &[Vec<f64>]) -> Self {
        const BINS: usize = 20;
        let scores: Vec<Vec<f64>> =
            scores.iter().map(|of| of.iter().copied().filter(|score| score.is_finite()).collect()).collect();
        let count = |of: &Vec<f64>| {
            let mut counts = vec![0; BINS];
            for score in of {
                counts[((score * BINS as f64 + HAIR).max(0.0) as usize).min(BINS - 1)] += 1;
            }
            counts
        };
        let share = |is_within: &dyn Fn(f64) -> bool| {
            let of = |of: &Vec<f64>| of.iter().filter(|score| is_within(**score)).count() as f64 / of.len() as f64;
            scores.iter().map(|list| Some(of(list)).filter(|share| share.is_finite())).collect()
        };
        Self {
            edges: (0..=BINS).map(|i| i as f64 / BINS as f64).collect(),
            counts: scores.iter().map(count).collect(),
            tails: vec![
                Tail { name: "< 0.70".into(), at: 0.70, shares: share(&|score| score < 0.70 - HAIR) },
                Tail { name: "≥ 0.95".into(), at: 0.95, shares: share(&|score| score >= 0.95 - HAIR) },
            ],
        }
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
    fn scores_fall_into_the_bin_that_begins_with_them() {
        let histogram = Histogram::of_scores(&[vec![0.0, 0.7, 0.95, 1.0, 0.1 + 0.2, 0.69, f64::NAN], vec![]]);
        let filled: Vec<(usize, usize)> =
            histogram.counts[0].iter().copied().enumerate().filter(|(_, count)| *count > 0).collect();
        assert_eq!(filled, [(0, 1), (6, 1), (13, 1), (14, 1), (19, 2)]);
        assert_eq!((histogram.n(0), histogram.n(1), histogram.bins()), (6, 0, 20));
        assert_eq!(histogram.bin_name(14), "0.70 to 0.75");
        assert_eq!(histogram.share(19, 0), Some(2.0 / 6.0));
        assert_eq!(histogram.share(19, 1), None);
        let [poor, good] = &histogram.tails[..] else { panic!("two tails") };
        assert_eq!(poor.shares, [Some(3.0 / 6.0), None]);
        assert_eq!(good.shares, [Some(2.0 / 6.0), None]);
        assert_eq!(percent(2.0 / 6.0), "33.3\u{a0}%");
    }
}
