//! A run's finding in words, with the figures that it rests on.

use super::{DeltaKind, DeltaResult, SetResults};

/// One sentence per model and delta, each saying what the data shows or that it cannot tell.
pub fn headline(results: &SetResults) -> Vec<String> {
    results.deltas.iter().map(|delta| sentence(delta, results.set.label())).collect()
}

fn sentence(result: &DeltaResult, set: &str) -> String {
    let what = match result.kind {
        DeltaKind::Code => "reading code",
        DeltaKind::Documentation => "reading documentation",
    };
    let model = result.model.label();
    let Some(delta) = &result.delta else {
        return format!("{model}: nothing can be said about {what} on {set} tasks: no task has both scores.");
    };
    let bounds = format!("{} [{}, {}]", signed(delta.delta), signed(delta.low), signed(delta.high));
    let figures = format!("{bounds}, n = {}", delta.n);
    if delta.low > 0.0 {
        format!("{model}: {what} raises the score on {set} tasks by {figures}.")
    } else if delta.high < 0.0 {
        format!("{model}: {what} lowers the score on {set} tasks by {figures}.")
    } else {
        format!(
            "{model}: whether {what} changes the score on {set} tasks cannot be told at this number of tasks ({figures})."
        )
    }
}

/// Three decimals with a sign; a minus sign, not a hyphen.
fn signed(value: f64) -> String {
    format!("{value:+.3}").replace('-', "−")
}
