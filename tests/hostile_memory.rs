//! The most memory that opening takes, and that it comes back. One test, since the allocator counts for all.

#[path = "support/hostile/mod.rs"]
mod hostile;

use code_qa_bench::domain::repository::{Limits, Step, Unpacker};
use hostile::*;
use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// Opens the archive: the most memory beside its own bytes stays below so many MiB.
fn check(name: &str, bytes: Vec<u8>, most_mib: usize) {
    let length = bytes.len();
    let before = ALLOCATOR.current_usage();
    ALLOCATOR.reset_peak_usage();
    let result = Unpacker::new(name, bytes, Limits::default()).and_then(|mut unpacker| {
        while unpacker.step()? != Step::Done {}
        Ok(unpacker.finish())
    });
    let peak_mib = ALLOCATOR.peak_usage().saturating_sub(before) / MIB;
    let said = result.as_ref().map(|r| format!("{} files", r.files.len())).map_err(ToString::to_string);
    println!("{name}: {length} bytes, at most {peak_mib} MiB: {said:?}");
    assert!(peak_mib <= most_mib, "{name}: {peak_mib} MiB");
    drop((result, said));
    let left = ALLOCATOR.current_usage().saturating_sub(before - length);
    assert!(left < MIB / 4, "{name}: {left} bytes are left");
}

#[test]
fn opening_takes_bounded_memory() {
    // The limit for one file twice, what may be unpacked before the ratio counts, and some.
    const MOST: usize = 2 * 64 + 32 + 8;
    check("bomb of files.zip", zip_bomb_of_files(20, 60), MOST);
    check("bomb.zip", zip_bomb(64, None), MOST);
    check("bomb.tar.gz", tar_bomb(40, gzip), MOST);
    check("bomb.tar.bz2", tar_bomb(40, bzip2), MOST);
    check("bomb.tar.xz", tar_bomb(40, xz), MOST);
    check("large file.zip", zip(&[stored_entry(b"a.py", &vec![b'x'; 64 * MIB])]), MOST);
    check("large file.tar", Tar::new().file("a.py", &vec![b'x'; 64 * MIB]).end(), MOST);
    check("overlapping.zip", overlapping_zip(1_000, 1), 8);
    check("dictionary.tar.xz", greedy_xz(), 1);
    check("states 60 MiB.zip", zip(&[ZipEntry { size: 60 << 20, ..zip_entry(b"a.py", b"x") }]), 1);
    check("states 60 MiB.tar", Tar::new().header(tar::EntryType::Regular, b"a.py", 60 << 20, |_| {}).end(), 1);
    check("million.zip", million_entries_zip(), 48);
    check("million.tar.gz", entries_tar_gz(1_000_000), 48);
    check("empty members.gz", empty_members(1), 1);
}
