//! One file, original beside code-only.

use std::sync::Arc;

use leptos::prelude::*;

use super::files::label;
use super::lines::Lines;
use crate::domain::diff::{DiffOp, DiffRun};
use crate::engine::protocol::{FileStatus, FileView};
use crate::ui::components::{
    Advice, Button, CodePane, Empty, NoticeTone, PaneRow, PaneSides, PaneTone, Segmented, Tone,
};
use crate::ui::query::Param;
use crate::ui::state::use_state;

/// The file that the address names.
#[component]
pub fn FilePane(
    /// The file's parameter.
    file: Param,
) -> impl IntoView {
    let state = use_state();
    let content = move || {
        let path = file.get();
        if path.is_empty() {
            return view! { <Empty test="file-none" text="Choose a file to see it beside its code-only form."/> }
                .into_any();
        }
        match state.repository.file.get().filter(|view| view.path == path) {
            None => view! { <p class="quiet" role="status">"Reading " {path} "…"</p> }.into_any(),
            Some(view) => view! { <One view=view file=file/> }.into_any(),
        }
    };
    view! { {content} }
}

#[component]
fn One(
    /// The file.
    view: Arc<FileView>,
    /// The file's parameter.
    file: Param,
) -> impl IntoView {
    let sides = Param::replacing("sides");
    let note = note(&view);
    let options =
        vec![("both", "Both".to_owned()), ("original", "Original".to_owned()), ("code_only", "Code-only".to_owned())];
    let has_both = view.is_text && view.has_code_only;
    let shown = view.clone();
    view! {
        <header class="detail-head">
            <h2 class="mono" data-test="file-path">{view.path.clone()}</h2>
            <Button test="file-close" tone=Tone::Quiet on_click=Callback::new(move |()| file.clear())>"Close"</Button>
        </header>
        <div class="acts">
            <span class=format!("file-status status-{}", label(view.status)) data-test="file-view-status">
                {label(view.status)}
            </span>
            {has_both.then(|| view! {
                <Segmented
                    test="file-sides"
                    label="Sides"
                    options=options
                    value=sides.or("both")
                    on_change=sides.setter("both")
                />
            })}
        </div>
        {note.map(|(tone, text)| view! { <Advice test="file-note" tone=tone message=text/> })}
        {move || pane(&shown, &sides.or("both").get())}
    }
}

fn note(view: &FileView) -> Option<(NoticeTone, &'static str)> {
    if view.is_cut {
        return Some((NoticeTone::Warning, "The file is very large: only its beginning is shown."));
    }
    match (view.status, view.is_text) {
        (_, false) => Some((NoticeTone::Note, "This is no text file; the code-only repository treats it as it is.")),
        (FileStatus::Removed, _) => {
            Some((NoticeTone::Note, "Documentation: the code-only repository does not have this file."))
        }
        (FileStatus::Unparseable, _) => {
            Some((NoticeTone::Warning, "This file does not parse, so the code-only repository does not have it."))
        }
        _ => None,
    }
}

fn pane(view: &FileView, sides: &str) -> Option<AnyView> {
    if !view.is_text {
        return None;
    }
    let (left, right) = (Arc::new(Lines::new(&view.texts.original)), Arc::new(Lines::new(&view.texts.code_only)));
    let sides = match (view.has_code_only, sides) {
        (false, _) | (_, "original") => PaneSides::Left,
        (_, "code_only") => PaneSides::Right,
        _ => PaneSides::Both,
    };
    let rows: Vec<PaneRow> = match sides {
        PaneSides::Both => view.texts.runs.iter().flat_map(rows).collect(),
        PaneSides::Left => plain(left.len(), true),
        PaneSides::Right => plain(right.len(), false),
    };
    let longest = left.longest().max(right.longest());
    Some(
        view! {
            <CodePane
                test="code"
                label=view.path.clone()
                rows=Arc::new(rows)
                left=Arc::new(move |i| left.pieces(i))
                right=Arc::new(move |i| right.pieces(i))
                longest=longest
                sides=sides
            />
        }
        .into_any(),
    )
}

fn rows(run: &DiffRun) -> impl Iterator<Item = PaneRow> {
    let DiffRun { op, left, right, lines } = *run;
    (0..lines).map(move |i| PaneRow { left: left.map(|l| l + i), right: right.map(|r| r + i), tone: tone(op) })
}

fn plain(count: usize, is_left: bool) -> Vec<PaneRow> {
    let row = |i: u32| PaneRow { left: is_left.then_some(i), right: (!is_left).then_some(i), tone: PaneTone::Plain };
    (0..count as u32).map(row).collect()
}

fn tone(op: DiffOp) -> PaneTone {
    match op {
        DiffOp::Same => PaneTone::Plain,
        DiffOp::Removed => PaneTone::Removed,
        DiffOp::Changed => PaneTone::Changed,
    }
}
