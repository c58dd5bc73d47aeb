//! The tables of the paper, made from a run's figures.
//!
//! Conditions with intervals (its Tables 5, 6, 10 and 11), axes (7), categories with delta, d and p (8), paired deltas
//! (12), repositories with range (13), how scores are spread, and what may be remembered.

mod axes;
mod clusters;
mod conditions;
mod contamination;
mod deltas;
mod groups;
mod spread;
#[cfg(test)]
mod tests;

pub use axes::axes;
pub use clusters::clusters;
pub use conditions::{conditions, robustness};
pub use contamination::contamination;
pub use deltas::{deltas, robust_deltas};
pub use groups::{categories, subtypes};
pub use spread::spread;

use super::{Results, SetResults, Subject};
use crate::domain::stats::{Delta, LEAST_PAIRS};
use crate::domain::table::{Cell, Format, Notation, Table};

/// Why there is no figure.
const NO_SCORE: &str = "no score";
/// Why there is no figure.
const NO_PAIRS: &str = "no pairs";

/// Every table of a set, in the order shown.
pub fn all(results: &Results, set: &SetResults) -> Vec<Table> {
    vec![
        conditions(set),
        robustness(results, set),
        deltas(set),
        robust_deltas(results, set),
        categories(set),
        subtypes(set),
        axes(set),
        spread(set),
        clusters(set),
        contamination(results, set),
    ]
}

/// Everything that a run says of a set as one text: the finding in words (a comment where the format has no prose),
/// then every table.
pub fn report(results: &Results, set: &SetResults, format: Format) -> String {
    let comment = |sentence: &String| match format {
        Format::Csv => format!("# {sentence}\r\n"),
        Format::Latex => format!("% {sentence}\n"),
        Format::Markdown => format!("{sentence}\n\n"),
    };
    let words: String = set.headline.iter().map(comment).collect();
    let tables: Vec<String> = all(results, set).iter().map(|table| format.write(table)).collect();
    format!("{words}{}", tables.join("\n"))
}

fn name(subject: &Subject) -> Cell {
    Cell::text(subject.label())
}

/// A p-value, or why there is none.
fn p(delta: Option<Delta>, of: impl Fn(Delta) -> Option<f64>) -> Cell {
    match delta {
        None => Cell::Nothing(NO_PAIRS),
        Some(delta) if !delta.is_testable() => Cell::Nothing("too few pairs"),
        Some(delta) => of(delta).map_or(Cell::Nothing("none of its own"), |p| Cell::figure(p, Notation::P)),
    }
}

/// Cohen's d, or why there is none.
fn effect(delta: Option<Delta>) -> Cell {
    match delta {
        None => Cell::Nothing(NO_PAIRS),
        Some(delta) => delta.cohens_d.map_or(Cell::Nothing("no spread"), |d| Cell::figure(d, Notation::Decimal)),
    }
}

/// The note on models together, where there are several.
fn pooled_note(set: &SetResults) -> Option<String> {
    set.subjects().contains(&&Subject::AllModels).then(|| {
        "All models: averaged within each task that every model has a score on, so that the tasks stay the unit.".into()
    })
}

/// The note on p-values.
fn least_note() -> String {
    format!("No p is given below {LEAST_PAIRS} pairs, where a bootstrap would call chance certain.")
}

/// How every interval is made.
const BOOTSTRAP: &str = "Percentile bootstrap over tasks: 10,000 resamples, seed 42, 95 %. Repetitions of a task are \
                         averaged first.";
