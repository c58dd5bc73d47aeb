//! Archives cut or damaged at every byte.

use code_qa_bench::domain::repository::LeaveOutReason::NoEndMark;

use crate::hostile::*;
use crate::open;

/// A small archive of each kind.
fn kinds() -> [(&'static str, Vec<u8>); 6] {
    let tar = plain_tar();
    [
        ("tar", tar.clone()),
        ("tar.gz", gzip(&tar)),
        ("tar.bz2", bzip2(&tar)),
        ("tar.xz", xz(&tar)),
        ("zip", plain_zip()),
        ("zip64", zip64()),
    ]
}

#[test]
fn cut_at_every_byte() {
    for (kind, whole) in kinds() {
        for length in 0..whole.len() {
            match open(whole[..length].to_vec()) {
                Err(error) => assert!(error.to_string().contains("; "), "{kind} at {length}: {error}"),
                // Files end at a block, and the end mark is two blank ones.
                Ok(repository) => {
                    let is_marked = length >= whole.len() - 512;
                    let is_told = repository.left_out.iter().any(|entry| entry.reason == NoEndMark);
                    assert!(kind == "tar" && (is_marked || is_told), "{kind} at {length}");
                }
            }
        }
    }
}

#[test]
fn damaged_at_every_byte() {
    for (kind, whole) in kinds() {
        let good = open(whole.clone()).expect("opens").files;
        for at in 0..whole.len() {
            for mask in [0x01, 0x80, 0xff] {
                let mut damaged = whole.clone();
                damaged[at] ^= mask;
                let Ok(repository) = open(damaged) else { continue };
                if kind == "tar" {
                    continue; // which has no checksum of its content
                }
                // Names in zip have no checksum; contents have.
                let contents = repository.files.values().all(|content| good.values().any(|good| good == content));
                let names = kind.starts_with("zip") || repository.files == good;
                assert!(contents && names, "{kind}: byte {at} ^ {mask:#x} gives {:?}", repository.files);
            }
        }
    }
}
