//! Fuzz targets with a fixed number of inputs. `make fuzz` runs the same targets for longer, guided by
//! coverage (see `guided/`); `FUZZ_INPUTS=1000000 cargo test --test fuzz` runs these for longer.

#![allow(clippy::expect_used, clippy::panic)] // tests fail by panicking

mod corpus;
#[path = "../support/hostile/mod.rs"]
mod hostile;
mod mutator;
mod targets;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use mutator::Mutator;

const SEED: u64 = 2;
const INPUTS: usize = 4_000;
/// Far more than an input needs, since the machine may be busy.
const LONGEST: Duration = Duration::from_secs(5);

fn run(name: &str, corpus: &[Vec<u8>], target: fn(&[u8])) {
    let inputs = std::env::var("FUZZ_INPUTS").ok().and_then(|text| text.parse().ok()).unwrap_or(INPUTS);
    let mut mutator = Mutator::new(corpus, SEED);
    let (began, mut longest) = (Instant::now(), Duration::ZERO);
    for index in 0..inputs {
        let input = match corpus.get(index) {
            Some(known) => known.clone(),
            None => mutator.input(),
        };
        let began = Instant::now();
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| target(&input))) {
            let path = std::env::temp_dir().join(format!("{name}-{index}.bin"));
            std::fs::write(&path, &input).expect("can be written");
            eprintln!("{name}: input {index} is in {}", path.display());
            std::panic::resume_unwind(panic);
        }
        longest = longest.max(began.elapsed());
        assert!(longest < LONGEST, "{name}: input {index} took {longest:?}");
    }
    println!("{name}: {inputs} inputs in {:?}, at most {longest:?} each", began.elapsed());
}

#[test]
fn archives() {
    run("archive", &corpus::archives(), targets::archive);
}

#[test]
fn sources() {
    run("source", &corpus::sources(), targets::source);
}

/// Writes the corpus for the guided fuzzer.
#[test]
#[ignore = "for `make fuzz`"]
fn write_corpus() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("target/fuzz/corpus");
    for (name, corpus) in [("archive", corpus::archives()), ("source", corpus::sources())] {
        let folder = root.join(name);
        std::fs::create_dir_all(&folder).expect("can be made");
        for (index, input) in corpus.iter().enumerate() {
            std::fs::write(folder.join(format!("known-{index:03}")), input).expect("can be written");
        }
    }
}
