//! Groups below each other, values to the right, a line for each: dots always, bars where columns are too
//! narrow.

use super::super::spec::{Chart, Grid, Key, Kind, Notation};
use super::super::text;
use super::super::words::NO_VALUE;
use super::label::{block, label};
use super::{Interval, LINE, Layout, Mark, Rect, Role, SMALL, Scale, Shape, TEXT, Tone, ticks};

/// Height of the line of a value.
const LANE: f64 = 18.0;
/// Half the size of a marker.
const MARKER: f64 = 5.0;
/// Space between groups.
const GAP: f64 = 14.0;
/// Below this width names stand above their values rather than beside them.
pub(super) const NAMES_ABOVE: f64 = 560.0;
/// Lines of a name, at most.
pub(super) const NAME_LINES: usize = 3;

pub(super) fn layout(chart: &Chart, grid: &Grid, reference: Option<f64>, width: f64) -> Layout {
    let names_above = width < NAMES_ABOVE;
    let (left, right) = plot_bounds(grid, width);
    let (values, bounds) = ticks::round(grid.bounds(), ticks::room_for(right - left));
    let scale = Scale { bounds, from: left, to: right };
    let mut layout = Layout::empty(width);
    let name_room = if names_above { width - 4.0 } else { left - 12.0 };
    let lanes = LANE * chart.series.len() as f64;

    let mut y = 4.0;
    for (group, name) in grid.groups.iter().enumerate() {
        let lines = text::wrap(name, TEXT, name_room, NAME_LINES);
        let name_height = LINE * lines.len() as f64;
        let role = Role::Group(group);
        let first = if names_above {
            layout.labels.extend(block(&lines, role, 2.0, y));
            y + name_height + 2.0
        } else {
            let top = y + ((lanes + GAP - name_height) / 2.0).max(0.0);
            layout.labels.extend(block(&lines, role, 0.0, top).into_iter().map(|line| line.ending(left - 12.0)));
            y + GAP / 2.0 + ((name_height - lanes - GAP) / 2.0).max(0.0)
        };
        for series in 0..chart.series.len() {
            value(&mut layout, chart, grid, Key { group, series }, scale, first + LANE * series as f64);
        }
        y = if names_above { first + lanes + GAP } else { y + name_height.max(lanes + GAP) };
    }
    axis(&mut layout, &values, scale, (4.0, y), chart.notation == Notation::Delta);
    if let Some(at) = reference.filter(|at| *at >= bounds.0 && *at <= bounds.1).map(|at| scale.at(at)) {
        layout.rule((at, 4.0), (at, y), Tone::Reference);
    }
    layout.height = y + LINE + 8.0;
    layout
}

/// Left and right of the plot: names at the left, where they aren't above, and room for values at the right.
fn plot_bounds(grid: &Grid, width: f64) -> (f64, f64) {
    let widest = grid.groups.iter().map(|name| text::width(name, TEXT)).fold(0.0, f64::max);
    let left = if width < NAMES_ABOVE { 14.0 } else { widest.min(width * 0.3) + 16.0 };
    (left, width - 62.0)
}

/// One value in its lane, with its figure beside it.
fn value(layout: &mut Layout, chart: &Chart, grid: &Grid, key: Key, scale: Scale, top: f64) {
    let middle = top + LANE / 2.0;
    let hit = Rect { left: scale.from.min(scale.to), top, right: layout.width, bottom: top + LANE };
    let Some(value) = grid.value(key.group, key.series) else {
        let name = label(NO_VALUE, Role::Value, scale.from + 6.0, middle, layout.width);
        layout.marks.push(Mark { key, place: name.place, hit, shape: Shape::Missing, interval: None });
        layout.labels.push(name);
        return;
    };
    let at = scale.at(value.mean);
    let (shape, place) = match chart.kind {
        Kind::Bars(_) => (Shape::Bar, Rect { left: scale.from, top: top + 1.0, right: at, bottom: top + LANE - 2.0 }),
        _ => (Shape::Dot, Rect::around((at, middle), MARKER)),
    };
    let middle = place.centre().1;
    let ends = value.interval.map(|(low, high)| (scale.at(low), scale.at(high)));
    let interval = ends.map(|(low, high)| Interval { from: (low, middle), to: (high, middle) });
    layout.marks.push(Mark { key, place, hit, shape, interval });

    let end = ends.map_or(place.right, |(_, high)| high.max(place.right));
    let text = chart.notation.write(value.mean);
    let room = text::width(&text, SMALL) + 1.0;
    layout.labels.push(label(&text, Role::Value, (end + 8.0).min(layout.width - room), middle, room));
}

/// The value axis below, with its grid.
fn axis(layout: &mut Layout, values: &[f64], scale: Scale, (top, bottom): (f64, f64), is_signed: bool) {
    for value in values {
        let at = scale.at(*value);
        layout.rule((at, top), (at, bottom), Tone::Grid);
        let text = ticks::write(*value, values, is_signed);
        let y = bottom + LINE / 2.0 + 4.0;
        layout.labels.push(label(&text, Role::Tick, 0.0, y, layout.width).centred(at, 0.0, layout.width));
    }
}
