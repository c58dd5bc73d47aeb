//! A real model on this machine: the agent looks into the sample repository with tools, and answers.
//!
//! Not part of the everyday tests: `make local-model BASE_URL=http://127.0.0.1:8080/v1` runs it against a server
//! that was started by hand, such as llama.cpp's.

use std::time::Duration;

use crate::journey::journey;
use crate::records;
use crate::sample::{finished, generate};

/// Small models on two cores are slow.
const LONG: Duration = Duration::from_secs(3600);

#[tokio::test]
#[ignore = "needs a server of models: make local-model"]
async fn a_real_model_answers_with_tools() {
    let base_url = std::env::var("BASE_URL").expect("BASE_URL names the server, such as http://127.0.0.1:8080/v1");
    journey("local model", async |page| {
        page.open("/repository", "repository").await;
        page.click("open-sample").await;
        page.see_text_within("repository-name", "greenhouse", LONG).await;
        generate(page, 2, 0).await;
        page.go("settings").await;
        page.click("provider-add").await;
        page.select("provider-preset", "llama.cpp").await;
        page.fill("provider-url", &base_url).await;
        page.fill("provider-name", "Local").await;
        page.click("provider-more").await;
        page.fill("provider-timeout", "1800").await;
        page.fill("provider-idle", "1800").await;
        page.click("provider-save").await;
        page.see_text("provider", "Local").await;
        page.click("models-fetch").await;
        page.see("models-listed").await;
        page.click_on("label:has([data-test=\"model-offered\"])").await;
        let model = page.attribute("[data-id=\"local\"] [data-test=\"model\"]", "data-name").await;
        page.click("doctor-ask").await;
        let told = async || page.texts("doctor-checks").await.into_iter().next();
        println!("{}", page.until("the doctor's word", LONG, told).await);

        page.go("evaluate").await;
        page.click_on(&format!("label:has([data-test=\"model-tick\"][data-model=\"{model}\"])")).await;
        page.click_on("label:has([data-test=\"model-tick\"][data-model=\"bm25-extract\"])").await;
        for condition in ["closed_book", "documented"] {
            page.click_on(&format!("label:has([data-test=\"condition-{condition}\"])")).await;
        }
        page.fill("limit-turns", "6").await;
        page.fill("limit-tokens", "400").await;
        page.fill("limit-context", "12000").await;
        page.click("run-start").await;
        let row = finished(page, LONG).await;
        println!("{row}");
        let mut calls = 0;
        for sample in records::samples(page).await {
            let entries = sample["transcript"]["entries"].as_array().cloned().unwrap_or_default();
            let of = |role: &str| entries.iter().filter(|entry| entry["message"]["role"] == role).count();
            calls += of("tool");
            println!("{} turns, {} tool results: {}", of("assistant"), of("tool"), sample["state"]["answer"]);
            assert!(sample["state"]["answer"].as_str().is_some_and(|text| !text.is_empty()), "{}", sample["state"]);
        }
        assert!(calls > 0, "the model has looked into the repository");
        page.no_complaints().await;
    })
    .await;
}
