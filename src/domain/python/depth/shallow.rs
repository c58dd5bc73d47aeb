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
pub fn is_shallow(text: &str) -> bool {
    // A token takes a byte at least.
    text.len() < LIMITS.tokens as usize && {
        let mut scan = Scan { bytes: text.as_bytes(), at: 0, around: vec![MODULE], operators: 0, lambdas: 0 };
        scan.run().is_some()
    }
}

const MODULE: Around = Around::Code { operators: 0, close: b'\n' };

/// What a byte of code may mean.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// Nothing here: names, numbers, and signs that don't nest.
    Plain,
    /// The first letter of `lambda`.
    Lambda,
    Operator,
    /// A run of it counts as an operator, which may be a word.
    Blank,
    LineEnd,
    Open,
    Close,
    Comma,
    Colon,
    Quote,
    Hash,
    Backslash,
}

const CLASSES: [Class; 256] = {
    let mut classes = [Class::Plain; 256];
    let kinds: [(&[u8], Class); 11] = [
        (b"l", Class::Lambda),
        (b"+-*/%@&|^~<>.", Class::Operator),
        (b" \t\x0c", Class::Blank),
        (b"\n\r", Class::LineEnd),
        (b"([{", Class::Open),
        (b")]}", Class::Close),
        (b",;", Class::Comma),
        (b":", Class::Colon),
        (b"'\"", Class::Quote),
        (b"#", Class::Hash),
        (b"\\", Class::Backslash),
    ];
    let mut kind = 0;
    while kind < kinds.len() {
        let (bytes, class) = kinds[kind];
        let mut at = 0;
        while at < bytes.len() {
            classes[bytes[at] as usize] = class;
            at += 1;
        }
        kind += 1;
    }
    classes
};

struct Scan<'t> {
    bytes: &'t [u8],
    at: usize,
    around: Vec<Around>,
    /// Operators of all brackets around.
    operators: u32,
    /// Lambdas of the logical line: commas between their parameters end nothing.
    lambdas: u32,
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
            if self.around.len() > MOST_LEVELS {
                return None;
            }
        }
        (self.around.len() == 1).then_some(())
    }

    /// Checks the indentation of a logical line.
    fn line_start(&mut self) -> Option<()> {
        let start = self.at;
        self.skip(Class::Blank);
        (self.at - start <= MOST_INDENTATION).then_some(())
    }

    /// Passes over all bytes of one class.
    fn skip(&mut self, class: Class) {
        while self.bytes.get(self.at).is_some_and(|byte| CLASSES[usize::from(*byte)] == class) {
            self.at += 1;
        }
    }

    /// Passes over what means nothing here or is an operator, and reads what follows.
    fn code(&mut self) -> Option<()> {
        let (mut at, mut found) = (self.at, 0);
        let byte = loop {
            let Some(&byte) = self.bytes.get(at) else { break None };
            match CLASSES[usize::from(byte)] {
                Class::Plain => {}
                Class::Lambda => self.lambdas += u32::from(self.bytes[at..].starts_with(b"lambda")),
                Class::Operator => found += 1,
                Class::Blank => {
                    // Only the first of a run counts.
                    let before = self.bytes.get(at.wrapping_sub(1));
                    found += u32::from(before.is_none_or(|byte| CLASSES[usize::from(*byte)] != Class::Blank));
                }
                _ => break Some(byte),
            }
            at += 1;
        };
        self.at = at;
        self.operators(found)?;
        let Some(byte) = byte else { return Some(()) };
        self.at += 1;
        match CLASSES[usize::from(byte)] {
            Class::Plain | Class::Lambda | Class::Operator | Class::Blank => {}
            Class::LineEnd if self.around.len() == 1 => {
                self.end_of_part();
                self.lambdas = 0;
                self.line_start()?;
            }
            Class::LineEnd => {}
            Class::Open => {
                self.operators(1)?;
                let close = if byte == b'(' { b')' } else { byte + 2 };
                self.around.push(Around::Code { operators: 0, close });
            }
            Class::Close => self.close(byte)?,
            Class::Comma => self.end_of_part(),
            Class::Colon if self.is_in_field() => self.around.push(Around::FormatSpec),
            Class::Colon => {}
            Class::Quote => self.string(byte)?,
            Class::Hash => {
                let rest = &self.bytes[self.at..];
                self.at += memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
            }
            Class::Backslash => self.at += if self.bytes[self.at..].starts_with(b"\r\n") { 2 } else { 1 },
        }
        Some(())
    }

    /// Whether the innermost brackets are a field of an f-string. A dictionary's colon ends nothing.
    fn is_in_field(&self) -> bool {
        match self.around.as_slice() {
            [.., outer, Around::Code { close: b'}', .. }] => matches!(outer, Around::Literal(_) | Around::FormatSpec),
            _ => false,
        }
    }

    fn operators(&mut self, more: u32) -> Option<()> {
        if let Some(Around::Code { operators, .. }) = self.around.last_mut() {
            *operators += more;
            self.operators += more;
        }
        (self.operators + self.lambdas <= MOST_OPERATORS).then_some(())
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

    /// The letters that stand directly before the quote at `quote`, where they are the prefix of a string.
    fn prefix(&self, quote: usize) -> &[u8] {
        let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte >= 0x80;
        let before = &self.bytes[quote.saturating_sub(3)..quote];
        let letters = before.iter().rev().take_while(|byte| is_name(byte)).count();
        let prefix = &before[before.len() - letters..];
        let is_prefix = letters <= 2 && prefix.iter().all(|byte| b"rRbBuUfFtT".contains(byte));
        if is_prefix { prefix } else { &[] }
    }

    /// Reads a string whose first quote has been read; of an f-string only that quote.
    fn string(&mut self, byte: u8) -> Option<()> {
        let prefix = self.prefix(self.at - 1);
        let has = |letter: u8| prefix.iter().any(|b| b.eq_ignore_ascii_case(&letter));
        let (is_raw, is_formatted) = (has(b'r'), (has(b'f') || has(b't')) && (prefix.len() == 1 || has(b'r')));
        let is_triple = self.bytes[self.at..].starts_with(&[byte, byte]);
        if is_triple {
            self.at += 2;
        }
        let quote = Quote { byte, is_triple, is_raw };
        if is_formatted {
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
