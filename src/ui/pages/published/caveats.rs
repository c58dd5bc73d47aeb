//! Where the published figures disagree with each other, and where they come from.

use std::sync::Arc;

use leptos::prelude::*;

use super::view::PublishedView;
use crate::domain::published::Published;
use crate::domain::task::TaskSet;

/// The caveats, always in sight.
#[component]
pub fn Caveats(
    /// The figures.
    published: Arc<Published>,
    /// The task set in force.
    set: Memo<TaskSet>,
    /// The view in force.
    view: Memo<PublishedView>,
) -> impl IntoView {
    let shown = published.clone();
    let source = move || match view.get() {
        PublishedView::MultipleChoice => format!("Source: SWE-QA multi-hop, {}.", shown.mcq.paper),
        _ => format!(
            "Source: Code-QA-Bench, {}, {}; {} tasks made by {}, judged by {}.",
            shown.code_qa.paper,
            shown.code_qa.date,
            set.get().label(),
            shown.code_qa.generator,
            shown.code_qa.judge
        ),
    };
    let computed = published.code_qa.disagreements().into_iter().map(|disagreement| disagreement.text);
    let caveats = published.code_qa.inconsistencies.iter().cloned().chain(computed);
    let caveats = caveats.map(|text| view! { <li>{text}</li> }).collect_view();
    view! {
        <section class="caveats" data-test="caveats">
            <p class="quiet">{source}</p>
            <h2>"Where the published figures disagree"</h2>
            <ul>{caveats}</ul>
        </section>
    }
}
