//! The figures of each task set: headline, scores, deltas, categories.

use std::sync::Arc;

use leptos::prelude::*;

use super::{charts, tables};
use crate::chart::Chart;
use crate::domain::run::SetResults;
use crate::ui::components::{Advice, ChartFrame, Empty, NoticeTone};
use crate::ui::query::Param;
use crate::ui::state::RunResults;
use crate::ui::theme::use_theme;
use crate::ui::words;

/// One section per task set.
#[component]
pub fn Figures(
    /// The results.
    results: Memo<Option<Arc<RunResults>>>,
) -> impl IntoView {
    let sections = move || {
        let sets = results.get().map(|r| r.results.sets.clone()).unwrap_or_default();
        if sets.is_empty() {
            return view! { <Empty test="results-empty" text="No sample passes these filters."/> }.into_any();
        }
        sets.into_iter().map(|set| view! { <OneSet set=Arc::new(set)/> }).collect_view().into_any()
    };
    view! { {sections} }
}

#[component]
fn OneSet(
    /// The figures of the set.
    set: Arc<SetResults>,
) -> impl IntoView {
    let headline = set
        .headline
        .iter()
        .map(|sentence| view! { <li data-test="results-headline">{sentence.clone()}</li> })
        .collect_view();
    let has_baseline = set.conditions.iter().any(|c| c.model.is_baseline());
    let note = has_baseline.then(|| {
        view! {
            <Advice
                test="baseline-note"
                tone=NoticeTone::Note
                message="Figures of the offline baseline are no language model's: it retrieves and copies."
            />
        }
    });
    let (scores, deltas, categories) = (set.clone(), set.clone(), set.clone());
    view! {
        <section class="result-set" data-test=format!("results-{}", set.set.id())>
            <h2>{format!("{} tasks", capital(set.set.label()))} <span class="aside">{words::of(set.tasks, "task", "tasks")}</span></h2>
            <ul class="headline-list">{headline}</ul>
            {note}
            <Framed
                test="results-scores"
                chart=charts::conditions(&set)
            >
                {tables::conditions(&scores)}
            </Framed>
            <Framed
                test="results-deltas"
                chart=charts::deltas(&set)
            >
                {tables::deltas(&deltas)}
            </Framed>
            <Framed
                test="results-categories"
                chart=charts::categories(&set)
            >
                {tables::categories(&categories)}
            </Framed>
        </section>
    }
}

/// A chart with its table; only the table where the chart would be empty.
#[component]
fn Framed(
    /// Value of `data-test`.
    test: &'static str,
    /// The chart.
    chart: Chart,
    /// The table.
    children: ChildrenFn,
) -> impl IntoView {
    let (theme, show) = (use_theme(), Param::replacing("show"));
    if chart.is_empty() {
        let title = chart.title;
        return view! { <div data-test=test><p class="quiet">{title} " Nothing is scored yet."</p>{children()}</div> }
            .into_any();
    }
    let chart = Arc::new(chart);
    view! {
        <ChartFrame
            test=test
            chart=Signal::stored(chart)
            is_dark=theme.is_dark
            view=show.or("chart")
            on_view=show.setter("chart")
        >
            {children()}
        </ChartFrame>
    }
    .into_any()
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
