//! The words that models are asked with: read, changed, held against the defaults.

mod editor;

use leptos::prelude::*;

use crate::domain::provider::ModelRef;
use crate::domain::task::prompts::{PromptEdits, PromptStage, Template, templates};
use crate::engine::protocol::{Command, Export};
use crate::ui::components::{Button, Chip, Tone};
use crate::ui::engine::use_engine;
use crate::ui::pages::shared::{Import, differ};
use crate::ui::state::use_state;

use editor::Editor;

/// The section.
#[component]
pub fn Prompts() -> impl IntoView {
    view! {
        <section id="prompts" class="prompts" aria-label="Prompts">
            <h2>"Prompts"</h2>
            <p class="prose">
                "What models are told. A change holds for what is begun afterwards: a run goes on with the words that it was \
                 begun with, also where it is judged again. Tasks and runs record a hash of their words."
            </p>
            <Acts/>
            {PromptStage::ALL.map(|stage| view! { <Stage stage=stage/> }).collect_view()}
        </section>
    }
}

/// How many differ, and what can be done to all of them.
#[component]
fn Acts() -> impl IntoView {
    let (state, engine) = (use_state(), use_engine());
    let changed = Memo::new(move |_| state.settings.prompts.with(|edits| edits.changed(&PromptStage::ALL)));
    let hash = move || state.settings.prompts.with(|edits| edits.in_force().sha256());
    let is_standard = Signal::derive(move || changed.get() == 0);
    let (is_asking, set_asking) = signal(false);
    let reset = Callback::new(move |()| {
        if is_asking.get_untracked() {
            engine.send(Command::SetPrompts { prompts: PromptEdits::default() });
        }
        set_asking.update(|asking| *asking = !*asking);
    });
    let reset_text = move || if is_asking.get() { "Back to the defaults: sure?" } else { "All back to the defaults" };
    let export = Callback::new(move |()| engine.send(Command::Export(Export::Prompts)));
    view! {
        <p data-test="prompts-state">
            {move || differ(changed.get())} " " <span class="quiet">"SHA-256 of all: " <code class="hash" data-test="prompts-hash">{hash}</code></span>
        </p>
        <div class="acts">
            <Button test="prompts-reset" disabled=is_standard tone=Tone::Danger on_click=reset>{reset_text}</Button>
            <Button test="prompts-export" disabled=is_standard on_click=export>"Keep what differs as a file"</Button>
            <Import judge=Signal::stored(ModelRef::baseline())/>
            <span class="field-hint">"A file of prompts takes the place of all changes."</span>
        </div>
    }
}

#[component]
fn Stage(
    /// The part of the work.
    stage: PromptStage,
) -> impl IntoView {
    let of_stage = templates().filter(move |template| template.stage == stage);
    view! {
        <h3>{stage.label()}</h3>
        <ul>{of_stage.map(|template| view! { <li><One template=template/></li> }).collect_view()}</ul>
    }
}

/// One text, folded; its editor is made once it is wanted.
#[component]
fn One(
    /// The template.
    template: &'static Template,
) -> impl IntoView {
    let state = use_state();
    let is_changed = move || state.settings.prompts.with(|edits| edits.text(template).is_some());
    let (was_opened, set_opened) = signal(false);
    view! {
        <details class="prompt" data-test="prompt" data-id=template.id>
            <summary data-test="prompt-open" data-id=template.id on:click=move |_| set_opened.set(true)>
                {template.title} " " <Show when=is_changed><Chip text="changed" tone="warn"/></Show>
            </summary>
            <Show when=move || was_opened.get()><Editor template=template/></Show>
        </details>
    }
}
