//! A person goes through the tasks: reads the audit, edits, takes back, makes anew, rejects, by mouse and by keys.

use serde_json::json;

use crate::journey::journey;
use crate::looks::overflow;
use crate::page::Page;
use crate::sample::generate;

const OWN: &str = "Which part of the hub decides when a sensor is read?";

#[tokio::test]
async fn tasks_are_reviewed_by_a_person() {
    journey("tasks", async |page| {
        page.open("/repository", "repository").await;
        page.click("open-sample").await;
        page.see_text_within("repository-name", "greenhouse", std::time::Duration::from_secs(60)).await;
        page.go("tasks").await;
        page.see_count("estimate-calls").await;
        page.click("estimate-stages").await;
        page.see_text("estimate-table", "code-only audit").await;
        generate(page, 8, 2).await;
        page.click("balance").await;
        page.see_text("balance-table", "what / architecture exploration").await;

        page.click("task-row").await;
        let before = page.see_text("task-question", "").await;
        read_the_audit(page).await;
        edit(page, &before).await;
        take_back(page, &before).await;
        make_anew(page).await;
        reject_and_fill_the_place(page).await;
        looks(page).await;
        page.no_complaints().await;
    })
    .await;
}

/// Every claim with its verdict, and the answer before and after.
async fn read_the_audit(page: &Page) {
    page.see("claim").await;
    page.see("audit-changes").await;
    page.choose("audit-side-before").await;
    let before = page.see_text("audit-before", "").await;
    page.choose("audit-side-after").await;
    let after = page.see_text("audit-after", "").await;
    assert!(!before.is_empty() && !after.is_empty());
}

/// By keys: `e` opens the editor, Ctrl and Enter saves.
async fn edit(page: &Page, before: &str) {
    press(page, "body", "e", false).await;
    page.see("task-editor").await;
    page.fill("edit-question", "What is in hub.py?").await;
    page.see_text("edit-rule", "names a path").await;
    page.fill("edit-question", " ").await;
    page.see_text("edit-refusal", "question is empty").await;
    // Escape leaves the editor, not the task.
    press(page, "[data-test=edit-question]", "Escape", false).await;
    page.gone("task-editor").await;
    page.see_text("task-question", before).await;
    page.click("task-edit").await;
    page.fill("edit-question", OWN).await;
    press(page, "[data-test=edit-question]", "Enter", true).await;
    page.gone("task-editor").await;
    page.see_text("task-question", OWN).await;
    page.see_text("task-version-number", "version 2").await;
    page.see_text("task-row", "edited").await;
}

async fn take_back(page: &Page, before: &str) {
    page.click_on("[data-test=task-version] summary").await;
    // What the next version says: all but what went.
    const SAYS: &str = "
        const shown = document.querySelector('[data-test=version-question]')?.cloneNode(true);
        shown?.querySelectorAll('del').forEach(gone => gone.remove());
        return shown?.textContent ?? null;";
    let says = async || (page.script(SAYS, json!([])).await == OWN).then_some(());
    page.until("what the next version says", std::time::Duration::from_secs(10), says).await;
    page.screenshot("task-version").await;
    page.click("version-restore").await;
    page.see_text("task-question", before).await;
    page.see_text("task-version-number", "version 3").await;
}

async fn make_anew(page: &Page) {
    page.click("task-remake").await;
    page.click("remake-start").await;
    // The baseline gives the same again: a version of its own all the same.
    page.see_text("task-version-number", "version 4").await;
}

/// A rejected task leaves its place to the next chunk.
async fn reject_and_fill_the_place(page: &Page) {
    press(page, "body", "r", false).await;
    page.see_text("task-row", "rejected").await;
    let places = page.see_count("task-count").await;
    page.click("generate-start").await;
    let look = async || {
        let count = page.texts("task-count").await.first().map(|text| crate::page::number(text))?;
        (count > places || !page.texts("generation-unfilled").await.is_empty()).then_some(())
    };
    page.until("another task, or a word on why there is none", std::time::Duration::from_secs(60), look).await;
    // `n` goes to the next that nobody looked at.
    let open = page.see_text("task-question", "").await;
    press(page, "body", "n", false).await;
    let other = async || (page.texts("task-question").await.first()? != &open).then_some(());
    page.until("another task", std::time::Duration::from_secs(5), other).await;
    press(page, "body", "a", false).await;
    page.see_text("task-row", "accepted").await;
}

/// Nothing is wider than a phone, in light and dark; the editor too.
async fn looks(page: &Page) {
    for (width, height, theme) in [(1280, 1400, "light"), (360, 1400, "dark")] {
        page.look(width, height, theme).await.expect("the window changes");
        page.settle().await;
        page.screenshot(&format!("task-{width}-{theme}")).await;
        assert_eq!(overflow(page).await, None, "{width} px");
        page.click("task-edit").await;
        page.see("task-editor").await;
        page.screenshot(&format!("task-edit-{width}-{theme}")).await;
        assert_eq!(overflow(page).await, None, "{width} px, editing");
        page.click("edit-cancel").await;
    }
}

/// Presses a key on an element.
async fn press(page: &Page, css: &str, key: &str, with_control: bool) {
    const SCRIPT: &str = "
        const [css, key, ctrlKey] = arguments;
        document.querySelector(css).dispatchEvent(new KeyboardEvent('keydown', {key, ctrlKey, bubbles: true}));";
    page.script(SCRIPT, json!([css, key, with_control])).await;
}
