//! A provider of one's own: added under Settings, tried, and used to generate, to answer and to judge.

use std::time::Duration;

use crate::journey::journey;
use crate::model::Model;
use crate::page::Page;
use crate::sample::{finished, generate, read_results, read_task};

const LONG: Duration = Duration::from_secs(180);
const KEY: &str = "sk-right";

#[tokio::test]
async fn an_openai_compatible_server_generates_answers_and_judges() {
    let model = Model::start(KEY).await;
    journey("provider", async |page| {
        page.open("/settings", "settings").await;
        add_provider(page, &model.base_url, KEY).await;
        page.see_text("provider-key-state", "A key is in memory").await;
        test_connection(page).await;
        page.see_text("doctor-well", "calls tools").await;

        page.go("repository").await;
        page.click("open-sample").await;
        page.see_text_within("repository-name", "greenhouse", LONG).await;
        page.go("tasks").await;
        page.select("generate-model", "scripted").await;
        generate(page, 2, 1).await;
        read_task(page).await;

        page.go("evaluate").await;
        choose_scripted(page).await;
        let host = model.base_url.trim_start_matches("http://").trim_end_matches("/v1").to_owned();
        page.see_text("preflight-hosts", &host).await;
        model.write_slowly(300);
        page.click("run-start").await;
        // What is being written is seen before it is done.
        page.see_text("flight-text", "SensorHub.poll").await;
        model.write_slowly(0);
        finished(page, LONG).await;
        page.see_text("top-hosts", &host).await;
        page.click("run-results").await;
        page.see("page-results").await;
        read_results(page).await;
        page.no_complaints().await;

        let answered = model.answered();
        let with_tool_results = answered.iter().filter(|request| request.to_string().contains("\"role\":\"tool\""));
        assert!(with_tool_results.count() > 0, "tool results went back to the model");
        assert!(answered.iter().all(|request| !request.to_string().contains(KEY)), "the key is in no body");
        let kept = page.script("return JSON.stringify({...localStorage}) + location.href", serde_json::json!([])).await;
        assert!(!kept.to_string().contains(KEY), "the key is nowhere in the page's storage or address");
    })
    .await;
}

/// Adds the scripted model under Settings.
pub async fn add_provider(page: &Page, base_url: &str, key: &str) {
    page.click("provider-add").await;
    page.fill("provider-url", base_url).await;
    page.fill("provider-models", "scripted").await;
    page.fill("provider-new-key", key).await;
    page.fill("provider-name", "Own server").await;
    page.click("provider-save").await;
    page.see_text("provider", "Own server").await;
}

/// Lets the doctor look at the scripted model.
pub async fn test_connection(page: &Page) {
    page.click_on("[data-test=\"provider\"][data-id=\"own-server\"] [data-test=\"doctor-ask\"]").await;
}

/// Ticks the scripted model alone, and lets it judge.
pub async fn choose_scripted(page: &Page) {
    page.see("matrix").await;
    page.click_on("label:has([data-test=\"model-tick\"][data-model=\"scripted\"])").await;
    page.click_on("label:has([data-test=\"model-tick\"]:not([data-model=\"scripted\"]):checked)").await;
    page.select("judge", "scripted").await;
}

#[tokio::test]
async fn pausing_gives_up_what_is_in_flight() {
    let model = Model::start("").await;
    journey("pause", async |page| {
        page.open("/repository", "repository").await;
        page.click("open-sample").await;
        page.see_text_within("repository-name", "greenhouse", LONG).await;
        generate(page, 3, 0).await;
        page.go("settings").await;
        add_provider(page, &model.base_url, "").await;
        page.go("evaluate").await;
        choose_scripted(page).await;
        model.answer_after(3000);
        page.click("run-start").await;
        let is_called = async || (model.calls() > 0).then_some(());
        page.until("a call", LONG, is_called).await;
        page.see("live-spend").await;
        page.screenshot("live-run").await;
        page.click("run-pause").await;
        page.see_text("run-row", "paused").await;
        // The server would have answered by now, had nobody hung up.
        tokio::time::sleep(Duration::from_secs(5)).await;
        assert!(model.answered().is_empty(), "requests in flight were given up: {:?}", model.answered().len());
        model.answer_after(0);
        page.click("run-resume").await;
        finished(page, LONG).await;
        page.no_complaints().await;
    })
    .await;
}
