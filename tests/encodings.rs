//! Source encodings against the reference interpreter's codecs: all units of each give the same text or the
//! same refusal. The digests come from `scripts/make_codec_tables.py`.

#![allow(clippy::expect_used)] // tests fail by panicking

use std::fmt::Write;

use code_qa_bench::domain::python::{DecodeError, decode};
use sha2::{Digest, Sha256};

const DIGESTS: &str = include_str!("fixtures/codecs.txt");

/// The text of each unit that has one in a source of this encoding. Many are read at once, a line each, and
/// where some unit is refused, each half by itself.
fn decoded<'u>(codec: &str, units: &'u [Vec<u8>], found: &mut Vec<(&'u [u8], String)>) {
    let cookie = format!("# coding: {codec}\n");
    let mut source = cookie.clone().into_bytes();
    for unit in units {
        source.extend_from_slice(unit);
        source.push(b'\n');
    }
    match (decode(&source), units) {
        (Ok(text), _) => {
            let lines: Vec<_> = text[cookie.len()..].split_terminator('\n').collect();
            assert_eq!(lines.len(), units.len(), "{codec}");
            found.extend(units.iter().zip(lines).map(|(unit, line)| (unit.as_slice(), line.to_owned())));
        }
        (Err(_), [] | [_]) => {}
        (Err(_), _) => {
            let (first, second) = units.split_at(units.len() / 2);
            decoded(codec, first, found);
            decoded(codec, second, found);
        }
    }
}

/// All sequences of bytes that an encoding can take for one character, but for ASCII.
fn units(label: &str) -> Vec<Vec<u8>> {
    let high = 0x80..=0xff_u8;
    let mut all: Vec<Vec<u8>> = high.clone().map(|a| vec![a]).collect();
    all.extend(high.clone().flat_map(|a| (0..=0xff).map(move |b| vec![a, b])));
    if label == "euc-jp" {
        all.extend(high.clone().flat_map(|a| (0x80..=0xff).map(move |b| vec![0x8f, a, b])));
    }
    if label == "gb18030" {
        let (digits, leads) = (0x30..0x3a_u8, 0x81..0xff_u8);
        for a in leads.clone() {
            for b in digits.clone() {
                all.extend(leads.clone().flat_map(|c| (0x30..0x3a).map(move |d| vec![a, b, c, d])));
            }
        }
    }
    all
}

fn length(label: &str, unit: &[u8]) -> usize {
    match (label, unit[0], unit.get(1)) {
        ("shift_jis", 0..0x81 | 0xa0..0xe0 | 0xfd.., _) => 1,
        ("euc-jp", 0x8f, _) => 3,
        ("gb18030", 0x81.., Some(0x30..=0x39)) => 4,
        (_, 0..=0x80 | 0xff, _) => 1,
        _ => 2,
    }
}

/// The nearest encoding of the crate, for codecs of several bytes.
fn label(codec: &str) -> Option<&'static str> {
    Some(match codec {
        "shift_jis" | "cp932" => "shift_jis",
        "euc_jp" => "euc-jp",
        "euc_kr" | "cp949" => "euc-kr",
        "gb2312" | "gbk" => "gbk",
        "gb18030" => "gb18030",
        "big5" | "cp950" | "big5hkscs" => "big5",
        _ => return None,
    })
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut hex, byte| {
        write!(hex, "{byte:02x}").expect("in memory");
        hex
    })
}

#[test]
fn every_unit_is_decoded_as_the_interpreter_does() {
    for line in DIGESTS.lines() {
        let (codec, expected) = line.split_once(' ').expect("codec and digest");
        let units = match label(codec) {
            Some(label) => units(label).into_iter().filter(|unit| length(label, unit) == unit.len()).collect(),
            None => (0x80..=0xff).map(|byte| vec![byte]).collect::<Vec<_>>(),
        };
        let mut found = Vec::new();
        let units: Vec<_> = units.into_iter().filter(|u| u.len() < 4 || (u[2] - 0x81) % 25 == 0).collect();
        units.chunks(1 << 10).for_each(|units| decoded(codec, units, &mut found));
        let mut digest = Sha256::new();
        for (unit, text) in found {
            digest.update(format!("{} {text}\n", hex(unit)));
        }
        assert_eq!(hex(&digest.finalize()), expected, "{codec}");
    }
}

#[test]
fn names_of_encodings() {
    let check = |name: &str, expected: Result<&str, DecodeError>| {
        let cookie = format!("# coding: {name}\n");
        let source = [cookie.as_bytes(), b"'\xc3\xa4'"].concat();
        let text = decode(&source).map(|text| text[cookie.len()..].to_owned());
        assert_eq!(text, expected.map(str::to_owned), "{name}");
    };
    for name in ["utf-8", "UTF-8", "utf_8", "utf8", "U8", "utf-8-sig", "utf-8-unix", "utf-8-mac", "utf_8_dos"] {
        check(name, Ok("'ä'"));
    }
    for name in ["latin-1", "latin_1_unix", "iso-8859-1", "iso-8859-1-dos", "iso-latin-1-mac", "L1", "Latin1", "cp819"]
    {
        check(name, Ok("'Ã¤'"));
    }
    check("iso-8859-15", Ok("'Ã€'"));
    check("iso8859-15", Ok("'Ã€'"));
    check("ISO_8859-15", Ok("'Ã€'"));
    check("latin-9", Err(DecodeError::UnknownEncoding("latin-9".into())));
    check("koi8-r", Ok("'ц╓'"));
    check("KOI8_R", Ok("'ц╓'"));
    check("cp1251", Ok("'Г¤'"));
    check("windows-1251", Ok("'Г¤'"));
    check("windows_1252", Ok("'Ã¤'"));
    check("euc-kr", Ok("'채'"));
    check("ks_c-5601", Ok("'채'"));
    check("ascii", Err(DecodeError::Invalid("ascii".into())));
    check("us-ascii", Err(DecodeError::Invalid("us-ascii".into())));
    for name in ["utf-7", "utf-16", "utf-16-le", "utf_32", "rot13", "hex", "base64", "punycode", "iso2022-jp", "cp037"]
    {
        check(name, Err(DecodeError::Unsupported(name.into())));
    }
    for name in ["foobar", "fake", "uft-8", "bad", "xxx", "utf.8", "aliases", "__init__", "latin-1x"] {
        check(name, Err(DecodeError::UnknownEncoding(name.into())));
    }
}

/// What the crate makes of each unit, for the script that makes the tables.
#[test]
#[ignore = "for scripts/make_codec_tables.py"]
fn units_of_the_crate() {
    for label in ["shift_jis", "euc-jp", "euc-kr", "gbk", "gb18030", "big5"] {
        let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).expect("is known");
        for unit in units(label) {
            if let Some(text) = encoding.decode_without_bom_handling_and_without_replacement(&unit) {
                let codes: Vec<_> = text.chars().map(|c| format!("{:x}", u32::from(c))).collect();
                println!("{label} {} {}", hex(&unit), codes.join(","));
            }
        }
    }
}
