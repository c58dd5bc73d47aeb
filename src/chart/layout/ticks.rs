//! Round figures for the value axis.

/// Round values that span `bounds`, at most `most` of them, and the bounds widened to them.
pub(super) fn round(bounds: (f64, f64), most: usize) -> (Vec<f64>, (f64, f64)) {
    let (low, high) = bounds;
    let rough = (high - low) / most.saturating_sub(1).max(1) as f64;
    let magnitude = 10_f64.powf(rough.log10().floor());
    let steps = [1.0, 2.0, 2.5, 5.0, 10.0, 20.0];
    for step in steps.iter().map(|s| s * magnitude) {
        // A hair of slack, so that 0.6000000001 doesn't ask for one more step.
        let (first, last) = ((low / step + 1e-6).floor(), (high / step - 1e-6).ceil());
        if ((last - first) as usize) < most.max(2) {
            let count = (last - first) as usize;
            let ticks = (0..=count).map(|i| (first + i as f64) * step).collect();
            return (ticks, (first * step, last * step));
        }
    }
    (vec![low, high], bounds)
}

/// As many figures as a length has room for, and no more than a reader wants.
pub(super) fn room_for(length: f64) -> usize {
    ((length / 64.0) as usize).min(9)
}

/// The figure of a tick, with as many decimals as the step needs.
pub(super) fn write(value: f64, ticks: &[f64], is_signed: bool) -> String {
    let step = ticks.get(1).zip(ticks.first()).map_or(1.0, |(b, a)| (b - a).abs());
    let decimals = (0..4).find(|d| ((step * 10_f64.powi(*d)).fract() - 0.5).abs() > 0.499).unwrap_or(3) as usize;
    let value = if value.abs() < step * 1e-6 { 0.0 } else { value };
    let text = if is_signed && value != 0.0 { format!("{value:+.decimals$}") } else { format!("{value:.decimals$}") };
    text.replace('-', "\u{2212}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(bounds: (f64, f64), most: usize, expected: &[&str]) {
        let (ticks, _) = round(bounds, most);
        let written: Vec<_> = ticks.iter().map(|t| write(*t, &ticks, false)).collect();
        assert_eq!(written, expected, "{bounds:?} in {most}");
    }

    #[test]
    fn round_figures() {
        check((0.0, 1.0), 6, &["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        check((0.0, 1.0), 3, &["0.0", "0.5", "1.0"]);
        check((0.0, 5.0), 6, &["0", "1", "2", "3", "4", "5"]);
        check((-0.031, 0.123), 6, &["−0.05", "0.00", "0.05", "0.10", "0.15"]);
        check((0.0, 1.0), 2, &["0", "1"]);
    }
}
