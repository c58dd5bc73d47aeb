//! Groups beside each other, values upwards: for bars where every name fits.

use super::super::spec::{Chart, Notation};
use super::super::text;
use super::{LINE, Label, Layout, Mark, Orientation, Rect, Role, SMALL, Scale, TEXT, Tick, label, ticks};

/// Height of the plot.
const HEIGHT: f64 = 300.0;
/// Room for the axis' figures.
const AXIS: f64 = 44.0;
/// The widest and the narrowest bar.
const BAR: (f64, f64) = (14.0, 44.0);

/// The layout, or `None` where a name would not fit below its group.
pub(super) fn layout(chart: &Chart, width: f64) -> Option<Layout> {
    let plot = Rect { left: AXIS, top: 24.0, right: width - 4.0, bottom: 24.0 + HEIGHT };
    let slot = (plot.right - plot.left) / chart.groups.len().max(1) as f64;
    let widest = chart.groups.iter().map(|name| text::width(name, TEXT)).fold(0.0, f64::max);
    let bar = (slot * 0.72 / chart.series.len().max(1) as f64).min(BAR.1);
    if chart.groups.is_empty() || widest + 10.0 > slot || bar < BAR.0 || width < 640.0 {
        return None;
    }
    let (values, bounds) = ticks::round(chart.bounds(), 6);
    let scale = Scale { bounds, from: plot.bottom, to: plot.top };
    let ticks: Vec<Tick> = values.iter().map(|v| Tick { value: *v, at: scale.at(*v) }).collect();
    let mut labels: Vec<Label> = ticks.iter().map(|t| tick_label(chart, t, &values)).collect();
    let mut marks = Vec::new();
    for (group, name) in chart.groups.iter().enumerate() {
        let middle = plot.left + slot * (group as f64 + 0.5);
        labels.push(label(name, Role::Group, 0.0, plot.bottom + LINE, slot).centred(middle, 0.0, width));
        marks.extend(bars(chart, group, middle, bar, scale));
    }
    labels.extend(marks.iter().filter_map(|mark| value_label(chart, mark, bar)));
    let orientation = Orientation::Columns;
    Some(Layout { width, height: plot.bottom + 2.0 * LINE, orientation, plot, ticks, reference: None, labels, marks })
}

fn bars(chart: &Chart, group: usize, middle: f64, bar: f64, scale: Scale) -> Vec<Mark> {
    let left = middle - bar * chart.series.len() as f64 / 2.0;
    let of_series = |(series, _): (usize, _)| {
        let value = chart.value(group, series)?;
        let left = left + bar * series as f64;
        let place = Rect { left: left + 2.0, top: scale.at(value.mean), right: left + bar - 2.0, bottom: scale.from };
        let interval = value.interval.map(|(low, high)| (scale.at(low), scale.at(high)));
        Some(Mark { group, series, place, interval })
    };
    chart.series.iter().enumerate().filter_map(of_series).collect()
}

/// The value above its bar, where the bar is wide enough for it.
fn value_label(chart: &Chart, mark: &Mark, bar: f64) -> Option<Label> {
    let text = chart.notation.write(chart.value(mark.group, mark.series)?.mean);
    let room = text::width(&text, SMALL);
    if room > bar - 1.0 {
        return None;
    }
    let top = mark.interval.map_or(mark.place.top, |(_, high)| high.min(mark.place.top));
    let middle = (mark.place.left + mark.place.right) / 2.0;
    Some(label(&text, Role::Value, 0.0, top - 11.0, room).centred(middle, 0.0, f64::MAX))
}

fn tick_label(chart: &Chart, tick: &Tick, values: &[f64]) -> Label {
    let text = ticks::write(tick.value, values, chart.notation == Notation::Delta);
    label(&text, Role::Tick, 0.0, tick.at, AXIS).ending(AXIS - 8.0)
}
