//! A chart with its legend, its downloads and its table twin.

mod canvas;
mod downloads;
mod paint;
mod table;
mod tooltip;
mod watch;

use std::sync::Arc;

use leptos::prelude::*;

use super::{Legend, Segmented};
use crate::chart::{Chart, Key};
use canvas::Canvas;
use downloads::ChartDownloads;
use table::TwinTable;

/// A chart. Redrawn when it, its width, the theme or the device's pixel ratio changes.
#[component]
pub fn ChartFrame(
    /// Value of `data-test`.
    test: &'static str,
    /// The chart.
    #[prop(into)]
    chart: Signal<Arc<Chart>>,
    /// Whether the page is dark.
    #[prop(into)]
    is_dark: Signal<bool>,
    /// `chart` or `table`.
    #[prop(into)]
    view: Signal<String>,
    /// Told which of the two is wanted.
    on_view: Callback<String>,
    /// Told the value that is clicked or entered, to show what it was computed from; by default there is
    /// nothing to show.
    #[prop(optional, into)]
    on_pick: Option<Callback<Key>>,
    /// A table that says more than the chart's own values, which are the default.
    #[prop(optional)]
    children: Option<ChildrenFn>,
) -> impl IntoView {
    let options = vec![("chart", "Chart".to_owned()), ("table", "Table".to_owned())];
    let is_table = Memo::new(move |_| view.with(|view| view == "table"));
    let legend = move || {
        chart.with(|chart| {
            let (series, has_markers) = (chart.series.clone(), chart.has_markers());
            chart.needs_legend().then(|| view! { <Legend series=series has_markers=has_markers/> })
        })
    };
    let children = StoredValue::new(children);
    let table = move || match children.get_value() {
        Some(children) => children().into_any(),
        None => view! { <TwinTable chart=chart/> }.into_any(),
    };
    view! {
        <figure class="chart" data-test=test>
            <figcaption class="chart-head">
                <span class="chart-title">{move || chart.with(|c| c.title.clone())}</span>
                <span class="chart-acts">
                    <Segmented test="chart-view" label="Chart or table" options=options value=view on_change=on_view/>
                    <ChartDownloads chart=chart/>
                </span>
            </figcaption>
            <div hidden=move || is_table.get()>
                {legend}
                <p class="chart-measure">{move || chart.with(|c| c.measure.clone())}</p>
                <Canvas chart=chart is_dark=is_dark on_pick=on_pick/>
            </div>
            // Made when it is looked at: a table may have a row per task.
            <Show when=move || is_table.get()>{table}</Show>
        </figure>
    }
}
