//! A text with what went and what came.

use leptos::prelude::*;

use crate::engine::protocol::{WordOp, WordRun};

/// The runs of words, those that went struck out and those that came marked.
#[component]
pub fn WordDiff(
    /// Value of `data-test`.
    test: &'static str,
    /// The runs.
    runs: Vec<WordRun>,
) -> impl IntoView {
    let run = |run: WordRun| match run.op {
        WordOp::Same => run.text.into_any(),
        WordOp::Removed => view! { <del>{run.text}</del> }.into_any(),
        WordOp::Added => view! { <ins>{run.text}</ins> }.into_any(),
    };
    view! { <p class="text-block word-diff" data-test=test>{runs.into_iter().map(run).collect_view()}</p> }
}
