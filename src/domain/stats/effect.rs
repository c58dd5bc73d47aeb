//! Plain moments and effect size.

/// The arithmetic mean; `None` of nothing.
pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// The sample standard deviation (n − 1); `None` below two values.
pub fn standard_deviation(values: &[f64]) -> Option<f64> {
    let mean = mean(values).filter(|_| values.len() > 1)?;
    let squares: f64 = values.iter().map(|v| (v - mean) * (v - mean)).sum();
    Some((squares / (values.len() - 1) as f64).sqrt())
}

/// Cohen's d of paired differences: their mean in units of their standard deviation. `None` where
/// the differences don't vary, since the unit is then zero.
pub fn cohens_d(differences: &[f64]) -> Option<f64> {
    let spread = standard_deviation(differences).filter(|s| *s > f64::EPSILON)?;
    Some(mean(differences)? / spread)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments() {
        assert_eq!(mean(&[]), None);
        assert_eq!(mean(&[0.2, 0.4, 0.9]).map(|m| (m * 1e6).round()), Some(500_000.0));
        assert_eq!(standard_deviation(&[1.0]), None);
        let sd = standard_deviation(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]).unwrap();
        assert!((sd - 2.138_089_935).abs() < 1e-9);
    }

    #[test]
    fn effect_size() {
        let d = cohens_d(&[0.1, 0.3, -0.1, 0.1]).unwrap();
        assert!((d - 0.1 / 0.163_299_316).abs() < 1e-6);
        assert_eq!(cohens_d(&[0.1, 0.1, 0.1]), None, "no spread, no unit");
    }
}
