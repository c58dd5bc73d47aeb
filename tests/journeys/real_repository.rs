//! A real source distribution, given as a file.

use std::time::Duration;

use crate::journey::journey;
use crate::sample::{finished, generate, read_repository, read_results, read_task};
use crate::sdists::sdist;

const LONG: Duration = Duration::from_secs(300);

#[tokio::test]
async fn seaborn_from_archive_to_results() {
    let archive = sdist("seaborn-0.13.2.tar.gz");
    journey("seaborn", async |page| {
        page.open("/repository", "repository").await;
        page.give_file("drop-file-input", &archive).await;
        page.see_text_within("repository-name", "seaborn", LONG).await;
        read_repository(page).await;
        generate(page, 3, 2).await;
        read_task(page).await;
        page.go("evaluate").await;
        page.click("run-start").await;
        finished(page, LONG).await;
        page.click("run-results").await;
        page.see("page-results").await;
        read_results(page).await;
        page.no_complaints().await;
    })
    .await;
}
