//! Groups beside each other, values upwards: for bars where every name fits.

use super::super::spec::{Chart, Grid, Key, Notation};
use super::super::text;
use super::super::words::NO_VALUE;
use super::label::{block, label};
use super::{Interval, LINE, Layout, Mark, Rect, Role, SMALL, Scale, Shape, TEXT, Tone, ticks};

/// Height of the plot.
const HEIGHT: f64 = 300.0;
/// Room above the plot, for values.
const ABOVE: f64 = 24.0;
/// Room for the axis' figures.
const AXIS: f64 = 44.0;
/// The widest and the narrowest bar.
const BAR: (f64, f64) = (14.0, 44.0);
/// Below this width bars lie.
const NARROW: f64 = 640.0;
/// Lines of a name, at most.
const NAME_LINES: usize = 2;

/// The layout, or `None` where a name would not fit below its group, or nothing could say that a value is
/// missing.
pub(super) fn layout(chart: &Chart, grid: &Grid, width: f64) -> Option<Layout> {
    let plot = Rect { left: AXIS, top: ABOVE, right: width - 4.0, bottom: ABOVE + HEIGHT };
    let slot = (plot.right - plot.left) / grid.groups.len().max(1) as f64;
    let bar = (slot * 0.72 / chart.series.len().max(1) as f64).min(BAR.1);
    let least = if grid.gaps(chart.series.len()) > 0 { widest_word(NO_VALUE) + 1.0 } else { BAR.0 };
    if grid.groups.is_empty() || bar < least || width < NARROW {
        return None;
    }
    let name = |name: &String| text::wrap_whole(name, TEXT, slot - 10.0, NAME_LINES);
    let names: Vec<Vec<String>> = grid.groups.iter().map(name).collect::<Option<_>>()?;
    let (values, bounds) = ticks::round(grid.bounds(), 6);
    let scale = Scale { bounds, from: plot.bottom, to: plot.top };

    let mut layout = Layout::empty(width);
    for value in &values {
        let at = scale.at(*value);
        layout.rule((plot.left, at), (plot.right, at), Tone::Grid);
        let text = ticks::write(*value, &values, chart.notation == Notation::Delta);
        layout.labels.push(label(&text, Role::Tick, 0.0, at, AXIS - 10.0).ending(AXIS - 8.0));
    }
    for (group, lines) in names.iter().enumerate() {
        let middle = plot.left + slot * (group as f64 + 0.5);
        let lines = block(lines, Role::Group(group), 0.0, plot.bottom + LINE / 2.0);
        layout.labels.extend(lines.into_iter().map(|line| line.centred(middle, 0.0, width)));
        let left = middle - bar * chart.series.len() as f64 / 2.0;
        for series in 0..chart.series.len() {
            let slot = Rect { left: left + bar * series as f64, right: left + bar * (series + 1) as f64, ..plot };
            value(&mut layout, chart, grid, Key { group, series }, scale, slot);
        }
    }
    let lines = names.iter().map(Vec::len).max().unwrap_or(1);
    layout.height = plot.bottom + LINE * (lines + 1) as f64;
    Some(layout)
}

fn widest_word(text: &str) -> f64 {
    text.split(' ').map(|word| text::width(word, SMALL)).fold(0.0, f64::max)
}

/// One bar in its slot, with its figure above where the bar is wide enough for it.
fn value(layout: &mut Layout, chart: &Chart, grid: &Grid, key: Key, scale: Scale, slot: Rect) {
    let middle = slot.centre().0;
    let Some(value) = grid.value(key.group, key.series) else {
        let lines: Vec<String> = NO_VALUE.split(' ').map(str::to_owned).collect();
        let top = slot.bottom - LINE * lines.len() as f64 - 2.0;
        let lines = block(&lines, Role::Value, 0.0, top);
        layout.labels.extend(lines.into_iter().map(|line| line.centred(middle, slot.left, slot.right)));
        let place = Rect { top, ..slot };
        layout.marks.push(Mark { key, place, hit: slot, shape: Shape::Missing, interval: None });
        return;
    };
    let place = Rect { left: slot.left + 2.0, top: scale.at(value.mean), right: slot.right - 2.0, bottom: scale.from };
    let ends = value.interval.map(|(low, high)| (scale.at(low), scale.at(high)));
    let interval = ends.map(|(low, high)| Interval { from: (middle, low), to: (middle, high) });
    layout.marks.push(Mark { key, place, hit: slot, shape: Shape::Bar, interval });

    let text = chart.notation.write(value.mean);
    let room = text::width(&text, SMALL);
    if room <= slot.right - slot.left - 1.0 {
        let top = ends.map_or(place.top, |(_, high)| high.min(place.top));
        layout.labels.push(label(&text, Role::Value, 0.0, top - 11.0, room).centred(middle, 0.0, f64::INFINITY));
    }
}
