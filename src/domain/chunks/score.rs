//! Which signals fire for a chunk.

use super::{ChunkSource, Signal, patterns};
use crate::domain::python::text::length;

/// The sum of the points.
pub fn score(signals: &[Signal]) -> f64 {
    // Not `sum`, whose empty sum is minus zero.
    signals.iter().fold(0.0, |sum, signal| sum + signal.points())
}

/// The signals that fire, in the order of the table.
pub(super) fn signals(source: ChunkSource, path: &str, heading: &str, content: &str) -> Vec<Signal> {
    let low = format!("/{}", path.to_lowercase());
    let has = |part: &str| low.contains(part);
    let lines: Vec<&str> = content.split('\n').collect();
    let fires = |signal: &Signal| match signal {
        Signal::Length => (200..=8000).contains(&length(content)),
        Signal::CodeReferences => patterns::has_code_reference(content),
        Signal::BehavioralKeywords => patterns::has_behaviour(content),
        Signal::DocstringSource => source == ChunkSource::Docstring,
        Signal::GenericHeading => source != ChunkSource::Docstring && patterns::is_generic_heading(heading),
        Signal::TestPath => has("/test") || has("test_"),
        Signal::VendoredPath => has("extern") || has("vendor"),
        Signal::ExamplePath => has("example") || has("gallery") || has("galleries"),
        Signal::StructuredSections => patterns::has_parameters(&lines) && patterns::has_returns(&lines),
        Signal::Doctest => patterns::has_doctest(&lines),
        Signal::DeepPath => path.matches('/').count() >= 2,
        Signal::StackedOneLiners => patterns::is_stack_of_one_liners(content),
        Signal::DirectiveHeavy => patterns::is_directive_heavy(&lines),
    };
    Signal::ALL.into_iter().filter(fires).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_docstring_with_every_merit() {
        let content = format!(
            "Return `x` when asked.\n\nParameters\n----------\nx\n\nReturns\n-------\ny\n\n>>> f(1)\n{}",
            "and more words ".repeat(12)
        );
        let fired = signals(ChunkSource::Docstring, "pkg/sub/mod.py", "f", &content);
        assert_eq!(score(&fired), 11.0, "{fired:?}");
        assert_eq!(score(&signals(ChunkSource::Docstring, "pkg/tests/mod.py", "f", &content)), 9.0);
    }
}
