//! Prints the deterministic half of the benchmark for an archive. (In work.)

fn main() {}
