//! From an archive's bytes to the selected chunks, side by side in one run: the built site in a headless
//! Chromium, the same code natively on one thread, CPython's parser and tokenizer alone, and the independent
//! reference. Run by `make bench-browser`.
//!
//! `REFERENCE` names the folder of the reference; without it that line is left out.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::expect_used, clippy::panic, dead_code)] // a benchmark fails by panicking, and uses part of the browser

#[path = "../tests/journeys/browser.rs"]
mod browser;
#[path = "../tests/journeys/journey.rs"]
mod journey;
#[path = "../tests/journeys/page.rs"]
mod page;
#[path = "../tests/support/sdists.rs"]
mod sdists;
#[path = "../tests/journeys/site.rs"]
mod site;

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use code_qa_bench::domain::chunks::{SelectionSpec, select};
use code_qa_bench::domain::python::StripMode;
use code_qa_bench::domain::repository::{Analyser, Limits, Unpacker};

use browser::Browser;
use page::Page;

const FILE: &str = "django-6.1.3.tar.gz";
const ROUNDS: usize = 7;
/// It takes ten times as long as all the others together.
const ROUNDS_OF_CPYTHON: usize = 3;

#[tokio::main(flavor = "current_thread")]
async fn main() {
    // Cargo asks every benchmark for its list of tests.
    if std::env::args().any(|argument| argument == "--list" || argument == "--test") {
        return;
    }
    let archive = sdists::sdist(FILE);
    let bytes = std::fs::read(&archive).expect("the archive can be read");
    let page = Page::new(Browser::start("bench").await, site::serve().await);
    let (mut browser_ms, mut again_ms, mut native_ms, mut peak) = (Vec::new(), Vec::new(), Vec::new(), 0.0);
    let mut kept = 0;
    let mut cpython_ms = Vec::new();
    for _ in 0..ROUNDS {
        page.open("/repository", "repository").await;
        tokio::time::sleep(Duration::from_secs(1)).await;
        let (ms, peak_bytes) = in_browser(&page, &archive).await;
        browser_ms.push(ms);
        peak = f64::max(peak, peak_bytes);
        // The browser has compiled what is used most by now.
        again_ms.push(in_browser(&page, &archive).await.0);
        let (ms, kept_bytes) = natively(&bytes);
        native_ms.push(ms);
        kept = kept_bytes;
        // Between the others, so that a machine that slows down slows all alike.
        if cpython_ms.len() < ROUNDS_OF_CPYTHON {
            cpython_ms.push(seconds(Command::new("python3").arg("scripts/time_cpython.py").arg(&archive)) * 1e3);
        }
    }
    let (browser, again, native) = (median(&mut browser_ms), median(&mut again_ms), median(&mut native_ms));
    let cpython = median(&mut cpython_ms);
    println!("{FILE}, from bytes to selection; medians of {ROUNDS} rounds");
    println!("  Chromium, a fresh tab    {browser:8.0} ms  ({:.0} to {:.0})", browser_ms[0], browser_ms[ROUNDS - 1]);
    println!("  the same tab again       {again:8.0} ms  ({:.0} to {:.0})", again_ms[0], again_ms[ROUNDS - 1]);
    println!(
        "  natively, one thread     {native:8.0} ms  Chromium takes {:.2} times as long (at most 2.5)",
        browser / native
    );
    println!(
        "  CPython ast + tokenize   {cpython:8.0} ms  ({:.0} to {:.0})  Chromium is {:.1} times as fast (at least 15)",
        cpython_ms[0],
        cpython_ms[ROUNDS_OF_CPYTHON - 1],
        cpython / browser
    );
    if let Some(folder) = std::env::var_os("REFERENCE") {
        let reference = reference_ms(Path::new(&folder), &archive);
        println!(
            "  the reference            {reference:8.0} ms  Chromium is {:.1} times as fast (at least 40)",
            reference / browser
        );
    }
    let kept = kept as f64;
    println!(
        "  engine's memory at most  {:8.1} MB  {:.2} times the {:.1} MB kept (under 4)",
        peak / 1e6,
        peak / kept,
        kept / 1e6
    );
    let _ = page.browser.client.clone().close().await;
}

/// Milliseconds as the engine says, and the memory that it has taken so far.
async fn in_browser(page: &Page, archive: &Path) -> (f64, f64) {
    page.give_file("drop-file-input", archive).await;
    page.see_text_within("opened-in", "Opened in", Duration::from_secs(120)).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    let number = async |name| page.attribute("[data-test=opened-in]", name).await.parse().expect("a number");
    let figures = (number("data-ms").await, number("data-bytes").await);
    page.click("close-repository").await;
    page.see("drop-zone").await;
    figures
}

fn natively(bytes: &[u8]) -> (f64, usize) {
    let bytes = bytes.to_vec();
    let began = Instant::now();
    let repository = Unpacker::run(FILE, bytes, Limits::default()).expect("the archive unpacks");
    let analysis = Analyser::run(&repository, StripMode::Standard);
    let selected = select(&analysis.chunks, &SelectionSpec::standard(analysis.tier));
    let ms = began.elapsed().as_secs_f64() * 1e3;
    assert_eq!(selected.len(), analysis.tier);
    (ms, repository.files.values().map(|content| content.len()).sum())
}

fn reference_ms(folder: &Path, archive: &Path) -> f64 {
    let output = Command::new("python3").arg(folder.join("codeqa_oracle.py")).arg("--time").arg(archive).output();
    let output = output.expect("python3 runs");
    let times = String::from_utf8_lossy(&output.stderr);
    let line = times.lines().rfind(|line| line.starts_with('{')).expect("the reference prints its times");
    let times: serde_json::Map<String, serde_json::Value> = serde_json::from_str(line).expect("JSON");
    times.values().filter_map(serde_json::Value::as_f64).sum::<f64>() * 1e3
}

fn seconds(command: &mut Command) -> f64 {
    let output = command.output().expect("python3 runs");
    String::from_utf8_lossy(&output.stdout).trim().parse().expect("seconds")
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
