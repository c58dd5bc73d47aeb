//! The words that a run was begun with.

use leptos::prelude::*;

use crate::domain::task::prompts::{PromptSet, text_sha256};
use crate::engine::protocol::{Command, RunRow};
use crate::ui::engine::use_engine;
use crate::ui::pages::shared::{PromptDiff, differ};
use crate::ui::state::{RunPrompts, use_state};

/// Their hash and what differs from the defaults, folded; asked for once it is opened.
#[component]
pub fn Words(
    /// The run.
    row: Memo<RunRow>,
) -> impl IntoView {
    let (state, engine) = (use_state(), use_engine());
    let id = Memo::new(move |_| row.with(|row| row.id.clone()));
    let changed = Memo::new(move |_| row.with(|row| row.changed_prompts));
    let known = Memo::new(move |_| state.runs.prompts.with(|all| all.get(&id.get()).cloned()));
    let open = move |_| {
        if known.with_untracked(Option::is_none) {
            engine.send(Command::ReadRunPrompts { run: id.get_untracked() });
        }
    };
    view! {
        <details class="run-prompts">
            <summary data-test="run-prompts" on:click=open>{move || differ(changed.get())}</summary>
            {move || known.get().map(|prompts| view! { <Known prompts=prompts/> })}
        </details>
    }
}

#[component]
fn Known(
    /// The words.
    prompts: RunPrompts,
) -> impl IntoView {
    let texts = match prompts.prompts {
        None => view! { <p data-test="run-prompts-unknown">"The texts are not known any more: another version of the site began the run."</p> }
            .into_any(),
        Some(set) => view! { <Changed set=set/> }.into_any(),
    };
    view! {
        <p class="quiet">"SHA-256 of all its prompts: " <code class="hash" data-test="run-prompts-hash">{prompts.sha256}</code></p>
        {texts}
    }
}

#[component]
fn Changed(
    /// The texts.
    set: PromptSet,
) -> impl IntoView {
    let one = |template| {
        let text = set.text(template).to_owned();
        let hash = text_sha256(&text);
        view! {
            <h4>{template.title}</h4>
            <p class="quiet">"SHA-256: " <code class="hash">{hash}</code></p>
            <PromptDiff template=template text=text/>
        }
    };
    set.changed().map(one).collect_view()
}
