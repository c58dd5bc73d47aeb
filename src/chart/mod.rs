//! Charts: what to show ([`Chart`]), where it goes ([`Layout`]), and drawing it on any plotters backend.
//!
//! The layout is plain geometry in CSS pixels and knows no backend, so that it can be tested, walked through
//! and hit-tested; [`draw()`] scales it by the device's pixel ratio. Text widths are estimated here and never
//! measured in a document. On the page title and legend are HTML, from the same spec; a picture that leaves
//! the page has them in it ([`Layout::whole`]).

mod draw;
mod layout;
mod palette;
mod pattern;
#[cfg(test)]
mod samples;
mod spec;
mod table;
mod text;
mod words;

pub use draw::{draw, to_svg};
pub use layout::{Anchor, Interval, Label, Layout, Mark, Rect, Role, Rule, Shape, Step, Swatch, Tone};
pub use palette::{Palette, Rgb};
pub use spec::{
    Axis, Chart, Fill, Grid, Histogram, Ink, Key, Kind, Marker, Notation, Point, Scatter, Series, Tail, Threshold,
    Value,
};
pub use table::Twin;
pub use words::Reading;
