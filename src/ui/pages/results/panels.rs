//! What each view shows of a task set: charts with their tables, and tables alone.

use std::sync::Arc;

use leptos::prelude::*;

use super::charts;
use super::view::ResultView;
use crate::chart::Chart;
use crate::domain::judge::Axis;
use crate::domain::results::{Results, SetResults, tables};
use crate::domain::table::Table;
use crate::ui::components::ChartFrame;
use crate::ui::pages::shared::FigureTable;
use crate::ui::query::Param;
use crate::ui::theme::use_theme;

/// The view of a set.
pub fn panels(results: &Results, set: &SetResults, view: ResultView) -> AnyView {
    let framed =
        |test, table_test, title: &str, chart, table| Panel { test, table_test, title: title.into(), chart, table };
    match view {
        ResultView::Conditions => {
            let title = "Mean score per model and condition, with 95 % intervals.";
            let scores =
                framed("results-scores", "scores-table", title, charts::conditions(set), tables::conditions(set));
            (scores.show(set), alone("robustness-table", tables::robustness(results, set), set)).into_any()
        }
        ResultView::Deltas => {
            let title = "What reading code and reading documentation add, paired by task, with 95 % intervals.";
            let deltas = framed("results-deltas", "deltas-table", title, charts::deltas(set), tables::deltas(set));
            (deltas.show(set), alone("robust-deltas-table", tables::robust_deltas(results, set), set)).into_any()
        }
        ResultView::Categories => {
            let title = "Mean score per category and condition, with 95 % intervals.";
            let categories = framed(
                "results-categories",
                "categories-table",
                title,
                charts::categories(set),
                tables::categories(set),
            );
            let title = "Mean score per subtype and condition, with 95 % intervals.";
            let subtypes =
                framed("results-subtypes", "subtypes-table", title, charts::subtypes(set), tables::subtypes(set));
            (categories.show(set), subtypes.show(set)).into_any()
        }
        ResultView::Axes => axes(set),
        ResultView::Spread => {
            let title = "How the scores are spread: share of tasks in each tenth of the scale.";
            framed("results-spread", "spread-table", title, charts::spread(set), tables::spread(set)).show(set)
        }
        ResultView::Clusters => {
            let title = format!("Mean score per {}, the largest first.", set.cluster.label());
            framed("results-clusters", "clusters-table", &title, charts::clusters(set), tables::clusters(set)).show(set)
        }
        ResultView::Memory => {
            let title = "The deltas with all tasks, and without those that may be remembered.";
            let table = tables::contamination(results, set);
            framed("results-memory", "memory-table", title, charts::memory(set), table).show(set)
        }
    }
}

/// One chart for each axis; all have the same table.
fn axes(set: &SetResults) -> AnyView {
    let one = |(place, axis): (usize, Axis)| {
        let title = format!("Mean {}, with 95 % intervals.", axis.id());
        let chart = charts::axis(set, place, axis);
        Panel { test: "results-axes", table_test: "axes-table", title, chart, table: tables::axes(set) }.show(set)
    };
    Axis::ALL.into_iter().enumerate().map(one).collect_view().into_any()
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
    title: String,
    chart: Chart,
    table: Table,
}

impl Panel {
    fn show(self, set: &SetResults) -> AnyView {
        let (theme, show) = (use_theme(), Param::replacing("show"));
        let Self { test, table_test, title, chart, table } = self;
        let file = file(&table, set);
        let twin = move || view! { <FigureTable test=table_test table=table.clone() file=file.clone()/> };
        if chart.values.iter().flatten().all(Option::is_none) {
            return view! { <div data-test=test><p class="quiet">{title} " There is nothing to draw yet."</p>{twin()}</div> }
                .into_any();
        }
        view! {
            <ChartFrame
                test=test
                title=Signal::stored(title)
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
