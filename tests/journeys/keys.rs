//! Keys: gone with a reload, kept for the session, sealed under a passphrase, forgotten; and nowhere else.

use serde_json::json;

use crate::journey::{journey, journey_with};
use crate::model::Model;
use crate::records::everything;
use crate::sample::{finished, generate};
use crate::scripted_provider::{add_provider, choose_scripted, test_connection};

use std::time::Duration;

const LONG: Duration = Duration::from_secs(180);
const KEY: &str = "sk-only-here-3141592653";

#[tokio::test]
async fn a_key_is_kept_as_the_user_wishes() {
    let model = Model::start(KEY).await;
    journey("keys", async |page| {
        page.open("/settings", "settings").await;
        add_provider(page, &model.base_url, KEY).await;
        page.see_text("provider-key-state", "A key is in memory").await;
        page.see_text("keys-state", "after a reload they are entered again").await;
        page.reload().await;
        page.see_text("provider-key-state", "No key").await;

        page.fill("provider-key", KEY).await;
        page.click("provider-key-save").await;
        page.click("keys-session").await;
        page.see_text("keys-state", "also over reloads").await;
        page.reload().await;
        page.see_text("provider-key-state", "A key is in memory").await;

        page.fill("keys-passphrase", "correct horse").await;
        page.click("keys-seal").await;
        page.see_text("keys-state", "encrypted under your passphrase").await;
        assert!(!everything(page).await.contains(KEY), "sealed keys can't be read in the browser's storage");
        page.reload().await;
        page.see_text("keys-state", "Give the passphrase").await;
        page.see_text("provider-key-state", "No key").await;
        page.fill("keys-passphrase", "wrong horse").await;
        page.click("keys-seal").await;
        page.see_text("keys-problem", "not the passphrase").await;
        page.fill("keys-passphrase", "correct horse").await;
        page.click("keys-seal").await;
        page.see_text("provider-key-state", "A key is in memory").await;
        page.gone("keys-problem").await;
        test_connection(page).await;
        page.see_text("doctor-well", "calls tools").await;

        page.click("keys-forget").await;
        page.see_text("provider-key-state", "No key").await;
        page.reload().await;
        page.see_text("keys-state", "entered again").await;
        page.see_text("provider-key-state", "No key").await;
        page.no_complaints().await;
    })
    .await;
}

#[tokio::test]
async fn a_key_is_in_nothing_that_is_stored_or_shown() {
    let model = Model::start(KEY).await;
    journey_with("key search", &["status of 401"], async |page| {
        page.open("/repository", "repository").await;
        page.click("open-sample").await;
        page.see_text_within("repository-name", "greenhouse", LONG).await;
        page.go("settings").await;
        add_provider(page, &model.base_url, KEY).await;
        page.go("tasks").await;
        page.select("generate-model", "scripted").await;
        generate(page, 1, 1).await;
        page.go("evaluate").await;
        choose_scripted(page).await;
        page.click("run-start").await;
        finished(page, LONG).await;
        let stored = everything(page).await;
        assert!(stored.contains("SensorHub"), "the search sees what is stored: {} characters", stored.len());
        assert!(!stored.contains(KEY), "the key is stored somewhere");
        for name in ["published", "repository", "tasks", "evaluate", "results", "settings"] {
            page.go(name).await;
            page.settle().await;
            let shown = page.script("return location.href + document.documentElement.outerHTML", json!([])).await;
            assert!(!shown.to_string().contains(KEY), "the key is shown on {name}");
        }
        assert!(model.answered().iter().all(|request| !request.to_string().contains(KEY)));
        page.no_complaints().await;
    })
    .await;
}
