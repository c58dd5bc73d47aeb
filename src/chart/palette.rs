//! Colours. The conditions' are Okabe and Ito's; outlines are darker or lighter where the fill alone
//! would have less than 3 : 1 against the page.

use super::spec::Ink;

/// A colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// This colour laid over `ground` with the given opacity.
    pub(super) fn over(self, ground: Self, opacity: f64) -> Self {
        let mix = |a: u8, b: u8| (f64::from(a) * opacity + f64::from(b) * (1.0 - opacity)).round() as u8;
        Self(mix(self.0, ground.0), mix(self.1, ground.1), mix(self.2, ground.2))
    }

    /// The ratio of the luminances of two colours, 1 to 21 (WCAG 2, relative luminance).
    pub(super) fn contrast(self, other: Self) -> f64 {
        let linear = |channel: u8| {
            let c = f64::from(channel) / 255.0;
            if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        };
        let luminance = |c: Self| 0.2126 * linear(c.0) + 0.7152 * linear(c.1) + 0.0722 * linear(c.2);
        let (a, b) = (luminance(self) + 0.05, luminance(other) + 0.05);
        a.max(b) / a.min(b)
    }
}

/// The colours of a theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    /// The page behind the chart.
    pub ground: Rgb,
    /// Names and figures.
    pub text: Rgb,
    /// Axis figures.
    pub faint_text: Rgb,
    /// Grid lines.
    pub grid: Rgb,
    /// Intervals and lines of reference.
    pub rule: Rgb,
    is_dark: bool,
}

impl Palette {
    /// Light theme.
    pub const LIGHT: Self = Self {
        ground: Rgb(255, 255, 255),
        text: Rgb(27, 31, 36),
        faint_text: Rgb(89, 97, 107),
        grid: Rgb(226, 229, 233),
        rule: Rgb(27, 31, 36),
        is_dark: false,
    };
    /// Dark theme.
    pub const DARK: Self = Self {
        ground: Rgb(21, 24, 28),
        text: Rgb(230, 233, 237),
        faint_text: Rgb(160, 168, 178),
        grid: Rgb(48, 54, 62),
        rule: Rgb(230, 233, 237),
        is_dark: true,
    };

    /// The fill of an ink.
    pub fn fill(&self, ink: Ink) -> Rgb {
        match ink {
            Ink::ClosedBook => Rgb(0xE6, 0x9F, 0x00),
            Ink::CodeOnly => Rgb(0x00, 0x72, 0xB2),
            Ink::Documented => Rgb(0x00, 0x9E, 0x73),
            Ink::Neutral(place) => self.shade(place),
        }
    }

    /// The outline, hatching and marker of an ink.
    pub fn stroke(&self, ink: Ink) -> Rgb {
        match (ink, self.is_dark) {
            (Ink::ClosedBook, false) => Rgb(0xA8, 0x6F, 0x00),
            (Ink::CodeOnly, true) => Rgb(0x4D, 0xA6, 0xDD),
            (Ink::Documented, false) => Rgb(0x00, 0x86, 0x62),
            (Ink::Documented, true) => Rgb(0x1F, 0xC2, 0x94),
            _ => self.fill(ink),
        }
    }

    /// The fill of a cell, by its place between the lowest (0) and the highest (1): one hue that is no
    /// condition's, told by lightness alone.
    pub fn cell(&self, share: f64) -> Rgb {
        let (low, high) =
            if self.is_dark { (Rgb(40, 45, 54), Rgb(202, 211, 230)) } else { (Rgb(234, 237, 243), Rgb(45, 57, 84)) };
        high.over(low, share.clamp(0.0, 1.0))
    }

    /// The text on such a cell: black or white, whichever can be read better.
    pub fn on_cell(&self, share: f64) -> Rgb {
        let (black, white) = (Rgb(0, 0, 0), Rgb(255, 255, 255));
        let fill = self.cell(share);
        if fill.contrast(black) >= fill.contrast(white) { black } else { white }
    }

    fn shade(&self, place: u8) -> Rgb {
        let light = [Rgb(38, 44, 52), Rgb(76, 85, 97), Rgb(104, 114, 127), Rgb(128, 138, 150)];
        let dark = [Rgb(224, 228, 233), Rgb(190, 197, 206), Rgb(158, 167, 178), Rgb(128, 138, 150)];
        let shades = if self.is_dark { dark } else { light };
        shades[usize::from(place) % shades.len()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_and_text_are_visible_in_both_themes() {
        let inks = [Ink::ClosedBook, Ink::CodeOnly, Ink::Documented, Ink::Neutral(0), Ink::Neutral(1), Ink::Neutral(3)];
        for palette in [Palette::LIGHT, Palette::DARK] {
            for ink in inks {
                let contrast = palette.stroke(ink).contrast(palette.ground);
                assert!(contrast >= 3.0, "{ink:?} on {:?}: {contrast:.2}", palette.ground);
            }
            for share in 0..=100 {
                let share = f64::from(share) / 100.0;
                let contrast = palette.cell(share).contrast(palette.on_cell(share));
                assert!(contrast >= 4.5, "text on a cell at {share}: {contrast:.2}");
            }
            assert!(palette.text.contrast(palette.ground) >= 7.0);
            assert!(palette.faint_text.contrast(palette.ground) >= 4.5);
        }
    }
}
