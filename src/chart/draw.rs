//! Drawing a laid-out chart on any plotters backend.

use plotters::drawing::DrawingAreaErrorKind::{self, BackendError};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::layout::{Anchor, Label, Layout, Mark, Orientation, Rect, Role, SMALL, TEXT};
use super::palette::{Palette, Rgb};
use super::pattern;
use super::spec::{Chart, Fill, Kind, Series};

/// The page's own font stack.
const FONT: &str = "system-ui, -apple-system, 'Segoe UI', 'Liberation Sans', sans-serif";

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
    let mut pen = Pen { backend, scale };
    pen.fill(Rect { left: 0.0, top: 0.0, right: layout.width, bottom: layout.height }, palette.ground)?;
    grid(&mut pen, layout, palette)?;
    for mark in &layout.marks {
        let Some(series) = chart.series.get(mark.series) else { continue };
        match chart.kind {
            Kind::Bars => bar(&mut pen, mark, series, palette)?,
            Kind::Dots { .. } => {}
        }
        interval(&mut pen, mark, layout.orientation, palette)?;
        if matches!(chart.kind, Kind::Dots { .. }) {
            dot(&mut pen, mark, series, palette)?;
        }
    }
    layout.labels.iter().try_for_each(|label| pen.text(label, palette))?;
    pen.backend.present().map_err(BackendError)
}

/// The chart as an SVG document.
pub fn to_svg(chart: &Chart, width: f64, palette: &Palette) -> String {
    let layout = Layout::of(chart, width);
    let mut svg = String::new();
    {
        let size = (layout.width.round() as u32, layout.height.round() as u32);
        let mut backend = SVGBackend::with_string(&mut svg, size);
        // Writing into a string has nothing that could fail.
        let _ = draw(&mut backend, chart, &layout, palette, 1.0);
    }
    svg
}

/// What drawing gives: nothing, or what the backend says.
pub type Drawn<B> = Result<(), DrawingAreaErrorKind<<B as DrawingBackend>::ErrorType>>;

fn grid<B: DrawingBackend>(pen: &mut Pen<'_, B>, layout: &Layout, palette: &Palette) -> Drawn<B> {
    let across = |at: f64| match layout.orientation {
        Orientation::Rows => ((at, layout.plot.top), (at, layout.plot.bottom)),
        Orientation::Columns => ((layout.plot.left, at), (layout.plot.right, at)),
    };
    for tick in &layout.ticks {
        let (from, to) = across(tick.at);
        pen.line(from, to, palette.grid, 1.0)?;
    }
    if let Some(at) = layout.reference {
        let (from, to) = across(at);
        pen.line(from, to, palette.faint_text, 1.0)?;
    }
    Ok(())
}

fn bar<B: DrawingBackend>(pen: &mut Pen<'_, B>, mark: &Mark, series: &Series, palette: &Palette) -> Drawn<B> {
    let (fill, stroke) = (palette.fill(series.ink), palette.stroke(series.ink));
    match series.fill {
        Fill::Solid => pen.fill(mark.place, fill)?,
        Fill::Hatch => {
            pen.fill(mark.place, fill.over(palette.ground, 0.30))?;
            pattern::hatch(mark.place).into_iter().try_for_each(|(from, to)| pen.line(from, to, stroke, 1.0))?;
        }
        Fill::Dots => {
            pen.fill(mark.place, fill.over(palette.ground, 0.30))?;
            pattern::dots(mark.place).into_iter().try_for_each(|centre| pen.circle(centre, 1.2, stroke))?;
        }
    }
    pen.outline(mark.place, stroke)
}

fn interval<B: DrawingBackend>(pen: &mut Pen<'_, B>, mark: &Mark, along: Orientation, palette: &Palette) -> Drawn<B> {
    let Some((low, high)) = mark.interval else { return Ok(()) };
    let (x, y) = ((mark.place.left + mark.place.right) / 2.0, (mark.place.top + mark.place.bottom) / 2.0);
    let (halo, rule) = ((palette.ground, 4.0), (palette.rule, 1.5));
    for (colour, width) in [halo, rule] {
        match along {
            Orientation::Rows => {
                pen.line((low, y), (high, y), colour, width)?;
                pen.line((low, y - 4.0), (low, y + 4.0), colour, width)?;
                pen.line((high, y - 4.0), (high, y + 4.0), colour, width)?;
            }
            Orientation::Columns => {
                pen.line((x, low), (x, high), colour, width)?;
                pen.line((x - 4.0, low), (x + 4.0, low), colour, width)?;
                pen.line((x - 4.0, high), (x + 4.0, high), colour, width)?;
            }
        }
    }
    Ok(())
}

fn dot<B: DrawingBackend>(pen: &mut Pen<'_, B>, mark: &Mark, series: &Series, palette: &Palette) -> Drawn<B> {
    let stroke = palette.stroke(series.ink);
    let corners = pattern::corners(series.marker, mark.place);
    if corners.is_empty() {
        let centre = ((mark.place.left + mark.place.right) / 2.0, (mark.place.top + mark.place.bottom) / 2.0);
        pen.circle(centre, (mark.place.right - mark.place.left) / 2.0, stroke)
    } else {
        pen.polygon(&corners, stroke)
    }
}

/// A backend that is told CSS pixels.
struct Pen<'b, B> {
    backend: &'b mut B,
    scale: f64,
}

impl<B: DrawingBackend> Pen<'_, B> {
    fn at(&self, (x, y): (f64, f64)) -> (i32, i32) {
        ((x * self.scale).round() as i32, (y * self.scale).round() as i32)
    }

    fn stroke(&self, colour: Rgb, width: f64) -> ShapeStyle {
        ShapeStyle::from(&colour_of(colour)).stroke_width((width * self.scale).round().max(1.0) as u32)
    }

    fn fill(&mut self, area: Rect, colour: Rgb) -> Drawn<B> {
        let (from, to) = (self.at((area.left, area.top)), self.at((area.right, area.bottom)));
        self.backend.draw_rect(from, to, &ShapeStyle::from(&colour_of(colour)).filled(), true).map_err(BackendError)
    }

    fn outline(&mut self, area: Rect, colour: Rgb) -> Drawn<B> {
        let style = self.stroke(colour, 1.0);
        let (from, to) = (self.at((area.left, area.top)), self.at((area.right, area.bottom)));
        self.backend.draw_rect(from, to, &style, false).map_err(BackendError)
    }

    fn line(&mut self, from: (f64, f64), to: (f64, f64), colour: Rgb, width: f64) -> Drawn<B> {
        let style = self.stroke(colour, width);
        self.backend.draw_line(self.at(from), self.at(to), &style).map_err(BackendError)
    }

    fn circle(&mut self, centre: (f64, f64), radius: f64, colour: Rgb) -> Drawn<B> {
        let radius = (radius * self.scale).round().max(1.0) as u32;
        self.backend
            .draw_circle(self.at(centre), radius, &ShapeStyle::from(&colour_of(colour)).filled(), true)
            .map_err(BackendError)
    }

    fn polygon(&mut self, corners: &[(f64, f64)], colour: Rgb) -> Drawn<B> {
        let corners: Vec<_> = corners.iter().map(|corner| self.at(*corner)).collect();
        self.backend.fill_polygon(corners, &ShapeStyle::from(&colour_of(colour)).filled()).map_err(BackendError)
    }

    fn text(&mut self, label: &Label, palette: &Palette) -> Drawn<B> {
        let (size, colour) = match label.role {
            Role::Group => (TEXT, palette.text),
            Role::Value => (SMALL, palette.text),
            Role::Tick => (SMALL, palette.faint_text),
        };
        if label.role == Role::Group {
            // No line runs through a name.
            self.fill(label.place, palette.ground)?;
        }
        let (x, pos) = match label.anchor {
            Anchor::Start => (label.place.left, HPos::Left),
            Anchor::Middle => ((label.place.left + label.place.right) / 2.0, HPos::Center),
            Anchor::End => (label.place.right, HPos::Right),
        };
        let colour = colour_of(colour);
        let style =
            TextStyle::from((FONT, size * self.scale).into_font()).color(&colour).pos(Pos::new(pos, VPos::Center));
        let at = self.at((x, (label.place.top + label.place.bottom) / 2.0));
        self.backend.draw_text(&label.text, &style, at).map_err(BackendError)
    }
}

fn colour_of(Rgb(r, g, b): Rgb) -> RGBColor {
    RGBColor(r, g, b)
}

#[cfg(test)]
mod tests {
    use super::super::spec::{Notation, Value};
    use super::*;
    use crate::domain::condition::Condition;

    #[test]
    fn every_name_and_value_is_drawn() {
        let chart = Chart {
            kind: Kind::Bars,
            measure: "mean score".into(),
            groups: vec!["Kimi <K2>".into(), "Opus".into()],
            series: Condition::ALL.map(Series::of_condition).to_vec(),
            values: vec![vec![Some(Value::bare(0.514)), None, Some(Value::bare(0.882))]; 2],
            range: (0.0, 1.0),
            notation: Notation::Score,
        };
        for width in [320.0, 1200.0] {
            for palette in [Palette::LIGHT, Palette::DARK] {
                let svg = to_svg(&chart, width, &palette);
                for text in ["Kimi &lt;K2&gt;", "Opus", "0.514", "0.882", "1.0"] {
                    assert!(svg.contains(text), "{text} is missing at {width}");
                }
                assert!(svg.trim_end().ends_with("</svg>"));
            }
        }
    }
}
