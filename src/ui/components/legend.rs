//! The legend of a chart, and the mark of a condition: the same colour and pattern everywhere.

use leptos::prelude::*;

use crate::chart::{Fill, Series};

/// What stands for which series.
#[component]
pub fn Legend(
    /// The series.
    series: Vec<Series>,
    /// Whether markers stand for them rather than swatches.
    has_markers: bool,
) -> impl IntoView {
    let item = |series: Series| {
        let mark = if has_markers {
            let class = format!("marker ink-{}", series.ink.id());
            view! { <span class=class aria-hidden="true">{series.marker.glyph()}</span> }.into_any()
        } else {
            swatch(&series)
        };
        view! { <li>{mark}<span>{series.name}</span></li> }
    };
    view! { <ul class="legend">{series.into_iter().map(item).collect_view()}</ul> }
}

/// A swatch with the name of its series, for running text and lists.
#[component]
pub fn ConditionMark(
    /// The series of the condition.
    series: Series,
) -> impl IntoView {
    view! { <span class="condition">{swatch(&series)}{series.name}</span> }
}

fn swatch(series: &Series) -> AnyView {
    let fill = match series.fill {
        Fill::Solid => "solid",
        Fill::Hatch => "hatch",
        Fill::Dots => "dots",
    };
    view! { <span class=format!("swatch ink-{} fill-{fill}", series.ink.id()) aria-hidden="true"></span> }.into_any()
}
