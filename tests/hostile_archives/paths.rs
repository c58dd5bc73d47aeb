//! Paths that lead out, aside, or nowhere.

use code_qa_bench::domain::repository::LeaveOutReason::{self, *};
use tar::EntryType;

use crate::check;
use crate::hostile::*;

#[test]
fn paths_of_tar() {
    let not_utf8 = Tar::new().entry(EntryType::Regular, b"top/\xff.py", b"").file("top/a.py", b"");
    check(not_utf8.end(), &["a.py"], &[("top/\u{fffd}.py", UnreadablePath)]);
    let with_nul = Tar::new().pax(&[("path", b"a\0b.py")]).file("x", b"").file("a.py", b"");
    check(with_nul.end(), &["a.py"], &[("a\0b.py", UnsafePath)]);
    let line_end = Tar::new().pax(&[("path", b"a\nb.py")]).file("x", b"");
    check(line_end.end(), &["a\nb.py"], &[]);
    let case = Tar::new().file("A.py", b"").file("a.py", b"");
    check(case.end(), &["A.py", "a.py"], &[]);
    let both = Tar::new().file("a", b"").file("a/b.py", b"").file("c.py", b"");
    check(both.end(), &["a/b.py", "c.py"], &[("a", FolderOfSameName)]);
    let long = "n".repeat(5_000);
    let long_path = Tar::new().pax(&[("path", long.as_bytes())]).file("x", b"").file("a.py", b"");
    check(long_path.end(), &["a.py"], &[(&format!("{}…", "n".repeat(200)), LongPath)]);
    let gnu = Tar::new().entry(EntryType::GNULongName, b"././@LongLink", &[&long.as_bytes()[..300], b".py\0"].concat());
    check(gnu.file("x", b"").end(), &[&format!("{}.py", &long[..300])], &[]);
    let many = (0..50).fold(Tar::new(), |tar, _| tar.file("a.py", b"1"));
    check(many.file("a.py", b"2").end(), &["a.py"], &[("a.py", Duplicate); 50]);
}

#[test]
fn paths_of_zip() {
    let named = |name: &[u8]| zip_entry(name, b"x\n");
    let check_name = |name: &[u8], expected: Result<&str, (&str, LeaveOutReason)>| {
        let archive = zip(&[named(name), named(b"zz.py")]);
        match expected {
            Ok(kept) => check(archive, &[kept, "zz.py"], &[]),
            Err(left_out) => check(archive, &["zz.py"], &[left_out]),
        }
    };
    check_name("y/ä.py".as_bytes(), Ok("y/ä.py"));
    check_name(b"/etc/a.py", Ok("etc/a.py"));
    check_name(b"a\\b.py", Ok("a/b.py"));
    check_name(b"./a//b.py", Ok("a/b.py"));
    check_name(b"\xe4.py", Err(("\u{fffd}.py", UnreadablePath)));
    check_name(b"../a.py", Err(("../a.py", UnsafePath)));
    check_name(b"a\\..\\..\\b.py", Err(("a/../../b.py", UnsafePath)));
    check_name(b"C:\\a.py", Err(("C:/a.py", UnsafePath)));
    check_name(b"a\0.py", Err(("a\0.py", UnsafePath)));
    check_name(b"", Err(("", UnsafePath)));
    check_name(b"zz.py", Err(("zz.py", Duplicate)));
    let flagged = ZipEntry { flags: 1 << 11, ..named(b"\xe4.py") };
    check(zip(&[flagged, named(b"z.py")]), &["z.py"], &[("\u{fffd}.py", UnreadablePath)]);
    check(zip(&[named(b"a"), named(b"a/b.py"), named(b"z.py")]), &["a/b.py", "z.py"], &[("a", FolderOfSameName)]);
    let unicode = [&[0x75, 0x70, 10, 0, 1][..], &crc(b"\xe4.py").to_le_bytes(), "ä.py".as_bytes()].concat();
    check(zip(&[ZipEntry { extra: unicode, ..named(b"\xe4.py") }]), &["ä.py"], &[]);
}
