//! One task in full.

use std::sync::Arc;

use leptos::prelude::*;

use super::audit::AuditPart;
use super::edit::Editor;
use super::grounding::Grounding;
use super::remake::Remake;
use super::use_editing;
use super::versions::Versions;
use crate::domain::task::{FactVerdict, Review, Task};
use crate::engine::protocol::Command;
use crate::ui::components::{Button, Chip, Empty, Tone};
use crate::ui::engine::use_engine;
use crate::ui::pages::shared::{ModelName, Timeline};
use crate::ui::query::Param;
use crate::ui::state::use_state;
use crate::ui::words;

/// The task that the address names.
#[component]
pub fn TaskPane(
    /// The task's parameter.
    task: Param,
) -> impl IntoView {
    let (state, engine) = (use_state(), use_engine());
    Effect::new(move |_| {
        let id = task.get();
        if !id.is_empty() {
            engine.send(Command::ReadTask { id });
        }
    });
    let content = move || {
        let id = task.get();
        if id.is_empty() {
            return view! { <Empty test="task-none" text="Choose a task to read its answer, evidence and making."/> }
                .into_any();
        }
        match state.tasks.task.get().filter(|t| t.id == id) {
            None => view! { <p class="quiet" role="status">"Reading the task…"</p> }.into_any(),
            Some(view) => view! { <One view=view task=task/> }.into_any(),
        }
    };
    view! { {content} }
}

#[component]
fn One(
    /// The task.
    view: Arc<Task>,
    /// The task's parameter.
    task: Param,
) -> impl IntoView {
    let origin = match (&view.chunk, view.origin.imported()) {
        (Some(chunk), _) => format!("{} · {}:{}", chunk.source.replace('_', " "), chunk.path, chunk.start_line),
        (None, Some(row)) => format!("imported from {}", row.dataset.label()),
        (None, None) => "unknown".into(),
    };
    let on = format!(" on {}, {} tokens", words::date(view.created_ms), words::tokens(&view.usage));
    let made = match view.model.clone() {
        Some(model) => view! { <p>"Made by " <ModelName model=model/> {on}</p> }.into_any(),
        None => view! { <p>{format!("Imported on {}", words::date(view.created_ms))}</p> }.into_any(),
    };
    let is_editing = use_editing();
    let chips = (!view.author.is_origin()).then(|| view! { <Chip text="edited by hand" tone="warn"/> });
    let version = (view.version_number() > 1)
        .then(|| view! { <span class="quiet" data-test="task-version-number">{format!("version {}", view.version_number())}</span> });
    let edited = view.clone();
    let words = view.clone();
    view! {
        <header class="detail-head">
            <p class="quiet">
                {format!("{} · {}", view.set.label(), words::kind(view.category, view.subtype))} " " {chips} " " {version}
            </p>
            <Button test="task-close" tone=Tone::Quiet on_click=Callback::new(move |()| task.clear())>"Close"</Button>
        </header>
        <h2 data-test="task-question">{view.question.clone()}</h2>
        <ReviewPart id=view.id.clone() is_editing=is_editing/>
        <Show when=move || is_editing.get() fallback=move || view! { <Words task=words.clone()/> }>
            <Editor task=edited.clone() on_close=Callback::new(move |()| is_editing.set(false))/>
        </Show>
        <KeyFiles files=view.key_files.clone()/>
        <Grounding id=view.id.clone()/>
        <FactCheckPart view=view.clone()/>
        {view.audit.clone().map(|audit| view! { <AuditPart id=view.id.clone() audit=audit/> })}
        <Versions task=view.clone()/>
        <section>
            <h3>"Origin"</h3>
            <p class="mono">{origin}</p>
            {made}
            {view.chunk.is_some().then(|| view.model.clone()).flatten().map(|model| view! { <Remake id=view.id.clone() model=model/> })}
        </section>
        <Making view=view/>
    }
}

/// What the task says.
#[component]
fn Words(
    /// The task.
    task: Arc<Task>,
) -> impl IntoView {
    view! {
        <section>
            <h3>"Gold answer"</h3>
            <pre class="text-block" data-test="task-answer">{task.answer.clone()}</pre>
        </section>
        {list("Rubric", "task-rubric", &task.rubric, &[])}
        {list("Evidence", "task-evidence", &task.evidence, &task.key_files)}
    }
}

/// Accept and reject. The list's row says how it stands, so that it needn't be asked for again.
#[component]
fn ReviewPart(
    /// The task.
    id: String,
    /// Whether it is being edited.
    is_editing: RwSignal<bool>,
) -> impl IntoView {
    let (state, engine) = (use_state(), use_engine());
    let id = StoredValue::new(id);
    let review = Memo::new(move |_| {
        state.tasks.view.with(|v| id.with_value(|id| v.tasks.iter().find(|t| t.id == *id).map(|t| t.review.clone())))
    });
    // Pressing the one in force takes it back.
    let decide = move |wanted: Review| {
        let review = if review.get_untracked().as_ref() == Some(&wanted) { Review::Unreviewed } else { wanted };
        engine.send(Command::ReviewTask { id: id.get_value(), review });
    };
    let is = move |wanted: Review| Signal::derive(move || review.get().as_ref() == Some(&wanted));
    view! {
        <div class="acts" role="group" aria-label="Review">
            <Button
                test="task-accept"
                pressed=is(Review::Accepted)
                on_click=Callback::new(move |()| decide(Review::Accepted))
            >
                "Accept"
            </Button>
            <Button
                test="task-reject"
                pressed=is(Review::Rejected)
                on_click=Callback::new(move |()| decide(Review::Rejected))
            >
                "Reject"
            </Button>
            <Button
                test="task-edit"
                pressed=is_editing
                on_click=Callback::new(move |()| is_editing.update(|editing| *editing = !*editing))
            >
                "Edit"
            </Button>
            <span class="quiet">"Rejected tasks are left out of evaluations, and their places are open again."</span>
        </div>
    }
}

/// A numbered list; an item that names one of `files` links to it.
fn list(name: &'static str, test: &'static str, items: &[String], files: &[String]) -> Option<AnyView> {
    let one = |item: &String| {
        let file = files.iter().find(|file| item.contains(file.as_str())).map(|file| {
            view! { " " <a href=file_link(file) data-test="evidence-link">"open the file"</a> }
        });
        view! { <li>{item.clone()}{file}</li> }
    };
    let items = items.iter().map(one).collect_view();
    (!items.is_empty()).then(|| {
        view! { <section><h3>{name}</h3><ol class="numbered" data-test=test>{items}</ol></section> }.into_any()
    })
}

fn file_link(path: &str) -> String {
    format!("/repository?file={}", String::from(js_sys::encode_uri_component(path)))
}

#[component]
fn KeyFiles(
    /// Paths of the files.
    files: Vec<String>,
) -> impl IntoView {
    let file = |path: String| {
        let href = file_link(&path);
        view! { <li><a class="mono" href=href>{path}</a></li> }
    };
    (!files.is_empty()).then(|| {
        view! {
            <section>
                <h3>"Key files"</h3>
                <ul data-test="task-key-files">{files.into_iter().map(file).collect_view()}</ul>
            </section>
        }
    })
}

#[component]
fn FactCheckPart(
    /// The task.
    view: Arc<Task>,
) -> impl IntoView {
    view.fact_check.clone().map(|check| {
        let (tone, text) = match check.verdict {
            FactVerdict::Pass => ("good", "pass"),
            FactVerdict::Warn => ("warn", "warn"),
            FactVerdict::Fail => ("bad", "fail"),
        };
        let reasons = check.reasons.into_iter().map(|reason| view! { <li>{reason}</li> }).collect_view();
        view! {
            <section data-test="task-fact-check">
                <h3>"Fact check " <Chip text=text tone=tone/></h3>
                <ul class="numbered">{reasons}</ul>
            </section>
        }
    })
}

/// Every message of the task's making, by stage.
#[component]
fn Making(
    /// The task.
    view: Arc<Task>,
) -> impl IntoView {
    let stage = |stage: &crate::domain::task::StageTranscript| {
        let turns = words::of(stage.transcript.turns() as usize, "turn", "turns");
        view! {
            <details class="making" data-test="task-making">
                <summary>{stage.stage.label()} " · " {turns}</summary>
                <Timeline test="task-transcript" transcript=stage.transcript.clone()/>
            </details>
        }
    };
    view! { <section><h3>"How it was made"</h3>{view.transcripts.iter().map(stage).collect_view()}</section> }
}
