//! What differs from the default prompts, said wherever it matters.

use leptos::prelude::*;
use leptos_router::components::A;

use crate::domain::diff::{UnifiedLine, unified};
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
    let line = |line: UnifiedLine<'_>| match line {
        UnifiedLine::Same(text) => (LineMark::Same, text.to_owned()),
        UnifiedLine::Removed(text) => (LineMark::Removed, text.to_owned()),
        UnifiedLine::Added(text) => (LineMark::Added, text.to_owned()),
    };
    let lines = unified(template.default_text(), &text).into_iter().map(line).collect();
    view! { <LineDiff test="prompt-diff" label=format!("{}: changes against the default", template.title) lines=lines/> }
}
