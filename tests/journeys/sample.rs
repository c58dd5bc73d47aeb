//! Without a key: the sample repository on the offline baseline, by one click and step by step.

use std::time::Duration;

use crate::downloads::{downloaded, downloads};
use crate::journey::journey;
use crate::page::{Page, number};
use crate::published::drawn;

const LONG: Duration = Duration::from_secs(180);
/// Views of the results, with what shows their chart and their table.
const VIEWS: [(&str, &str, &str); 7] = [
    ("conditions", "results-scores", "scores-table"),
    ("deltas", "results-deltas", "deltas-table"),
    ("categories", "results-categories", "categories-table"),
    ("axes", "results-axes", "axes-table"),
    ("spread", "results-spread", "spread-table"),
    ("clusters", "results-clusters", "clusters-table"),
    ("memory", "results-memory", "memory-table"),
];

#[tokio::test]
async fn one_click_runs_everything() {
    journey("one click", async |page| {
        page.open("/", "published").await;
        page.click("door-demo").await;
        page.see("page-evaluate").await;
        finished(page, LONG).await;
        page.click("run-results").await;
        page.see("page-results").await;
        read_results(page).await;
        page.see_text("top-hosts", "nothing has left").await;
        page.no_complaints().await;
    })
    .await;
}

#[tokio::test]
async fn the_sample_step_by_step() {
    journey("sample", async |page| {
        page.open("/", "published").await;
        page.click("door-sample").await;
        page.see_text_within("repository-name", "greenhouse", LONG).await;
        read_repository(page).await;

        generate(page, 6, 3).await;
        read_task(page).await;

        page.go("evaluate").await;
        page.see_text("preflight-hosts", "Nothing leaves this tab").await;
        let samples = page.see_count("preflight-samples").await;
        page.click("run-start").await;
        let run = finished(page, LONG).await;
        assert!(run.contains(&format!("of {samples} samples")), "{run}, {samples} expected");

        page.click("run-results").await;
        page.see("page-results").await;
        read_results(page).await;
        download_tables(page).await;
        page.no_complaints().await;
    })
    .await;
}

/// Takes a table in every format, and has it counted otherwise.
async fn download_tables(page: &Page) {
    let folder = downloads(page, "tables").await;
    page.choose("chart-view-table").await;
    for (button, ending, part) in [
        ("table-csv", "csv", "Score, low"),
        ("table-markdown", "md", "| Model | Condition |"),
        ("table-latex", "tex", "\\toprule"),
    ] {
        page.click(button).await;
        let file = downloaded(page, &folder, &format!("conditions-code-derivable.{ending}")).await;
        let text = String::from_utf8(file).expect("text");
        assert!(text.contains(part) && text.contains("code-only"), "{text}");
    }
    page.click("report-markdown").await;
    let report = downloaded(page, &folder, "results-code-derivable.md").await;
    let report = String::from_utf8(report).expect("text");
    assert!(report.starts_with("Memory: ") && report.contains("source file"), "{report}");
    page.choose("results-view-memory").await;
    page.click("counting").await;
    page.fill("remembered-from", "0.05").await;
    page.see_text("memory-table", "0.05 or more").await;
    page.fill("remembered-from", "0.7").await;
    page.see_text("memory-table", "0.70 or more").await;
    page.choose("results-view-conditions").await;
    page.choose("chart-view-chart").await;
}

/// Looks at a loaded repository: figures, a file on both sides, chunks with their signals.
pub async fn read_repository(page: &Page) {
    page.see_count("figure-files").await;
    page.see_count("figure-python").await;
    page.see_count("figure-docstrings").await;
    page.click("tab-removed").await;
    page.see_text("tab-removed", "Removed").await;
    page.click("tab-files").await;
    page.fill("file-search", ".py").await;
    page.click("file-row").await;
    page.see("file-path").await;
    page.see_in_tree("code").await;
    page.click("tab-chunks").await;
    page.see_count("chunk-count").await;
    page.click("chunk-row").await;
    page.see("chunk-content").await;
    page.see("chunk-score").await;
    page.see("signal").await;
}

/// Makes so many tasks at most of each set with the generator that is chosen; gives how many came about.
pub async fn generate(page: &Page, code_derivable: usize, doc_dependent: usize) -> u64 {
    page.go("tasks").await;
    page.fill("generate-code-derivable", &code_derivable.to_string()).await;
    page.fill("generate-doc-dependent", &doc_dependent.to_string()).await;
    page.click("generate-start").await;
    let wanted = (code_derivable + doc_dependent) as u64;
    let done = async || {
        let [finished, dropped] = [page.texts("funnel-finished").await, page.texts("funnel-dropped").await];
        let count = |texts: &[String]| texts.first().map_or(0, |text| number(text));
        let is_idle = page.texts("generate-cancel").await.is_empty();
        (is_idle && count(&finished) + count(&dropped) >= wanted).then(|| count(&finished))
    };
    let made = page.until(format!("{wanted} tasks, made or dropped"), LONG, done).await;
    assert!(made > 0, "no task came about");
    let listed = page.see_count("task-count").await;
    assert!(listed >= made, "{listed} tasks are listed, {made} were made");
    made
}

/// Reads the first task: question, answer, evidence, rubric, and how it was made.
pub async fn read_task(page: &Page) {
    page.click("task-row").await;
    for test in ["task-question", "task-answer", "task-evidence", "task-rubric", "task-making"] {
        page.see(test).await;
    }
    page.click_on("[data-test=\"task-making\"] summary").await;
    page.see("task-transcript").await;
    page.see("message-system").await;
}

/// Waits for the newest run to end, and gives what its row says.
pub async fn finished(page: &Page, within: Duration) -> String {
    let look = async || page.texts("run-row").await.into_iter().next().filter(|row| row.starts_with("finished"));
    page.until("a finished run", within, look).await
}

/// Reads figures in words, charts and tables; opens the first sample to its transcript and judging.
pub async fn read_results(page: &Page) {
    for subject in ["Memory:", "Reading code", "Documentation"] {
        page.see_text("results-headline", subject).await;
    }
    for (view, charts, table) in VIEWS {
        page.choose(&format!("results-view-{view}")).await;
        page.see(charts).await;
        drawn(page, view).await;
        page.choose("chart-view-table").await;
        page.see_text(table, ".").await;
        page.choose("chart-view-chart").await;
    }
    page.choose("results-view-conditions").await;
    page.choose("chart-view-table").await;
    let table = page.see_text("scores-table", "[").await;
    assert!(table.contains("0."), "scores with intervals: {table}");
    page.choose("chart-view-chart").await;

    let samples = page.see_count("sample-count").await;
    page.choose("sample-condition-documented").await;
    let fewer =
        async || page.texts("sample-count").await.first().map(|text| number(text)).filter(|count| *count < samples);
    page.until("fewer samples by condition", Duration::from_secs(10), fewer).await;
    page.click("sample-row").await;
    page.see("sample-question").await;
    page.see("sample-answer").await;
    page.see("sample-transcript").await;
    page.see("tool-call").await;
    page.see("message-tool").await;
    page.see("judge-reasons").await;
    page.see("compare-closed_book").await;
    page.see("compare-code_only").await;
}
