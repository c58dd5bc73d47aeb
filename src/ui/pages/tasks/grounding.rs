//! What of a task stands in the code: anchors of its evidence, and names that only documentation knows.

use leptos::prelude::*;

use crate::domain::task::grounding::{Anchor, AnchorState};
use crate::engine::protocol::GroundingView;
use crate::ui::components::{Advice, NoticeTone};
use crate::ui::state::use_state;
use crate::ui::words;

/// The checks of a task, once they are made.
#[component]
pub fn Grounding(
    /// Identifier of the task.
    id: String,
) -> impl IntoView {
    let state = use_state();
    let view = move || state.tasks.grounding.get().filter(|view| view.task == id);
    view! {
        <section data-test="grounding">
            <h3>"Checked in the code"</h3>
            {move || match view() {
                None => view! { <p class="quiet" role="status">"Looking it up…"</p> }.into_any(),
                Some(view) => checks(&view).into_any(),
            }}
        </section>
    }
}

fn checks(view: &GroundingView) -> impl IntoView + use<> {
    let anchors = match view.anchors.len() {
        0 => "The evidence names no file of the code-only repository.".to_owned(),
        n => format!("{} of the evidence, {} gone.", words::of(n, "anchor", "anchors"), view.lost),
    };
    let names = format!(
        "{} in the answer: {} stand in the code.",
        words::of(view.names, "name", "names"),
        view.names - view.only_documented.len() - view.nowhere.len()
    );
    let flagged = |test, message: &str, found: &[String]| {
        (!found.is_empty()).then(|| {
            view! { <Advice test=test tone=NoticeTone::Warning message=format!("{message}: {}", found.join(", "))/> }
        })
    };
    view! {
        <p class="quiet">{anchors}</p>
        <ul class="anchors">{view.anchors.iter().map(|(anchor, state)| one(anchor, state)).collect_view()}</ul>
        <p class="quiet">{names}</p>
        {flagged("only-documented", "Only removed documentation knows these names", &view.only_documented)}
        {flagged("nowhere", "Nothing in the repository has these names", &view.nowhere)}
    }
}

fn one(anchor: &Anchor, state: &AnchorState) -> impl IntoView + use<> {
    let place = match &anchor.symbol {
        Some(symbol) => format!("{symbol} in {}:{}–{}", anchor.path, anchor.start_line, anchor.end_line),
        None => anchor.path.clone(),
    };
    let (sign, word) = match state {
        AnchorState::There => ("✓", "there".to_owned()),
        AnchorState::Changed { line } => ("!", format!("there, but other code (line {line})")),
        AnchorState::Moved { path, line } => ("→", format!("moved to {path}:{line}")),
        AnchorState::Gone => ("✕", "gone".to_owned()),
    };
    view! {
        <li data-test="anchor">
            <span class="check-sign mono" aria-hidden="true">{sign}</span>
            <span class="mono">{place}</span> ": " {word}
        </li>
    }
}
