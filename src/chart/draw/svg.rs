//! A chart as an SVG document.

use plotters::prelude::SVGBackend;

use super::super::layout::Layout;
use super::super::palette::Palette;
use super::super::spec::Chart;
use super::pen::Pen;

/// The SVG backend writes fonts smaller than it is told, by this factor.
const FONT_SCALE: f64 = 1.24;

/// The chart with title and legend as an SVG document. Text is text; the title and a description are there
/// for screen readers.
pub fn to_svg(chart: &Chart, width: f64, palette: &Palette) -> String {
    let layout = Layout::whole(chart, width);
    let mut svg = String::new();
    {
        let size = (layout.width.round() as u32, layout.height.round() as u32);
        let mut backend = SVGBackend::with_string(&mut svg, size);
        // Writing into a string has nothing that could fail.
        let pen = Pen { backend: &mut backend, scale: 1.0, font_scale: FONT_SCALE };
        let _ = super::draw_with(pen, chart, &layout, palette);
    }
    described(&svg, chart)
}

/// The document with title and description right after its first tag.
fn described(svg: &str, chart: &Chart) -> String {
    let Some((head, rest)) = svg.split_once('>') else { return svg.to_owned() };
    let (title, summary) = (escaped(&chart.title), escaped(&chart.summary()));
    format!("{head} role=\"img\">\n<title>{title}</title>\n<desc>{summary}</desc>{rest}")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests;
