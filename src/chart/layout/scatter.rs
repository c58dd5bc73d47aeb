//! Points by two measures. Points of equal values are laid beside each other, so that none hides another.

use std::collections::BTreeMap;

use super::super::spec::{Chart, Key, Point, Scatter};
use super::super::text;
use super::label::label;
use super::{LINE, Layout, Mark, Rect, Role, Scale, Shape, Tone, ticks};

/// Room for the axis' figures.
const AXIS: f64 = 46.0;
/// The widest and the highest plot.
const LARGEST: (f64, f64) = (620.0, 440.0);
/// Half the size of a marker.
const MARKER: f64 = 4.0;
/// Distance of points of equal values.
const APART: f64 = 3.0;
/// Lines of a text, at most.
const LINES: usize = 3;

pub(super) fn layout(chart: &Chart, scatter: &Scatter, width: f64) -> Layout {
    let mut layout = Layout::empty(width);
    let mut top = layout.write(&scatter.y.name, Role::Note, (0.0, 0.0), width, LINES) + 4.0;
    let right = (width - 14.0).min(AXIS + LARGEST.0);
    let (x_bounds, y_bounds) = scatter.bounds();
    let (x_values, x_bounds) = ticks::round(x_bounds, ticks::room_for(right - AXIS).min(6));
    let (y_values, y_bounds) = ticks::round(y_bounds, 6);
    let x = Scale { bounds: x_bounds, from: AXIS, to: right };
    if let Some(threshold) = &scatter.threshold {
        top += threshold_name(&mut layout, &threshold.name, x.at(threshold.at), top);
    }
    top += 6.0;
    let plot = Rect { left: AXIS, top, right, bottom: top + (right - AXIS).min(LARGEST.1) };
    let y = Scale { bounds: y_bounds, from: plot.bottom, to: plot.top };
    axes(&mut layout, (&x_values, x), (&y_values, y), plot);
    if let Some(threshold) = &scatter.threshold {
        let at = x.at(threshold.at);
        layout.rule((at, plot.top - 6.0), (at, plot.bottom), Tone::Reference);
    }
    if scatter.diagonal.is_some() {
        let (low, high) = (x_bounds.0.max(y_bounds.0), x_bounds.1.min(y_bounds.1));
        layout.rule((x.at(low), y.at(low)), (x.at(high), y.at(high)), Tone::Reference);
    }
    points(&mut layout, chart, &scatter.points, (x, y), plot);
    layout.height = notes(&mut layout, scatter, plot.bottom + LINE * 1.5 + 4.0);
    layout
}

/// What the upright line says, above it; gives the height.
fn threshold_name(layout: &mut Layout, name: &str, at: f64, top: f64) -> f64 {
    let width = layout.width;
    if text::width(name, Role::Note.size()) <= width {
        layout.labels.push(label(name, Role::Note, 0.0, top + LINE / 2.0, width).centred(at, 0.0, width));
        return LINE;
    }
    layout.write(name, Role::Note, (0.0, top), width, LINES)
}

fn axes(layout: &mut Layout, (x_values, x): (&[f64], Scale), (y_values, y): (&[f64], Scale), plot: Rect) {
    for value in x_values {
        let at = x.at(*value);
        layout.rule((at, plot.top), (at, plot.bottom), Tone::Grid);
        let name = label(&ticks::write(*value, x_values, false), Role::Tick, 0.0, plot.bottom + LINE, f64::INFINITY);
        layout.labels.push(name.centred(at, 0.0, layout.width));
    }
    for value in y_values {
        let at = y.at(*value);
        layout.rule((plot.left, at), (plot.right, at), Tone::Grid);
        let name = label(&ticks::write(*value, y_values, false), Role::Tick, 0.0, at, AXIS - 10.0);
        layout.labels.push(name.ending(AXIS - 10.0));
    }
}

fn points(layout: &mut Layout, chart: &Chart, points: &[Point], (x, y): (Scale, Scale), plot: Rect) {
    // How many points were laid at a place, in tenths of a pixel.
    let mut taken: BTreeMap<(i64, i64), usize> = BTreeMap::new();
    let mut placed: Vec<Mark> = Vec::new();
    for (group, point) in points.iter().enumerate().filter(|(_, point)| point.series < chart.series.len()) {
        let Some(at) = point.place() else { continue };
        let at = (x.at(at.0), y.at(at.1));
        let before = taken.entry(((at.0 * 10.0) as i64, (at.1 * 10.0) as i64)).or_default();
        let centre = beside(at, *before);
        *before += 1;
        // What lies on the edge of the plot may reach over it, but not out of the picture.
        let edge = MARKER + 2.0;
        let centre = (
            centre.0.clamp(plot.left - edge, (plot.right + edge).min(layout.width - edge)),
            centre.1.clamp(plot.top - edge, plot.bottom + edge),
        );
        let key = Key { group, series: point.series };
        let (place, hit) = (Rect::around(centre, MARKER), Rect::around(centre, 2.0 * MARKER));
        placed.push(Mark { key, place, hit, shape: Shape::Ring, interval: None });
    }
    layout.marks = placed;
}

/// The place of the so-manieth point of the same values: on a spiral around the first, as seeds lie in a
/// sunflower.
fn beside((x, y): (f64, f64), place: usize) -> (f64, f64) {
    const GOLDEN_ANGLE: f64 = 2.399_963_229_728_653;
    let (angle, radius) = (place as f64 * GOLDEN_ANGLE, APART * (place as f64).sqrt());
    (x + radius * angle.cos(), y + radius * angle.sin())
}

/// What stands below the plot; gives where it ends.
fn notes(layout: &mut Layout, scatter: &Scatter, mut y: f64) -> f64 {
    let x = label(&scatter.x.name, Role::Note, 0.0, y + LINE / 2.0, layout.width);
    let width = layout.width;
    layout.labels.push(x.centred(AXIS + (LARGEST.0.min(width - AXIS - 14.0)) / 2.0, 0.0, width));
    y += LINE;
    let missing = match scatter.missing() {
        0 => None,
        1 => Some("1 point is not shown: it lacks a value.".to_owned()),
        missing => Some(format!("{missing} points are not shown: they lack a value.")),
    };
    for note in scatter.diagonal.iter().chain(&missing) {
        y += layout.write(note, Role::Note, (0.0, y), width, LINES);
    }
    y + 4.0
}
