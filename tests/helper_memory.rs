//! What a helper has in hand takes little memory beside what the engine takes alone. One test, since the allocator
//! counts for all.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)] // tests fail by panicking

#[path = "support/sdists.rs"]
mod sdists;
mod support;

use code_qa_bench::engine::protocol::{Command, PROTOCOL_VERSION};
use peak_alloc::PeakAlloc;
use support::Bench;
use support::helper::HelperIs;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// The most memory that opening takes, with such a helper in the same memory, and what is kept of it.
fn opening(is: HelperIs, archive: &[u8]) -> (usize, usize) {
    let bench = Bench::new();
    bench.helper.is.set(is);
    bench.run(Command::Hello { version: PROTOCOL_VERSION });
    let before = ALLOCATOR.current_usage();
    ALLOCATOR.reset_peak_usage();
    bench.run_with(Command::OpenArchive { name: "django.tar.gz".into() }, archive.to_vec());
    assert!(bench.problems().is_empty() && (is == HelperIs::Missing || bench.helper.answered.get() > 0));
    (ALLOCATOR.peak_usage() - before, ALLOCATOR.current_usage() - before)
}

#[test]
fn a_helper_takes_little_memory() {
    const MIB: usize = 1 << 20;
    let archive = std::fs::read(sdists::sdist("django-6.1.3.tar.gz")).unwrap();
    let (alone, _) = opening(HelperIs::Missing, &archive);
    let (shared, kept) = opening(HelperIs::There(1), &archive);
    println!("{shared} bytes at most, {alone} alone, {kept} kept");
    assert!(shared < alone + 4 * MIB && shared < 4 * kept, "{shared} bytes at most, {alone} alone, {kept} kept");
}
