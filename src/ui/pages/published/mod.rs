//! The landing page: what the papers found, the chart that proves it, and two doors.

mod caveats;
mod charts;
mod doors;
mod runs;
mod tables;
mod view;

use std::sync::Arc;

use leptos::prelude::*;

use crate::chart::Chart;
use crate::domain::published::Published;
use crate::domain::task::TaskSet;
use crate::ui::components::{Advice, ChartFrame, NoticeTone, Segmented};
use crate::ui::published::PublishedFigures;
use crate::ui::query::Param;
use crate::ui::theme::use_theme;

use caveats::Caveats;
use doors::Doors;
use runs::Runs;
use tables::Twin;
use view::PublishedView;

/// The page.
#[component]
pub fn PublishedPage() -> impl IntoView {
    let PublishedFigures(figures) = expect_context();
    let content = move || match figures.get() {
        None => view! { <p class="quiet" role="status">"Loading the published figures…"</p> }.into_any(),
        Some(Ok(published)) => view! { <Explorer published=published/> }.into_any(),
        Some(Err(problem)) => view! {
            <Advice
                test="published-error"
                tone=NoticeTone::Error
                message=problem.message
                advice=problem.advice
                details=problem.details
            />
        }
        .into_any(),
    };
    view! {
        <article class="page published" data-test="page-published">
            <p class="eyebrow">"Did the model read the code, read the documentation, or remember?"</p>
            {content}
            <Doors/>
            <Runs/>
        </article>
    }
}

/// Headline, switches and chart.
#[component]
fn Explorer(
    /// The figures.
    published: Arc<Published>,
) -> impl IntoView {
    let (set, view) = (Param::replacing("set"), Param::replacing("view"));
    let chosen_set = Memo::new(move |_| set_of(&set.get()));
    let chosen_view = Memo::new(move |_| PublishedView::from_id(&view.get()));
    let shown = StoredValue::new(published);
    let headline = move || shown.with_value(|p| p.code_qa.headline(chosen_set.get()));
    let charts = move || {
        let (set, view) = (chosen_set.get(), chosen_view.get());
        shown
            .with_value(|p| charts::charts(p, set, view))
            .into_iter()
            .map(|c| frame(c, shown.get_value(), set, view))
            .collect_view()
    };
    view! {
        {move || headline().map(|h| view! {
            <h1 class="headline" data-test="headline">{h.claim}</h1>
            <p class="lead" data-test="headline-figures">{h.figures}</p>
        })}
        <Switches set=set view=view chosen_view=chosen_view/>
        {charts}
        <Caveats published=shown.get_value() set=chosen_set view=chosen_view/>
    }
}

#[component]
fn Switches(
    /// The task set's parameter.
    set: Param,
    /// The view's parameter.
    view: Param,
    /// The view in force.
    chosen_view: Memo<PublishedView>,
) -> impl IntoView {
    let sets = TaskSet::ALL.map(|s| (s.id(), s.label().to_owned())).to_vec();
    let views = PublishedView::ALL.map(|v| (v.id(), v.label().to_owned())).to_vec();
    let only = move || chosen_view.get().only_set();
    view! {
        <div class="switches">
            <Segmented
                test="published-view"
                label="View"
                options=views
                value=view.or("conditions")
                on_change=view.setter("conditions")
            />
            <Show
                when=move || only().is_none()
                fallback=move || view! { <p class="quiet" data-test="published-only">{only().unwrap_or_default()}</p> }
            >
                <Segmented
                    test="published-set"
                    label="Task set"
                    options=sets.clone()
                    value=set.or("code_derivable")
                    on_change=set.setter("code_derivable")
                />
            </Show>
        </div>
    }
}

/// One chart with its table twin.
fn frame(chart: Chart, published: Arc<Published>, set: TaskSet, view: PublishedView) -> impl IntoView {
    let (theme, show) = (use_theme(), Param::replacing("show"));
    view! {
        <ChartFrame
            test="published-chart"
            chart=Signal::stored(Arc::new(chart))
            is_dark=theme.is_dark
            view=show.or("chart")
            on_view=show.setter("chart")
        >
            <Twin published=published.clone() set=set view=view/>
        </ChartFrame>
    }
}

fn set_of(id: &str) -> TaskSet {
    TaskSet::ALL.into_iter().find(|set| set.id() == id).unwrap_or(TaskSet::CodeDerivable)
}
