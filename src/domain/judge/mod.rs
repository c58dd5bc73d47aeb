//! Judging: one call per answer, three axes, a score or the reason why there is none.

mod verdict;

pub use verdict::{Axis, Verdict, VerdictProblem, parse_verdict};
