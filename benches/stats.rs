//! Ten thousand resamples of 528 scores: ours and numpy's, as ratios of one run, each on one thread and at its best of
//! five. And all figures of a run of 10,000 samples.
//!
//! Needs `scripts/install-numpy.sh`; without it, only ours is timed.

#![allow(clippy::expect_used)] // a benchmark fails by panicking

use std::collections::BTreeMap;
use std::hint::black_box;
use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

use code_qa_bench::domain::condition::Condition;
use code_qa_bench::domain::provider::ModelRef;
use code_qa_bench::domain::results::{Cell, Outcome, Outcomes, Settings, TaskFacts, analyse};
use code_qa_bench::domain::stats::{bootstrap_mean, bootstrap_means};
use code_qa_bench::domain::task::{Category, TaskSet};
use serde_json::Value;

/// The best of five, in seconds.
fn best<T>(mut act: impl FnMut() -> T) -> f64 {
    let once = |_| {
        let started = Instant::now();
        black_box(act());
        started.elapsed().as_secs_f64()
    };
    (0..5).map(once).fold(f64::INFINITY, f64::min)
}

fn column(seed: usize, length: usize) -> Vec<f64> {
    (0..length).map(|i| ((i * 7 + seed * 5 + i * i % 11) % 16) as f64 / 15.0).collect()
}

fn numpy() -> Option<Value> {
    let cache = std::env::var_os("CQB_CACHE").map(PathBuf::from);
    let standard = || {
        std::env::var_os("XDG_CACHE_HOME")
            .map(PathBuf::from)
            .or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cache")))
    };
    let cache = cache.or_else(|| Some(standard()?.join("code-qa-bench")))?;
    let done = Command::new(cache.join("tools/numpy/bin/python"))
        .args(["scripts/make_stats_expected.py", "--time"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("OMP_NUM_THREADS", "1")
        .output()
        .ok()?;
    serde_json::from_slice(&done.stdout).ok()
}

/// 833 tasks × 4 models × 3 conditions, a task in a hundred without a score where `is_patchy`.
fn run(is_patchy: bool) -> Outcomes {
    let tasks: Vec<TaskFacts> = (0..833)
        .map(|i| {
            let (category, subtype) = Category::of_turn(i);
            let set = if i % 6 == 0 { TaskSet::DocDependent } else { TaskSet::CodeDerivable };
            let file = format!("pkg/file_{}.py", i / 2);
            TaskFacts { id: format!("t{i:04}"), set, category, subtype: Some(subtype), repository: "r".into(), file }
        })
        .collect();
    let mut cells = Vec::new();
    for m in 0..4 {
        for (c, condition) in Condition::ALL.into_iter().enumerate() {
            let axes = |i: usize| [0, 1, 2].map(|k| ((i * (7 + k) + m * 3 + c * 2 + i * i % 13) % 6) as f64);
            let outcome = |i: usize| {
                let is_missing = is_patchy && (i + m * 17 + c * 29).is_multiple_of(83 + m + c);
                (!is_missing).then(|| Outcome { score: axes(i).iter().sum::<f64>() / 15.0, axes: axes(i) })
            };
            let outcomes: Vec<Option<Outcome>> = (0..tasks.len()).map(outcome).collect();
            let sums = outcomes.iter().map(|o| (o.map_or(0.0, |o| o.score), 1)).collect();
            let missing: BTreeMap<_, _> =
                (0..tasks.len()).filter(|i| outcomes[*i].is_none()).map(|i| ((i, "failed"), 1)).collect();
            let model = ModelRef { provider: "p".into(), model: format!("m{m}") };
            cells.push(Cell { model, condition, outcomes, missing, sums });
        }
    }
    Outcomes { tasks, cells }
}

fn main() {
    let columns: Vec<Vec<f64>> = (0..12).map(|seed| column(seed, 528)).collect();
    let columns: Vec<&[f64]> = columns.iter().map(Vec::as_slice).collect();
    let one = best(|| bootstrap_mean(columns[0]));
    let twelve = best(|| bootstrap_means(&columns));
    println!("10,000 resamples of 528 scores: {:.1} ms; of twelve columns: {:.1} ms", one * 1e3, twelve * 1e3);
    match numpy() {
        None => println!("numpy is not installed: scripts/install-numpy.sh"),
        Some(theirs) => {
            let time = |key: &str| theirs[key].as_f64().expect("a number of seconds");
            println!(
                "numpy {}: {:.1} ms, {:.1} times ours; of twelve columns: {:.1} ms, {:.1} times ours",
                theirs["numpy"].as_str().unwrap_or("?"),
                time("one") * 1e3,
                time("one") / one,
                time("twelve") * 1e3,
                time("twelve") / twelve
            );
        }
    }
    for (what, is_patchy) in [("every sample scored", false), ("one in a hundred not", true)] {
        let outcomes = run(is_patchy);
        let time = best(|| analyse(&outcomes, &Settings::default()));
        println!("all figures of 9,996 samples, {what}: {time:.2} s");
    }
}
