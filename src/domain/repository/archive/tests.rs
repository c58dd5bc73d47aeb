use std::io::{Cursor, Write};

use flate2::Compression;
use flate2::write::GzEncoder;

use super::*;

/// A tar archive of entries: kind, path, content.
fn tar(entries: &[(tar::EntryType, &str, &[u8])]) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    for (kind, path, content) in entries {
        let mut header = tar::Header::new_gnu();
        header.as_mut_bytes()[..path.len().min(100)].copy_from_slice(&path.as_bytes()[..path.len().min(100)]);
        header.set_entry_type(*kind);
        header.set_size(content.len() as u64);
        header.set_mode(0o644);
        header.set_cksum();
        builder.append(&header, *content).expect("in memory");
    }
    builder.into_inner().expect("in memory")
}

fn files(entries: &[(&str, &str)]) -> Vec<u8> {
    let entries: Vec<_> = entries.iter().map(|(p, c)| (tar::EntryType::Regular, *p, c.as_bytes())).collect();
    tar(&entries)
}

fn gz(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).expect("in memory");
    encoder.finish().expect("in memory")
}

fn zip(entries: &[(&str, &str)]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (path, content) in entries {
        writer.start_file(*path, zip::write::SimpleFileOptions::default()).expect("in memory");
        writer.write_all(content.as_bytes()).expect("in memory");
    }
    writer.finish().expect("in memory").into_inner()
}

fn open(bytes: Vec<u8>) -> Result<Repository, ArchiveError> {
    Unpacker::run("some/repo-1.0.tar.gz", bytes, Limits::default())
}

fn check(bytes: Vec<u8>, expected: &[&str], left_out: &[(&str, LeaveOutReason)]) {
    let repository = open(bytes).expect("opens");
    assert_eq!(repository.files.keys().collect::<Vec<_>>(), expected);
    let found: Vec<_> = repository.left_out.iter().map(|l| (l.path.as_str(), l.reason)).collect();
    assert_eq!(found, left_out);
}

const PLAIN: [(&str, &str); 3] = [("top/a.py", "x = 1\n"), ("top/b/c.py", "y\n"), ("top/b/d.txt", "")];

#[test]
fn all_kinds_give_the_same_files() {
    for bytes in [files(&PLAIN), gz(&files(&PLAIN)), zip(&PLAIN)] {
        check(bytes.clone(), &["a.py", "b/c.py", "b/d.txt"], &[]);
        let repository = open(bytes.clone()).expect("opens");
        assert_eq!(repository.files["a.py"].bytes(), b"x = 1\n");
        assert_eq!((repository.name.as_str(), repository.archive_sha256), ("repo-1.0", hex(&Sha256::digest(&bytes))));
    }
}

#[test]
fn hostile_paths_and_kinds() {
    use tar::EntryType as Kind;
    let archive = tar(&[
        (Kind::Regular, "../evil.py", b"x"),
        (Kind::Regular, "/etc/passwd", b"x"),
        (Kind::Regular, "C:/x", b"x"),
        (Kind::Symlink, "link", b""),
        (Kind::Link, "hard", b""),
        (Kind::Char, "device", b""),
        (Kind::Directory, "folder/", b""),
        (Kind::Regular, "__MACOSX/._a", b"x"),
        (Kind::Regular, "./a//b.py", b"1"),
        (Kind::Regular, "a/b.py", b"2"),
    ]);
    use LeaveOutReason::*;
    let left_out = [
        ("../evil.py", UnsafePath),
        ("C:/x", UnsafePath),
        ("link", Link),
        ("hard", Link),
        ("device", Special),
        ("__MACOSX/._a", MacMetadata),
        ("a/b.py", Duplicate),
    ];
    check(archive.clone(), &["a/b.py", "etc/passwd"], &left_out);
    assert_eq!(open(archive).expect("opens").files["a/b.py"].bytes(), b"2");
    check(zip(&[("../x", ""), ("a\\b.py", ""), ("c", "")]), &["a/b.py", "c"], &[("../x", UnsafePath)]);
}

#[test]
fn long_names() {
    let long = format!("top/{}.py", "n".repeat(300));
    let mut builder = tar::Builder::new(Vec::new());
    let mut header = tar::Header::new_gnu();
    header.set_size(1);
    builder.append_data(&mut header, &long, &b"x"[..]).expect("in memory");
    builder.append_pax_extensions([("path", "top/päx".as_bytes())]).expect("in memory");
    let mut header = tar::Header::new_ustar();
    header.set_size(1);
    builder.append_data(&mut header, "top/short", &b"y"[..]).expect("in memory");
    check(builder.into_inner().expect("in memory"), &[&long[4..], "päx"], &[]);
}

#[test]
fn cut_archives_are_noticed() {
    let body = "some text that is long enough\n".repeat(100);
    for whole in [gz(&files(&[("a", &body), ("b", &body)])), zip(&[("a", &body), ("b", &body)])] {
        for length in (1..whole.len()).step_by(7).chain([whole.len() - 1]) {
            let error = open(whole[..length].to_vec()).expect_err("is cut");
            let fits = matches!(
                error,
                ArchiveError::Truncated | ArchiveError::Corrupt { .. } | ArchiveError::NotAnArchive { .. }
            );
            assert!(fits, "at {length}: {error}");
        }
    }
    let plain = files(&[("a", &body), ("b", &body)]);
    for length in (513..3 * 512).step_by(64) {
        assert!(open(plain[..length].to_vec()).is_err_and(|e| e == ArchiveError::Truncated), "at {length}");
    }
    let without_end = plain[..plain.len() - 1024].to_vec();
    check(without_end, &["a", "b"], &[("", LeaveOutReason::NoEndMark)]);
}

#[test]
fn damage_is_noticed() {
    let mut archive = files(&PLAIN);
    archive[1024 + 10] ^= 1;
    assert!(matches!(open(archive), Err(ArchiveError::Corrupt { .. })));
    let mut archive = gz(&files(&PLAIN));
    let crc = archive.len() - 8;
    archive[crc] ^= 1;
    assert!(matches!(open(archive), Err(ArchiveError::Corrupt { .. })));
    let mut archive = zip(&[("a", "some text")]);
    archive[32] ^= 0xff;
    assert!(open(archive).is_err());
}

#[test]
fn limits_hold_while_unpacking() {
    let limited = |bytes, limits| Unpacker::run("x", bytes, limits).map(|r| r.left_out);
    let zeros = "\0".repeat(4 << 20);
    for bomb in [gz(&files(&[("a", &zeros)])), zip(&[("a", &zeros)])] {
        let ratio = Limits { ratio_free_bytes: 1 << 20, ..Limits::default() };
        assert_eq!(limited(bomb.clone(), ratio), Err(ArchiveError::Bomb { ratio: 200 }));
        let total = Limits { total_bytes: 1 << 20, ..Limits::default() };
        assert_eq!(limited(bomb.clone(), total), Err(ArchiveError::TooLarge { limit_mib: 1 }));
        let file = Limits { file_bytes: 1 << 20, ..Limits::default() };
        let mut unpacker = Unpacker::new("x", bomb, file).expect("opens");
        while matches!(unpacker.step(), Ok(Step::Entry { .. })) {}
        assert_eq!(unpacker.finish().left_out[0].reason, LeaveOutReason::TooLarge);
    }
    for many in [files(&PLAIN), zip(&PLAIN)] {
        let entries = Limits { entries: 2, ..Limits::default() };
        assert_eq!(limited(many, entries), Err(ArchiveError::TooManyEntries { limit: 2 }));
    }
}

#[test]
fn encrypted_entries_are_left_out() {
    let mut archive = zip(&[("a", "x"), ("b", "y")]);
    // The flag bit of the first entry, in its local and its central header.
    archive[6] |= 1;
    let central = archive.windows(4).position(|w| w == b"PK\x01\x02").expect("has a directory");
    archive[central + 8] |= 1;
    check(archive, &["b"], &[("a", LeaveOutReason::Encrypted)]);
}

#[test]
fn other_files_say_what_they_are() {
    let check = |bytes: &[u8], expected: &str| {
        let error = open(bytes.to_vec()).expect_err("is no archive").to_string();
        assert!(error.contains(expected), "{error}");
    };
    check(b"BZh9", "bzip2");
    check(b"Rar!", "RAR");
    check(b"<!doctype html>", "web page");
    check(b"hello", "not a .zip");
    check(b"", "no files");
    check(&zip(&[]), "no files");
    check(&gz(b"hello"), "inside is not a .tar");
    check(&gz(&gz(&files(&PLAIN))), "gzip again");
}
