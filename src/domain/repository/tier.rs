//! How many tasks a repository gets.

/// The number of tasks for a repository with this many `.py` files: 24, 48 or 72.
pub fn tier(py_files: usize) -> usize {
    match py_files {
        0..200 => 24,
        200..=1500 => 48,
        _ => 72,
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn bounds() {
        assert_eq!([0, 199, 200, 1500, 1501].map(super::tier), [24, 24, 48, 48, 72]);
    }
}
