//! Encodings by their names in the interpreter.
//!
//! The interpreter's codecs differ from those of the web, which `encoding_rs` has: `latin-1` there is
//! Windows-1252, and undefined bytes become control characters. So encodings of single bytes come from a table
//! made from the interpreter's own codecs; those of several bytes come from `encoding_rs`, and the table says
//! which units the interpreter refuses or reads otherwise. See `scripts/make_codec_tables.py`.

use std::sync::LazyLock;

/// A line an encoding. Single bytes: `S`, names, the 128 characters from 0x80 on, U+FFFD for none. Several
/// bytes: `M`, names, the name in `encoding_rs`, refused units, units of another meaning. Without a table: `8`
/// is UTF-8, `A` is ASCII, `U` can't be read here.
const TABLE: &str = include_str!("codecs.txt");
const NOTHING: char = '\u{fffd}';

/// The table, read when a source first declares an encoding.
static CODECS: LazyLock<Vec<(&str, Option<Codec>)>> =
    LazyLock::new(|| TABLE.lines().filter_map(Codec::from_line).collect());

/// How the bytes of a source become text.
pub(super) enum Codec {
    Utf8,
    Ascii,
    SingleByte(Vec<char>),
    MultiByte(MultiByte),
}

/// Why there's no codec for a name.
pub(super) enum NoCodec {
    /// The interpreter doesn't know it either.
    Unknown,
    /// The interpreter can read it, or knows it as something else than an encoding of text.
    Unsupported,
}

pub(super) struct MultiByte {
    encoding: &'static encoding_rs::Encoding,
    /// Ranges of units that mean nothing, in order.
    refused: Vec<(u32, u32)>,
    /// Units that mean something else, in order.
    other: Vec<(u32, char)>,
}

impl Codec {
    pub(super) fn named(name: &str) -> Result<&'static Self, NoCodec> {
        let key = normal_key(name);
        let plain = key.replace('.', "_");
        let is_named = |names: &str| {
            let mut names = names.split(' ');
            names.next() == Some(&key) || names.any(|alias| alias == key || alias == plain)
        };
        let (_, codec) = CODECS.iter().find(|(names, _)| is_named(names)).ok_or(NoCodec::Unknown)?;
        codec.as_ref().ok_or(NoCodec::Unsupported)
    }

    /// Names and codec of a line of the table.
    fn from_line(line: &'static str) -> Option<(&'static str, Option<Self>)> {
        let mut fields = line.split('\t');
        let (kind, names) = (fields.next()?, fields.next()?);
        Some((names, Self::from_table(kind, [(); 3].map(|()| fields.next().unwrap_or("")))))
    }

    fn from_table(kind: &str, [first, refused, other]: [&str; 3]) -> Option<Self> {
        Some(match kind {
            "8" => Self::Utf8,
            "A" => Self::Ascii,
            "S" => Self::SingleByte(first.chars().collect()),
            "M" => Self::MultiByte(MultiByte {
                encoding: encoding_rs::Encoding::for_label(first.as_bytes())?,
                refused: refused.split_whitespace().filter_map(range).collect(),
                other: other.split_whitespace().filter_map(meaning).collect(),
            }),
            _ => return None,
        })
    }

    /// The text, or `None` where some byte has no meaning.
    pub(super) fn decode(&self, raw: &[u8]) -> Option<String> {
        match self {
            Self::Utf8 => std::str::from_utf8(raw).ok().map(str::to_owned),
            Self::Ascii => std::str::from_utf8(raw).ok().filter(|text| text.is_ascii()).map(str::to_owned),
            Self::SingleByte(high) => raw
                .iter()
                .map(|byte| match byte {
                    0..0x80 => Some(char::from(*byte)),
                    _ => high.get(usize::from(byte - 0x80)).copied().filter(|c| *c != NOTHING),
                })
                .collect(),
            Self::MultiByte(codec) => codec.decode(raw),
        }
    }
}

impl MultiByte {
    fn decode(&self, raw: &[u8]) -> Option<String> {
        let mut text = String::with_capacity(raw.len());
        let mut rest = raw;
        while let Some(first) = rest.first() {
            if *first < 0x80 {
                text.push(char::from(*first));
                rest = &rest[1..];
                continue;
            }
            let (unit, behind) = rest.split_at_checked(self.length(rest))?;
            let code = unit.iter().fold(0_u32, |code, byte| code << 8 | u32::from(*byte));
            if let Ok(found) = self.other.binary_search_by_key(&code, |(code, _)| *code) {
                text.push(self.other[found].1);
            } else if self.is_refused(code) {
                return None;
            } else {
                text.push_str(&self.encoding.decode_without_bom_handling_and_without_replacement(unit)?);
            }
            rest = behind;
        }
        Some(text)
    }

    /// How many bytes belong together at the head of `rest`.
    fn length(&self, rest: &[u8]) -> usize {
        let (first, second) = (rest[0], rest.get(1));
        let label = self.encoding;
        if label == encoding_rs::SHIFT_JIS && matches!(first, 0x80 | 0xa0..=0xdf | 0xfd..) {
            1
        } else if label == encoding_rs::EUC_JP && first == 0x8f {
            3
        } else if matches!(first, 0x80 | 0xff) {
            1
        } else if label == encoding_rs::GB18030 && matches!(second, Some(b'0'..=b'9')) {
            4
        } else {
            2
        }
    }

    fn is_refused(&self, code: u32) -> bool {
        let behind = self.refused.partition_point(|(first, _)| *first <= code);
        self.refused[..behind].last().is_some_and(|(_, last)| code <= *last)
    }
}

/// `a-b` or `a`, in hexadecimal.
fn range(text: &str) -> Option<(u32, u32)> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    Some((u32::from_str_radix(first, 16).ok()?, u32::from_str_radix(last, 16).ok()?))
}

/// `unit:character`, in hexadecimal.
fn meaning(text: &str) -> Option<(u32, char)> {
    let (unit, character) = text.split_once(':')?;
    Some((u32::from_str_radix(unit, 16).ok()?, char::from_u32(u32::from_str_radix(character, 16).ok()?)?))
}

/// The name as the interpreter looks it up: lower case, with one `_` for what is neither letter nor digit.
fn normal_key(name: &str) -> String {
    let mut key = String::new();
    let mut is_apart = false;
    for c in name.chars() {
        if c.is_ascii_alphanumeric() || c == '.' {
            if is_apart && !key.is_empty() {
                key.push('_');
            }
            key.push(c.to_ascii_lowercase());
            is_apart = false;
        } else {
            is_apart = true;
        }
    }
    key
}
