//! The second cue beside colour: hatching and dots within a bar, and markers.

use super::layout::Rect;
use super::spec::Marker;

/// Distance between hatch lines, and between dots.
const PITCH: f64 = 6.0;

/// Diagonal lines clipped to a rectangle, from end to end.
pub(super) fn hatch(area: Rect) -> Vec<((f64, f64), (f64, f64))> {
    let (width, height) = (area.right - area.left, area.bottom - area.top);
    let count = ((width + height) / PITCH).max(0.0) as usize;
    let line = |i: usize| {
        let offset = PITCH * (i as f64 + 0.5);
        let from = (area.left + (offset - height).max(0.0), area.top + offset.min(height));
        let to = (area.left + offset.min(width), area.top + (offset - width).max(0.0));
        (from, to)
    };
    (0..count).map(line).collect()
}

/// Centres of dots within a rectangle.
pub(super) fn dots(area: Rect) -> Vec<(f64, f64)> {
    let mut centres = Vec::new();
    let mut y = area.bottom - PITCH / 2.0;
    while y > area.top + 1.5 {
        let mut x = area.left + PITCH / 2.0;
        while x < area.right - 1.5 {
            centres.push((x, y));
            x += PITCH;
        }
        y -= PITCH;
    }
    centres
}

/// Corners of a marker that fills a square; none for a circle.
pub(super) fn corners(marker: Marker, place: Rect) -> Vec<(f64, f64)> {
    let Rect { left, top, right, bottom } = place;
    let (x, y) = ((left + right) / 2.0, (top + bottom) / 2.0);
    match marker {
        Marker::Circle => Vec::new(),
        Marker::Square => vec![(left, top), (right, top), (right, bottom), (left, bottom)],
        Marker::Triangle => vec![(x, top), (right, bottom), (left, bottom)],
        Marker::Diamond => vec![(x, top - 1.0), (right + 1.0, y), (x, bottom + 1.0), (left - 1.0, y)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_stay_inside() {
        for area in [(0.0, 0.0, 30.0, 200.0), (10.0, 5.0, 300.0, 20.0), (0.0, 0.0, 3.0, 2.0), (5.0, 5.0, 5.0, 5.0)] {
            let area = Rect { left: area.0, top: area.1, right: area.2, bottom: area.3 };
            let ends = hatch(area).into_iter().flat_map(|(a, b)| [a, b]);
            assert!(ends.chain(dots(area)).all(|(x, y)| area.holds(x, y, 1e-9)), "{area:?}");
        }
    }
}
