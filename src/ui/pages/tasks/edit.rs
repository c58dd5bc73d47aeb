//! Changing by hand what a task says.

use leptos::prelude::*;

use crate::domain::task::{Task, Wording};
use crate::engine::protocol::Command;
use crate::ui::components::{Advice, Button, NoticeTone, TextArea, Tone};
use crate::ui::engine::use_engine;

/// What is being written; lists have one point a line.
#[derive(Clone, Copy)]
struct Draft {
    question: RwSignal<String>,
    answer: RwSignal<String>,
    rubric: RwSignal<String>,
    evidence: RwSignal<String>,
}

impl Draft {
    fn of(task: &Task) -> Self {
        Self {
            question: RwSignal::new(task.question.clone()),
            answer: RwSignal::new(task.answer.clone()),
            rubric: RwSignal::new(task.rubric.join("\n")),
            evidence: RwSignal::new(task.evidence.join("\n")),
        }
    }

    fn wording(self) -> Wording {
        let lines = |text: String| text.lines().map(str::to_owned).collect();
        Wording {
            question: self.question.get(),
            answer: self.answer.get(),
            rubric: lines(self.rubric.get()),
            evidence: lines(self.evidence.get()),
        }
    }
}

/// The editor of a task's words. Ctrl and Enter saves, Escape leaves it.
#[component]
pub fn Editor(
    /// The task.
    task: std::sync::Arc<Task>,
    /// Told when it is left.
    on_close: Callback<()>,
) -> impl IntoView {
    let engine = use_engine();
    let draft = Draft::of(&task);
    let paths: Vec<String> =
        task.key_files.iter().cloned().chain(task.chunk.as_ref().map(|chunk| chunk.path.clone())).collect();
    let before = task.wording();
    let wording = Memo::new(move |_| draft.wording().tidied());
    let refusal = move || wording.with(|wording| wording.as_ref().err().map(ToString::to_string));
    let broken = move || wording.with(|wording| wording.as_ref().ok().and_then(|wording| wording.broken_rule(&paths)));
    let is_idle = Signal::derive(move || wording.with(|w| w.as_ref().map_or(true, |wording| *wording == before)));
    let id = StoredValue::new(task.id.clone());
    let save = Callback::new(move |()| {
        if let (false, Ok(wording)) = (is_idle.get_untracked(), wording.get_untracked()) {
            engine.send(Command::EditTask { id: id.get_value(), wording });
            on_close.run(());
        }
    });
    let on_key = move |event: leptos::ev::KeyboardEvent| match event.key().as_str() {
        "Escape" => {
            event.stop_propagation();
            on_close.run(());
        }
        "Enter" if event.ctrl_key() || event.meta_key() => save.run(()),
        _ => {}
    };
    view! {
        <section class="editor" aria-label="Edit the task" data-test="task-editor" on:keydown=on_key>
            <Areas draft=draft/>
            {move || broken().map(|rule| view! { <Advice test="edit-rule" tone=NoticeTone::Warning message=rule/> })}
            {move || refusal().map(|text| view! { <Advice test="edit-refusal" tone=NoticeTone::Error message=text/> })}
            <div class="acts">
                <Button test="edit-save" tone=Tone::Primary disabled=is_idle on_click=save>"Save"</Button>
                <Button test="edit-cancel" on_click=on_close>"Cancel"</Button>
                <span class="field-hint">"What it says now stays among its versions. Ctrl and Enter saves."</span>
            </div>
        </section>
    }
}

#[component]
fn Areas(
    /// What is being written.
    draft: Draft,
) -> impl IntoView {
    let write = |text: RwSignal<String>| Callback::new(move |value| text.set(value));
    view! {
        <TextArea
            test="edit-question"
            label="Question"
            value=draft.question
            on_input=write(draft.question)
            hint="One sentence of about 25 words, without paths, folder names or line numbers."
        />
        <TextArea test="edit-answer" label="Gold answer" value=draft.answer on_input=write(draft.answer)/>
        <TextArea
            test="edit-rubric"
            label="Rubric"
            value=draft.rubric
            on_input=write(draft.rubric)
            hint="One point a line: what a full answer must say."
        />
        <TextArea
            test="edit-evidence"
            label="Evidence"
            value=draft.evidence
            on_input=write(draft.evidence)
            hint="One fact a line, with its file and function."
        />
    }
}
