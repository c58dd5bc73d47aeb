//! The walk through the lines of a text.

use std::ops::Range;

use memchr::{memchr, memchr_iter, memrchr};

/// Bytes looked at together for one that is none of ASCII.
const BLOCK: usize = 64;

/// Where a search in a text has come to.
pub struct Cursor<'t> {
    text: &'t str,
    /// Start of the next line to look at, and its number.
    at: usize,
    number: usize,
    /// The next line that isn't ASCII, once it is known; behind the end where there is none.
    odd: Option<Range<usize>>,
}

/// Lines that can be searched together.
pub(super) struct Stretch {
    /// Their bytes, without the last line end.
    pub(super) range: Range<usize>,
    /// Lines of ASCII, or else a single other line.
    pub(super) is_ascii: bool,
}

impl<'t> Cursor<'t> {
    /// The start of a text whose lines end in `\n` only; `is_ascii` where it is known to be ASCII.
    pub fn new(text: &'t str, is_ascii: bool) -> Self {
        Self { text, at: 0, number: 1, odd: is_ascii.then(|| behind(text)) }
    }

    pub(super) fn text(&self) -> &'t str {
        self.text
    }

    /// The next lines; nothing at the end.
    pub(super) fn stretch(&mut self) -> Option<Stretch> {
        if self.at >= self.text.len() {
            return None;
        }
        let odd = match self.odd.take() {
            Some(odd) if self.at <= odd.start => odd,
            _ => odd_line(self.text, self.at),
        };
        let is_ascii = self.at < odd.start;
        let range = if is_ascii { self.at..odd.start - 1 } else { odd.clone() };
        self.odd = Some(odd);
        Some(Stretch { range, is_ascii })
    }

    /// Moves behind the line that holds a place; its number and text.
    pub(super) fn pass(&mut self, place: usize) -> (usize, &'t str) {
        let bytes = self.text.as_bytes();
        let start = memrchr(b'\n', &bytes[self.at..place]).map_or(self.at, |end| self.at + end + 1);
        let number = self.number + memchr_iter(b'\n', &bytes[self.at..start]).count();
        let end = memchr(b'\n', &bytes[place..]).map_or(bytes.len(), |end| place + end);
        self.at = (end + 1).min(bytes.len());
        self.number = number + 1;
        (number, &self.text[start..end])
    }

    /// Moves behind the line that ends at a place.
    pub(super) fn skip(&mut self, end: usize) {
        let behind = end + 1;
        if behind < self.text.len() {
            self.number += memchr_iter(b'\n', &self.text.as_bytes()[self.at..behind]).count();
        }
        self.at = behind;
    }
}

/// A range such that all lines stand before it.
fn behind(text: &str) -> Range<usize> {
    let end = if text.ends_with('\n') { text.len() } else { text.len() + 1 };
    end..end
}

/// The first line from a place on that isn't ASCII.
fn odd_line(text: &str, from: usize) -> Range<usize> {
    let rest = &text.as_bytes()[from..];
    let block = rest.chunks(BLOCK).position(|block| !block.is_ascii()).map(|block| block * BLOCK);
    let place = block.and_then(|block| Some(block + rest[block..].iter().position(|byte| !byte.is_ascii())?));
    let Some(place) = place else { return behind(text) };
    let start = memrchr(b'\n', &rest[..place]).map_or(0, |end| end + 1);
    let end = memchr(b'\n', &rest[place..]).map_or(rest.len(), |end| place + end);
    from + start..from + end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretches() {
        let check = |text: &str, expected: &[(usize, &str, bool)]| {
            let mut cursor = Cursor::new(text, text.is_ascii());
            let mut found = Vec::new();
            while let Some(Stretch { range, is_ascii }) = cursor.stretch() {
                found.push((cursor.number, text[range.clone()].to_owned(), is_ascii));
                cursor.skip(range.end);
            }
            let found: Vec<_> = found.iter().map(|(number, text, is_ascii)| (*number, &**text, *is_ascii)).collect();
            assert_eq!(found, expected, "{text:?}");
        };
        check("", &[]);
        check("\n", &[(1, "", true)]);
        check("a\n\nb", &[(1, "a\n\nb", true)]);
        check("é", &[(1, "é", false)]);
        check("a\nb\nxé\né\n\nc\n", &[(1, "a\nb", true), (3, "xé", false), (4, "é", false), (5, "\nc", true)]);
        check("é\n", &[(1, "é", false)]);
        check(
            &format!("{}é\na", "\n".repeat(200)),
            &[(1, &"\n".repeat(199), true), (201, "é", false), (202, "a", true)],
        );
    }

    #[test]
    fn lines() {
        let mut cursor = Cursor::new("a\nbc\n\nd", true);
        assert_eq!(cursor.pass(3), (2, "bc"));
        assert_eq!(cursor.pass(7), (4, "d"));
        assert!(cursor.stretch().is_none());
    }
}
