//! Source bytes → text: byte order mark or encoding cookie first, UTF-8 otherwise.

mod codec;

use std::borrow::Cow;

use codec::{Codec, NoCodec};

use super::ParseProblem;

const BOM: &[u8] = b"\xef\xbb\xbf";

/// Why the bytes of a source file can't be read as text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// The encoding cookie names nothing known.
    #[error("unknown encoding: {0}")]
    UnknownEncoding(String),
    /// The encoding is none of text, or a rare one.
    #[error("the encoding {0} can't be read here")]
    Unsupported(String),
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
pub fn decode(raw: &[u8]) -> Result<Cow<'_, str>, DecodeError> {
    decode_content(raw, None)
}

/// The same where it is known already that the bytes are UTF-8: then `utf8` holds them as text.
///
/// # Errors
/// As [`decode`].
pub fn decode_content<'r>(raw: &'r [u8], utf8: Option<&'r str>) -> Result<Cow<'r, str>, DecodeError> {
    let (body, marked) = raw.strip_prefix(BOM).map_or((raw, false), |body| (body, true));
    let (name, codec) = match cookie(body) {
        None => ("utf-8".to_owned(), &Codec::Utf8),
        Some(name) => {
            let normal = normal_name(&name);
            if marked && normal != "utf-8" {
                return Err(DecodeError::Contradiction);
            }
            let codec = Codec::named(&normal).map_err(|reason| match reason {
                NoCodec::Unknown => DecodeError::UnknownEncoding(name.clone()),
                NoCodec::Unsupported => DecodeError::Unsupported(name.clone()),
            })?;
            (name, codec)
        }
    };
    let text = match codec {
        Codec::Utf8 => match utf8 {
            Some(text) => Some(text.strip_prefix('\u{feff}').unwrap_or(text).into()),
            None => std::str::from_utf8(body).ok().map(Cow::Borrowed),
        },
        codec => codec.decode(body).map(Cow::Owned),
    };
    let text = text.ok_or(DecodeError::Invalid(name))?;
    if memchr::memchr(0, text.as_bytes()).is_some() {
        return Err(DecodeError::NulByte);
    }
    Ok(match text {
        Cow::Borrowed(text) => text.strip_prefix('\u{feff}').unwrap_or(text).into(),
        Cow::Owned(text) => match text.strip_prefix('\u{feff}') {
            Some(rest) => rest.to_owned().into(),
            None => text.into(),
        },
    })
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

#[cfg(test)]
mod tests {
    use super::*;

    fn check(raw: &[u8], expected: Result<&str, DecodeError>) {
        assert_eq!(decode(raw), expected.map(Cow::Borrowed), "{raw:?}");
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
        check(b"\xef\xbb\xbf# coding: foobar\n", Err(DecodeError::Contradiction));
        check(b"# coding: rot13\n", Err(DecodeError::Unsupported("rot13".into())));
        check(b"x = '\xe9'\n", Err(DecodeError::Invalid("utf-8".into())));
        check(b"# coding=cp1252\n\x81", Err(DecodeError::Invalid("cp1252".into())));
        check(b"x\0", Err(DecodeError::NulByte));
    }
}
