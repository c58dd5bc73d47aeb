//! Files that go out and come back: questions for an agent elsewhere, its answers, and the run that they become.

use std::time::Duration;

use serde_json::{Value, json};

use crate::downloads::{downloaded, downloads};
use crate::faults::TemporaryFile;
use crate::journey::journey;
use crate::page::Page;
use crate::records;
use crate::sample::{finished, generate};

const LONG: Duration = Duration::from_secs(180);

#[tokio::test]
async fn an_agent_elsewhere_is_judged_here_and_its_run_moves_to_another_browser() {
    journey("files", async |page| {
        let folder = downloads(page, "files").await;
        page.open("/repository", "repository").await;
        page.click("open-sample").await;
        page.see_text_within("repository-name", "greenhouse", LONG).await;
        let made = generate(page, 3, 0).await;
        page.click("tasks-files").await;
        page.click("export-questions").await;
        let questions = downloaded(page, &folder, "greenhouse-questions.jsonl").await;
        let answers = answer(&String::from_utf8(questions).expect("text"));
        bring(page, "answers.jsonl", &(answers + "{broken\n")).await;
        let report = page.see_text("import-report", "are judged now").await;
        assert!(report.contains("1 remark"), "{report}");
        page.screenshot("tasks-files").await;

        page.go("evaluate").await;
        let row = finished(page, LONG).await;
        assert!(row.contains(&format!("{made} of {made} samples")), "{row}");
        page.see_text("run-row", "agent-elsewhere").await;
        let before = records::samples(page).await;
        page.click("run-export").await;
        let name = format!("greenhouse-run-{}.jsonl", page.attribute("[data-test=\"run-row\"]", "data-id").await);
        let run = String::from_utf8(downloaded(page, &folder, &name).await).expect("text");

        // Judged again by nobody new, then gone, then back from the file.
        page.click("run-amend").await;
        page.click("run-rejudge").await;
        let is_judged_again = |sample: &Value| {
            sample["state"]["state"] == "scored"
                && sample["earlier_verdicts"].as_array().is_some_and(|all| all.len() == 1)
        };
        let look = async || records::samples(page).await.iter().all(is_judged_again).then_some(());
        page.until("a second verdict for each answer", LONG, look).await;
        finished(page, LONG).await;
        page.click("run-delete").await;
        page.click("run-delete").await;
        page.gone("run-row").await;
        bring(page, "run.jsonl", &run).await;
        page.see_text("import-report", &format!("{made} samples that have ended")).await;
        finished(page, LONG).await;
        let by_key = |mut all: Vec<Value>| {
            all.sort_by_key(|sample| sample["key"].to_string());
            all
        };
        assert_eq!(by_key(records::samples(page).await), by_key(before));
        page.click("run-results").await;
        page.see("page-results").await;
        page.no_complaints().await;
    })
    .await;
}

/// Answers of an agent to all questions under the code-only condition.
fn answer(questions: &str) -> String {
    let lines = questions.lines().map(|line| serde_json::from_str::<Value>(line).expect("a question"));
    let wanted = lines.filter(|question| question["condition"] == "code_only");
    let one = |question: Value| {
        assert!(question.get("answer").is_none() && question.get("rubric").is_none(), "{question}");
        let answer = json!({
            "task": question["task"], "condition": "code_only", "model": "agent-elsewhere",
            "answer": "`SensorHub.poll` reads every sensor of the hub."
        });
        format!("{answer}\n")
    };
    wanted.map(one).collect()
}

async fn bring(page: &Page, name: &str, text: &str) {
    let file = TemporaryFile::new(name, text.as_bytes());
    page.give_file("import-input", &file.0).await;
    page.see("import-report").await;
}
