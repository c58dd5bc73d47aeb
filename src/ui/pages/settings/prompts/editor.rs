//! One text: what it is for, what is put into it, the text itself, what is wrong with it, and what differs.

use leptos::prelude::*;

use crate::domain::task::prompts::{Template, TextProblem, text_sha256};
use crate::engine::protocol::Command;
use crate::ui::components::{Button, TextArea, Tone};
use crate::ui::engine::use_engine;
use crate::ui::pages::shared::PromptDiff;
use crate::ui::state::use_state;

/// What is typed, and the stored text that it is a change of: once that is another, what was typed is void.
#[derive(Clone)]
struct Draft {
    of: String,
    text: String,
}

/// The editor of one text.
#[component]
pub fn Editor(
    /// The template.
    template: &'static Template,
) -> impl IntoView {
    let (state, engine) = (use_state(), use_engine());
    let stored = Memo::new(move |_| {
        state.settings.prompts.with(|edits| edits.text(template).unwrap_or(template.default_text()).to_owned())
    });
    let draft = RwSignal::new(None::<Draft>);
    let text = Memo::new(move |_| {
        let typed = draft.get().filter(|draft| stored.with(|stored| draft.of == *stored));
        typed.map_or_else(|| stored.get(), |draft| draft.text)
    });
    let type_in = Callback::new(move |text| draft.set(Some(Draft { of: stored.get_untracked(), text })));
    let put = move |text: &str| {
        let mut prompts = state.settings.prompts.get_untracked();
        prompts.set(template, text);
        engine.send(Command::SetPrompts { prompts });
    };
    let save = Callback::new(move |()| text.with_untracked(|text| put(text)));
    let reset = Callback::new(move |()| {
        draft.set(None);
        put(template.default_text());
    });
    let problems = Memo::new(move |_| text.with(|text| template.check(text)));
    let is_fatal = Signal::derive(move || problems.with(|all| all.iter().any(TextProblem::is_fatal)));
    let is_stored = Memo::new(move |_| text.get() == stored.get());
    let is_standard = Memo::new(move |_| text.with(|text| text == template.default_text()));
    let problems_id = format!("problems-{}", template.id);
    view! {
        <p class="quiet">{template.purpose}</p>
        <Placeholders template=template/>
        <TextArea
            test="prompt-text"
            label="Text"
            value=text
            on_input=type_in
            invalid=is_fatal
            described_by=problems_id.clone()
        />
        <div id=problems_id class="prompt-problems" role="status" data-test="prompt-problems">
            {move || problems.get().iter().map(problem).collect_view()}
        </div>
        <div class="acts">
            <Button
                test="prompt-save"
                tone=Tone::Primary
                disabled=Signal::derive(move || is_stored.get() || is_fatal.get())
                on_click=save
            >
                "Use this text"
            </Button>
            <Button test="prompt-undo" tone=Tone::Quiet disabled=is_stored on_click=Callback::new(move |()| draft.set(None))>
                "Undo"
            </Button>
            <Button
                test="prompt-reset"
                disabled=Signal::derive(move || is_standard.get() && is_stored.get())
                on_click=reset
            >
                "Back to the default"
            </Button>
        </div>
        <p class="quiet">"SHA-256 of this text: " <code class="hash">{move || text.with(|text| text_sha256(text))}</code></p>
        <Show when=move || !is_standard.get()>
            <p>"Against the default:"</p>
            {move || view! { <PromptDiff template=template text=text.get()/> }}
        </Show>
    }
}

/// What is put into the text.
#[component]
fn Placeholders(
    /// The template.
    template: &'static Template,
) -> impl IntoView {
    if template.placeholders.is_empty() {
        return view! { <p class="quiet">"Nothing is put into it."</p> }.into_any();
    }
    let one = |known: &crate::domain::task::prompts::Placeholder| {
        let need = if known.is_required { "must be there" } else { "may be there" };
        view! {
            <dt><code>{format!("{{{}}}", known.name)}</code></dt>
            <dd>{known.meaning} <span class="quiet">{format!(" ({need})")}</span></dd>
        }
    };
    view! { <dl class="placeholders">{template.placeholders.iter().map(one).collect_view()}</dl> }.into_any()
}

fn problem(problem: &TextProblem) -> impl IntoView + use<> {
    let (class, word) = if problem.is_fatal() { ("bad", "Can't be used: ") } else { ("warn", "Note: ") };
    let text = problem.to_string();
    view! { <p class=format!("prompt-{class}")><strong>{word}</strong> {text}</p> }
}
