//! What each view shows of a task set: charts with their tables, and tables alone.

use std::sync::Arc;

use leptos::prelude::*;

use super::charts;
use super::remembered::remembered;
use super::view::ResultView;
use crate::chart::Chart;
use crate::domain::judge::Axis;
use crate::domain::results::{SetResults, tables};
use crate::domain::table::Table;
use crate::ui::components::ChartFrame;
use crate::ui::pages::shared::FigureTable;
use crate::ui::query::Param;
use crate::ui::state::RunResults;
use crate::ui::theme::use_theme;

/// The view of one of a run's sets.
pub fn panels(run: &RunResults, set: &SetResults, view: ResultView) -> AnyView {
    let results = &run.results;
    let framed = |test, table_test, chart, table| Panel { test, table_test, chart, table }.show(set);
    match view {
        ResultView::Conditions => {
            let scores = framed("results-scores", "scores-table", charts::conditions(set), tables::conditions(set));
            (scores, alone("robustness-table", tables::robustness(results, set), set)).into_any()
        }
        ResultView::Deltas => {
            let deltas = framed("results-deltas", "deltas-table", charts::deltas(set), tables::deltas(set));
            (deltas, alone("robust-deltas-table", tables::robust_deltas(results, set), set)).into_any()
        }
        ResultView::Categories => {
            let table = tables::categories(set);
            let categories = framed("results-categories", "categories-table", charts::categories(set), table);
            let subtypes = framed("results-subtypes", "subtypes-table", charts::subtypes(set), tables::subtypes(set));
            (categories, subtypes).into_any()
        }
        ResultView::Axes => axes(set),
        ResultView::Spread => framed("results-spread", "spread-table", charts::spread(set), tables::spread(set)),
        ResultView::Clusters => {
            framed("results-clusters", "clusters-table", charts::clusters(set), tables::clusters(set))
        }
        ResultView::Memory => {
            let table = tables::contamination(results, set);
            let threshold = results.settings.contaminated_from.score();
            let points = remembered(set, &run.samples, &run.filter, threshold);
            (drawn("results-remembered", points), framed("results-memory", "memory-table", charts::memory(set), table))
                .into_any()
        }
    }
}

/// One chart for each axis; all have the same table.
fn axes(set: &SetResults) -> AnyView {
    let one = |(place, axis): (usize, Axis)| {
        let chart = charts::axis(set, place, axis);
        Panel { test: "results-axes", table_test: "axes-table", chart, table: tables::axes(set) }.show(set)
    };
    Axis::ALL.into_iter().enumerate().map(one).collect_view().into_any()
}

/// A chart whose own values are all that its table has.
fn drawn(test: &'static str, chart: Chart) -> AnyView {
    if chart.is_empty() {
        return view! { <p class="quiet" data-test=test>{chart.title} " There is nothing to draw yet."</p> }.into_any();
    }
    let (theme, show) = (use_theme(), Param::replacing("show"));
    view! {
        <ChartFrame
            test=test
            chart=Signal::stored(Arc::new(chart))
            is_dark=theme.is_dark
            view=show.or("chart")
            on_view=show.setter("chart")
        />
    }
    .into_any()
}

/// A table that no chart goes with.
fn alone(test: &'static str, table: Table, set: &SetResults) -> AnyView {
    let file = file(&table, set);
    view! { <details class="making"><summary data-test=format!("{test}-open")>{table.caption.clone()}</summary>
        <FigureTable test=test table=table file=file/>
    </details> }
    .into_any()
}

fn file(table: &Table, set: &SetResults) -> String {
    format!("{}-{}", table.name, set.set.id().replace('_', "-"))
}

/// A chart with its table; only the table where the chart would be empty.
struct Panel {
    test: &'static str,
    table_test: &'static str,
    chart: Chart,
    table: Table,
}

impl Panel {
    fn show(self, set: &SetResults) -> AnyView {
        let (theme, show) = (use_theme(), Param::replacing("show"));
        let Self { test, table_test, chart, table } = self;
        let file = file(&table, set);
        let twin = move || view! { <FigureTable test=table_test table=table.clone() file=file.clone()/> };
        if chart.is_empty() {
            let title = chart.title;
            return view! { <div data-test=test><p class="quiet">{title} " There is nothing to draw yet."</p>{twin()}</div> }
                .into_any();
        }
        view! {
            <ChartFrame
                test=test
                chart=Signal::stored(Arc::new(chart))
                is_dark=theme.is_dark
                view=show.or("chart")
                on_view=show.setter("chart")
            >
                {twin()}
            </ChartFrame>
        }
        .into_any()
    }
}
