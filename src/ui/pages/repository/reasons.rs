//! Paths with what there is to say of each.

use leptos::prelude::*;

use crate::ui::components::{Cell, Column, Empty, Table};
use crate::ui::words;

/// Rows shown at most; the rest is counted.
const MOST: usize = 200;

/// A table of paths and reasons, or a sentence where there are none.
pub fn reasons<'r>(
    test: &'static str,
    rows: impl ExactSizeIterator<Item = (&'r str, &'r str)>,
    none: &'static str,
) -> AnyView {
    let count = rows.len();
    if count == 0 {
        return view! { <Empty test=test text=none/> }.into_any();
    }
    let cells = rows.take(MOST).map(|(path, reason)| vec![Cell::of(path), Cell::of(reason)]).collect();
    let more = count.saturating_sub(MOST);
    view! {
        <Table
            test=test
            caption=words::of(count, "path", "paths")
            columns=vec![Column::words("Path"), Column::words("Why")]
            rows=cells
        />
        {(more > 0).then(|| view! { <p class="quiet">{format!("and {} more", words::count(more as u64))}</p> })}
    }
    .into_any()
}
