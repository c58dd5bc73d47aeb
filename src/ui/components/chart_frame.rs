//! A chart on a canvas with its legend, its read-out and its table twin.

use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;
use plotters_canvas::CanvasBackend;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

use super::{Legend, Segmented};
use crate::chart::{Chart, Layout, Palette, draw};

/// A chart. Redrawn when it, its width, the theme or the device's pixel ratio changes.
#[component]
pub fn ChartFrame(
    /// Prefix of every `data-test` within.
    test: &'static str,
    /// What the chart shows, one sentence.
    #[prop(into)]
    title: Signal<String>,
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
    /// The same figures as a table.
    children: ChildrenFn,
) -> impl IntoView {
    let options = vec![("chart", "Chart".to_owned()), ("table", "Table".to_owned())];
    let legend = move || chart.with(|c| view! { <Legend series=c.series.clone() kind=c.kind/> });
    view! {
        <figure class="chart" data-test=test>
            <figcaption class="chart-head">
                <span class="chart-title">{move || title.get()}</span>
                <Segmented
                    test="chart-view"
                    label="Chart or table"
                    options=options
                    value=view
                    on_change=on_view
                />
            </figcaption>
            <div hidden=move || view.with(|v| v != "chart")>
                {legend}
                <p class="chart-measure">{move || chart.with(|c| c.measure.clone())}</p>
                <Canvas chart=chart is_dark=is_dark title=title/>
            </div>
            <div hidden=move || view.with(|v| v != "table")>{move || children()}</div>
        </figure>
    }
}

/// The canvas and the line that reads out the value under the pointer.
#[component]
fn Canvas(
    /// The chart.
    chart: Signal<Arc<Chart>>,
    /// Whether the page is dark.
    is_dark: Signal<bool>,
    /// The canvas' name.
    title: Signal<String>,
) -> impl IntoView {
    let canvas = NodeRef::<html::Canvas>::new();
    let frame = NodeRef::<html::Div>::new();
    let width = use_width(frame);
    let ratio = use_pixel_ratio();
    let layout = Memo::new(move |_| width.get().map(|w| chart.with(|c| Layout::of(c, w))));
    let (readout, set_readout) = signal(String::new());
    Effect::new(move |_| {
        if let (Some(canvas), Some(layout)) = (canvas.get(), layout.get()) {
            let palette = if is_dark.get() { Palette::DARK } else { Palette::LIGHT };
            paint(&canvas, &chart.read(), &layout, &palette, ratio.get());
        }
    });
    let point = move |event: leptos::ev::PointerEvent| {
        let (x, y) = (f64::from(event.offset_x()), f64::from(event.offset_y()));
        let text = layout.with(|l| l.as_ref().and_then(|l| l.mark_at(x, y)).map(|m| (m.group, m.series)));
        set_readout.set(text.map(|(g, s)| chart.with(|c| c.describe(g, s))).unwrap_or_default());
    };
    view! {
        <div class="chart-canvas" node_ref=frame>
            <canvas
                node_ref=canvas
                role="img"
                aria-label=move || format!("{} The table beside holds every figure.", title.get())
                style:height=move || layout.with(|l| l.as_ref().map(|l| format!("{}px", l.height)))
                on:pointermove=point
                on:pointerleave=move |_| set_readout.set(String::new())
            ></canvas>
        </div>
        <p class="chart-readout" aria-live="polite">{move || readout.get()}</p>
    }
}

fn paint(canvas: &web_sys::HtmlCanvasElement, chart: &Chart, layout: &Layout, palette: &Palette, ratio: f64) {
    canvas.set_width((layout.width * ratio).round() as u32);
    canvas.set_height((layout.height * ratio).round() as u32);
    let Some(mut backend) = CanvasBackend::with_canvas_object(canvas.clone()) else { return };
    if let Err(error) = draw(&mut backend, chart, layout, palette, ratio) {
        leptos::logging::error!("the chart could not be drawn: {error:?}");
    }
}

/// The width of an element, followed as it changes.
fn use_width(frame: NodeRef<html::Div>) -> ReadSignal<Option<f64>> {
    let (width, set_width) = signal(None);
    let observer = StoredValue::new_local(None::<(web_sys::ResizeObserver, Closure<dyn FnMut(js_sys::Array)>)>);
    Effect::new(move |_| {
        let Some(frame) = frame.get() else { return };
        let changed = Closure::<dyn FnMut(js_sys::Array)>::new(move |entries: js_sys::Array| {
            let entry = entries.get(0).dyn_into::<web_sys::ResizeObserverEntry>().ok();
            let measured = entry.map(|e| e.content_rect().width()).filter(|w| *w > 0.0);
            if measured.is_some() && measured != width.get_untracked() {
                set_width.set(measured);
            }
        });
        if let Ok(new) = web_sys::ResizeObserver::new(changed.as_ref().unchecked_ref()) {
            new.observe(&frame);
            observer.set_value(Some((new, changed)));
        }
    });
    on_cleanup(move || {
        observer.update_value(|held| {
            if let Some((observer, _)) = held.take() {
                observer.disconnect();
            }
        });
    });
    width
}

/// The device's pixel ratio. Zooming and moving to another screen both resize the window.
fn use_pixel_ratio() -> ReadSignal<f64> {
    let (ratio, set_ratio) = signal(window().device_pixel_ratio());
    let handle = window_event_listener(leptos::ev::resize, move |_| {
        let now = window().device_pixel_ratio();
        if now != ratio.get_untracked() {
            set_ratio.set(now);
        }
    });
    on_cleanup(move || handle.remove());
    ratio
}
