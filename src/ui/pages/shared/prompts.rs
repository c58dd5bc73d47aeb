//! What differs from the default prompts, said wherever it matters.

use leptos::prelude::*;
use leptos_router::components::A;

use crate::domain::diff::{DiffOp, DiffRun, side_by_side};
use crate::domain::task::prompts::{PromptStage, Template};
use crate::ui::components::{LineDiff, LineMark};
use crate::ui::state::use_state;
use crate::ui::words;

/// Says that prompts of these stages differ from the defaults, where some do.
#[component]
pub fn PromptsNote(
    /// The stages.
    stages: &'static [PromptStage],
) -> impl IntoView {
    let state = use_state();
    let changed = Memo::new(move |_| state.settings.prompts.with(|edits| edits.changed(stages)));
    view! {
        <Show when=move || changed.get() != 0>
            <p class="quiet" data-test="prompts-note">
                {move || differ(changed.get())} " " <A href="/settings#prompts">"See them under Settings"</A>
            </p>
        </Show>
    }
}

/// So many prompts differ from the defaults.
pub fn differ(count: usize) -> String {
    match count {
        0 => "All prompts are the defaults.".into(),
        1 => "1 prompt differs from the default.".into(),
        n => format!("{} differ from the defaults.", words::of(n, "prompt", "prompts")),
    }
}

/// A text against the default in whose place it stands.
#[component]
pub fn PromptDiff(
    /// The template.
    template: &'static Template,
    /// The text in its place.
    text: String,
) -> impl IntoView {
    let (left, right): (Vec<&str>, Vec<&str>) = (template.default_text().lines().collect(), text.lines().collect());
    let runs = side_by_side(template.default_text(), &text);
    let lines = runs.iter().flat_map(|run| lines(run, &left, &right)).collect();
    view! { <LineDiff test="prompt-diff" label=format!("{}: changes against the default", template.title) lines=lines/> }
}

/// The lines of a run, what is gone before what is new.
fn lines(run: &DiffRun, left: &[&str], right: &[&str]) -> Vec<(LineMark, String)> {
    let of = |side: &[&str], from: Option<u32>, mark: LineMark| {
        let from = from.map_or(side.len(), |from| from as usize);
        let lines = side.iter().skip(from).take(run.lines as usize);
        lines.map(|line| (mark, (*line).to_owned())).collect::<Vec<_>>()
    };
    match run.op {
        DiffOp::Same => of(left, run.left, LineMark::Same),
        DiffOp::Removed => of(left, run.left, LineMark::Removed),
        DiffOp::Changed => {
            let mut both = of(left, run.left, LineMark::Removed);
            both.extend(of(right, run.right, LineMark::Added));
            both
        }
    }
}
