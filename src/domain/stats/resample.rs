//! Drawing with replacement, and what is read off the draws.

use std::collections::BTreeMap;

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{CONFIDENCE, RESAMPLES, SEED};

/// Columns that are drawn in one pass: as many sums as registers hold.
const LANES: usize = 8;

/// A seeded stream of indices below a bound.
pub(super) struct Indices {
    generator: Xoshiro256PlusPlus,
    bound: u32,
    /// Draws whose low half falls below this would favour some indices, and are drawn again.
    reject_below: u32,
}

impl Indices {
    /// Indices below `bound`, from the fixed seed. Streams of different numbers are independent: they lie 2^128
    /// draws apart. `None` when there is nothing to draw from.
    pub(super) fn below(bound: usize, stream: usize) -> Option<Self> {
        let bound = u32::try_from(bound).ok().filter(|b| *b > 0)?;
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(SEED);
        (0..stream).for_each(|_| generator.jump());
        Some(Self { generator, bound, reject_below: bound.wrapping_neg() % bound })
    }

    /// The next index, unbiased (Lemire's multiply-and-reject).
    #[inline]
    pub(super) fn draw(&mut self) -> usize {
        loop {
            let product = u64::from(self.generator.next_u32()) * u64::from(self.bound);
            if product as u32 >= self.reject_below {
                return (product >> 32) as usize;
            }
        }
    }
}

/// For each column, the means of [`RESAMPLES`] draws with replacement from it, in the order drawn; none from an empty
/// one.
///
/// What is drawn depends on a column's length and the stream alone. So columns of one length are drawn in one pass,
/// which is several times faster, and each gets what it would get by itself, to the bit.
pub(super) fn resampled_means(columns: &[&[f64]], stream: usize) -> Vec<Vec<f64>> {
    let mut of_length: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let mut means = vec![Vec::new(); columns.len()];
    for (place, column) in columns.iter().enumerate() {
        of_length.entry(column.len()).or_default().push(place);
    }
    for (length, places) in of_length {
        for places in places.chunks(LANES) {
            let Some(indices) = Indices::below(length, stream) else { continue };
            let chosen: Vec<&[f64]> = places.iter().map(|place| columns[*place]).collect();
            let drawn = match chosen.as_slice() {
                [alone] => vec![draw_alone(alone, indices)],
                _ => draw_together(&chosen, indices),
            };
            places.iter().zip(drawn).for_each(|(place, column)| means[*place] = column);
        }
    }
    means
}

fn draw_alone(column: &[f64], mut indices: Indices) -> Vec<f64> {
    let mut draw = || {
        let mut sum = 0.0;
        for _ in 0..column.len() {
            sum += column[indices.draw()];
        }
        sum / column.len() as f64
    };
    (0..RESAMPLES).map(|_| draw()).collect()
}

/// Draws at most [`LANES`] columns of one length, laid out row by row so that a draw reads one place.
fn draw_together(columns: &[&[f64]], mut indices: Indices) -> Vec<Vec<f64>> {
    let length = columns.first().map_or(0, |column| column.len());
    let mut rows = vec![[0.0; LANES]; length];
    for (lane, column) in columns.iter().enumerate() {
        rows.iter_mut().zip(column.iter()).for_each(|(row, value)| row[lane] = *value);
    }
    let mut means = vec![Vec::with_capacity(RESAMPLES); columns.len()];
    for _ in 0..RESAMPLES {
        // Written out: as a loop over an array it would not be unrolled where code is optimised for size, and each sum
        // would go through memory at every draw, which takes six times as long.
        let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = [0.0; LANES];
        for _ in 0..length {
            let [in_a, in_b, in_c, in_d, in_e, in_f, in_g, in_h] = rows[indices.draw()];
            a += in_a;
            b += in_b;
            c += in_c;
            d += in_d;
            e += in_e;
            f += in_f;
            g += in_g;
            h += in_h;
        }
        means.iter_mut().zip([a, b, c, d, e, f, g, h]).for_each(|(means, sum)| means.push(sum / length as f64));
    }
    means
}

/// The bounds of the central [`CONFIDENCE`] share of `means`.
pub(super) fn central_interval(mut means: Vec<f64>) -> (f64, f64) {
    let tail = (1.0 - CONFIDENCE) / 2.0;
    let low = quantile(&mut means, tail);
    (low, quantile(&mut means, 1.0 - tail))
}

/// The value below which a share of `values` lies, by linear interpolation between order statistics (numpy's default;
/// type 7 of Hyndman and Fan 1996). Changes their order. Not a number of nothing.
pub(super) fn quantile(values: &mut [f64], share: f64) -> f64 {
    let Some(last) = values.len().checked_sub(1) else { return f64::NAN };
    let position = share * last as f64;
    let at = (position.floor() as usize).min(last);
    let (_, below, rest) = values.select_nth_unstable_by(at, f64::total_cmp);
    let below = *below;
    let above = rest.iter().copied().min_by(f64::total_cmp).unwrap_or(below);
    below + (above - below) * position.fract()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(stream: usize) -> [usize; 8] {
        let mut indices = Indices::below(100, stream).unwrap();
        std::array::from_fn(|_| indices.draw())
    }

    #[test]
    fn the_stream_is_pinned() {
        assert_eq!(first(0), PINNED);
        assert_ne!(first(1), PINNED, "another stream draws otherwise");
    }

    /// From splitmix64(42) and xoshiro256++ written independently in Python. A change of this stream
    /// changes every interval shown.
    const PINNED: [usize; 8] = [81, 31, 98, 70, 79, 58, 12, 60];

    #[test]
    fn indices_are_even() {
        let mut indices = Indices::below(7, 0).unwrap();
        let mut counts = [0_u32; 7];
        (0..70_000).for_each(|_| counts[indices.draw()] += 1);
        assert!(counts.iter().all(|c| (9_600..10_400).contains(c)), "{counts:?}");
    }

    #[test]
    fn nothing_to_draw_from() {
        assert!(Indices::below(0, 0).is_none());
        assert_eq!(resampled_means(&[&[]], 0), vec![Vec::<f64>::new()]);
    }

    /// As plain as it can be written: what every way of drawing must give to the bit.
    fn plainly(column: &[f64]) -> Vec<f64> {
        let mut indices = Indices::below(column.len(), 0).unwrap();
        let mut sum = || (0..column.len()).map(|_| column[indices.draw()]).fold(0.0, |sum, value| sum + value);
        (0..RESAMPLES).map(|_| sum() / column.len() as f64).collect()
    }

    #[test]
    fn columns_drawn_together_get_what_they_would_get_alone() {
        let column = |length: usize, i: usize| (0..length).map(|k| ((k * 7 + i * 3) % 16) as f64 / 15.0).collect();
        for count in [1, 2, 3, 8, 11] {
            let columns: Vec<Vec<f64>> = (0..count).map(|i| column(if i % 4 == 3 { 9 } else { 20 }, i)).collect();
            let together = resampled_means(&columns.iter().map(Vec::as_slice).collect::<Vec<_>>(), 0);
            for (column, drawn) in columns.iter().zip(together) {
                assert_eq!(drawn, plainly(column), "{count} columns");
            }
        }
    }

    #[test]
    fn quantiles_interpolate() {
        let mut values: Vec<f64> = [3, 9, 0, 10, 5, 1, 8, 2, 7, 4, 6].map(f64::from).to_vec();
        assert!((quantile(&mut values, 0.025) - 0.25).abs() < 1e-12);
        assert!((quantile(&mut values, 0.975) - 9.75).abs() < 1e-12);
        assert_eq!((quantile(&mut values, 0.0), quantile(&mut values, 1.0)), (0.0, 10.0));
        assert_eq!(quantile(&mut [3.0], 0.5), 3.0);
        assert!(quantile(&mut [], 0.5).is_nan());
    }
}
