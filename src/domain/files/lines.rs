//! Files of one JSON object a line, read with bounds: what can't be read is reported by line, the rest is kept.

use serde::de::DeserializeOwned;
use thiserror::Error;

use crate::domain::json::sentence;

/// Bounds of what is read. Above them, a file is reported and not taken in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of a line at most; a longer one is left out.
    pub line_bytes: usize,
    /// Lines at most; what follows is left out.
    pub lines: u32,
    /// Problems that are listed at most; further ones are counted.
    pub problems: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { line_bytes: 32 << 20, lines: 1_000_000, problems: 1_000 }
    }
}

/// What was read, and what was found wrong on the way.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading<T, P> {
    /// All that could be read.
    pub value: T,
    /// What was wrong, in the order of the lines.
    pub problems: Problems<P>,
}

/// Problems, as many as [`Limits::problems`] allows.
#[derive(Clone, Debug, PartialEq)]
pub struct Problems<P> {
    /// The first of them.
    pub found: Vec<Located<P>>,
    /// How many more there were.
    pub left_off: usize,
    most: usize,
}

/// A problem with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located<P> {
    /// The line, from 1.
    pub line: u32,
    /// The problem.
    pub problem: P,
}

impl<P: std::fmt::Display> std::fmt::Display for Located<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Line {}: {}", self.line, self.problem)
    }
}

impl<P> Problems<P> {
    pub(super) fn new(limits: &Limits) -> Self {
        Self { found: Vec::new(), left_off: 0, most: limits.problems }
    }

    pub(super) fn push(&mut self, line: u32, problem: impl Into<P>) {
        if self.found.len() < self.most {
            self.found.push(Located { line, problem: problem.into() });
        } else {
            self.left_off += 1;
        }
    }

    /// Whether nothing was wrong.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }
}

/// Why a line can't be read, whatever it should hold.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LineProblem {
    /// Longer than [`Limits::line_bytes`].
    #[error("longer than {most} bytes")]
    TooLong {
        /// The bound.
        most: usize,
    },
    /// More lines than [`Limits::lines`].
    #[error("the file has more than {most} lines; the rest was not read")]
    TooMany {
        /// The bound.
        most: u32,
    },
    /// Not JSON, or not of the form that is expected.
    #[error("{0}")]
    Malformed(String),
    /// The last line, without its end: the file was cut.
    #[error("the file ends within this line: it was cut, and what followed is missing")]
    CutOff,
}

/// One line with its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line<'a> {
    /// From 1.
    pub number: u32,
    /// Without the line end.
    pub bytes: &'a [u8],
    /// Whether its end is there.
    is_whole: bool,
}

impl Line<'_> {
    /// The line as a value.
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T, LineProblem> {
        serde_json::from_slice(self.bytes).map_err(|error| match error.classify() {
            serde_json::error::Category::Eof if !self.is_whole => LineProblem::CutOff,
            _ => LineProblem::Malformed(sentence(&error)),
        })
    }
}

/// The lines of a file that are not blank. Takes CRLF and a byte order mark.
pub(super) fn lines<'a>(bytes: &'a [u8], limits: &Limits) -> Lines<'a> {
    Lines { rest: bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes), number: 0, limits: *limits, is_done: false }
}

/// See [`lines`].
pub(super) struct Lines<'a> {
    rest: &'a [u8],
    number: u32,
    limits: Limits,
    is_done: bool,
}

impl<'a> Iterator for Lines<'a> {
    type Item = Result<Line<'a>, Located<LineProblem>>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.is_done && !self.rest.is_empty() {
            if self.number >= self.limits.lines {
                self.is_done = true;
                let problem = LineProblem::TooMany { most: self.limits.lines };
                return Some(Err(Located { line: self.number.saturating_add(1), problem }));
            }
            self.number += 1;
            let end = memchr::memchr(b'\n', self.rest);
            let (line, rest) = match end {
                Some(at) => (&self.rest[..at], &self.rest[at + 1..]),
                None => (self.rest, &[][..]),
            };
            self.rest = rest;
            let bytes = line.trim_ascii();
            if bytes.len() > self.limits.line_bytes {
                let problem = LineProblem::TooLong { most: self.limits.line_bytes };
                return Some(Err(Located { line: self.number, problem }));
            }
            if !bytes.is_empty() {
                return Some(Ok(Line { number: self.number, bytes, is_whole: end.is_some() }));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, limits: Limits, expected: &[&str]) {
        let got: Vec<String> = lines(text.as_bytes(), &limits)
            .map(|line| match line {
                Ok(line) => match line.parse::<u32>() {
                    Ok(value) => format!("{}={value}", line.number),
                    Err(problem) => Located { line: line.number, problem }.to_string(),
                },
                Err(located) => located.to_string(),
            })
            .collect();
        assert_eq!(got, expected, "{text:?}");
    }

    #[test]
    fn lines_are_numbered_and_bounded() {
        let few = Limits { line_bytes: 4, lines: 3, ..Limits::default() };
        check("1\n2\n", Limits::default(), &["1=1", "2=2"]);
        check("\u{feff}1\r\n\r\n \n2", Limits::default(), &["1=1", "4=2"]);
        check("12345\n1\n", few, &["Line 1: longer than 4 bytes", "2=1"]);
        check(
            "1\n2\n3\n4\n5",
            few,
            &["1=1", "2=2", "3=3", "Line 4: the file has more than 3 lines; the rest was not read"],
        );
        check("x\n", Limits::default(), &["Line 1: expected value at column 1"]);
        check("[", Limits::default(), &["Line 1: invalid type: sequence, expected u32"]);
        check("", Limits::default(), &[]);
    }

    #[test]
    fn a_cut_line_is_told_from_a_malformed_one() {
        let parse = |text: &str| {
            let line = lines(text.as_bytes(), &Limits::default()).next().unwrap().unwrap();
            line.parse::<serde_json::Value>().unwrap_err()
        };
        assert_eq!(parse("{\"a\": [1, "), LineProblem::CutOff);
        assert_eq!(parse("{\"a\": \"b"), LineProblem::CutOff);
        assert!(matches!(parse("{\"a\": [1, \n"), LineProblem::Malformed(_)));
        assert!(
            matches!(parse(&"[".repeat(100_000)), LineProblem::Malformed(text) if text.contains("recursion limit"))
        );
    }
}
