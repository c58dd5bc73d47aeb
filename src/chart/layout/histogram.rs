//! A panel of bins per series, as many beside each other as have room.

use super::super::spec::{Chart, Histogram, Key, percent};
use super::super::text;
use super::super::words::NO_VALUE;
use super::label::{flow, label};
use super::{LINE, Layout, Mark, Rect, Role, SMALL, Scale, Shape, TEXT, Tone, ticks};

/// The narrowest panel.
const PANEL: f64 = 280.0;
/// Height of the bins.
const HEIGHT: f64 = 130.0;
/// Room for the axis' figures.
const AXIS: f64 = 52.0;
/// Space right of a panel.
const GAP: f64 = 16.0;
/// Lines of a series' name, at most.
const NAME_LINES: usize = 2;

pub(super) fn layout(chart: &Chart, histogram: &Histogram, width: f64) -> Layout {
    let mut layout = Layout::empty(width);
    let panels: Vec<usize> = (0..chart.series.len()).collect();
    let beside = ((width / PANEL) as usize).clamp(1, panels.len().max(1));
    let panel_width = width / beside as f64;
    let shares = panels.iter().flat_map(|s| (0..histogram.bins()).filter_map(|bin| histogram.share(bin, *s)));
    let highest = shares.fold(0.0, f64::max).max(0.01);
    let mut y = 0.0;
    for row in panels.chunks(beside) {
        let head = row.iter().map(|series| head_height(chart, histogram, *series, panel_width)).fold(0.0, f64::max);
        for (place, series) in row.iter().enumerate() {
            let (left, right) = (panel_width * place as f64, panel_width * (place + 1) as f64 - GAP);
            write_head(&mut layout, chart, histogram, *series, (left, right), y);
            let plot = Rect { left: left + AXIS, top: y + head + 8.0, right, bottom: y + head + 8.0 + HEIGHT };
            panel(&mut layout, histogram, *series, plot, highest);
        }
        y += head + 8.0 + HEIGHT + 2.0 * LINE + 8.0;
    }
    layout.height = y;
    layout
}

/// What stands above a panel beside its name: how many values, and the shares that are marked.
fn notes(histogram: &Histogram, series: usize) -> Vec<String> {
    let share = |tail: &super::super::spec::Tail| {
        let share = tail.shares.get(series).copied().flatten()?;
        Some(format!("{}: {}", tail.name, percent(share)))
    };
    let count = format!("n = {}", histogram.n(series));
    std::iter::once(count).chain(histogram.tails.iter().filter_map(share)).collect()
}

fn flowed(notes: &[String], (left, right): (f64, f64), top: f64) -> (Vec<(f64, f64)>, f64) {
    let widths: Vec<f64> = notes.iter().map(|note| text::width(note, SMALL)).collect();
    flow(&widths, (left, right), top, 14.0)
}

fn head_height(chart: &Chart, histogram: &Histogram, series: usize, width: f64) -> f64 {
    let name = chart.series.get(series).map_or("", |s| &s.name);
    let lines = text::wrap(name, TEXT, width - GAP, NAME_LINES).len();
    LINE * lines as f64 + flowed(&notes(histogram, series), (0.0, width - GAP), 0.0).1
}

fn write_head(layout: &mut Layout, chart: &Chart, histogram: &Histogram, series: usize, sides: (f64, f64), top: f64) {
    let (left, right) = sides;
    let name = chart.series.get(series).map_or("", |s| &s.name);
    let height = layout.write(name, Role::Series(series), (left, top), right - left, NAME_LINES);
    let notes = notes(histogram, series);
    let (places, _) = flowed(&notes, sides, top + height);
    for (note, (x, y)) in notes.iter().zip(places) {
        layout.labels.push(label(note, Role::Note, x, y + LINE / 2.0, right - left));
    }
}

fn panel(layout: &mut Layout, histogram: &Histogram, series: usize, plot: Rect, highest: f64) {
    let (Some(first), Some(last)) = (histogram.edges.first(), histogram.edges.last()) else { return };
    let across = Scale { bounds: (*first, *last), from: plot.left, to: plot.right };
    // The figures of the axis are whole percents.
    let (shares, bounds) = ticks::round((0.0, highest * 100.0), 4);
    let up = Scale { bounds, from: plot.bottom, to: plot.top };
    for share in &shares {
        let at = up.at(*share);
        layout.rule((plot.left, at), (plot.right, at), Tone::Grid);
        let text = format!("{}\u{a0}%", ticks::write(*share, &shares, false));
        layout.labels.push(label(&text, Role::Tick, 0.0, at, AXIS - 8.0).ending(plot.left - 8.0));
    }
    let (values, _) = ticks::round((*first, *last), ticks::room_for(plot.right - plot.left).min(6));
    for value in values.iter().filter(|value| *value >= first && *value <= last) {
        let text = ticks::write(*value, &values, false);
        let place = label(&text, Role::Tick, 0.0, plot.bottom + LINE, f64::INFINITY);
        layout.labels.push(place.centred(across.at(*value), plot.left - 12.0, plot.right + 12.0));
    }
    bins(layout, histogram, series, plot, (across, up));
    for tail in &histogram.tails {
        let at = across.at(tail.at);
        layout.rule((at, plot.top), (at, plot.bottom), Tone::Reference);
    }
}

fn bins(layout: &mut Layout, histogram: &Histogram, series: usize, plot: Rect, (across, up): (Scale, Scale)) {
    if histogram.n(series) == 0 {
        let (x, y) = plot.centre();
        let name = label(NO_VALUE, Role::Value, 0.0, y, plot.right - plot.left).centred(x, plot.left, plot.right);
        let key = Key { group: 0, series };
        layout.marks.push(Mark { key, place: name.place, hit: plot, shape: Shape::Missing, interval: None });
        layout.labels.push(name);
        return;
    }
    for (bin, edges) in histogram.edges.windows(2).enumerate() {
        let Some(share) = histogram.share(bin, series) else { continue };
        let hit = Rect { left: across.at(edges[0]), right: across.at(edges[1]), ..plot };
        let place = Rect { left: hit.left + 0.5, right: hit.right - 0.5, top: up.at(share * 100.0), ..hit };
        layout.marks.push(Mark { key: Key { group: bin, series }, place, hit, shape: Shape::Bar, interval: None });
    }
}
