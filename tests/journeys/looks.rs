//! Every page with something on it, light and dark, wide and narrow: kept as screenshots, and none wider
//! than its window.

use std::time::Duration;

use serde_json::json;

use crate::journey::journey;
use crate::page::Page;
use crate::sample::{finished, generate};

const LONG: Duration = Duration::from_secs(180);
const SIZES: [(u32, u32); 2] = [(1280, 900), (360, 740)];
const THEMES: [&str; 2] = ["light", "dark"];

#[tokio::test]
async fn every_page_light_and_dark_wide_and_narrow() {
    journey("looks", async |page| {
        let mut overflows = Vec::new();
        for name in ["repository", "tasks", "evaluate", "results"] {
            look(page, &format!("{name}-empty"), name, &format!("/{name}"), &mut overflows).await;
        }
        fill(page).await;
        for (shot, name, address) in addresses(page).await {
            look(page, &shot, name, &address, &mut overflows).await;
        }
        page.no_complaints().await;
        assert!(overflows.is_empty(), "pages wider than their window:\n{}", overflows.join("\n"));
    })
    .await;
}

/// A repository, tasks and a finished run.
async fn fill(page: &Page) {
    page.look(1280, 900, "light").await.expect("the size can be set");
    page.open("/repository", "repository").await;
    page.click("open-sample").await;
    page.see_text_within("repository-name", "greenhouse", LONG).await;
    generate(page, 6, 3).await;
    page.go("evaluate").await;
    page.click("run-start").await;
    finished(page, LONG).await;
}

/// Name of the screenshot, page, and address.
async fn addresses(page: &Page) -> Vec<(String, &'static str, String)> {
    page.open("/tasks", "tasks").await;
    let task = page.attribute("[data-test=\"task-row\"]", "data-id").await;
    page.open("/results", "results").await;
    let sample = page.attribute("[data-test=\"sample-row\"][data-condition=\"documented\"]", "data-id").await;
    let encoded = |text: &str| url::form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
    let file = encoded("greenhouse/irrigation/valves.py");
    let (task, sample) = (encoded(&task), encoded(&sample));
    [
        ("published", "published", "/".to_owned()),
        ("published-choice", "published", "/?view=multiple_choice".to_owned()),
        ("repository", "repository", "/repository".to_owned()),
        ("repository-file", "repository", format!("/repository?file={file}")),
        ("repository-removed", "repository", "/repository?tab=removed".to_owned()),
        ("repository-leaks", "repository", "/repository?tab=leaks".to_owned()),
        ("repository-certificate", "repository", "/repository?tab=certificate".to_owned()),
        ("repository-chunks", "repository", "/repository?tab=chunks".to_owned()),
        ("tasks", "tasks", "/tasks".to_owned()),
        ("tasks-open", "tasks", format!("/tasks?task={task}")),
        ("evaluate", "evaluate", "/evaluate".to_owned()),
        ("results", "results", "/results".to_owned()),
        ("results-sample", "results", format!("/results?sample={sample}")),
        ("settings", "settings", "/settings".to_owned()),
    ]
    .map(|(shot, name, address)| (shot.to_owned(), name, address))
    .to_vec()
}

/// Screenshots of one address in all looks.
async fn look(page: &Page, shot: &str, name: &str, address: &str, overflows: &mut Vec<String>) {
    page.look(SIZES[0].0, SIZES[0].1, THEMES[0]).await.expect("the size can be set");
    page.open(address, name).await;
    page.see_text("top-running", "nothing").await;
    for (width, height) in SIZES {
        for theme in THEMES {
            page.look(width, height, theme).await.expect("size and theme can be set");
            // Charts are redrawn after the frame that brings their new width.
            tokio::time::sleep(Duration::from_millis(400)).await;
            page.screenshot(&format!("{shot}-{width}-{theme}")).await;
        }
        if let Some(overflow) = overflow(page).await {
            overflows.push(format!("{address} at {width} px: {overflow}"));
        }
    }
}

/// The elements that make the page scroll sideways, where it does.
pub async fn overflow(page: &Page) -> Option<String> {
    const SCRIPT: &str = "
        const wide = document.documentElement.clientWidth, root = document.scrollingElement;
        if (root.scrollWidth <= wide) return null;
        const clips = element => {
            for (let up = element.parentElement; up && up !== document.body; up = up.parentElement)
                if (getComputedStyle(up).overflowX !== 'visible') return true;
            return false;
        };
        const right = element => Math.round(element.getBoundingClientRect().right + window.scrollX);
        const beyond = [...document.body.querySelectorAll('*')].filter(element => right(element) > wide + 1);
        const unclipped = beyond.filter(element => !clips(element));
        // Text that is too long leaves its box without widening it.
        const spilling = [...document.body.querySelectorAll('*')].filter(element =>
            element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1 && !clips(element)
            && getComputedStyle(element).overflowX === 'visible');
        return `${root.scrollWidth} px, by ` + (unclipped.length ? unclipped : [...beyond, ...spilling]).slice(-5)
            .map(e => `${e.tagName.toLowerCase()}.${e.className}[${e.dataset.test ?? ''}] to ${right(e)} px`).join(', ');";
    page.script(SCRIPT, json!([])).await.as_str().map(str::to_owned)
}
