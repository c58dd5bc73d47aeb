//! Archives made to do harm, or made by tools that do things their own way. Each is built in memory.

#![allow(dead_code, clippy::expect_used)] // each test binary uses its own part

mod raw_tar;
mod raw_zip;

use std::io::{Cursor, Write};

use flate2::Crc;
use flate2::write::{DeflateEncoder, GzEncoder};
use tar::{EntryType, Header};

pub use raw_tar::*;
pub use raw_zip::*;

pub const MIB: usize = 1 << 20;

pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes).expect("in memory");
    encoder.finish().expect("in memory")
}

pub fn bzip2(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::best());
    encoder.write_all(bytes).expect("in memory");
    encoder.finish().expect("in memory")
}

pub fn xz(bytes: &[u8]) -> Vec<u8> {
    let options = lzma_rust2::XzOptions::with_preset(1);
    let mut writer = lzma_rust2::XzWriter::new(Vec::new(), options).expect("valid options");
    writer.write_all(bytes).expect("in memory");
    writer.finish().expect("in memory")
}

pub fn deflate(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes).expect("in memory");
    encoder.finish().expect("in memory")
}

pub fn crc(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}

/// What harmless tools write: two files in a folder.
pub const PLAIN: [(&str, &[u8]); 2] = [("top/a.py", b"x = 1\n"), ("top/b/c.py", b"y = [1, 2, 3]\n")];

pub fn plain_tar() -> Vec<u8> {
    PLAIN.iter().fold(Tar::new(), |tar, (path, content)| tar.file(path, content)).end()
}

pub fn plain_zip() -> Vec<u8> {
    zip(&PLAIN.map(|(path, content)| zip_entry(path.as_bytes(), content)))
}

/// Zeros of so many MiB in one file of a zip archive, which states its size or lies about it.
pub fn zip_bomb(mib: usize, stated: Option<u32>) -> Vec<u8> {
    let mut entry = zip_entry(b"bomb.py", &vec![0; mib * MIB]);
    entry.size = stated.unwrap_or(entry.size);
    zip(&[entry])
}

/// Many files of zeros of just less than the limit for one file.
pub fn zip_bomb_of_files(files: usize, mib: usize) -> Vec<u8> {
    let entry = zip_entry(b"bomb.py", &vec![0; mib * MIB]);
    let entries: Vec<_> =
        (0..files).map(|i| ZipEntry { name: format!("bomb{i}.py").into_bytes(), ..entry.clone() }).collect();
    zip(&entries)
}

/// One piece of compressed data under many names.
pub fn overlapping_zip(files: usize, mib: usize) -> Vec<u8> {
    let first = zip_entry(b"bomb.py", &vec![0; mib * MIB]);
    let again = |i| ZipEntry { name: format!("bomb{i}.py").into_bytes(), offset: Some(0), ..first.clone() };
    let entries: Vec<_> = std::iter::once(first.clone()).chain((1..files).map(again)).collect();
    zip(&entries)
}

/// A compressed tar archive of one file of zeros.
pub fn tar_bomb(mib: usize, compress: impl Fn(&[u8]) -> Vec<u8>) -> Vec<u8> {
    compress(&Tar::new().file("bomb.py", &vec![0; mib * MIB]).end())
}

/// A compressed tar archive that goes on in zeros behind its end mark.
pub fn tail_bomb(mib: usize, compress: impl Fn(&[u8]) -> Vec<u8>) -> Vec<u8> {
    let mut tar = plain_tar();
    tar.resize(tar.len() + mib * MIB, 0);
    compress(&tar)
}

/// A compressed tar archive of so many empty files.
pub fn entries_tar_gz(count: usize) -> Vec<u8> {
    let header = Tar::new().file("top/a.py", b"").open_ended();
    let mut encoder = GzEncoder::new(Vec::new(), flate2::Compression::fast());
    let many = header.repeat(1_000);
    (0..count / 1_000).for_each(|_| encoder.write_all(&many).expect("in memory"));
    encoder.finish().expect("in memory")
}

/// A zip archive of so many empty files.
pub fn entries_zip(count: usize) -> Vec<u8> {
    let entries: Vec<_> = (0..count).map(|i| stored_entry(format!("top/{i}.py").as_bytes(), b"")).collect();
    zip_stating(&entries, count as u16)
}

/// A directory of a million entries behind one file.
pub fn million_entries_zip() -> Vec<u8> {
    let one = zip(&[stored_entry(b"top/a.py", b"")]);
    let directory = 38..one.len() - 22;
    [&one[..38], &one[directory].repeat(1_000_000), &one[one.len() - 22..]].concat()
}

/// Empty members of gzip, which give no byte.
pub fn empty_members(mib: usize) -> Vec<u8> {
    let member = gzip(b"");
    member.repeat(mib * MIB / member.len())
}

/// Links that lead to each other and out of the archive, beside one file.
pub fn symlink_loop() -> Vec<u8> {
    let link = |tar: Tar, path: &[u8], target: &[u8]| {
        tar.header(EntryType::Symlink, path, 0, |h| h.as_old_mut().linkname[..target.len()].copy_from_slice(target))
    };
    let tar = link(link(Tar::new(), b"top/a", b"b"), b"top/b", b"a");
    link(link(tar, b"top/self", b"."), b"top/out", b"/etc/passwd").file("top/x.py", b"x\n").end()
}

/// The same in zip.
pub fn symlink_loop_zip() -> Vec<u8> {
    let link = |name: &[u8], target| ZipEntry { attributes: 0o120_777 << 16, ..stored_entry(name, target) };
    zip(&[link(b"top/a", b"b"), link(b"top/b", b"a"), zip_entry(b"top/x.py", b"x\n")])
}

/// A streamed zip: sizes and checksum stand behind the data.
pub fn descriptor_zip(with_signature: bool) -> Vec<u8> {
    let streamed = |(path, content): (&str, &[u8])| {
        let mut entry = ZipEntry { flags: 8, ..zip_entry(path.as_bytes(), content) };
        if with_signature {
            entry.descriptor.extend_from_slice(b"PK\x07\x08");
        }
        for value in [entry.crc, entry.compressed_size, entry.size] {
            entry.descriptor.extend_from_slice(&value.to_le_bytes());
        }
        entry
    };
    zip(&PLAIN.map(streamed))
}

/// Zip with 64-bit sizes.
pub fn zip64() -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (path, content) in PLAIN {
        let options = zip::write::SimpleFileOptions::default().large_file(true);
        writer.start_file(path, options).expect("in memory");
        writer.write_all(content).expect("in memory");
    }
    writer.finish().expect("in memory").into_inner()
}

/// A zip64 archive whose directory gives sizes of 2^63 and more.
pub fn lying_zip64() -> Vec<u8> {
    let mut entry = ZipEntry { size: u32::MAX, compressed_size: u32::MAX, ..zip_entry(b"a.py", b"x\n") };
    entry.extra = [&[1, 0, 16, 0][..], &u64::MAX.to_le_bytes(), &(u64::MAX - 10).to_le_bytes()].concat();
    zip(&[entry])
}

/// An xz stream whose header asks for a dictionary of 4 GiB.
pub fn greedy_xz() -> Vec<u8> {
    let mut bytes = xz(&plain_tar());
    // Behind the stream's header: the block header's size, its flags, and the filter with its dictionary.
    let header = 12..12 + (usize::from(bytes[12]) + 1) * 4;
    let dictionary = bytes[header.clone()].windows(2).position(|w| w == [0x21, 1]).expect("has the filter") + 2;
    bytes[12 + dictionary] = 40;
    let sum = crc(&bytes[header.start..header.end - 4]);
    bytes[header.end - 4..header.end].copy_from_slice(&sum.to_le_bytes());
    bytes
}

/// A sparse file in the old form of GNU, with a map that goes on in two further blocks.
pub fn old_sparse() -> Vec<u8> {
    let sparse = |header: &mut Header| {
        header.as_mut_bytes()[257..265].copy_from_slice(b"ustar  \0");
        header.as_mut_bytes()[482] = 1;
    };
    let more = |has_more: u8| [&[0; 504][..], &[has_more], &[0; 7]].concat();
    Tar::new()
        .header(EntryType::GNUSparse, b"top/sparse.bin", 512, sparse)
        .data(&more(1))
        .data(&more(0))
        .data(&[b'x'; 512])
        .file("top/a.py", b"x\n")
        .end()
}

/// A sparse file in the form of pax 1.0: its data begins with a map.
pub fn pax_sparse() -> Vec<u8> {
    Tar::new()
        .pax(&[
            ("GNU.sparse.major", b"1"),
            ("GNU.sparse.minor", b"0"),
            ("GNU.sparse.name", b"top/sparse.py"),
            ("GNU.sparse.realsize", b"1048576"),
        ])
        .file("top/GNUSparseFile.1/sparse.py", &[b"1\n0\n512\n".as_slice(), &[0; 504], &[b'x'; 512]].concat())
        .file("top/a.py", b"x\n")
        .end()
}

/// Archives that can't be opened: file name, bytes, and a part of the message.
pub fn refused() -> Vec<(&'static str, Vec<u8>, &'static str)> {
    let plain = plain_tar();
    let folders = Tar::new().entry(EntryType::Directory, b"a/", b"").entry(EntryType::Directory, b"a/b/", b"");
    vec![
        ("zip-bomb.zip", zip_bomb_of_files(20, 60), "times its size"),
        ("overlapping.zip", overlapping_zip(1_000, 1), "same bytes to several files"),
        ("larger-than-stated.zip", zip_bomb(8, Some(10)), "another size or checksum"),
        ("smaller-than-stated.zip", zip_bomb(1, Some(2 << 20)), "another size or checksum"),
        ("gzip-bomb.tar.gz", tar_bomb(40, gzip), "times its size"),
        ("bzip2-bomb.tar.bz2", tar_bomb(40, bzip2), "times its size"),
        ("xz-bomb.tar.xz", tar_bomb(40, xz), "times its size"),
        ("tail.tar.gz", tail_bomb(40, gzip), "times its size"),
        ("many-files.zip", million_entries_zip(), "more than 200000 entries"),
        ("many-files.tar.gz", entries_tar_gz(201_000), "more than 200000 entries"),
        ("dictionary.tar.xz", greedy_xz(), "dictionary of more than 64 MiB"),
        ("twice.tar.gz", gzip(&gzip(&plain)), "compressed with gzip again"),
        ("cut.tar.gz", gzip(&plain)[..60].to_vec(), "ends in the middle"),
        ("cut.zip", plain_zip()[..60].to_vec(), "ends in the middle"),
        ("folders.tar", folders.end(), "no files that can be used"),
        ("empty.zip", zip(&[]), "no files that can be used"),
        ("no-python.tar", Tar::new().file("a.txt", b"x").end(), "holds no Python file"),
    ]
}
