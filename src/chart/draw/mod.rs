//! Drawing a laid-out chart on any plotters backend.

mod pen;
mod svg;

use plotters::drawing::DrawingAreaErrorKind::{self, BackendError};
use plotters::prelude::DrawingBackend;

use super::layout::{Interval, Label, Layout, Mark, Rect, Role, Shape, Tone};
use super::palette::Palette;
use super::pattern;
use super::spec::{Chart, Fill, Kind, Series};
use pen::Pen;

pub use svg::to_svg;

/// What drawing gives: nothing, or what the backend says.
pub type Drawn<B> = Result<(), DrawingAreaErrorKind<<B as DrawingBackend>::ErrorType>>;

/// Draws `layout` of `chart`. `scale` is the device's pixel ratio: lengths, fonts and strokes follow it.
///
/// # Errors
/// What the backend says.
pub fn draw<B: DrawingBackend>(
    backend: &mut B,
    chart: &Chart,
    layout: &Layout,
    palette: &Palette,
    scale: f64,
) -> Drawn<B> {
    draw_with(Pen { backend, scale, font_scale: scale }, chart, layout, palette)
}

fn draw_with<B: DrawingBackend>(mut pen: Pen<'_, B>, chart: &Chart, layout: &Layout, palette: &Palette) -> Drawn<B> {
    let pen = &mut pen;
    pen.fill(Rect { left: 0.0, top: 0.0, right: layout.width, bottom: layout.height }, palette.ground)?;
    rules(pen, layout, palette, Tone::Grid)?;
    // What values are read against is seen through points, but not through bars.
    let is_below = !matches!(chart.kind, Kind::Histogram(_));
    if is_below {
        rules(pen, layout, palette, Tone::Reference)?;
    }
    for mark in &layout.marks {
        match (chart.series.get(mark.key.series), &chart.kind, mark.shape) {
            (None, _, _) => {}
            (_, Kind::Heat(_), Shape::Missing) => pen.outline(mark.place, palette.grid)?,
            (Some(series), _, _) => draw_mark(pen, mark, series, palette)?,
        }
    }
    if !is_below {
        rules(pen, layout, palette, Tone::Reference)?;
    }
    for swatch in &layout.swatches {
        let Some(series) = chart.series.get(swatch.series) else { continue };
        if chart.has_markers() {
            marker(pen, swatch.place.square(10.0), series, palette)?;
        } else {
            bar(pen, swatch.place, series, palette)?;
        }
    }
    layout.labels.iter().try_for_each(|label| text(pen, label, palette))?;
    pen.backend.present().map_err(BackendError)
}

fn rules<B: DrawingBackend>(pen: &mut Pen<'_, B>, layout: &Layout, palette: &Palette, tone: Tone) -> Drawn<B> {
    let colour = match tone {
        Tone::Grid => palette.grid,
        Tone::Reference => palette.faint_text,
    };
    layout.rules.iter().filter(|rule| rule.tone == tone).try_for_each(|rule| pen.line(rule.from, rule.to, colour, 1.0))
}

fn draw_mark<B: DrawingBackend>(pen: &mut Pen<'_, B>, mark: &Mark, series: &Series, palette: &Palette) -> Drawn<B> {
    match mark.shape {
        Shape::Bar => {
            bar(pen, mark.place, series, palette)?;
            interval(pen, mark.interval, palette)
        }
        Shape::Dot => {
            interval(pen, mark.interval, palette)?;
            marker(pen, mark.place, series, palette)
        }
        Shape::Ring => {
            // A gap of the page's colour keeps points that touch apart.
            pen.circle(mark.place.centre(), mark.place.half() + 1.0, palette.ground)?;
            marker(pen, mark.place, series, palette)
        }
        Shape::Cell(share) => pen.fill(mark.place, palette.cell(share)),
        Shape::Missing => Ok(()),
    }
}

fn bar<B: DrawingBackend>(pen: &mut Pen<'_, B>, place: Rect, series: &Series, palette: &Palette) -> Drawn<B> {
    let (fill, stroke) = (palette.fill(series.ink), palette.stroke(series.ink));
    match series.fill {
        Fill::Solid => pen.fill(place, fill)?,
        Fill::Hatch => {
            pen.fill(place, fill.over(palette.ground, 0.30))?;
            pattern::hatch(place).into_iter().try_for_each(|(from, to)| pen.line(from, to, stroke, 1.0))?;
        }
        Fill::Dots => {
            pen.fill(place, fill.over(palette.ground, 0.30))?;
            pattern::dots(place).into_iter().try_for_each(|centre| pen.circle(centre, 1.2, stroke))?;
        }
    }
    pen.outline(place, stroke)
}

/// A line with a bar across each end, over a halo that sets it off from what is below.
fn interval<B: DrawingBackend>(pen: &mut Pen<'_, B>, ends: Option<Interval>, palette: &Palette) -> Drawn<B> {
    let Some(Interval { from, to }) = ends else { return Ok(()) };
    let (halo, rule) = ((palette.ground, 4.0), (palette.rule, 1.5));
    // Across is the other direction.
    let (dx, dy) = if (from.0 - to.0).abs() > (from.1 - to.1).abs() { (0.0, 4.0) } else { (4.0, 0.0) };
    for (colour, width) in [halo, rule] {
        pen.line(from, to, colour, width)?;
        for (x, y) in [from, to] {
            pen.line((x - dx, y - dy), (x + dx, y + dy), colour, width)?;
        }
    }
    Ok(())
}

fn marker<B: DrawingBackend>(pen: &mut Pen<'_, B>, place: Rect, series: &Series, palette: &Palette) -> Drawn<B> {
    let stroke = palette.stroke(series.ink);
    let corners = pattern::corners(series.marker, place);
    if corners.is_empty() { pen.circle(place.centre(), place.half(), stroke) } else { pen.polygon(&corners, stroke) }
}

fn text<B: DrawingBackend>(pen: &mut Pen<'_, B>, label: &Label, palette: &Palette) -> Drawn<B> {
    let colour = match label.role {
        Role::Title | Role::Group(_) | Role::Series(_) | Role::Value => palette.text,
        Role::Measure | Role::Tick | Role::Note => palette.faint_text,
        Role::Cell(share) => palette.on_cell(share),
    };
    if !matches!(label.role, Role::Cell(_)) {
        // No line runs through a text.
        pen.fill(label.place, palette.ground)?;
    }
    pen.text(label, colour)
}

impl Rect {
    /// Half its width.
    fn half(&self) -> f64 {
        (self.right - self.left) / 2.0
    }

    /// A square of this size in the middle.
    fn square(&self, size: f64) -> Self {
        let (x, y) = self.centre();
        Self { left: x - size / 2.0, top: y - size / 2.0, right: x + size / 2.0, bottom: y + size / 2.0 }
    }
}
