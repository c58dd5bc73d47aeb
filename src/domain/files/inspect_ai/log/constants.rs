//! JSON as Python writes it: numbers may be `NaN` and `Infinity`, which JSON has not.

use memchr::memmem;

/// The text with `null` in place of each such number. Strings stay as they are.
pub fn without_constants(bytes: Vec<u8>) -> Vec<u8> {
    if memmem::find(&bytes, b"NaN").is_none() && memmem::find(&bytes, b"Infinity").is_none() {
        return bytes;
    }
    let mut out = Vec::with_capacity(bytes.len() + 64);
    let (mut at, mut in_string) = (0, false);
    while at < bytes.len() {
        let rest = &bytes[at..];
        let constant = [&b"NaN"[..], b"Infinity", b"-Infinity"].into_iter().find(|word| rest.starts_with(word));
        let taken = match (bytes[at], constant) {
            (_, Some(word)) if !in_string => {
                out.extend_from_slice(b"null");
                at += word.len();
                continue;
            }
            (b'\\', _) if in_string => 2.min(rest.len()),
            (byte, _) => {
                in_string ^= byte == b'"';
                1
            }
        };
        out.extend_from_slice(&rest[..taken]);
        at += taken;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let got = without_constants(text.as_bytes().to_vec());
        assert_eq!(String::from_utf8_lossy(&got), expected);
    }

    #[test]
    fn only_numbers_are_replaced() {
        check(r#"{"a": NaN, "b": -Infinity, "c": [Infinity]}"#, r#"{"a": null, "b": null, "c": [null]}"#);
        check(r#"{"NaN": "NaN \" NaN \\", "b": NaN}"#, r#"{"NaN": "NaN \" NaN \\", "b": null}"#);
        check(r#"{"a": 1}"#, r#"{"a": 1}"#);
        check(r#""Infinity \"#, r#""Infinity \"#);
    }
}
