//! What every journey has around it: a site, a browser, and an account of what went wrong.

use std::panic::{AssertUnwindSafe, resume_unwind};
use std::path::{Path, PathBuf};

use futures::FutureExt;

use crate::browser::{Browser, ConsoleLine};
use crate::page::Page;
use crate::site;

/// Walks a journey on a fresh browser. Fails where the walk does, or where the console shows an error;
/// then a screenshot and the console are kept.
pub async fn journey(name: &str, walk: impl AsyncFnOnce(&Page)) {
    journey_with(name, &[], walk).await;
}

/// As [`journey`], where the console may show errors that contain one of `expected`: a browser logs
/// every failed request.
pub async fn journey_with(name: &str, expected: &[&str], walk: impl AsyncFnOnce(&Page)) {
    let address = site::serve().await;
    let page = Page::new(Browser::start(name).await, address);
    let outcome = AssertUnwindSafe(walk(&page)).catch_unwind().await;
    let console = page.browser.console().await.unwrap_or_default();
    let errors: Vec<&ConsoleLine> = console.iter().filter(|line| is_error(line, expected)).collect();
    if outcome.is_err() || !errors.is_empty() {
        let shot = page.screenshot(&format!("failed-{}", name.replace(' ', "-"))).await;
        eprintln!("\njourney \"{name}\" failed; the page: {}", shot.display());
        for line in &console {
            eprintln!("  console {} ({}): {}", line.level, line.source, line.message);
        }
    }
    let _ = page.browser.client.clone().close().await;
    if let Err(panic) = outcome {
        resume_unwind(panic);
    }
    assert!(errors.is_empty(), "{} errors on the console: {errors:#?}", errors.len());
}

fn is_error(line: &ConsoleLine, expected: &[&str]) -> bool {
    line.level == "SEVERE" && !expected.iter().any(|part| line.message.contains(part))
}

/// The folder of the screenshots.
pub fn screenshots() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("target/screenshots")
}
