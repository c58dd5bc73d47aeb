//! Runs that the site shows, with every sample to look at.

use leptos::prelude::*;
use leptos_router::components::A;

use crate::domain::files::publish::{PUBLISHED_PREFIX, PublishedRun};
use crate::domain::provider::ModelRef;
use crate::engine::protocol::Problem;
use crate::ui::components::{Advice, NoticeTone};
use crate::ui::state::use_state;
use crate::ui::words;

/// The list; nothing where the site shows none.
#[component]
pub fn Runs() -> impl IntoView {
    let state = use_state();
    move || match state.runs.published.get() {
        None => ().into_any(),
        Some(Err(Problem { message, advice, details })) => {
            let tone = NoticeTone::Warning;
            view! { <Advice test="published-runs-error" tone=tone message=message advice=advice details=details/> }
                .into_any()
        }
        Some(Ok(runs)) if runs.is_empty() => ().into_any(),
        Some(Ok(runs)) => view! {
            <section aria-label="Runs with every sample">
                <h2>"Runs with every sample"</h2>
                <ul class="run-list" data-test="published-runs">{runs.iter().map(one).collect_view()}</ul>
            </section>
        }
        .into_any(),
    }
}

fn one(run: &PublishedRun) -> impl IntoView + use<> {
    let models: Vec<String> = run.models.iter().map(ModelRef::label).collect();
    let conditions: Vec<&str> = run.conditions.iter().map(|condition| condition.label()).collect();
    let what = format!(
        "{}: {} under {}, judged by {}",
        run.repository,
        models.join(", "),
        conditions.join(", "),
        run.judge.label()
    );
    let figures = format!(
        "{} of {} scored, {}",
        words::count(run.scored as u64),
        words::of(run.samples, "sample", "samples"),
        words::date(run.created_ms)
    );
    let href = format!("/results?run={PUBLISHED_PREFIX}{}", run.id);
    view! {
        <li class="run" data-test="published-run">
            <div class="run-what">
                {(!run.title.is_empty()).then(|| view! { <p>{run.title.clone()}</p> })}
                <p>{what}</p>
                <p class="quiet">{figures}</p>
            </div>
            <div class="acts"><A href=href attr:class="button" attr:data-test="published-run-open">"Look at it"</A></div>
        </li>
    }
}
