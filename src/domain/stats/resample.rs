//! Drawing task indices with replacement.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{CONFIDENCE, RESAMPLES, SEED};

/// A seeded stream of indices below a bound.
pub(super) struct Indices {
    generator: Xoshiro256PlusPlus,
    bound: u32,
    /// Draws whose low half falls below this would favour some indices, and are drawn again.
    reject_below: u32,
}

impl Indices {
    /// Indices below `bound`, from the fixed seed. `None` when there is nothing to draw from.
    pub(super) fn below(bound: usize) -> Option<Self> {
        let bound = u32::try_from(bound).ok().filter(|b| *b > 0)?;
        let generator = Xoshiro256PlusPlus::seed_from_u64(SEED);
        Some(Self { generator, bound, reject_below: bound.wrapping_neg() % bound })
    }

    /// The next index, unbiased (Lemire's multiply-and-reject).
    pub(super) fn draw(&mut self) -> usize {
        loop {
            let product = u64::from(self.generator.next_u32()) * u64::from(self.bound);
            if product as u32 >= self.reject_below {
                return (product >> 32) as usize;
            }
        }
    }
}

/// The means of [`RESAMPLES`] draws with replacement from `values`, in the order drawn.
pub(super) fn resampled_means(values: &[f64]) -> Vec<f64> {
    let Some(mut indices) = Indices::below(values.len()) else { return Vec::new() };
    let n = values.len() as f64;
    (0..RESAMPLES).map(|_| (0..values.len()).map(|_| values[indices.draw()]).sum::<f64>() / n).collect()
}

/// The bounds of the central [`CONFIDENCE`] share of `means`, by linear interpolation between order
/// statistics (numpy's default).
pub(super) fn central_interval(mut means: Vec<f64>) -> (f64, f64) {
    means.sort_by(f64::total_cmp);
    let tail = (1.0 - CONFIDENCE) / 2.0;
    (quantile(&means, tail), quantile(&means, 1.0 - tail))
}

fn quantile(sorted: &[f64], share: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else { return f64::NAN };
    let position = share * last as f64;
    let (below, above) = (sorted[position.floor() as usize], sorted[(position.ceil() as usize).min(last)]);
    below + (above - below) * position.fract()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_pinned() {
        let mut indices = Indices::below(100).unwrap();
        let first: Vec<_> = (0..8).map(|_| indices.draw()).collect();
        assert_eq!(first, PINNED);
    }

    /// From splitmix64(42) and xoshiro256++ written independently in Python. A change of this stream
    /// changes every interval shown.
    const PINNED: [usize; 8] = [81, 31, 98, 70, 79, 58, 12, 60];

    #[test]
    fn indices_are_even() {
        let mut indices = Indices::below(7).unwrap();
        let mut counts = [0_u32; 7];
        (0..70_000).for_each(|_| counts[indices.draw()] += 1);
        assert!(counts.iter().all(|c| (9_600..10_400).contains(c)), "{counts:?}");
    }

    #[test]
    fn nothing_to_draw_from() {
        assert!(Indices::below(0).is_none());
        assert!(resampled_means(&[]).is_empty());
    }

    #[test]
    fn quantiles_interpolate() {
        let sorted: Vec<f64> = (0..=10).map(f64::from).collect();
        assert!((quantile(&sorted, 0.025) - 0.25).abs() < 1e-12);
        assert!((quantile(&sorted, 0.975) - 9.75).abs() < 1e-12);
        assert_eq!(quantile(&[3.0], 0.5), 3.0);
    }
}
