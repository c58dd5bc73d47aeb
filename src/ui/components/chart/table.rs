//! A chart's values as a table.

use std::sync::Arc;

use leptos::prelude::*;

use crate::chart::Chart;
use crate::ui::components::{Cell, Column, Table};

/// The table twin of a chart, from the same values.
#[component]
pub fn TwinTable(
    /// The chart.
    chart: Signal<Arc<Chart>>,
) -> impl IntoView {
    move || {
        let (twin, caption) = chart.with(|chart| (chart.twin(), chart.measure.clone()));
        let words = if twin.has_second_names { 2 } else { 1 };
        let column = |(place, name): (usize, String)| {
            if place < words { Column::words(name) } else { Column::figures(name) }
        };
        let columns = twin.columns.into_iter().enumerate().map(column).collect();
        let row = |row: Vec<(String, String)>| row.into_iter().map(|(text, aside)| Cell::with(text, aside)).collect();
        let rows = twin.rows.into_iter().map(row).collect();
        view! { <Table test="chart-table" caption=caption columns=columns rows=rows/> }
    }
}
