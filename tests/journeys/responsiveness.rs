//! Opening a large repository never blocks the page, reports how far it is, and shows the files early.

use std::time::Duration;

use serde_json::{Value, json};

use crate::journey::journey;
use crate::page::Page;
use crate::sdists::sdist;

const LONG: Duration = Duration::from_secs(120);
/// A busy machine stretches every task: the best of so many walks counts.
const WALKS: usize = 4;
/// Longest task of the page's thread, in milliseconds.
const LONGEST_MS: f64 = 50.0;

/// Notes long tasks, and when each message of the engine came and which it was.
const OBSERVE: &str = "
    window.tasks = [];
    window.heard = [];
    new PerformanceObserver(list => list.getEntries().forEach(e => window.tasks.push([e.startTime, e.duration])))
        .observe({type: 'longtask', buffered: true});
    window.Worker = class extends Worker {
        constructor(...args) {
            super(...args);
            this.addEventListener('message', e => {
                const message = e.data && e.data.message;
                if (message) window.heard.push([performance.now(), JSON.parse(message.slice(0, 200).match(/^\\{\"event\":(\"\\w+\")/)[1])]);
            });
        }
    };";

#[tokio::test]
async fn django_opens_without_blocking_the_page() {
    let archive = sdist("django-6.1.3.tar.gz");
    journey("django", async |page| {
        page.browser
            .devtools("Page.addScriptToEvaluateOnNewDocument", json!({"source": OBSERVE}))
            .await
            .expect("the script is taken");
        let mut longest = Vec::new();
        for _ in 0..WALKS {
            page.open("/repository", "repository").await;
            page.settle().await;
            page.script("window.tasks.length = window.heard.length = 0", json!([])).await;
            page.give_file("drop-file-input", &archive).await;
            page.see_text_within("repository-name", "django", LONG).await;
            heard(page).await;
            look_around(page).await;
            let tasks = page.script("return window.tasks", json!([])).await;
            longest.push(numbers(&tasks).into_iter().map(|(_, ms)| ms).fold(0.0, f64::max));
            page.go("repository").await;
            page.click("close-repository").await;
            page.see("drop-zone").await;
            if longest.last() <= Some(&LONGEST_MS) {
                page.no_complaints().await;
                return;
            }
        }
        panic!("the longest tasks of {WALKS} walks were {longest:?} ms");
    })
    .await;
}

/// The files are listed before the whole is analysed, and progress comes at least ten times a second.
async fn heard(page: &Page) {
    let heard = page.script("return window.heard", json!([])).await;
    let heard: Vec<(f64, String)> = serde_json::from_value(heard).expect("times and names");
    let at = |name: &str| heard.iter().find(|(_, event)| event == name).map(|(ms, _)| *ms);
    let (listed, opened) = (at("listed").expect("the files are listed"), at("opened").expect("it opens"));
    let began = at("opening").expect("progress is told");
    assert!(listed < began + (opened - began) * 0.8, "listed after {} of {} ms", listed - began, opened - began);
    let told = heard.iter().filter(|(ms, _)| (began..=opened).contains(ms)).count() as f64;
    assert!(told / (opened - began) * 1000.0 >= 10.0, "{told} messages in {} ms", opened - began);
}

/// Every tab, a search, the largest file, the certificate.
async fn look_around(page: &Page) {
    for tab in ["removed", "unparseable", "chunks", "leaks"] {
        page.click(&format!("tab-{tab}")).await;
        page.settle().await;
    }
    page.see_text_within("leak-counts", "attribute docstrings", LONG).await;
    page.click("tab-files").await;
    page.fill("file-search", "admin_views/tests.py").await;
    page.click("file-row").await;
    page.see_text_within("file-path", "admin_views/tests.py", LONG).await;
    page.settle().await;
    page.click("tab-certificate").await;
    page.click("certify").await;
    page.see_text_within("certificate-verdict", "every check holds", LONG).await;
    page.settle().await;
}

fn numbers(value: &Value) -> Vec<(f64, f64)> {
    serde_json::from_value(value.clone()).expect("pairs of numbers")
}
