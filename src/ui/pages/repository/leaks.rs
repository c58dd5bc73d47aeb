//! The leak report: what natural language the code-only repository still holds, and the strict strip.

use std::sync::Arc;

use leptos::prelude::*;

use super::inspection::Inspection;
use crate::domain::python::StripMode;
use crate::domain::repository::{Leak, LeakCount, LeakKind};
use crate::engine::protocol::{Command, RepositoryView};
use crate::ui::components::{Button, Cell, Column, Segmented, Table, VirtualList};
use crate::ui::engine::use_engine;
use crate::ui::query::Param;
use crate::ui::state::{Activity, LeakReport, use_state};
use crate::ui::words;

const ROW: f64 = 50.0;

/// The tab.
#[component]
pub fn Leaks(
    /// The repository.
    view: Arc<RepositoryView>,
) -> impl IntoView {
    let (state, engine) = (use_state(), use_engine());
    Effect::new(move |_| {
        let is_asked = state.repository.inspection.with_untracked(Option::is_some);
        if state.repository.leaks.with_untracked(Option::is_none) && !is_asked {
            engine.send(Command::FindLeaks);
        }
    });
    let is_busy = Memo::new(move |_| state.repository.inspection.with(Option::is_some));
    let report = move || match state.repository.leaks.get() {
        Some(report) => view! { <Report report=report/> }.into_any(),
        None => view! {
            <Button
                test="find-leaks"
                disabled=is_busy
                on_click=Callback::new(move |()| engine.send(Command::FindLeaks))
            >
                "Look for natural language"
            </Button>
        }
        .into_any(),
    };
    view! {
        <p class="prose">
            "Docstrings, comments and documentation files are gone from the code-only repository. This is the natural \
             language that is still there, and that a model may read."
        </p>
        <section class="section">
            <Strict mode=view.strip_mode/>
        </section>
        <Inspection/>
        {report}
    }
}

/// The switch between standard and strict.
#[component]
fn Strict(
    /// What is in force.
    mode: StripMode,
) -> impl IntoView {
    let (state, engine) = (use_state(), use_engine());
    let is_strict = mode == StripMode::Strict;
    let other = if is_strict { StripMode::Standard } else { StripMode::Strict };
    // What works on the code-only repository must not have it changed below its feet.
    let is_in_use = Memo::new(move |_| {
        let is_opening = state.repository.activity.with(|activity| matches!(activity, Activity::Opening(_)));
        is_opening || state.tasks.generation.with(Option::is_some) || state.runs.is_running()
    });
    view! {
        <div class="acts">
            <Button
                test="strip-strictly"
                disabled=is_in_use
                pressed=Signal::stored(is_strict)
                on_click=Callback::new(move |()| engine.send(Command::SetStripMode { mode: other }))
            >
                "Strict strip"
            </Button>
            <p class="quiet">
                {if is_strict {
                    "On: every string statement and prose files are gone too. Results are not comparable with the \
                     published ones; each run says how it was stripped."
                } else {
                    "Off, as in the published benchmark. On, every other string statement and prose files go too; audits \
                     of new tasks and new runs then see less."
                }}
            </p>
        </div>
    }
}

#[component]
fn Report(
    /// What was found.
    report: Arc<LeakReport>,
) -> impl IntoView {
    let kind = Param::replacing("leak");
    let counts = report.counts.iter().map(count_row).collect();
    let places = StoredValue::new(report);
    let shown = Memo::new(move |_| {
        let kind = kind.get();
        let fits = |leak: &Leak| kind.is_empty() || leak.kind.id() == kind;
        places.with_value(|r| r.places.iter().enumerate().filter(|(_, l)| fits(l)).map(|(i, _)| i).collect::<Vec<_>>())
    });
    let render = move |place: usize| match shown.with(|s| s.get(place).copied()) {
        Some(i) => places.with_value(|report| row(&report.places[i])),
        None => ().into_any(),
    };
    let kinds = LeakKind::ALL.map(|kind| (kind.id(), kind.label().to_owned()));
    view! {
        <section class="section">
        <Table
            test="leak-counts"
            caption="What is left"
            columns=vec![
                Column::words("Kind"),
                Column::figures("Places"),
                Column::figures("Characters"),
                Column::words("What it is"),
            ]
            rows=counts
        />
        </section>
        <div class="list-head">
            <Segmented
                test="leak-kind"
                label="Kind"
                options=std::iter::once(("all", "all".to_owned())).chain(kinds).collect()
                value=kind.or("all")
                on_change=kind.setter("all")
            />
            <p class="quiet" data-test="leak-count">{move || words::of(shown.with(Vec::len), "place", "places")}</p>
        </div>
        <VirtualList
            test="leak-list"
            label="Places"
            count=Signal::derive(move || shown.with(Vec::len))
            row_height=ROW
            render=render
        />
    }
}

fn count_row(count: &LeakCount) -> Vec<Cell> {
    let strictly = if count.kind.is_removed_strictly() { " The strict strip removes them." } else { "" };
    vec![
        Cell::of(count.kind.label()),
        Cell::of(words::count(count.places as u64)),
        Cell::of(words::count(count.chars)),
        Cell::of(format!("{}{strictly}", count.kind.sentence())),
    ]
}

/// A place; it opens the file.
fn row(leak: &Leak) -> AnyView {
    let query = leptos_router::params::ParamsMap::from_iter([("file", leak.path.clone())]).to_query_string();
    view! {
        <a class="row leak-row" data-test="leak-row" href=format!("/repository{query}")>
            <span class="chunk-line chunk-origin">
                {format!("{} · {}:{} · {}", leak.kind.label(), leak.path, leak.line, words::of(leak.chars, "character", "characters"))}
            </span>
            <span class="chunk-line"><span class="chunk-heading">{leak.excerpt.clone()}</span></span>
        </a>
    }
    .into_any()
}
