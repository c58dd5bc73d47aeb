//! An agent of one's own over HTTP: the example server, found, tried and judged.

use std::time::Duration;

use serde_json::json;

use crate::example_agent::ExampleAgent;
use crate::journey::journey;
use crate::page::Page;
use crate::records;
use crate::sample::{finished, generate};

const LONG: Duration = Duration::from_secs(180);
const KEY: &str = "agents-own-key";

#[tokio::test]
async fn an_agent_over_http_answers_and_is_judged_here() {
    let server = ExampleAgent::start(KEY);
    journey("agent", async |page| {
        page.open("/settings", "settings").await;
        add(page, &server.url).await;
        page.see_text("doctor-well", "has the agent grep").await;
        page.screenshot("agent").await;

        page.go("repository").await;
        page.click("open-sample").await;
        page.see_text_within("repository-name", "greenhouse", LONG).await;
        page.go("tasks").await;
        assert!(!offers(page, "generate-model").await, "it can't make tasks");
        generate(page, 2, 0).await;
        page.go("evaluate").await;
        page.see("matrix").await;
        assert!(!offers(page, "judge").await, "it can't judge");
        page.choose("condition-closed_book").await;
        page.click_on("label:has([data-test=\"model-tick\"][data-model=\"grep\"])").await;
        page.click_on("label:has([data-test=\"model-tick\"]:not([data-model=\"grep\"]):checked)").await;
        page.click("run-start").await;
        finished(page, LONG).await;
        let samples = records::samples(page).await;
        assert_eq!(samples.len(), 4, "two tasks under two conditions");
        for sample in samples {
            assert_eq!(sample["state"]["state"], "scored", "{sample}");
            assert!(sample["transcript"].to_string().contains("\"grep\""), "its transcript is kept: {sample}");
        }
        page.no_complaints().await;
    })
    .await;
}

/// Adds the server's agent, chosen from the list that it gives, and lets the doctor look at it.
async fn add(page: &Page, url: &str) {
    page.click("provider-add").await;
    page.select("provider-preset", "Agent over HTTP").await;
    page.see_text("about-agents", "can't judge").await;
    page.fill("provider-url", url).await;
    page.fill("provider-new-key", KEY).await;
    page.fill("provider-name", "Own agent").await;
    page.click("provider-save").await;
    page.see_text("provider", "Own agent").await;
    page.click("models-fetch").await;
    page.choose("model-offered").await;
    page.see_text("model", "grep").await;
    page.click("doctor-ask").await;
}

/// Whether a select field has the agent among its choices.
async fn offers(page: &Page, test: &str) -> bool {
    page.see(test).await;
    const SCRIPT: &str = "
        const field = document.querySelector(`[data-test=\"${arguments[0]}\"]`);
        return [...field.options].some(option => option.text.includes('grep'));";
    page.script(SCRIPT, json!([test])).await == true
}
