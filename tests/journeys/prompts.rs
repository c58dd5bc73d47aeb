//! A prompt is changed under Settings, reaches the model, is shown with its run, and goes back to the default.

use std::time::Duration;

use crate::journey::journey;
use crate::looks::overflow;
use crate::model::Model;
use crate::page::Page;
use crate::sample::{finished, generate};
use crate::scripted_provider::{add_provider, choose_scripted};

const LONG: Duration = Duration::from_secs(180);
const OWN: &str = "Own words: answer from memory.";

#[tokio::test]
async fn a_prompt_of_ones_own() {
    let model = Model::start("").await;
    journey("prompts", async |page| {
        page.open("/settings", "settings").await;
        page.see_text("prompts-state", "All prompts are the defaults").await;
        let standard = page.see_text("prompts-hash", "").await;
        refuse_what_is_of_no_use(page).await;
        open(page, "answer.closed_book").await;
        page.fill("prompt-text", OWN).await;
        page.see_text("prompt-diff", OWN).await;
        page.see_text("prompt-diff", "You answer a question on a Python repository from memory").await;
        page.click("prompt-save").await;
        page.see_text("prompts-state", "1 prompt differs").await;
        assert_ne!(page.see_text("prompts-hash", "").await, standard);
        fits_a_phone(page).await;

        add_provider(page, &model.base_url, "").await;
        page.go("repository").await;
        page.click("open-sample").await;
        page.see_text_within("repository-name", "greenhouse", LONG).await;
        generate(page, 2, 0).await;
        assert!(page.texts("prompts-note").await.is_empty(), "no prompt of generation was changed");
        page.go("evaluate").await;
        choose_scripted(page).await;
        page.see_text("prompts-note", "1 prompt differs").await;
        page.click("run-start").await;
        finished(page, LONG).await;
        let system = |request: &serde_json::Value| request["messages"][0]["content"].as_str().map(str::to_owned);
        let told: Vec<String> = model.answered().iter().filter_map(system).collect();
        assert_eq!(told.iter().filter(|text| *text == OWN).count(), 2, "closed book, two tasks: {told:?}");

        page.click("run-prompts").await;
        page.see_text("prompt-diff", OWN).await;
        page.screenshot("run-prompts").await;

        // It is there after a reload, and gone once it is reset; the run keeps it.
        page.open("/settings", "settings").await;
        page.see_text("prompts-state", "1 prompt differs").await;
        page.click("prompts-reset").await;
        page.click("prompts-reset").await;
        page.see_text("prompts-state", "All prompts are the defaults").await;
        assert_eq!(page.see_text("prompts-hash", "").await, standard);
        page.go("evaluate").await;
        page.see_text("run-prompts", "1 prompt differs").await;
        page.no_complaints().await;
    })
    .await;
}

/// A text without its placeholder is said to be of no use, and can't be saved.
async fn refuse_what_is_of_no_use(page: &Page) {
    open(page, "answer.user").await;
    page.fill("prompt-text", "What is {this}?").await;
    page.see_text("prompt-problems", "{question} is missing").await;
    page.see_text("prompt-problems", "{this} is no placeholder").await;
    assert_eq!(
        page.script("return document.querySelector('[data-test=prompt-save]').disabled", serde_json::json!([])).await,
        true
    );
    page.click("prompt-undo").await;
    page.gone("prompt-problems").await;
    // Folded again, so that the next editor is the first to be seen.
    page.reload().await;
    page.see("page-settings").await;
}

async fn open(page: &Page, template: &str) {
    page.click_on(&format!("[data-test=\"prompt-open\"][data-id=\"{template}\"]")).await;
    page.see("prompt-text").await;
}

async fn fits_a_phone(page: &Page) {
    for theme in ["light", "dark"] {
        page.look(360, 740, theme).await.expect("size and theme can be set");
        page.script("document.getElementById('prompts').scrollIntoView()", serde_json::json!([])).await;
        page.settle().await;
        page.screenshot(&format!("prompts-360-{theme}")).await;
        assert_eq!(overflow(page).await, None);
    }
    page.look(1280, 900, "light").await.expect("size and theme can be set");
    page.screenshot("prompts-1280-light").await;
}
