//! Charts: what to show ([`Chart`]), where it goes ([`Layout`]), and drawing it on any plotters backend.
//!
//! The layout is plain geometry in CSS pixels and knows no backend, so that it can be tested and
//! hit-tested; [`draw()`] scales it by the device's pixel ratio. Text widths are estimated here and never
//! measured in a document. A chart has no legend: the page shows one in HTML, from the same series.

mod draw;
mod layout;
mod palette;
mod pattern;
mod spec;
mod text;

pub use draw::{draw, to_svg};
pub use layout::{Anchor, Label, Layout, Mark, Orientation, Rect, Role, Tick};
pub use palette::{Palette, Rgb};
pub use spec::{Chart, Fill, Ink, Kind, Marker, Notation, Series, Value};
