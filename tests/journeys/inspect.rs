//! Out to inspect_ai and back: a run's project, and logs that inspect_ai wrote.

use std::path::Path;
use std::time::Duration;

use code_qa_bench::domain::repository::{Limits, Unpacker};
use serde_json::Value;

use crate::downloads::{downloaded, downloads};
use crate::journey::journey;
use crate::page::Page;
use crate::sample::finished;

const LONG: Duration = Duration::from_secs(180);
/// Logs of inspect_ai under all three conditions, of three tasks and two epochs each.
const LOGS: [&str; 3] = ["closed-book.json", "code-only.eval", "documented.eval"];

#[tokio::test]
async fn a_run_goes_to_inspect_ai_and_logs_come_back() {
    journey("inspect", async |page| {
        let folder = downloads(page, "inspect").await;
        page.open("/", "published").await;
        page.click("door-demo").await;
        page.see("page-evaluate").await;
        finished(page, LONG).await;
        page.click("run-inspect").await;
        let run = page.attribute("[data-test=\"run-row\"]", "data-id").await;
        project(downloaded(page, &folder, &format!("greenhouse-inspect-ai-{run}.zip")).await, &run);

        page.go("tasks").await;
        page.click("tasks-files").await;
        for log in LOGS {
            bring(page, log).await;
        }
        page.screenshot("inspect-import").await;

        // Six samples under each condition, of which two are unscored.
        page.go("evaluate").await;
        let row = "[data-test=\"run-row\"][data-id^=\"inspect-\"]";
        assert_eq!(page.attribute(row, "data-state").await, "finished");
        page.click_on(&format!("{row} [data-test=\"run-results\"]")).await;
        page.see("page-results").await;
        page.choose("chart-view-table").await;
        page.see_text("scores-table", "mockllm/candidate").await;
        page.see_text("sample-count", "18 samples").await;
        page.screenshot("inspect-results").await;
        page.click("sample-row").await;
        page.see("sample-question").await;
        page.see("sample-transcript").await;
        page.no_complaints().await;

        // The project holds the repository's files: without them there is none.
        page.go("repository").await;
        page.click("close-repository").await;
        page.go("evaluate").await;
        page.click_on(&format!("[data-test=\"run-row\"][data-id=\"{run}\"] [data-test=\"run-inspect\"]")).await;
        page.see_text("notice", "is not open").await;
    })
    .await;
}

/// What the archive holds: both trees, and the run without the keys of anyone.
fn project(archive: Vec<u8>, run: &str) {
    let files = Unpacker::run("project.zip", archive, Limits::default()).expect("an archive").files;
    let text = |path: &str| files[path].text().expect("a text");
    for path in ["code_qa_bench.py", "README.md", "prompts.json", "repository/documented/README.md"] {
        assert!(!text(path).is_empty(), "{path}");
    }
    assert!(!files.contains_key("repository/code_only/README.md"));
    let of_run: Value = serde_json::from_str(text("run.json")).expect("JSON");
    assert_eq!(of_run["run"], run);
    assert_eq!(text("dataset.jsonl").lines().count(), of_run["tasks"].as_object().expect("tasks").len());
}

async fn bring(page: &Page, log: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/inspect_ai").join(log);
    page.give_file("import-input", &path).await;
    let report = page.see_text("import-report", log).await;
    assert!(report.contains("samples that have ended") && !report.contains("remark"), "{report}");
}
