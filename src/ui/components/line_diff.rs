//! What differs between two short texts, one below the other; long lines wrap.

use leptos::prelude::*;

/// What happened to a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineMark {
    /// Nothing.
    Same,
    /// It is gone.
    Removed,
    /// It is new.
    Added,
}

/// The lines of both texts, each with its mark.
#[component]
pub fn LineDiff(
    /// Value of `data-test`.
    test: &'static str,
    /// What is held against what.
    #[prop(into)]
    label: String,
    /// The lines in order.
    lines: Vec<(LineMark, String)>,
) -> impl IntoView {
    let line = |(mark, text): (LineMark, String)| {
        match mark {
        LineMark::Same => view! { <p class="diff-line"><span class="diff-sign" aria-hidden="true"></span><span>{text}</span></p> }.into_any(),
        LineMark::Removed => view! { <p class="diff-line diff-removed"><span class="diff-sign" aria-hidden="true">"−"</span><del>{text}</del></p> }.into_any(),
        LineMark::Added => view! { <p class="diff-line diff-added"><span class="diff-sign" aria-hidden="true">"+"</span><ins>{text}</ins></p> }.into_any(),
    }
    };
    view! {
        <div class="line-diff" role="group" aria-label=label data-test=test>{lines.into_iter().map(line).collect_view()}</div>
    }
}
