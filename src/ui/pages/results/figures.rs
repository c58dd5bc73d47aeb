//! The figures of each task set: the finding in words, then the view that is chosen.

use std::sync::Arc;

use leptos::prelude::*;

use super::panels;
use super::view::ResultView;
use crate::domain::results::{Results, SetResults, tables};
use crate::domain::table::Format;
use crate::ui::components::{Advice, Button, Empty, NoticeTone, Segmented, Tone};
use crate::ui::downloads::use_downloads;
use crate::ui::query::Param;
use crate::ui::state::RunResults;
use crate::ui::words;

/// One section per task set.
#[component]
pub fn Figures(
    /// The results.
    results: Memo<Option<Arc<RunResults>>>,
) -> impl IntoView {
    let param = Param::replacing("view");
    let view = Memo::new(move |_| ResultView::from_id(&param.get()));
    let options = ResultView::ALL.map(|v| (v.id(), v.label().to_owned())).to_vec();
    let sections = move || {
        let Some(run) = results.get().filter(|run| !run.results.sets.is_empty()) else {
            return view! { <Empty test="results-empty" text="No sample passes these filters."/> }.into_any();
        };
        (0..run.results.sets.len())
            .map(|place| view! { <OneSet run=run.clone() place=place view=view/> })
            .collect_view()
            .into_any()
    };
    view! {
        <Segmented
            test="results-view"
            label="View"
            options=options
            value=param.or("conditions")
            on_change=param.setter("conditions")
        />
        {sections}
    }
}

#[component]
fn OneSet(
    /// The results.
    run: Arc<RunResults>,
    /// Which of their sets.
    place: usize,
    /// The view in force.
    view: Memo<ResultView>,
) -> impl IntoView {
    let results: &Results = &run.results;
    results.sets.get(place).map(|set| {
        let headline = set
            .headline
            .iter()
            .map(|sentence| view! { <li data-test="results-headline">{sentence.clone()}</li> })
            .collect_view();
        let shown = run.clone();
        let panel = move || shown.results.sets.get(place).map(|set| panels::panels(&shown, set, view.get()));
        view! {
            <section class="result-set" data-test=format!("results-{}", set.set.id())>
                <h2>
                    {format!("{} tasks", capital(set.set.label()))}
                    " " <span class="aside">{words::of(set.tasks, "task", "tasks")}</span>
                </h2>
                <ul class="headline-list">{headline}</ul>
                {baseline_note(set)}
                <Report run=run.clone() place=place/>
                {panel}
            </section>
        }
    })
}

/// The finding and all tables of a set as one file.
#[component]
fn Report(
    /// The results.
    run: Arc<RunResults>,
    /// Which of their sets.
    place: usize,
) -> impl IntoView {
    let downloads = use_downloads();
    let run = StoredValue::new(run);
    let save = move |format: Format| {
        run.with_value(|run| {
            if let Some(set) = run.results.sets.get(place) {
                let name = format!("results-{}.{}", set.set.id().replace('_', "-"), format.ending());
                downloads.save(name, tables::report(&run.results, set, format));
            }
        });
    };
    let button = |test, format: Format| {
        let act = Callback::new(move |()| save(format));
        view! { <Button test=test tone=Tone::Quiet on_click=act>{format.label()}</Button> }
    };
    view! {
        <p class="table-files">
            <span class="quiet">"Findings and every table of this set as"</span>
            {button("report-markdown", Format::Markdown)}
            {button("report-latex", Format::Latex)}
        </p>
    }
}

/// The offline baseline is never mistaken for a language model.
fn baseline_note(set: &SetResults) -> Option<impl IntoView + use<>> {
    let has_baseline = set.conditions.iter().filter_map(|row| row.subject.model()).any(|model| model.is_baseline());
    has_baseline.then(|| {
        view! {
            <Advice
                test="baseline-note"
                tone=NoticeTone::Note
                message="Figures of the offline baseline are no language model's: it retrieves and copies."
            />
        }
    })
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
