//! Groups below each other, values to the right: dots always, bars where columns are too narrow.

use super::super::spec::{Chart, Kind, Notation, Value};
use super::super::text;
use super::{LINE, Label, Layout, Mark, Orientation, Rect, Role, SMALL, Scale, TEXT, Tick, label, ticks};

/// Height of one bar with its gap.
const BAR: f64 = 18.0;
/// Height of a dot row.
const DOT_ROW: f64 = 26.0;
/// Half the size of a marker.
const MARKER: f64 = 5.0;
/// Space between groups.
const GAP: f64 = 14.0;
/// Below this width names stand above their bars rather than beside them.
const NAMES_ABOVE: f64 = 560.0;

struct Frame {
    plot: Rect,
    names_above: bool,
    scale: Scale,
}

pub(super) fn layout(chart: &Chart, width: f64) -> Layout {
    let frame_width = plot_bounds(chart, width);
    let (values, bounds) = ticks::round(chart.bounds(), tick_count(frame_width));
    let names_above = width < NAMES_ABOVE;
    let row = row_height(chart, names_above);
    let bottom = 4.0 + row * chart.groups.len() as f64;
    let plot = Rect { left: frame_width.0, top: 4.0, right: frame_width.1, bottom };
    let frame = Frame { plot, names_above, scale: Scale { bounds, from: plot.left, to: plot.right } };

    let ticks: Vec<Tick> = values.iter().map(|v| Tick { value: *v, at: frame.scale.at(*v) }).collect();
    let mut labels = tick_labels(chart, &values, &ticks, width, bottom);
    let mut marks = Vec::new();
    for (group, name) in chart.groups.iter().enumerate() {
        let top = plot.top + row * group as f64;
        labels.push(name_label(name, &frame, top, row, width));
        marks.extend(group_marks(chart, group, &frame, top, row));
    }
    labels.extend(marks.iter().filter_map(|mark| value_label(chart, mark, width)));
    let reference = match chart.kind {
        Kind::Dots { reference } => reference.filter(|r| *r >= bounds.0 && *r <= bounds.1).map(|r| frame.scale.at(r)),
        Kind::Bars => None,
    };
    Layout { width, height: bottom + LINE + 8.0, orientation: Orientation::Rows, plot, ticks, reference, labels, marks }
}

/// As many figures on the axis as have room, and no more than a reader wants.
fn tick_count((left, right): (f64, f64)) -> usize {
    (((right - left) / 64.0) as usize).min(9)
}

/// Left and right of the plot: names at the left, where they aren't above, and room for values.
fn plot_bounds(chart: &Chart, width: f64) -> (f64, f64) {
    let widest = chart.groups.iter().map(|name| text::width(name, TEXT)).fold(0.0, f64::max);
    let left = if width < NAMES_ABOVE { 14.0 } else { widest.min(width * 0.3) + 16.0 };
    (left, width - if shows_values(chart) { 62.0 } else { 20.0 })
}

/// Values are written beside their marks unless several share a row.
fn shows_values(chart: &Chart) -> bool {
    chart.kind == Kind::Bars || chart.series.len() == 1
}

fn row_height(chart: &Chart, names_above: bool) -> f64 {
    let marks = match chart.kind {
        Kind::Bars => BAR * chart.series.len() as f64 + GAP,
        Kind::Dots { .. } => DOT_ROW,
    };
    if names_above { marks + LINE } else { marks }
}

fn name_label(name: &str, frame: &Frame, top: f64, row: f64, width: f64) -> Label {
    if frame.names_above {
        label(name, Role::Group, 2.0, top + LINE / 2.0, width - 4.0)
    } else {
        label(name, Role::Group, 0.0, top + row / 2.0, frame.plot.left - 12.0).ending(frame.plot.left - 12.0)
    }
}

fn group_marks(chart: &Chart, group: usize, frame: &Frame, top: f64, row: f64) -> Vec<Mark> {
    let offset = if frame.names_above { LINE } else { 0.0 };
    let first = top + offset + GAP / 2.0;
    let middle = top + offset + (row - offset) / 2.0;
    let of_series = |(series, _): (usize, _)| {
        let value = chart.value(group, series)?;
        let at = frame.scale.at(value.mean);
        let place = match chart.kind {
            Kind::Bars => {
                let top = first + BAR * series as f64;
                Rect { left: frame.plot.left, top: top + 1.0, right: at, bottom: top + BAR - 2.0 }
            }
            Kind::Dots { .. } => {
                Rect { left: at - MARKER, top: middle - MARKER, right: at + MARKER, bottom: middle + MARKER }
            }
        };
        let interval = value.interval.map(|(low, high)| (frame.scale.at(low), frame.scale.at(high)));
        Some(Mark { group, series, place, interval })
    };
    chart.series.iter().enumerate().filter_map(of_series).collect()
}

fn value_label(chart: &Chart, mark: &Mark, width: f64) -> Option<Label> {
    let value: Value = chart.value(mark.group, mark.series).filter(|_| shows_values(chart))?;
    let end = mark.interval.map_or(mark.place.right, |(_, high)| high.max(mark.place.right));
    let middle = (mark.place.top + mark.place.bottom) / 2.0;
    let text = chart.notation.write(value.mean);
    let room = text::width(&text, SMALL) + 1.0;
    Some(label(&text, Role::Value, (end + 8.0).min(width - room), middle, room))
}

fn tick_labels(chart: &Chart, values: &[f64], ticks: &[Tick], width: f64, bottom: f64) -> Vec<Label> {
    let is_signed = chart.notation == Notation::Delta;
    let of_tick = |tick: &Tick| {
        let text = ticks::write(tick.value, values, is_signed);
        label(&text, Role::Tick, 0.0, bottom + LINE / 2.0 + 4.0, width).centred(tick.at, 0.0, width)
    };
    ticks.iter().map(of_tick).collect()
}
