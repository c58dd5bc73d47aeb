//! Archives made to do harm: each ends in a clear message or opens without what can't be trusted.

#![allow(clippy::expect_used)]

mod damage;
mod entries;
#[path = "../support/hostile/mod.rs"]
mod hostile;
mod paths;

use std::time::{Duration, Instant};

use code_qa_bench::domain::repository::LeaveOutReason;
use code_qa_bench::domain::repository::{ArchiveError, Limits, Repository, Step, Unpacker};
use hostile::*;

/// Far above what a step takes, since the machine may be busy.
const LONGEST_STEP: Duration = Duration::from_millis(1_000);

fn open(bytes: Vec<u8>) -> Result<Repository, ArchiveError> {
    let mut unpacker = Unpacker::new("x.tar", bytes, Limits::default())?;
    loop {
        let began = Instant::now();
        let step = unpacker.step()?;
        assert!(began.elapsed() < LONGEST_STEP, "a step took {:?}", began.elapsed());
        if step == Step::Done {
            return Ok(unpacker.finish());
        }
    }
}

fn check(bytes: Vec<u8>, kept: &[&str], left_out: &[(&str, LeaveOutReason)]) {
    let repository = open(bytes).expect("opens");
    assert_eq!(repository.files.keys().collect::<Vec<_>>(), kept);
    let found: Vec<_> = repository.left_out.iter().map(|l| (l.path.as_str(), l.reason)).collect();
    assert_eq!(found, left_out);
}

fn check_refused(bytes: Vec<u8>, says: &str) {
    let error = open(bytes).expect_err("is refused").to_string();
    assert!(error.contains(says), "{error}");
    // One sentence, in two parts: what happened, and what to do.
    assert!(error.contains("; ") && error.ends_with('.'), "{error}");
}

#[test]
fn each_is_refused_with_a_clear_message() {
    for (name, bytes, says) in refused() {
        if says == "holds no Python file" {
            continue; // which only the engine minds
        }
        let (length, began) = (bytes.len(), Instant::now());
        let mut unpacker = match Unpacker::new(name, bytes, Limits::default()) {
            Ok(unpacker) => unpacker,
            Err(error) => {
                assert!(error.to_string().contains(says), "{name}: {error}");
                println!("{name}: {length} bytes, refused at once, {:?}", began.elapsed());
                continue;
            }
        };
        let (mut steps, mut longest) = (0, Duration::ZERO);
        let error = loop {
            let began = Instant::now();
            let step = unpacker.step();
            steps += 1;
            longest = longest.max(began.elapsed());
            match step {
                Ok(Step::Entry { .. }) => {}
                Ok(Step::Done) => panic!("{name} opens"),
                Err(error) => break error,
            }
        };
        println!("{name}: {length} bytes, {steps} steps, longest {longest:?}, {:?}: {error}", began.elapsed());
        assert!(error.to_string().contains(says), "{name}: {error}");
        assert!(longest < LONGEST_STEP, "{name}: {longest:?}");
    }
}

#[test]
fn harmless_oddities_open() {
    let concatenated = [gzip(&plain_tar()[..700]), gzip(&plain_tar()[700..])].concat();
    let in_members = |compress: fn(&[u8]) -> Vec<u8>| [compress(&plain_tar()[..700]), compress(&plain_tar()[700..])];
    let with_tail = |tail: &[u8]| [gzip(&plain_tar()), tail.to_vec()].concat();
    let mut behind_the_end = plain_tar();
    behind_the_end.extend_from_slice(b"garbage behind the end mark");
    for bytes in [
        plain_tar(),
        gzip(&plain_tar()),
        bzip2(&plain_tar()),
        xz(&plain_tar()),
        plain_zip(),
        zip64(),
        descriptor_zip(true),
        descriptor_zip(false),
        concatenated,
        in_members(bzip2).concat(),
        in_members(xz).concat(),
        with_tail(b"garbage"),
        with_tail(&[0; 4096]),
        behind_the_end,
    ] {
        check(bytes, &["a.py", "b/c.py"], &[]);
    }
}

#[test]
fn many_entries_open() {
    assert_eq!(open(entries_zip(20_000)).expect("opens").files.len(), 20_000);
    for archive in [million_entries_zip(), entries_tar_gz(1_000_000)] {
        let (length, began) = (archive.len(), Instant::now());
        check_refused(archive, "more than 200000 entries");
        println!("1,000,000 entries in {length} bytes: {:?}", began.elapsed());
    }
}

#[test]
fn input_without_output_is_read_in_steps() {
    let mut unpacker = Unpacker::new("x", empty_members(4), Limits::default()).expect("opens");
    let (mut steps, mut longest, all) = (0, Duration::ZERO, Instant::now());
    let error = loop {
        let began = Instant::now();
        let step = unpacker.step();
        longest = longest.max(began.elapsed());
        steps += 1;
        if let Err(error) = step {
            break error;
        }
    };
    println!("empty members: {steps} steps, longest {longest:?}, {:?}", all.elapsed());
    assert!(steps > 10 && longest < LONGEST_STEP, "{steps} steps, {longest:?}");
    assert!(error.to_string().contains("not a .tar archive"), "{error}");
}
