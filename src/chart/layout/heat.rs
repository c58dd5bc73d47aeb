//! Cells: groups are rows, series are columns. Where there is no room for all columns side by side they are
//! laid out in several blocks; where their names don't fit above them they are numbered, with a key.

use super::super::spec::{Chart, Grid, Key};
use super::super::text;
use super::super::words::NO_VALUE;
use super::label::{block, label};
use super::rows::{NAME_LINES, NAMES_ABOVE};
use super::{LINE, Layout, Mark, Rect, Role, SMALL, Shape, TEXT};

/// Height of a cell with its gap.
const CELL: f64 = 28.0;
/// The widest cell.
const WIDEST: f64 = 150.0;
/// Lines of a heading, at most.
const HEAD_LINES: usize = 4;
/// Space between cells.
const SEAM: f64 = 2.0;

struct Frame {
    left: f64,
    cell: f64,
    /// How many columns a block has.
    columns: usize,
    names_above: bool,
}

pub(super) fn layout(chart: &Chart, grid: &Grid, width: f64) -> Layout {
    let frame = frame(chart, grid, width);
    let mut layout = Layout::empty(width);
    let heads: Option<Vec<Vec<String>>> =
        chart.series.iter().map(|series| text::wrap_whole(&series.name, TEXT, frame.cell - 8.0, HEAD_LINES)).collect();
    let mut y = 0.0;
    if heads.is_none() {
        y = key(&mut layout, chart) + LINE / 2.0;
    }
    let all: Vec<usize> = (0..chart.series.len()).collect();
    // Rows have their names even where there are no columns.
    let blocks = if all.is_empty() { vec![&all[..]] } else { all.chunks(frame.columns).collect() };
    for columns in blocks {
        y = head(&mut layout, heads.as_deref(), columns, &frame, y);
        for group in 0..grid.groups.len() {
            y = row(&mut layout, chart, grid, (group, columns), &frame, y);
        }
        y += LINE;
    }
    // Blocks are read one after the other as seen, but a value's place in reading order is its row's.
    layout.marks.sort_by_key(|mark| mark.key);
    layout.height = y;
    layout
}

/// Names beside where all columns have room next to them, else above, in as few blocks as it takes.
fn frame(chart: &Chart, grid: &Grid, width: f64) -> Frame {
    let values = grid.all().map(|(_, _, value)| text::width(&chart.notation.write(value.mean), SMALL));
    let gap = if grid.gaps(chart.series.len()) > 0 { text::width(NO_VALUE, SMALL) } else { 0.0 };
    let least = values.fold(gap, f64::max) + 8.0;
    let columns = chart.series.len().max(1);
    let widest = grid.groups.iter().map(|name| text::width(name, TEXT)).fold(0.0, f64::max);
    let beside = widest.min(width * 0.3) + 12.0;
    let cell_of = |left: f64, columns: usize| ((width - left) / columns as f64).min(WIDEST);
    if width >= NAMES_ABOVE && cell_of(beside, columns) >= least {
        return Frame { left: beside, cell: cell_of(beside, columns), columns, names_above: false };
    }
    let fits = ((width / least) as usize).clamp(1, columns);
    let blocks = columns.div_ceil(fits);
    let columns = columns.div_ceil(blocks);
    Frame { left: 0.0, cell: cell_of(0.0, columns), columns, names_above: true }
}

/// The numbers of the columns with their names; gives the height.
fn key(layout: &mut Layout, chart: &Chart) -> f64 {
    const NUMBER: f64 = 26.0;
    let mut y = 0.0;
    for (place, series) in chart.series.iter().enumerate() {
        layout.labels.push(label(&number(place), Role::Tick, 0.0, y + LINE / 2.0, NUMBER));
        let room = layout.width - NUMBER;
        y += layout.write(&series.name, Role::Series(place), (NUMBER, y), room, NAME_LINES);
    }
    y
}

fn number(place: usize) -> String {
    (place + 1).to_string()
}

/// The headings of a block, set on its first row; gives where that begins.
fn head(layout: &mut Layout, heads: Option<&[Vec<String>]>, columns: &[usize], frame: &Frame, top: f64) -> f64 {
    let lines_of = |series: usize| heads.and_then(|heads| heads.get(series)).map_or(1, Vec::len);
    let most = columns.iter().map(|series| lines_of(*series)).max().unwrap_or(1);
    let bottom = top + LINE * most as f64;
    for (place, series) in columns.iter().enumerate() {
        let middle = frame.left + frame.cell * (place as f64 + 0.5);
        let lines = match heads.and_then(|heads| heads.get(*series)) {
            Some(lines) => block(lines, Role::Series(*series), 0.0, bottom - LINE * lines.len() as f64),
            None => block(&[number(*series)], Role::Tick, 0.0, bottom - LINE),
        };
        layout.labels.extend(lines.into_iter().map(|line| line.centred(middle, 0.0, layout.width)));
    }
    bottom + 4.0
}

/// One row of a block; gives where the next begins.
fn row(
    layout: &mut Layout,
    chart: &Chart,
    grid: &Grid,
    (group, columns): (usize, &[usize]),
    frame: &Frame,
    y: f64,
) -> f64 {
    let name = grid.groups.get(group).map_or("", String::as_str);
    let role = Role::Group(group);
    let (top, bottom) = if frame.names_above {
        let top = y + layout.write(name, role, (0.0, y), layout.width, NAME_LINES);
        (top, top + CELL)
    } else {
        let lines = text::wrap(name, TEXT, frame.left - 12.0, NAME_LINES);
        let height = (LINE * lines.len() as f64 + 4.0).max(CELL);
        let first = y + (height - LINE * lines.len() as f64) / 2.0;
        layout.labels.extend(block(&lines, role, 0.0, first).into_iter().map(|line| line.ending(frame.left - 12.0)));
        (y, y + height)
    };
    for (place, series) in columns.iter().enumerate() {
        let left = frame.left + frame.cell * place as f64;
        let hit = Rect { left, top, right: left + frame.cell, bottom };
        cell(layout, chart, grid, Key { group, series: *series }, hit);
    }
    if frame.names_above { bottom + 4.0 } else { bottom }
}

fn cell(layout: &mut Layout, chart: &Chart, grid: &Grid, key: Key, hit: Rect) {
    let place = Rect { right: hit.right - SEAM, bottom: hit.bottom - SEAM, ..hit };
    let (low, high) = grid.mean_bounds();
    let (shape, role, text) = match grid.value(key.group, key.series) {
        None => (Shape::Missing, Role::Value, NO_VALUE.to_owned()),
        Some(value) => {
            let share = (value.mean - low) / (high - low);
            (Shape::Cell(share), Role::Cell(share), chart.notation.write(value.mean))
        }
    };
    let (x, y) = place.centre();
    layout.labels.push(label(&text, role, 0.0, y, hit.right - hit.left).centred(x, hit.left, hit.right));
    layout.marks.push(Mark { key, place, hit, shape, interval: None });
}
