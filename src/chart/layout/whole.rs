//! A chart as a picture of its own: with title, measure and legend above.

use super::super::spec::Chart;
use super::super::text;
use super::label::{flow, label};
use super::{LINE, Layout, Rect, Role, Swatch, TEXT};

/// Space around the picture.
const MARGIN: f64 = 16.0;
/// Width of a sample of a series, with the space to its name.
const SWATCH: f64 = 26.0;
/// Lines of the title and of the measure, at most.
const LINES: usize = 6;

pub(super) fn layout(chart: &Chart, width: f64) -> Layout {
    let inner = width - 2.0 * MARGIN;
    let mut head = Layout::empty(inner);
    let mut y = head.write(&chart.title, Role::Title, (0.0, 0.0), inner, LINES) + 4.0;
    if chart.needs_legend() {
        y += legend(&mut head, chart, y) + 4.0;
    }
    y += head.write(&chart.measure, Role::Measure, (0.0, y), inner, LINES) + 8.0;
    let mut whole = Layout::of(chart, inner).moved(0.0, y);
    whole.labels.extend(head.labels);
    whole.swatches = head.swatches;
    let height = whole.height + y + 2.0 * MARGIN;
    Layout { width, height, ..whole.moved(MARGIN, MARGIN) }
}

fn legend(head: &mut Layout, chart: &Chart, top: f64) -> f64 {
    let width = head.width;
    let widths: Vec<f64> = chart.series.iter().map(|s| (SWATCH + text::width(&s.name, TEXT)).min(width)).collect();
    let (places, height) = flow(&widths, (0.0, width), top, 16.0);
    for (place, (series, (x, y))) in chart.series.iter().zip(places).enumerate() {
        let swatch = Rect { left: x + 1.0, top: y + 3.0, right: x + 19.0, bottom: y + LINE - 3.0 };
        head.swatches.push(Swatch { series: place, place: swatch });
        head.labels.push(label(&series.name, Role::Series(place), x + SWATCH, y + LINE / 2.0, width - SWATCH));
    }
    height
}
