//! Opening: the drop zone, its progress, and what went wrong.

use std::sync::Arc;

use leptos::prelude::*;

use crate::engine::protocol::{Command, FileRow, OpenProgress, OpenStage, Problem};
use crate::ui::components::{Advice, Button, Dropped, FileDrop, NoticeTone, Progress, Tone, VirtualList};
use crate::ui::engine::{EngineHandle, use_engine};
use crate::ui::state::{Activity, State, use_state};
use crate::ui::words;

/// Where an archive or a folder is dropped.
#[component]
pub fn DropZone() -> impl IntoView {
    let (state, engine) = (use_state(), use_engine());
    let on_drop = Callback::new(move |dropped| open(state, engine, dropped));
    view! {
        <FileDrop test="drop" accept=".zip,.tar,.gz,.tgz,.bz2,.tbz2,.tbz,.xz,.txz" on_drop=on_drop>
            <p class="drop-title">"Drop a .zip, a .tar (also .gz, .bz2 or .xz) or a folder here"</p>
            <p class="quiet">
                "A source distribution or a hosting site's archive both do. Everything stays in this tab; \
                 only what a model asks for goes to the provider that you choose."
            </p>
        </FileDrop>
        <p class="quiet repository-sample">
            "Nothing at hand? "
            <Button
                test="open-sample"
                tone=Tone::Quiet
                on_click=Callback::new(move |()| engine.send(Command::OpenSample))
            >
                "Open the sample repository"
            </Button>
        </p>
    }
}

fn open(state: State, engine: EngineHandle, dropped: Dropped) {
    match dropped {
        Dropped::File(file) => engine.send_with(Command::OpenArchive { name: file.name() }, vec![file]),
        Dropped::Folder(name, files) => {
            let (paths, files) = files.into_iter().unzip();
            engine.send_with(Command::OpenFolder { name, paths }, files);
        }
        Dropped::Unreadable(message) => state.notify(Problem {
            message,
            advice: "Drop one .zip or .tar (also .tar.gz, .tar.bz2 or .tar.xz), or one folder.".into(),
            details: String::new(),
        }),
    }
}

/// Progress while a repository is being opened, or why it could not be.
#[component]
pub fn Opening() -> impl IntoView {
    let state = use_state();
    let is_opening = Memo::new(move |_| state.repository.activity.with(|a| matches!(a, Activity::Opening(_))));
    let failure = Memo::new(move |_| match state.repository.activity.get() {
        Activity::Failed(problem) => Some(problem),
        _ => None,
    });
    let failed = move || {
        failure.get().map(|problem| {
            view! {
                <Advice
                    test="open-failed"
                    tone=NoticeTone::Error
                    message=problem.message
                    advice=problem.advice
                    details=problem.details
                />
            }
        })
    };
    view! {
        {failed}
        <Show when=move || is_opening.get()><Underway/></Show>
        {move || state.repository.listing.get().map(|files| view! { <Listing files=files/> })}
    }
}

#[component]
fn Underway() -> impl IntoView {
    let (state, engine) = (use_state(), use_engine());
    let progress = move || match state.repository.activity.get() {
        Activity::Opening(progress) => Some(progress),
        _ => None,
    };
    let label = move || progress().map(|p| format!("{} {}", stage(p.stage), p.name)).unwrap_or_default();
    let detail = move || progress().map(|p: OpenProgress| words::of(p.files, "file", "files")).unwrap_or_default();
    view! {
        <div class="opening">
            <Progress
                test="open-progress"
                label=Signal::derive(label)
                fraction=Signal::derive(move || progress().map(|p| p.fraction))
                detail=Signal::derive(detail)
            />
            <Button test="open-cancel" on_click=Callback::new(move |()| engine.send(Command::CancelOpen))>
                "Cancel"
            </Button>
        </div>
    }
}

/// The files that were unpacked, while they are being read.
#[component]
fn Listing(
    /// The files.
    files: Arc<Vec<FileRow>>,
) -> impl IntoView {
    let count = files.len();
    let render = move |at: usize| match files.get(at) {
        Some(file) => view! {
            <div class="file-row">
                <span class="file-name">{file.path.clone()}</span>
                <span class="file-status figure">{words::bytes(file.bytes)}</span>
            </div>
        }
        .into_any(),
        None => ().into_any(),
    };
    view! {
        <p class="quiet" data-test="listing-count">{words::of(count, "file", "files")} " unpacked"</p>
        <VirtualList test="listing" label="Files" count=Signal::stored(count) row_height=30.0 render=render/>
    }
}

fn stage(stage: OpenStage) -> &'static str {
    match stage {
        OpenStage::Reading => "Reading",
        OpenStage::Unpacking => "Unpacking",
        OpenStage::Analysing => "Analysing",
    }
}

/// Opens another repository in place of this one.
#[component]
pub fn Another() -> impl IntoView {
    let engine = use_engine();
    view! {
        <Button test="close-repository" on_click=Callback::new(move |()| engine.send(Command::CloseRepository))>
            "Load another"
        </Button>
    }
}
