//! Kinds of entries, their attributes, and their lies.

use code_qa_bench::domain::repository::LeaveOutReason::*;
use tar::EntryType;

use crate::hostile::*;
use crate::{check, check_refused};

#[test]
fn kinds_of_tar_entries() {
    use EntryType as Kind;
    let left_out = |reason| [("top/x", reason)];
    let check_kind = |kind, reason| {
        check(Tar::new().entry(kind, b"top/x", b"").file("top/a.py", b"").end(), &["a.py"], &left_out(reason));
    };
    [Kind::Char, Kind::Block, Kind::Fifo, Kind::new(b'V'), Kind::new(b'\x7f')]
        .into_iter()
        .for_each(|kind| check_kind(kind, Special));
    [Kind::Symlink, Kind::Link].into_iter().for_each(|kind| check_kind(kind, Link));
    check(symlink_loop(), &["x.py"], &["top/a", "top/b", "top/self", "top/out"].map(|path| (path, Link)));
    check(symlink_loop_zip(), &["x.py"], &[("top/a", Link), ("top/b", Link)]);
    check(old_sparse(), &["a.py"], &[("top/sparse.bin", Special)]);
    check(pax_sparse(), &["a.py"], &[("top/sparse.py", Special)]);
    // A hard link's size is that of the file it leads to: no data follows.
    let link = Tar::new().header(Kind::Link, b"top/x", 5_000, |_| {}).file("top/a.py", b"");
    check(link.end(), &["a.py"], &left_out(Link));
    let v7 = |header: &mut tar::Header| {
        header.as_mut_bytes()[257..].fill(0);
        header.as_mut_bytes()[156] = 0;
    };
    let old = Tar::new().header(Kind::Regular, b"top/", 0, v7).header(Kind::Regular, b"top/a.py", 2, v7).data(b"x\n");
    check(old.end(), &["a.py"], &[]);
}

#[test]
fn attributes_and_sizes_of_tar() {
    let global = Tar::new().entry(EntryType::XGlobalHeader, b"g", &pax_records(&[("comment", b"0123\n\n=")]));
    check(global.file("a.py", b"").end(), &["a.py"], &[]);
    let global = Tar::new().entry(EntryType::XGlobalHeader, b"g", &pax_records(&[("path", b"x")]));
    check_refused(global.file("a.py", b"").end(), "all entries are given one name");
    let size = |value: &[u8]| Tar::new().pax(&[("size", value)]).header(EntryType::Regular, b"a.py", 0, |_| {});
    check(size(b"600").data(&[b'x'; 600]).end(), &["a.py"], &[]);
    check_refused(size(b"18446744073709551615").end(), "impossible size");
    check_refused(size(b"9223372036854775807").end(), "ends in the middle");
    check_refused(size(b"99999999999999999999999").end(), "malformed");
    check_refused(size(b"-1").end(), "malformed");
    let binary = |bytes: [u8; 12]| {
        let change = move |header: &mut tar::Header| header.as_mut_bytes()[124..136].copy_from_slice(&bytes);
        Tar::new().header(EntryType::Regular, b"a.py", 0, change)
    };
    check(binary([0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2]).data(b"x\n").end(), &["a.py"], &[]);
    check_refused(binary([0xff; 12]).end(), "impossible size");
    check_refused(binary([0x80, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]).end(), "impossible size");
    check_refused(binary([0x80, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]).end(), "impossible size");
    check_refused(binary(*b"garbage     ").end(), "not a number");
    let malformed = Tar::new().entry(EntryType::XHeader, b"x", b"99 path=x\n").file("a.py", b"");
    check_refused(malformed.end(), "malformed");
    let endless = Tar::new().header(EntryType::XHeader, b"x", 1 << 40, |_| {});
    check_refused(endless.end(), "attributes are too long");
    check_refused(Tar::new().pax(&[("path", b"x")]).open_ended(), "ends in the middle");
    check(Tar::new().file("a.py", b"").open_ended(), &["a.py"], &[("", NoEndMark)]);
}

#[test]
fn kinds_of_zip_entries() {
    let check_entry = |change: &dyn Fn(&mut ZipEntry), reason| {
        let mut entry = zip_entry(b"top/x", b"some content");
        change(&mut entry);
        check(zip(&[entry, zip_entry(b"top/a.py", b"x\n")]), &["a.py"], &[("top/x", reason)]);
    };
    check_entry(&|e| e.flags = 1, Encrypted);
    check_entry(&|e| (e.flags, e.method) = (1, 99), Encrypted);
    check_entry(&|e| e.flags = 1 << 6 | 1, Encrypted);
    check_entry(&|e| e.method = 12, UnsupportedCompression);
    check_entry(&|e| e.method = 9, UnsupportedCompression);
    check_entry(&|e| e.method = 0xffff, UnsupportedCompression);
    check_entry(&|e| e.attributes = 0o020_644 << 16, Special);
    check_entry(&|e| e.attributes = 0o010_644 << 16, Special);
    check_entry(&|e| e.size = 65 << 20, TooLarge);
    let folder = ZipEntry { attributes: 0x10, made_by: 20, ..stored_entry(b"top/folder", b"") };
    check(zip(&[folder, stored_entry(b"top/a.py", b"")]), &["a.py"], &[]);
}

#[test]
fn lies_in_zip() {
    let good = || zip_entry(b"a.py", b"x = 1\n");
    let check_lie = |change: &dyn Fn(&mut ZipEntry), says| {
        let mut entry = good();
        change(&mut entry);
        check_refused(zip(&[entry]), says);
    };
    check_lie(&|e| e.size += 1, "another size or checksum");
    check_lie(&|e| e.size -= 1, "another size or checksum");
    check_lie(&|e| e.crc ^= 1, "another size or checksum");
    check_lie(&|e| e.compressed_size -= 1, "ends in the middle");
    check_lie(&|e| e.compressed_size = 1 << 30, "ends in the middle");
    check_lie(&|e| e.compressed_size += 10, "same bytes");
    check_refused(zip(&[good(), ZipEntry { offset: Some(0), ..good() }]), "same bytes");
    check_refused(zip(&[good(), ZipEntry { offset: Some(1 << 30), ..good() }]), "ends in the middle");
    check_refused(zip_stating(&[good(), good()], 1), "another number of entries");
    check_refused(zip_stating(&[good(), good()], 3), "another number of entries");
    check_refused(lying_zip64(), "ends in the middle");
    let comment = ZipEntry { comment: vec![b'x'; 65_535], ..good() };
    check(zip(&vec![comment; 100]), &["a.py"], &[("a.py", Duplicate); 99]);
}
