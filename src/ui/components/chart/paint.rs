//! Painting a chart on a canvas, that of the page or one of its own.

use leptos::prelude::document;
use plotters_canvas::CanvasBackend;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Blob, HtmlCanvasElement};

use crate::chart::{Chart, Layout, Palette, draw};

/// Paints a chart, with `ratio` pixels of the canvas to one of the page.
pub fn paint(canvas: &HtmlCanvasElement, chart: &Chart, layout: &Layout, palette: &Palette, ratio: f64) {
    canvas.set_width((layout.width * ratio).round() as u32);
    canvas.set_height((layout.height * ratio).round() as u32);
    let Some(mut backend) = CanvasBackend::with_canvas_object(canvas.clone()) else { return };
    if let Err(error) = draw(&mut backend, chart, layout, palette, ratio) {
        leptos::logging::error!("the chart could not be drawn: {error:?}");
    }
}

/// Makes a chart a PNG file, with title and legend, and gives it to `done`; `None` where the browser has no
/// memory for it.
pub fn to_png(chart: &Chart, width: f64, palette: &Palette, ratio: f64, done: impl FnOnce(Option<Blob>) + 'static) {
    let canvas = document().create_element("canvas").ok().and_then(|element| element.dyn_into().ok());
    let Some(canvas): Option<HtmlCanvasElement> = canvas else { return done(None) };
    paint(&canvas, chart, &Layout::whole(chart, width), palette, ratio);
    let done = Closure::once_into_js(done);
    if let Err(error) = canvas.to_blob(done.unchecked_ref()) {
        leptos::logging::error!("the chart could not be made a file: {error:?}");
    }
}
