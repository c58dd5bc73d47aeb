//! A backend that is told CSS pixels.

use plotters::drawing::DrawingAreaErrorKind::BackendError;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::super::layout::{Anchor, Label, Rect};
use super::super::palette::Rgb;
use super::Drawn;

/// The page's own font stack.
const FONT: &str = "system-ui, -apple-system, 'Segoe UI', 'Liberation Sans', sans-serif";

/// A backend that is told CSS pixels.
pub(super) struct Pen<'b, B> {
    pub(super) backend: &'b mut B,
    /// Pixels of the backend per CSS pixel.
    pub(super) scale: f64,
    /// The same for sizes of fonts, of which backends have ideas of their own.
    pub(super) font_scale: f64,
}

impl<B: DrawingBackend> Pen<'_, B> {
    fn at(&self, (x, y): (f64, f64)) -> (i32, i32) {
        ((x * self.scale).round() as i32, (y * self.scale).round() as i32)
    }

    fn stroke(&self, colour: Rgb, width: f64) -> ShapeStyle {
        ShapeStyle::from(&colour_of(colour)).stroke_width((width * self.scale).round().max(1.0) as u32)
    }

    pub(super) fn fill(&mut self, area: Rect, colour: Rgb) -> Drawn<B> {
        let (from, to) = (self.at((area.left, area.top)), self.at((area.right, area.bottom)));
        self.backend.draw_rect(from, to, &ShapeStyle::from(&colour_of(colour)).filled(), true).map_err(BackendError)
    }

    pub(super) fn outline(&mut self, area: Rect, colour: Rgb) -> Drawn<B> {
        let style = self.stroke(colour, 1.0);
        let (from, to) = (self.at((area.left, area.top)), self.at((area.right, area.bottom)));
        self.backend.draw_rect(from, to, &style, false).map_err(BackendError)
    }

    pub(super) fn line(&mut self, from: (f64, f64), to: (f64, f64), colour: Rgb, width: f64) -> Drawn<B> {
        let style = self.stroke(colour, width);
        self.backend.draw_line(self.at(from), self.at(to), &style).map_err(BackendError)
    }

    pub(super) fn circle(&mut self, centre: (f64, f64), radius: f64, colour: Rgb) -> Drawn<B> {
        let radius = (radius * self.scale).round().max(1.0) as u32;
        self.backend
            .draw_circle(self.at(centre), radius, &ShapeStyle::from(&colour_of(colour)).filled(), true)
            .map_err(BackendError)
    }

    pub(super) fn polygon(&mut self, corners: &[(f64, f64)], colour: Rgb) -> Drawn<B> {
        let corners: Vec<_> = corners.iter().map(|corner| self.at(*corner)).collect();
        self.backend.fill_polygon(corners, &ShapeStyle::from(&colour_of(colour)).filled()).map_err(BackendError)
    }

    pub(super) fn text(&mut self, label: &Label, colour: Rgb) -> Drawn<B> {
        let (x, pos) = match label.anchor {
            Anchor::Start => (label.place.left, HPos::Left),
            Anchor::Middle => (label.place.centre().0, HPos::Center),
            Anchor::End => (label.place.right, HPos::Right),
        };
        let colour = colour_of(colour);
        let size = label.role.size() * self.font_scale;
        let style = TextStyle::from((FONT, size).into_font()).color(&colour).pos(Pos::new(pos, VPos::Center));
        let at = self.at((x, label.place.centre().1));
        self.backend.draw_text(&label.text, &style, at).map_err(BackendError)
    }
}

fn colour_of(Rgb(r, g, b): Rgb) -> RGBColor {
    RGBColor(r, g, b)
}
