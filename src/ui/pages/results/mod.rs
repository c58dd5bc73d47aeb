//! What came of a run: the finding in words, charts and tables, and every sample.

mod charts;
mod compare;
mod counting;
mod figures;
mod filters;
mod panels;
mod remembered;
mod sample;
mod samples;
mod view;

use std::sync::Arc;

use leptos::prelude::*;
use leptos_router::components::A;

use crate::engine::protocol::Command;
use crate::ui::components::{Empty, Split};
use crate::ui::engine::use_engine;
use crate::ui::query::Param;
use crate::ui::route::Page;
use crate::ui::state::{RunResults, use_state};

use counting::Counting;
use figures::Figures;
use filters::{Filters, RunPicker};
use sample::SamplePane;
use samples::Samples;

/// The page.
#[component]
pub fn ResultsPage() -> impl IntoView {
    let state = use_state();
    let has_runs = Memo::new(move |_| state.runs.rows.with(|rows| !rows.is_empty()));
    let none = || {
        view! {
            <Empty test="results-none" text="There are no runs in this browser yet.">
                <A href=Page::Evaluate.path() attr:class="button">"Run an evaluation"</A>
                <A href=Page::Published.path() attr:class="button">"See the published results"</A>
            </Empty>
        }
    };
    view! {
        <article class="page results" data-test="page-results">
            <h1>"Results"</h1>
            <Show when=move || has_runs.get() fallback=none><Explorer/></Show>
        </article>
    }
}

#[component]
fn Explorer() -> impl IntoView {
    let (state, engine) = (use_state(), use_engine());
    let (run_param, sample) = (Param::new("run"), Param::new("sample"));
    let (filter, settings) = (filters::filter(), counting::settings());
    // The run that the address names, or the newest.
    let run = Memo::new(move |_| {
        let named = run_param.get();
        state.runs.rows.with(|rows| {
            rows.iter().find(|row| row.id == named).or(rows.first()).map(|row| (row.id.clone(), row.state.clone()))
        })
    });
    Effect::new(move |_| {
        if let Some((run, _)) = run.get() {
            engine.send(Command::ReadResults { run, filter: filter.get(), settings: settings.get() });
        }
    });
    let results: Memo<Option<Arc<RunResults>>> = Memo::new(move |_| {
        let id = run.get().map(|(id, _)| id);
        state.runs.results.get().filter(|r| Some(&r.run) == id.as_ref())
    });
    let is_there = Memo::new(move |_| results.with(Option::is_some));
    let refresh = Callback::new(move |()| {
        if let Some((run, _)) = run.get_untracked() {
            engine.send(Command::ReadResults {
                run,
                filter: filter.get_untracked(),
                settings: settings.get_untracked(),
            });
        }
    });
    let is_open = Signal::derive(move || !sample.get().is_empty());
    view! {
        <RunPicker run=run param=run_param refresh=refresh/>
        <Filters run=run/>
        <Counting settings=settings/>
        <Show
            when=move || is_there.get()
            fallback=|| view! { <p class="quiet" role="status">"Computing the figures…"</p> }
        >
            <Figures results=results/>
            <h2>"Samples"</h2>
            <Split
                is_open=is_open
                list=view! { <Samples results=results open=sample/> }.into_any()
                detail=view! { <SamplePane results=results open=sample/> }.into_any()
            />
        </Show>
    }
}
