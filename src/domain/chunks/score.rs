//! Which signals fire for a chunk.

use super::{ChunkSource, Signal, patterns};
use crate::domain::python::text::length;

/// The sum of the points.
pub fn score(signals: &[Signal]) -> f64 {
    // Not `sum`, whose empty sum is minus zero.
    signals.iter().fold(0.0, |sum, signal| sum + signal.points())
}

/// The signals that the path of a file fires for all its chunks.
pub(super) fn of_path(path: &str) -> Vec<Signal> {
    let low = format!("/{}", path.to_lowercase());
    let has = |part: &str| low.contains(part);
    let all = [
        (Signal::TestPath, has("/test") || has("test_")),
        (Signal::VendoredPath, has("extern") || has("vendor")),
        (Signal::ExamplePath, has("example") || has("gallery") || has("galleries")),
        (Signal::DeepPath, path.matches('/').count() >= 2),
    ];
    all.into_iter().filter(|(_, fires)| *fires).map(|(signal, _)| signal).collect()
}

/// The signals that a text fires, wherever it stands.
pub(super) fn of_text(source: ChunkSource, heading: &str, content: &str) -> Vec<Signal> {
    let lines: Vec<&str> = content.split('\n').collect();
    let fires = |signal: &Signal| match signal {
        Signal::Length => (200..=8000).contains(&length(content)),
        Signal::CodeReferences => patterns::has_code_reference(content),
        Signal::BehavioralKeywords => patterns::has_behaviour(content),
        Signal::DocstringSource => source == ChunkSource::Docstring,
        Signal::GenericHeading => source != ChunkSource::Docstring && patterns::is_generic_heading(heading),
        Signal::StructuredSections => patterns::has_parameters(&lines) && patterns::has_returns(&lines),
        Signal::Doctest => patterns::has_doctest(&lines),
        Signal::StackedOneLiners => patterns::is_stack_of_one_liners(content),
        Signal::DirectiveHeavy => patterns::is_directive_heavy(&lines),
        Signal::TestPath | Signal::VendoredPath | Signal::ExamplePath | Signal::DeepPath => false,
    };
    Signal::ALL.into_iter().filter(fires).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::chunks::Chunk;

    #[test]
    fn a_docstring_with_every_merit() {
        let content = format!(
            "Return `x` when asked.\n\nParameters\n----------\nx\n\nReturns\n-------\ny\n\n>>> f(1)\n{}",
            "and more words ".repeat(12)
        );
        let check = |path: &str, expected| {
            let chunk = Chunk::new(ChunkSource::Docstring, path, "f", 1, &content);
            assert_eq!(chunk.score, expected, "{:?}", chunk.signals);
            assert!(chunk.signals.is_sorted());
        };
        check("pkg/sub/mod.py", 11.0);
        check("pkg/tests/mod.py", 9.0);
    }
}
