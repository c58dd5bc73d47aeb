//! Bringing files, and what came of it.

use leptos::prelude::*;

use crate::domain::provider::ModelRef;
use crate::engine::protocol::{Command, ImportReport, ImportRequest};
use crate::ui::components::{Advice, FileButton, NoticeTone};
use crate::ui::engine::use_engine;
use crate::ui::state::use_state;
use crate::ui::words;

/// The button, and the last report.
#[component]
pub fn Import(
    /// Who judges answers that are among the files.
    #[prop(into)]
    judge: Signal<ModelRef>,
) -> impl IntoView {
    let (state, engine) = (use_state(), use_engine());
    let pick = Callback::new(move |files: Vec<web_sys::File>| {
        state.runs.imported.set(None);
        let names = files.iter().map(web_sys::File::name).collect();
        engine.send_with(Command::Import(ImportRequest { names, judge: judge.get_untracked() }), files);
    });
    let report = move || state.runs.imported.get().map(|report| view! { <Report report=(*report).clone()/> });
    view! {
        <FileButton test="import" accept=".jsonl,.json,.txt,.eval" on_pick=pick>"Bring files"</FileButton>
        <div class="import-report">{report}</div>
    }
}

#[component]
fn Report(
    /// What came of it.
    report: ImportReport,
) -> impl IntoView {
    let state = use_state();
    let all = report.problems.len() + report.left_off;
    let mut details = report.problems.join("\n");
    if report.left_off > 0 {
        details += &format!("\nand {} more", words::count(report.left_off as u64));
    }
    let message = if report.taken.is_empty() { "Nothing was taken in.".to_owned() } else { report.taken.join(" ") };
    let advice =
        if all == 0 { String::new() } else { format!("{}: see the details.", words::of(all, "remark", "remarks")) };
    let tone = if report.taken.is_empty() { NoticeTone::Error } else { NoticeTone::Note };
    view! {
        <Advice
            test="import-report"
            tone=tone
            message=message
            advice=advice
            details=details
            on_dismiss=Callback::new(move |()| state.runs.imported.set(None))
        />
    }
}
