//! Paths with what there is to say of each.

use leptos::prelude::*;

use crate::ui::components::{Empty, VirtualList};
use crate::ui::words;

const ROW: f64 = 30.0;

/// A list of paths and reasons, or a sentence where there are none.
pub fn reasons<'r>(test: &'static str, rows: impl Iterator<Item = (&'r str, &'r str)>, none: &'static str) -> AnyView {
    let rows: Vec<(String, String)> = rows.map(|(path, reason)| (path.to_owned(), reason.to_owned())).collect();
    let count = rows.len();
    if count == 0 {
        return view! { <Empty test=test text=none/> }.into_any();
    }
    let rows = StoredValue::new(rows);
    let render = move |at: usize| match rows.with_value(|rows| rows.get(at).cloned()) {
        Some((path, reason)) => view! {
            <div class="reason-row">
                <span class="reason-path" title=path.clone()>{path.clone()}</span>
                <span class="reason-why" title=reason.clone()>{reason.clone()}</span>
            </div>
        }
        .into_any(),
        None => ().into_any(),
    };
    view! {
        <p class="quiet">{words::of(count, "path", "paths")}</p>
        <VirtualList test=test label="Paths and reasons" count=Signal::stored(count) row_height=ROW render=render/>
    }
    .into_any()
}
