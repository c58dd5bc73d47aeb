//! What came of a run: the finding in words, charts and tables, and every sample.

mod charts;
mod choice;
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

use choice::{Choice, choices};
use counting::Counting;
use figures::Figures;
use filters::{Filters, RunPicker};
use sample::SamplePane;
use samples::Samples;

/// The page.
#[component]
pub fn ResultsPage() -> impl IntoView {
    let choices = choices();
    let has_runs = Memo::new(move |_| choices.with(|all| !all.is_empty()));
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
            <Show when=move || has_runs.get() fallback=none><Explorer choices=choices/></Show>
        </article>
    }
}

#[component]
fn Explorer(
    /// The runs that can be looked at.
    choices: Memo<Vec<Choice>>,
) -> impl IntoView {
    let (state, engine) = (use_state(), use_engine());
    let (run_param, sample) = (Param::new("run"), Param::new("sample"));
    let (filter, settings) = (filters::filter(), counting::settings());
    // The run that the address names, or the newest.
    let run = Memo::new(move |_| {
        let named = run_param.get();
        choices.with(|all| {
            all.iter().find(|run| run.id == named).or(all.first()).map(|run| (run.id.clone(), run.state.clone()))
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
        <RunPicker choices=choices run=run param=run_param refresh=refresh/>
        <Filters choices=choices run=run/>
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
