//! Source bytes → text: byte order mark or encoding cookie first, UTF-8 otherwise.

use super::ParseProblem;

const BOM: &[u8] = b"\xef\xbb\xbf";

/// Why the bytes of a source file can't be read as text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// The encoding cookie names nothing known.
    #[error("unknown encoding: {0}")]
    UnknownEncoding(String),
    /// The file starts with a UTF-8 mark and declares something else.
    #[error("the encoding declaration contradicts the UTF-8 byte order mark")]
    Contradiction,
    /// Some byte isn't part of the encoding.
    #[error("not valid {0}, which is the file's encoding")]
    Invalid(String),
    /// A zero byte, which no Python source holds.
    #[error("the source holds a NUL byte")]
    NulByte,
}

impl From<DecodeError> for ParseProblem {
    fn from(error: DecodeError) -> Self {
        Self::whole_file(error.to_string())
    }
}

/// The text of a Python source, its line ends untouched and without the byte order mark.
///
/// # Errors
/// Where the interpreter would refuse to read the file too, or its encoding is a rare one.
pub fn decode(raw: &[u8]) -> Result<String, DecodeError> {
    let (body, marked) = raw.strip_prefix(BOM).map_or((raw, false), |body| (body, true));
    let encoding = match cookie(body) {
        None => Encoding::Utf8,
        Some(name) => {
            let normal = normal_name(&name);
            let encoding = Encoding::named(&normal).ok_or(DecodeError::UnknownEncoding(name))?;
            if marked && normal != "utf-8" {
                return Err(DecodeError::Contradiction);
            }
            encoding
        }
    };
    let text = encoding.decode(body).ok_or_else(|| DecodeError::Invalid(encoding.label().to_owned()))?;
    match text.strip_prefix('\u{feff}') {
        _ if text.contains('\0') => Err(DecodeError::NulByte),
        Some(rest) => Ok(rest.to_owned()),
        None => Ok(text),
    }
}

/// The encoding named in one of the first two lines (PEP 263); the second counts only behind a blank or
/// comment line.
fn cookie(body: &[u8]) -> Option<String> {
    let mut lines = body.split(|b| matches!(b, b'\n' | b'\r'));
    let first = lines.next()?;
    if let Some(name) = cookie_in(first) {
        return Some(name);
    }
    let start = first.iter().find(|b| !matches!(b, b' ' | b'\t' | b'\x0c'));
    if !matches!(start, None | Some(b'#')) {
        return None;
    }
    let crlf = body.get(first.len()..first.len() + 2) == Some(b"\r\n");
    cookie_in(if crlf { lines.nth(1)? } else { lines.next()? })
}

fn cookie_in(line: &[u8]) -> Option<String> {
    let start = line.iter().position(|b| !matches!(b, b' ' | b'\t' | b'\x0c'))?;
    let comment = line[start..].strip_prefix(b"#")?;
    comment.windows(7).enumerate().filter(|(_, w)| w.starts_with(b"coding") && matches!(w[6], b':' | b'=')).find_map(
        |(i, _)| {
            let rest = &comment[i + 7..];
            let rest = &rest[rest.iter().position(|b| !matches!(b, b' ' | b'\t'))?..];
            let name: String = rest
                .iter()
                .map(|b| char::from(*b))
                .take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'))
                .collect();
            (!name.is_empty()).then_some(name)
        },
    )
}

/// The interpreter's own folding of names, which looks at twelve characters.
fn normal_name(name: &str) -> String {
    let short: String = name.chars().take(12).collect::<String>().to_lowercase().replace('_', "-");
    let is = |known: &str| short == known || short.starts_with(&format!("{known}-"));
    if is("utf-8") {
        "utf-8".into()
    } else if is("latin-1") || is("iso-8859-1") || is("iso-latin-1") {
        "iso-8859-1".into()
    } else {
        name.into()
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Encoding {
    Utf8,
    Ascii,
    Latin1,
    Latin9,
    Windows1252,
    Windows1251,
    Koi8R,
}

impl Encoding {
    fn named(name: &str) -> Option<Self> {
        let key: String = name.to_lowercase().chars().filter(|c| c.is_ascii_alphanumeric()).collect();
        Some(match key.as_str() {
            "utf8" | "u8" | "utf" | "utf8sig" | "cp65001" => Self::Utf8,
            "ascii" | "usascii" | "646" | "ansix341968" | "iso646us" | "us" => Self::Ascii,
            "latin1" | "latin" | "iso88591" | "88591" | "l1" | "cp819" | "isolatin1" | "iso885911987" => Self::Latin1,
            "iso885915" | "latin9" | "l9" | "885915" => Self::Latin9,
            "cp1252" | "windows1252" | "1252" => Self::Windows1252,
            "cp1251" | "windows1251" | "1251" => Self::Windows1251,
            "koi8r" | "cskoi8r" => Self::Koi8R,
            _ => return None,
        })
    }

    fn label(self) -> &'static str {
        match self {
            Self::Utf8 => "UTF-8",
            Self::Ascii => "ASCII",
            Self::Latin1 => "ISO 8859-1",
            Self::Latin9 => "ISO 8859-15",
            Self::Windows1252 => "Windows-1252",
            Self::Windows1251 => "Windows-1251",
            Self::Koi8R => "KOI8-R",
        }
    }

    fn decode(self, raw: &[u8]) -> Option<String> {
        match self {
            Self::Utf8 => std::str::from_utf8(raw).ok().map(str::to_owned),
            Self::Ascii => raw.is_ascii().then(|| raw.iter().map(|b| char::from(*b)).collect()),
            Self::Latin1 => Some(raw.iter().map(|b| char::from(*b)).collect()),
            Self::Latin9 => Some(raw.iter().map(|b| latin9(*b)).collect()),
            Self::Windows1252 => raw.iter().map(|b| from_table(*b, WINDOWS_1252, char::from)).collect(),
            Self::Windows1251 => {
                raw.iter().map(|b| from_table(*b, WINDOWS_1251, |b| letter(0x410, b - 0xc0))).collect()
            }
            Self::Koi8R => {
                raw.iter().map(|b| from_table(*b, KOI8_R_GRAPHICS, |b| KOI8_R_LETTERS[usize::from(b - 0xc0)])).collect()
            }
        }
    }
}

fn latin9(byte: u8) -> char {
    match byte {
        0xa4 => '€',
        0xa6 => 'Š',
        0xa8 => 'š',
        0xb4 => 'Ž',
        0xb8 => 'ž',
        0xbc => 'Œ',
        0xbd => 'œ',
        0xbe => 'Ÿ',
        _ => char::from(byte),
    }
}

/// The upper half of a single-byte encoding: 0x80 to 0xBF from the table (NUL for a hole), the rest by rule.
fn from_table(byte: u8, table: [char; 64], rest: impl Fn(u8) -> char) -> Option<char> {
    match byte {
        0..0x80 => Some(char::from(byte)),
        0x80..0xc0 => Some(table[usize::from(byte - 0x80)]).filter(|c| *c != '\0'),
        _ => Some(rest(byte)),
    }
}

fn letter(first: u32, index: u8) -> char {
    char::from_u32(first + u32::from(index)).unwrap_or(char::REPLACEMENT_CHARACTER)
}

#[rustfmt::skip]
const WINDOWS_1252: [char; 64] = [
    '€', '\0', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\0', 'Ž', '\0',
    '\0', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\0', 'ž', 'Ÿ',
    '\u{a0}', '¡', '¢', '£', '¤', '¥', '¦', '§', '¨', '©', 'ª', '«', '¬', '\u{ad}', '®', '¯',
    '°', '±', '²', '³', '´', 'µ', '¶', '·', '¸', '¹', 'º', '»', '¼', '½', '¾', '¿',
];

#[rustfmt::skip]
const WINDOWS_1251: [char; 64] = [
    'Ђ', 'Ѓ', '‚', 'ѓ', '„', '…', '†', '‡', '€', '‰', 'Љ', '‹', 'Њ', 'Ќ', 'Ћ', 'Џ',
    'ђ', '‘', '’', '“', '”', '•', '–', '—', '\0', '™', 'љ', '›', 'њ', 'ќ', 'ћ', 'џ',
    '\u{a0}', 'Ў', 'ў', 'Ј', '¤', 'Ґ', '¦', '§', 'Ё', '©', 'Є', '«', '¬', '\u{ad}', '®', 'Ї',
    '°', '±', 'І', 'і', 'ґ', 'µ', '¶', '·', 'ё', '№', 'є', '»', 'ј', 'Ѕ', 'ѕ', 'ї',
];

#[rustfmt::skip]
const KOI8_R_GRAPHICS: [char; 64] = [
    '─', '│', '┌', '┐', '└', '┘', '├', '┤', '┬', '┴', '┼', '▀', '▄', '█', '▌', '▐',
    '░', '▒', '▓', '⌠', '■', '∙', '√', '≈', '≤', '≥', '\u{a0}', '⌡', '°', '²', '·', '÷',
    '═', '║', '╒', 'ё', '╓', '╔', '╕', '╖', '╗', '╘', '╙', '╚', '╛', '╜', '╝', '╞',
    '╟', '╠', '╡', 'Ё', '╢', '╣', '╤', '╥', '╦', '╧', '╨', '╩', '╪', '╫', '╬', '©',
];

#[rustfmt::skip]
const KOI8_R_LETTERS: [char; 64] = [
    'ю', 'а', 'б', 'ц', 'д', 'е', 'ф', 'г', 'х', 'и', 'й', 'к', 'л', 'м', 'н', 'о',
    'п', 'я', 'р', 'с', 'т', 'у', 'ж', 'в', 'ь', 'ы', 'з', 'ш', 'э', 'щ', 'ч', 'ъ',
    'Ю', 'А', 'Б', 'Ц', 'Д', 'Е', 'Ф', 'Г', 'Х', 'И', 'Й', 'К', 'Л', 'М', 'Н', 'О',
    'П', 'Я', 'Р', 'С', 'Т', 'У', 'Ж', 'В', 'Ь', 'Ы', 'З', 'Ш', 'Э', 'Щ', 'Ч', 'Ъ',
];

#[cfg(test)]
mod tests {
    use super::*;

    fn check(raw: &[u8], expected: Result<&str, DecodeError>) {
        assert_eq!(decode(raw), expected.map(str::to_owned), "{raw:?}");
    }

    #[test]
    fn encodings() {
        check("x = 'é'\r\n".as_bytes(), Ok("x = 'é'\r\n"));
        check(b"# coding: latin-1\n'\xe9\x80'", Ok("# coding: latin-1\n'é\u{80}'"));
        check(b"#!/x\r\n# vim: fileencoding=iso-8859-15\r\n\xa4", Ok("#!/x\r\n# vim: fileencoding=iso-8859-15\r\n€"));
        check(b"# coding=cp1252\n\x80", Ok("# coding=cp1252\n€"));
        check(b"# coding=cp1251\n\xcf\xf0\xb8", Ok("# coding=cp1251\nПрё"));
        check(b"# coding=koi8-r\n\xf0\xd2", Ok("# coding=koi8-r\nПр"));
        check(b"x = 1\n# coding: foobar\n", Ok("x = 1\n# coding: foobar\n"));
    }

    #[test]
    fn refusals() {
        check(b"# coding: foobar\n", Err(DecodeError::UnknownEncoding("foobar".into())));
        check(b"\xef\xbb\xbf# coding: latin-1\n", Err(DecodeError::Contradiction));
        check(b"x = '\xe9'\n", Err(DecodeError::Invalid("UTF-8".into())));
        check(b"# coding=cp1252\n\x81", Err(DecodeError::Invalid("Windows-1252".into())));
        check(b"x\0", Err(DecodeError::NulByte));
    }
}
