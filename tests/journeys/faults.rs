//! What goes wrong says so on the page: what happened, to what, and what to do.

use std::path::PathBuf;
use std::time::Duration;

use crate::journey::{journey, journey_with};
use crate::model::Model;
use crate::page::Page;
use crate::sample::{finished, generate};
use crate::scripted_provider::{add_provider, choose_scripted, test_connection};

const LONG: Duration = Duration::from_secs(180);

/// A file in the temporary folder, gone after the test.
pub struct TemporaryFile(pub PathBuf);

impl TemporaryFile {
    pub fn new(name: &str, bytes: &[u8]) -> Self {
        let folder = std::env::temp_dir().join(format!("journey-files-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("the temporary folder can be written");
        let path = folder.join(name);
        std::fs::write(&path, bytes).expect("the temporary folder can be written");
        Self(path)
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
        // Succeeds with the last file.
        let _ = self.0.parent().map(std::fs::remove_dir);
    }
}

#[tokio::test]
async fn archives_that_can_not_be_read() {
    let sample = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/dist/sample/greenhouse.tar.gz"));
    let sample = sample.expect("the site ships the sample: `make build`");
    let cases = [
        ("cut-off.tar.gz", sample[..sample.len() / 2].to_vec(), "ends in the middle"),
        ("text.zip", b"This is no archive.".to_vec(), "not a .zip, .tar, .tar.gz"),
        ("page.tar.gz", b"<!doctype html><p>Not found".to_vec(), "looks like a web page"),
    ];
    journey("broken archives", async |page| {
        page.open("/repository", "repository").await;
        for (name, bytes, expected) in &cases {
            let file = TemporaryFile::new(name, bytes);
            page.give_file("drop-file-input", &file.0).await;
            let message = page.see_text("open-failed", expected).await;
            assert!(message.contains(name), "the message names the file {name}: {message}");
        }
        // The page is not stuck: the next archive opens.
        let good = TemporaryFile::new("good.tar.gz", &sample);
        page.give_file("drop-file-input", &good.0).await;
        page.see_text_within("repository-name", "good", LONG).await;
        page.gone("open-failed").await;
        page.no_complaints().await;
    })
    .await;
}

#[tokio::test]
async fn a_wrong_key_stops_the_run_until_it_is_right() {
    let model = Model::start("sk-right").await;
    journey_with("wrong key", &["status of 401"], async |page| {
        with_tasks(page).await;
        page.go("settings").await;
        add_provider(page, &model.base_url, "sk-wrong").await;
        test_connection(page).await;
        let failed = page.see_text("doctor-trouble", "refused the key").await;
        assert!(failed.contains("Copy it again"), "{failed}");

        page.go("evaluate").await;
        choose_scripted(page).await;
        let before = model.calls();
        page.click("run-start").await;
        let notice = page.see_text("run-notice", "refused the key").await;
        assert!(notice.contains("Enter a valid key"), "{notice}");
        page.see_text("run-row", "blocked").await;
        assert!(model.calls() - before <= 8, "a refused key is not tried again and again");
        assert!(model.answered().is_empty());

        page.go("settings").await;
        page.fill("provider-key", "sk-right").await;
        page.click("provider-key-save").await;
        page.go("evaluate").await;
        page.click("run-resume").await;
        finished(page, LONG).await;
        page.no_complaints().await;
    })
    .await;
}

#[tokio::test]
async fn a_server_that_is_not_there() {
    // A port that was free a moment ago: nobody listens there.
    let port = std::net::TcpListener::bind("127.0.0.1:0").and_then(|l| l.local_addr()).expect("a free port").port();
    journey_with("no server", &["ERR_CONNECTION_REFUSED"], async |page| {
        with_tasks(page).await;
        page.go("settings").await;
        add_provider(page, &format!("http://127.0.0.1:{port}/v1"), "").await;
        test_connection(page).await;
        let failed = page.see_text_within("doctor-trouble", "Nothing answers at", LONG).await;
        assert!(failed.contains("check its port"), "{failed}");

        page.go("evaluate").await;
        choose_scripted(page).await;
        page.click("run-start").await;
        page.see_text_within("run-notice", "Check that the server runs", LONG).await;
        page.see_text("run-row", "blocked").await;
        page.no_complaints().await;
    })
    .await;
}

/// The sample repository with a few tasks.
async fn with_tasks(page: &Page) {
    page.open("/repository", "repository").await;
    page.click("open-sample").await;
    page.see_text_within("repository-name", "greenhouse", LONG).await;
    generate(page, 1, 1).await;
}
