//! A run survives a reload: it is found paused, goes on, and no completed call is made again.

use std::collections::HashSet;
use std::time::Duration;

use crate::journey::journey;
use crate::model::Model;
use crate::page::number;
use crate::sample::{finished, generate};
use crate::scripted_provider::{add_provider, choose_scripted};

const LONG: Duration = Duration::from_secs(180);

#[tokio::test]
async fn a_reload_in_mid_run_loses_nothing() {
    let model = Model::start("").await;
    journey("reload", async |page| {
        page.open("/repository", "repository").await;
        page.click("open-sample").await;
        page.see_text_within("repository-name", "greenhouse", LONG).await;
        generate(page, 4, 2).await;
        page.go("settings").await;
        add_provider(page, &model.base_url, "").await;

        page.go("evaluate").await;
        choose_scripted(page).await;
        let samples = page.see_count("preflight-samples").await;
        model.answer_after(400);
        page.click("run-start").await;
        let some_ended = async || {
            let text = page.texts("run-progress").await.into_iter().next()?;
            Some(number(&text)).filter(|ended| (2..samples).contains(ended))
        };
        let ended = page.until("some ended samples", LONG, some_ended).await;
        page.reload().await;

        page.see("page-evaluate").await;
        let row = page.see_text("run-row", "paused").await;
        let (_, kept) = row.split_once("· ").expect("a count after the state");
        assert!(number(kept) >= ended, "{ended} samples had ended, the row says: {row}");
        page.see_text("top-loaded", "greenhouse").await;
        model.answer_after(0);
        page.click("run-resume").await;
        let row = finished(page, LONG).await;
        assert!(row.contains(&format!("{samples} of {samples} samples")), "{row}");
        page.no_complaints().await;

        // The judge isn't told the condition, so its requests for a task may be equal: those are counted.
        let (judged, asked): (Vec<String>, Vec<String>) =
            model.answered().iter().map(|request| request.to_string()).partition(|text| text.contains("You judge"));
        let different: HashSet<&String> = asked.iter().collect();
        // Answers that were on their way at the reload are lost: one for each request in flight.
        let again = asked.len() - different.len() + judged.len() - samples as usize;
        assert!(again <= 4, "{again} answered calls were made again");
    })
    .await;
}
