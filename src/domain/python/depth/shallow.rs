//! A look at nesting that needs no lexer, for the files that are nowhere near a limit, which are nearly
//! all: one pass over the bytes that knows strings, comments and brackets.
//!
//! It may call a shallow source deep, and then the exact scan decides; never the other way round.

use super::LIMITS;

/// Most brackets within brackets of a shallow source.
const MOST_LEVELS: usize = 100;
/// Most operators around one place of a shallow source. Fewer than any limit of the exact scan.
const MOST_OPERATORS: u32 = 300;
/// Widest indentation of a shallow source, in bytes; each block takes at least one.
const MOST_INDENTATION: usize = 90;

/// What a place of the source is within.
enum Around {
    /// Brackets, or the module; with the operators since the last comma.
    Code { operators: u32, close: u8 },
    /// The text of an f-string or t-string.
    Literal(Quote),
    /// The part of a field behind its colon.
    FormatSpec,
}

#[derive(Clone, Copy)]
struct Quote {
    byte: u8,
    is_triple: bool,
    is_raw: bool,
}

/// True where nesting is certainly far below every limit.
pub(in super::super) fn is_shallow(text: &str) -> bool {
    let mut scan = Scan { bytes: text.as_bytes(), at: 0, around: vec![MODULE], operators: 0, lambdas: 0, tokens: 0 };
    scan.run().is_some()
}

const MODULE: Around = Around::Code { operators: 0, close: b'\n' };

struct Scan<'t> {
    bytes: &'t [u8],
    at: usize,
    around: Vec<Around>,
    /// Operators of all brackets around.
    operators: u32,
    /// Lambdas of the logical line: commas between their parameters end nothing.
    lambdas: u32,
    /// Tokens so far, and stretches of white space: not fewer than there are tokens.
    tokens: u32,
}

impl Scan<'_> {
    /// Nothing where the source is deep, or can't be read this simply.
    fn run(&mut self) -> Option<()> {
        self.line_start()?;
        while self.at < self.bytes.len() {
            match self.around.last()? {
                Around::Code { .. } => self.code()?,
                Around::Literal(quote) => self.literal(*quote)?,
                Around::FormatSpec => self.format_spec()?,
            }
            self.tokens += 1;
            if self.tokens > LIMITS.tokens {
                return None;
            }
            if self.around.len() > MOST_LEVELS || self.operators + self.lambdas > MOST_OPERATORS {
                return None;
            }
        }
        (self.around.len() == 1).then_some(())
    }

    /// Checks the indentation of a logical line.
    fn line_start(&mut self) -> Option<()> {
        let rest = &self.bytes[self.at..];
        let width = rest.iter().position(|b| !matches!(b, b' ' | b'\t' | b'\x0c')).unwrap_or(rest.len());
        self.at += width;
        (width <= MOST_INDENTATION).then_some(())
    }

    /// Reads one token of code, or a stretch of nothing.
    fn code(&mut self) -> Option<()> {
        let byte = self.bytes[self.at];
        self.at += 1;
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | 0x80.. => self.word()?,
            b'"' | b'\'' => self.string(byte, &[])?,
            b'(' | b'[' | b'{' => {
                self.operator();
                let close = if byte == b'(' { b')' } else { byte + 2 };
                self.around.push(Around::Code { operators: 0, close });
            }
            b')' | b']' | b'}' => self.close(byte)?,
            b',' | b';' => self.end_of_part(),
            b':' if self.around.len() > 1 && matches!(self.around.last(), Some(Around::Code { close: b'}', .. })) => {
                // In a field of an f-string; a dictionary's colon ends nothing.
                if matches!(self.around.get(self.around.len() - 2), Some(Around::Literal(_) | Around::FormatSpec)) {
                    self.around.push(Around::FormatSpec);
                }
            }
            b'#' => {
                let rest = &self.bytes[self.at..];
                self.at += rest.iter().position(|b| matches!(b, b'\n' | b'\r')).unwrap_or(rest.len());
            }
            b'\\' => {
                if self.bytes[self.at..].starts_with(b"\r\n") {
                    self.at += 2;
                } else {
                    self.at += 1;
                }
            }
            b'\n' | b'\r' if self.around.len() == 1 => {
                self.end_of_part();
                self.lambdas = 0;
                self.line_start()?;
            }
            b'+' | b'-' | b'*' | b'/' | b'%' | b'@' | b'&' | b'|' | b'^' | b'~' | b'<' | b'>' | b'.' => self.operator(),
            _ => {}
        }
        Some(())
    }

    fn word(&mut self) -> Option<()> {
        let start = self.at - 1;
        let rest = &self.bytes[self.at..];
        let is_part = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_' || *b >= 0x80;
        self.at += rest.iter().position(|b| !is_part(b)).unwrap_or(rest.len());
        let word = &self.bytes[start..self.at];
        match word {
            b"not" | b"await" | b"if" => self.operator(),
            b"lambda" => self.lambdas += 1,
            _ if word.len() <= 2 => {
                if let Some(quote @ (b'"' | b'\'')) = self.bytes.get(self.at).copied() {
                    self.at += 1;
                    let bytes = self.bytes;
                    return self.string(quote, &bytes[start..self.at - 1]);
                }
            }
            _ => {}
        }
        Some(())
    }

    fn operator(&mut self) {
        if let Some(Around::Code { operators, .. }) = self.around.last_mut() {
            *operators += 1;
            self.operators += 1;
        }
    }

    /// Forgets the operators of the innermost brackets.
    fn end_of_part(&mut self) {
        if let Some(Around::Code { operators, .. }) = self.around.last_mut() {
            self.operators -= std::mem::take(operators);
        }
    }

    fn close(&mut self, byte: u8) -> Option<()> {
        self.end_of_part();
        match self.around.pop()? {
            Around::Code { close, .. } if close == byte && !self.around.is_empty() => Some(()),
            _ => None,
        }
    }

    /// Reads a string whose first quote has been read; of an f-string only that quote.
    fn string(&mut self, byte: u8, prefix: &[u8]) -> Option<()> {
        let has = |letter: u8| prefix.iter().any(|b| b.eq_ignore_ascii_case(&letter));
        if !prefix.iter().all(|b| b"rRbBuUfFtT".contains(b)) {
            return None;
        }
        let is_triple = self.bytes[self.at..].starts_with(&[byte, byte]);
        if is_triple {
            self.at += 2;
        }
        let quote = Quote { byte, is_triple, is_raw: has(b'r') };
        if has(b'f') || has(b't') {
            self.around.push(Around::Literal(quote));
            return Some(());
        }
        loop {
            let rest = &self.bytes[self.at..];
            let found = memchr::memchr3(byte, b'\\', if is_triple { byte } else { b'\n' }, rest)?;
            self.at += found;
            match self.bytes[self.at] {
                b'\\' => self.at += if self.bytes[self.at..].starts_with(b"\\\r\n") { 3 } else { 2 },
                b'\n' => return None,
                _ if !is_triple => {
                    self.at += 1;
                    return Some(());
                }
                _ if self.bytes[self.at..].starts_with(&[byte; 3]) => {
                    self.at += 3;
                    return Some(());
                }
                _ => self.at += 1,
            }
            if self.at > self.bytes.len() {
                return None;
            }
        }
    }

    fn literal(&mut self, quote: Quote) -> Option<()> {
        let rest = &self.bytes[self.at..];
        let stop = |b: &u8| *b == quote.byte || matches!(b, b'\\' | b'{' | b'\n' | b'\r');
        self.at += rest.iter().position(stop)?;
        let rest = &self.bytes[self.at..];
        match rest[0] {
            b'{' if rest.starts_with(b"{{") => self.at += 2,
            b'{' => self.field(),
            b'\\' if !quote.is_raw && rest.starts_with(b"\\N{") => {
                self.at += rest.iter().position(|b| *b == b'}')? + 1;
            }
            b'\\' if rest.get(1).is_some_and(|b| matches!(b, b'{' | b'}')) => self.at += 1,
            b'\\' => self.at += if rest.starts_with(b"\\\r\n") { 3 } else { 2 },
            b'\n' | b'\r' if !quote.is_triple => return None,
            _ if !quote.is_triple && rest[0] == quote.byte => {
                self.at += 1;
                self.around.pop();
            }
            _ if rest.starts_with(&[quote.byte; 3]) => {
                self.at += 3;
                self.around.pop();
            }
            _ => self.at += 1,
        }
        Some(())
    }

    fn field(&mut self) {
        self.at += 1;
        self.around.push(Around::Code { operators: 0, close: b'}' });
    }

    fn format_spec(&mut self) -> Option<()> {
        let rest = &self.bytes[self.at..];
        self.at += rest.iter().position(|b| matches!(b, b'{' | b'}' | b'"' | b'\'' | b'\\'))?;
        match self.bytes[self.at] {
            b'{' => self.field(),
            b'}' => {
                self.at += 1;
                self.around.pop();
                self.close(b'}')?;
            }
            // A quote within is rare enough to leave it to the lexer.
            _ => return None,
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: bool) {
        assert_eq!(is_shallow(text), expected, "{}…", &text[..text.len().min(60)]);
    }

    #[test]
    fn usual_sources() {
        check("def f(a, b=(1, 2)):\n    '''It's ( a [ docstring'''\n    return a.b(c)[0] # ( \n", true);
        check("x = f'{a!r:>{w}} {{ {b[\"c\"]} ( ' + rb\"(\\\"(\"\r\nif x:\\\n  pass", true);
        check("x = f\"{f'{f\"{1}\"}'}\\N{BULLET}\\{y}\"\n", true);
        check("x = f'''{\n  a # '''\n}\n'''\n", true);
        check(&format!("x = [{}]\n", "-1, ".repeat(10_000)), true);
        check(&"x = a.b.c\n".repeat(10_000), true);
    }

    #[test]
    fn deep_or_odd_sources() {
        check(&"(".repeat(200), false);
        check(&format!("{}1{}\n", "(".repeat(150), ")".repeat(150)), false);
        check(&format!("x = {}1\n", "not ".repeat(1000)), false);
        check(&format!("x = {}1\n", "lambda a, b: ".repeat(1000)), false);
        check(&format!("x = a{}\n", ".b".repeat(1000)), false);
        check(&format!("{}x\n", " ".repeat(100)), false);
        check("x = (]\n", false);
        check("'open\n", false);
        check("'''open\n", false);
        check("x)\n", false);
    }
}
