//! Taking a chart along: as a picture of pixels or of shapes, or its values.

use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::Node;

use super::paint::to_png;
use crate::chart::{Chart, Palette, to_svg};
use crate::ui::downloads::use_downloads;

/// Width of a picture in CSS pixels: a column of text or a slide, whatever the window was.
const WIDTH: f64 = 960.0;
/// Pixels of a PNG to one of the page.
const RATIO: f64 = 2.0;

/// The form of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Png,
    Svg,
    Csv,
}

impl Form {
    const ALL: [(Self, &'static str, &'static str); 3] = [
        (Self::Png, "chart-png", "PNG, for slides"),
        (Self::Svg, "chart-svg", "SVG, for papers"),
        (Self::Csv, "chart-csv", "CSV, the values"),
    ];
}

/// A menu of the files that a chart can become. Pictures are light, as what they are put into mostly is.
#[component]
pub fn ChartDownloads(
    /// The chart.
    chart: Signal<Arc<Chart>>,
) -> impl IntoView {
    let downloads = use_downloads();
    let menu = NodeRef::<html::Details>::new();
    let close = move || {
        if let Some(menu) = menu.get_untracked() {
            menu.set_open(false);
        }
    };
    let save = move |form: Form| {
        let chart = chart.get_untracked();
        match form {
            Form::Csv => downloads.save(chart.file_name("csv"), chart.to_csv()),
            Form::Svg => downloads.save(chart.file_name("svg"), to_svg(&chart, WIDTH, &Palette::LIGHT)),
            Form::Png => {
                let name = chart.file_name("png");
                to_png(&chart, WIDTH, &Palette::LIGHT, RATIO, move |blob| downloads.save_blob(name, blob));
            }
        }
        close();
    };
    let item = move |(form, test, name): (Form, &'static str, &'static str)| {
        view! { <button type="button" class="menu-item" data-test=test on:click=move |_| save(form)>{name}</button> }
    };
    let leave = move |event: leptos::ev::FocusEvent| {
        let to = event.related_target().and_then(|target| target.dyn_into::<Node>().ok());
        let stays = menu.get_untracked().is_some_and(|menu| menu.contains(to.as_ref()));
        if to.is_some() && !stays {
            close();
        }
    };
    let press = move |event: leptos::ev::KeyboardEvent| {
        if event.key() == "Escape" {
            close();
            event.stop_propagation();
        }
    };
    view! {
        <details class="menu" node_ref=menu on:keydown=press on:focusout=leave>
            <summary class="button button-quiet" data-test="chart-download">"Download"</summary>
            <div class="menu-items">{Form::ALL.map(item).into_iter().collect_view()}</div>
        </details>
    }
}
