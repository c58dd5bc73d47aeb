//! How large a difference must be for so many tasks to show it.

/// z of a two-sided test at 5 %, plus z of 80 % power.
const Z_SUM: f64 = 1.959_964 + 0.841_621;

/// Spread of paired differences between two conditions (standard deviation of documented − code-only, per task)
/// that the published intervals imply: half-width / 1.96 × √n, from the narrowest (Claude Opus 4.6, 528
/// code-derivable tasks, [0.021, 0.033]) to the widest (Gemini-3.1-Pro, 100 doc-dependent tasks, [0.015, 0.091]).
pub const PUBLISHED_SPREAD: (f64, f64) = (0.07, 0.19);

/// The smallest mean difference that a paired comparison of `n` tasks shows with 80 % power at 5 % (two-sided),
/// where the differences spread by `standard_deviation`; none without tasks.
pub fn smallest_detectable(standard_deviation: f64, n: usize) -> Option<f64> {
    (n > 0).then(|| Z_SUM * standard_deviation / (n as f64).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_times_the_tasks_halve_it() {
        // By hand: 2.801585 × 0.1 / √25.
        assert!((smallest_detectable(0.1, 25).unwrap() - 0.056_031_7).abs() < 1e-6);
        assert!((smallest_detectable(0.1, 100).unwrap() * 2.0 - smallest_detectable(0.1, 25).unwrap()).abs() < 1e-12);
        assert_eq!(smallest_detectable(0.1, 0), None);
    }

    fn check_spread(low: f64, high: f64, n: f64, expected: f64) {
        let spread = (high - low) / 2.0 / 1.96 * f64::sqrt(n);
        assert!((spread - expected).abs() < 0.006, "{spread}");
    }

    #[test]
    fn the_published_spread_is_what_the_published_intervals_imply() {
        check_spread(0.021, 0.033, 528.0, PUBLISHED_SPREAD.0);
        check_spread(0.015, 0.091, 100.0, PUBLISHED_SPREAD.1);
    }
}
