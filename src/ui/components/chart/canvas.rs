//! The canvas of a chart, and how one moves through its values.

use std::sync::Arc;

use leptos::ev::{KeyboardEvent, MouseEvent, PointerEvent};
use leptos::html;
use leptos::prelude::*;

use super::paint::paint;
use super::tooltip::{Focus, Tooltip};
use super::watch::{use_pixel_ratio, use_width};
use crate::chart::{Chart, Key, Layout, Palette, Step};

/// What is pointed at.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Pointed {
    /// Index of the mark.
    mark: Option<usize>,
    /// Whether by keys, which is read out and framed.
    by_keys: bool,
}

/// A chart on a canvas. Hovering and the arrow keys show the values one by one, Enter and clicks pick one,
/// Esc leaves.
#[component]
pub fn Canvas(
    /// The chart.
    chart: Signal<Arc<Chart>>,
    /// Whether the page is dark.
    is_dark: Signal<bool>,
    /// Told the value that is picked.
    on_pick: Option<Callback<Key>>,
) -> impl IntoView {
    let (canvas, frame) = (NodeRef::<html::Canvas>::new(), NodeRef::<html::Div>::new());
    let (width, ratio) = (use_width(frame), use_pixel_ratio());
    let layout = Memo::new(move |_| width.get().map(|width| chart.with(|chart| Arc::new(Layout::of(chart, width)))));
    let (pointed, set_pointed) = signal(Pointed::default());
    Effect::new(move |_| {
        if let (Some(canvas), Some(layout)) = (canvas.get(), layout.get()) {
            let palette = if is_dark.get() { Palette::DARK } else { Palette::LIGHT };
            paint(&canvas, &chart.read(), &layout, &palette, ratio.get());
        }
    });
    let at = move |x: i32, y: i32| layout.with(|l| l.as_ref().and_then(|l| l.mark_at(f64::from(x), f64::from(y))));
    let point = move |mark, by_keys| {
        let next = Pointed { mark, by_keys };
        if pointed.get_untracked() != next {
            set_pointed.set(next);
        }
    };
    let pick = move |mark: Option<usize>| {
        let key = layout.with_untracked(|l| Some(l.as_ref()?.marks.get(mark?)?.key));
        if let Some((on_pick, key)) = on_pick.zip(key) {
            on_pick.run(key);
        }
    };
    let press = move |event: KeyboardEvent| {
        let now = pointed.get_untracked().mark;
        match (event.key().as_str(), step(&event)) {
            (_, Some(step)) => {
                point(layout.with_untracked(|l| l.as_ref().and_then(|l| l.step(now, step))), true);
                event.prevent_default();
            }
            ("Escape", _) if now.is_some() => {
                point(None, false);
                event.stop_propagation();
            }
            ("Enter" | " ", _) if now.is_some() => {
                pick(now);
                event.prevent_default();
            }
            _ => {}
        }
    };
    let focus = Signal::derive(move || {
        let Pointed { mark, by_keys } = pointed.get();
        let (layout, mark) = (layout.get()?, mark?);
        let mark = *layout.marks.get(mark)?;
        Some(Focus { reading: chart.with(|c| c.read(mark.key)), mark, width: layout.width, by_keys })
    });
    let size = move || layout.with(|l| l.as_ref().map(|l| (format!("{}px", l.width), format!("{}px", l.height))));
    let summary = move || chart.with(|c| format!("{} The arrow keys move through the values.", c.summary()));
    view! {
        <div
            class="chart-canvas"
            class:chart-pickable=on_pick.is_some()
            data-test="chart-canvas"
            node_ref=frame
            tabindex="0"
            role="img"
            aria-label=summary
            on:keydown=press
            on:blur=move |_| point(None, false)
        >
            <canvas
                node_ref=canvas
                style:width=move || size().map(|size| size.0)
                style:height=move || size().map(|size| size.1)
                on:pointermove=move |event: PointerEvent| point(at(event.offset_x(), event.offset_y()), false)
                on:pointerleave=move |_| point(None, false)
                on:click=move |event: MouseEvent| pick(at(event.offset_x(), event.offset_y()))
            ></canvas>
            <Tooltip focus=focus can_pick=on_pick.is_some()/>
        </div>
        <p class="visually-hidden" aria-live="polite" data-test="chart-live">
            {move || focus.get().filter(|focus| focus.by_keys).map(|focus| focus.reading.to_string())}
        </p>
    }
}

/// The step that a key stands for.
fn step(event: &KeyboardEvent) -> Option<Step> {
    if event.ctrl_key() || event.alt_key() || event.meta_key() {
        return None;
    }
    match event.key().as_str() {
        "ArrowRight" => Some(Step::Next),
        "ArrowLeft" => Some(Step::Previous),
        "ArrowDown" => Some(Step::NextGroup),
        "ArrowUp" => Some(Step::PreviousGroup),
        "Home" => Some(Step::First),
        "End" => Some(Step::Last),
        _ => None,
    }
}
