//! The landing page, and every page by its address.

use std::time::Duration;

use serde_json::json;

use crate::journey::journey;
use crate::page::Page;

const VIEWS: [&str; 6] = ["conditions", "delta", "axes", "categories", "repositories", "multiple_choice"];

#[tokio::test]
async fn published_results_as_charts_and_tables() {
    journey("published", async |page| {
        page.open("/", "published").await;
        page.see("headline").await;
        let figures = page.see_text("headline-figures", ".").await;
        assert!(figures.contains(|c: char| c.is_ascii_digit()), "{figures}");
        for view in VIEWS {
            page.choose(&format!("published-view-{view}")).await;
            let switched = async || {
                let on = page.script(
                    "return document.querySelector(`[data-test=\"published-view-${arguments[0]}\"]`)?.checked ?? false",
                    json!([view]),
                );
                (on.await == true).then_some(())
            };
            page.until(format!("the view {view}"), Duration::from_secs(10), switched).await;
            drawn(page, view).await;
            page.choose("chart-view-table").await;
            let rows = async || {
                let script = "return [...document.querySelectorAll('figure.chart tbody tr')]
                    .filter(row => row.getClientRects().length > 0).length";
                page.script(script, json!([])).await.as_u64().filter(|count| *count > 0)
            };
            page.until(format!("table rows of {view}"), Duration::from_secs(10), rows).await;
            page.choose("chart-view-chart").await;
            drawn(page, view).await;
        }
        page.see("caveats").await;
        page.open("/?view=conditions&set=doc_dependent", "published").await;
        page.see("headline").await;
        drawn(page, "doc_dependent by its address").await;
        page.see_text("top-hosts", "nothing has left").await;
        page.no_complaints().await;
    })
    .await;
}

/// Waits until every canvas that is shown has been painted with more than a background and one ink.
pub async fn drawn(page: &Page, what: &str) {
    const SCRIPT: &str = "
        const shown = [...document.querySelectorAll('canvas')].filter(canvas => canvas.getClientRects().length > 0);
        const inks = canvas => {
            if (!canvas.width || !canvas.height) return 0;
            const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
            const found = new Set();
            for (let i = 0; i < pixels.length; i += 4)
                if (pixels[i + 3] > 0) found.add(pixels[i] << 16 | pixels[i + 1] << 8 | pixels[i + 2]);
            return found.size;
        };
        return shown.length > 0 && shown.every(canvas => inks(canvas) > 4);";
    let look = async || (page.script(SCRIPT, json!([])).await == true).then_some(());
    page.until(format!("a chart of {what}"), Duration::from_secs(20), look).await;
}

#[tokio::test]
async fn every_page_opens_by_its_address() {
    journey("deep links", async |page| {
        for name in ["repository", "tasks", "evaluate", "results", "settings"] {
            page.open(&format!("/{name}"), name).await;
            page.see_text("top-running", "nothing").await;
        }
        page.open("/there/is/none", "not-found").await;
        for name in ["published", "repository", "tasks", "evaluate", "results", "settings"] {
            page.go(name).await;
        }
        page.no_complaints().await;
    })
    .await;
}
