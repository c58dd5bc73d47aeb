//! The strip certificate: asked for, shown, and kept.

use std::collections::BTreeMap;
use std::sync::Arc;

use leptos::prelude::*;

use super::inspection::Inspection;
use super::reasons::reasons;
use crate::domain::python::StripMode;
use crate::domain::repository::{Certificate as Facts, Checks, Listed, certificate_text};
use crate::engine::protocol::Command;
use crate::ui::components::{Advice, Button, Cell, Column, NoticeTone, Table, Tone};
use crate::ui::downloads::use_downloads;
use crate::ui::engine::use_engine;
use crate::ui::state::use_state;
use crate::ui::words::{self, count};

/// The tab.
#[component]
pub fn Certificate() -> impl IntoView {
    let (state, engine) = (use_state(), use_engine());
    let is_busy = Memo::new(move |_| state.repository.inspection.with(Option::is_some));
    let content = move || {
        match state.repository.certificate.get() {
        Some(facts) => view! { <Shown facts=facts/> }.into_any(),
        None => view! {
            <p class="prose">
                "Every stripped file is parsed again and compared with its original, by the parser that stripped it and by \
                 an independent second one. What was removed, what was left out and what could not be checked is written \
                 down, for you to keep and to publish."
            </p>
            <Button
                test="certify"
                tone=Tone::Primary
                disabled=is_busy
                on_click=Callback::new(move |()| engine.send(Command::Certify))
            >
                "Check and certify"
            </Button>
        }
        .into_any(),
    }
    };
    view! {
        {content}
        <Inspection/>
    }
}

#[component]
fn Shown(
    /// The certificate.
    facts: Arc<Facts>,
) -> impl IntoView {
    view! {
        {verdict(&facts)}
        <Keep facts=facts.clone()/>
        {checks(&facts.checks)}
        {removed(&facts)}
        {left_out(&facts)}
        <p class="quiet">
            "SHA-256 of the code-only repository, over paths and contents: "
            <code class="hash" data-test="code-only-hash">{facts.code_only_sha256.clone()}</code>
        </p>
    }
}

fn verdict(facts: &Facts) -> AnyView {
    let mode = match facts.mode {
        StripMode::Standard => "standard",
        StripMode::Strict => "strict",
    };
    let covered = facts.checks.agreed + facts.checks.disagreed.len();
    let summary = format!(
        "{} of {} in the code-only repository were stripped ({mode}); the second parser covers {} of them.",
        count(facts.files.stripped as u64),
        words::of(facts.files.python, "Python file", "Python files"),
        count(covered as u64)
    );
    let unchecked = facts.checks.not_compared.len() + facts.checks.not_covered.len();
    if facts.checks.all_hold() && unchecked == 0 {
        view! { <Advice test="certificate-verdict" message="Nothing but documentation was removed: every check holds." advice=summary/> }
            .into_any()
    } else if facts.checks.all_hold() {
        view! {
            <Advice
                test="certificate-verdict"
                tone=NoticeTone::Warning
                message="Every check that could be made holds; what could not be checked is named below."
                advice=summary
            />
        }
        .into_any()
    } else {
        view! {
            <Advice
                test="certificate-verdict"
                tone=NoticeTone::Error
                message="Some checks do not hold: the files are named below."
                advice=summary
            />
        }
        .into_any()
    }
}

/// What can be kept.
#[component]
fn Keep(
    /// The certificate.
    facts: Arc<Facts>,
) -> impl IntoView {
    let (state, engine, downloads) = (use_state(), use_engine(), use_downloads());
    let is_busy = Memo::new(move |_| state.repository.inspection.with(Option::is_some));
    let save = move |()| downloads.save(format!("{}-certificate.json", facts.repository), certificate_text(&facts));
    view! {
        <div class="acts">
            <Button test="save-certificate" on_click=Callback::new(save)>"Download the certificate (JSON)"</Button>
            <Button
                test="export-code-only"
                disabled=is_busy
                on_click=Callback::new(move |()| engine.send(Command::ExportCodeOnly))
            >
                "Download the code-only repository (.zip)"
            </Button>
        </div>
    }
}

fn checks(checks: &Checks) -> AnyView {
    let row = |what: &str, held: usize, failed: usize| {
        vec![Cell::of(what), Cell::of(count(held as u64)), Cell::of(count(failed as u64))]
    };
    let rows = vec![
        row("same tree as the original without docstrings", checks.same_tree, checks.other_tree.len()),
        row("a second strip changes nothing", checks.stable, checks.unstable.len()),
        row("an independent parser sees the same tree", checks.agreed, checks.disagreed.len()),
    ];
    let failures: Vec<(&str, &str)> = [
        (&checks.other_tree, "another tree"),
        (&checks.unstable, "a second strip changes it"),
        (&checks.disagreed, "the second parser sees another tree"),
    ]
    .into_iter()
    .flat_map(|(paths, why)| paths.iter().map(move |path| (path.as_str(), why)))
    .collect();
    let failed =
        (!failures.is_empty()).then(|| reasons("certificate-failures", failures.into_iter(), "No check failed."));
    view! {
        <section class="section">
            <h2>"Checks"</h2>
            <Table
                test="certificate-checks"
                caption="Python files"
                columns=vec![Column::words("Check"), Column::figures("Holds"), Column::figures("Does not")]
                rows=rows
            />
            {failed}
            {(!checks.not_compared.is_empty()).then(|| listed("certificate-not-compared", &checks.not_compared, ""))}
        </section>
        <section class="section">
            <h2>"Not covered by the second parser"</h2>
            {listed("certificate-not-covered", &checks.not_covered, "The second parser read every file.")}
        </section>
    }
    .into_any()
}

fn removed(facts: &Facts) -> AnyView {
    let rows = facts.removed.iter().map(|r| vec![Cell::of(r.kind.label()), Cell::of(count(u64::from(r.count)))]);
    view! {
        <section class="section">
            <h2>"Removed from Python files"</h2>
            <Table
                test="certificate-removed"
                caption="By kind"
                columns=vec![Column::words("Kind"), Column::figures("Removed")]
                rows=rows.collect()
            />
        </section>
    }
    .into_any()
}

fn left_out(facts: &Facts) -> AnyView {
    view! {
        <section class="section">
            <h2>"Documentation files removed"</h2>
            {by_reason(&facts.documentation)}
        </section>
        <section class="section">
            <h2>"Files left out"</h2>
            {listed("certificate-unparseable", &facts.unparseable, "Every Python file parses.")}
            {listed("certificate-left-out", &facts.left_out, "Every entry of the archive was taken.")}
        </section>
    }
    .into_any()
}

/// How many were removed by each rule; the files stand on the tab of removed ones and in the file to keep.
fn by_reason(rows: &[Listed]) -> AnyView {
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    rows.iter().for_each(|row| *counts.entry(row.reason.as_str()).or_default() += 1);
    let rows = counts.into_iter().map(|(reason, files)| vec![Cell::of(reason), Cell::of(count(files))]).collect();
    view! {
        <Table
            test="certificate-documentation"
            caption="By rule; the Removed tab lists them"
            columns=vec![Column::words("Rule"), Column::figures("Files")]
            rows=rows
        />
    }
    .into_any()
}

fn listed(test: &'static str, rows: &[Listed], none: &'static str) -> AnyView {
    reasons(test, rows.iter().map(|row| (row.path.as_str(), row.reason.as_str())), none)
}
