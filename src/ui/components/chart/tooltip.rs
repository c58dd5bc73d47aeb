//! What is said of the value that is pointed at, beside it.

use leptos::html;
use leptos::prelude::*;

use crate::chart::{Mark, Reading};

/// The value that is pointed at.
#[derive(Clone, Debug, PartialEq)]
pub struct Focus {
    /// What it says.
    pub reading: Reading,
    /// Where it is.
    pub mark: Mark,
    /// Width of the chart.
    pub width: f64,
    /// Whether it was reached by keys.
    pub by_keys: bool,
}

/// Width of the tooltip in CSS pixels, as in its style sheet, and the room that its height may need.
const SIZE: (f64, f64) = (240.0, 120.0);
/// Space to the mark.
const APART: f64 = 10.0;

/// A frame around the mark that was reached by keys, and the tooltip. It keeps within the chart's width, and
/// is above the mark where the window has room there.
#[component]
pub fn Tooltip(
    /// What is pointed at, if anything.
    focus: Signal<Option<Focus>>,
    /// Whether more can be shown.
    can_pick: bool,
) -> impl IntoView {
    let anchor = NodeRef::<html::Div>::new();
    Effect::new(move |_| {
        let is_by_keys = focus.with(|focus| focus.as_ref().is_some_and(|focus| focus.by_keys));
        if let Some(anchor) = anchor.get().filter(|_| is_by_keys) {
            // Nearest, at once: nothing moves that needn't.
            let options = web_sys::ScrollIntoViewOptions::new();
            options.set_block(web_sys::ScrollLogicalPosition::Nearest);
            anchor.scroll_into_view_with_scroll_into_view_options(&options);
        }
    });
    let ring = move || {
        focus.get().map(|focus| {
            let place = focus.mark.place;
            let at = format!(
                "left:{}px;top:{}px;width:{}px;height:{}px",
                place.left - 3.0,
                place.top - 3.0,
                place.right - place.left + 6.0,
                place.bottom - place.top + 6.0
            );
            view! { <div class="chart-ring" class:chart-ring-on=focus.by_keys style=at node_ref=anchor aria-hidden="true"></div> }
        })
    };
    let tip = move || focus.get().map(|focus| view! { <Tip focus=focus can_pick=can_pick anchor=anchor/> });
    view! { {ring} {tip} }
}

#[component]
fn Tip(
    /// What is pointed at.
    focus: Focus,
    /// Whether more can be shown.
    can_pick: bool,
    /// The frame around the mark.
    anchor: NodeRef<html::Div>,
) -> impl IntoView {
    let place = focus.mark.place;
    let left = (place.centre().0 - SIZE.0 / 2.0).min(focus.width - SIZE.0).max(0.0);
    // The frame knows where the mark is in the window; it is there before the next frame is shown.
    let (is_below, set_below) = signal(false);
    Effect::new(move |_| {
        if let Some(anchor) = anchor.get() {
            set_below.set(anchor.get_bounding_client_rect().top() < SIZE.1);
        }
    });
    let at = move || {
        if is_below.get() {
            format!("left:{left}px;top:{}px", place.bottom + APART)
        } else {
            format!("left:{left}px;top:{}px;translate:0 -100%", place.top - APART)
        }
    };
    let Reading { series, group, value, interval, n } = focus.reading;
    let line = |class: &'static str, text: String| (!text.is_empty()).then(|| view! { <p class=class>{text}</p> });
    view! {
        <div class="chart-tip" style=at data-test="chart-tip" aria-hidden="true">
            {line("chart-tip-group", group)}
            {line("chart-tip-series", series)}
            <p class="chart-tip-value">{value} " " {interval}</p>
            {line("chart-tip-aside", n)}
            {can_pick.then(|| view! { <p class="chart-tip-aside">"Click or Enter shows what is behind it."</p> })}
        </div>
    }
}
