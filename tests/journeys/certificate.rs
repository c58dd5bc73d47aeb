//! The leak report, the strict strip, and the strip certificate with what can be kept of it.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use code_qa_bench::domain::python::StripMode;
use code_qa_bench::domain::repository::{
    Analyser, Analysis, Certificate, LeakKind, LeakScan, Leaks, Limits, Repository, Unpacker,
};

use crate::downloads::{downloaded, downloads};
use crate::journey::journey;

const LONG: Duration = Duration::from_secs(120);

#[tokio::test]
async fn leaks_strict_strip_and_certificate() {
    let (repository, standard) = sample(StripMode::Standard);
    let leaks = leaks_of(&repository, &standard);
    let places = |kind| leaks.places.iter().filter(|leak| leak.kind == kind).count();
    assert!(places(LeakKind::BareString) > 0, "the sample has an attribute docstring");
    journey("certificate", async |page| {
        let downloads = downloads(page, "certificate").await;
        page.open("/repository", "repository").await;
        page.click("open-sample").await;
        page.see_text_within("repository-name", "greenhouse", LONG).await;

        page.click("tab-leaks").await;
        page.see_text("leak-count", &format!("{} places", leaks.places.len())).await;
        page.choose("leak-kind-bare_string").await;
        page.see_text("leak-count", &format!("{} place", places(LeakKind::BareString))).await;
        page.click("leak-row").await;
        page.see_text("file-path", &leaks.places.iter().find(|l| l.kind == LeakKind::BareString).expect("one").path)
            .await;

        page.click("tab-certificate").await;
        page.click("certify").await;
        page.see_text_within("certificate-verdict", "every check holds", LONG).await;
        page.click("save-certificate").await;
        let kept = downloaded(page, &downloads, "greenhouse-certificate.json").await;
        let kept: Certificate = serde_json::from_slice(&kept).expect("a certificate");
        assert_eq!((kept.mode, kept.files.all), (StripMode::Standard, repository.files.len()));
        assert!(kept.checks.all_hold() && kept.checks.agreed > 0, "{:?}", kept.checks);
        page.see_text("code-only-hash", &kept.code_only_sha256).await;

        page.click("export-code-only").await;
        let archive = downloaded(page, &downloads, "greenhouse-code-only.zip").await;
        same_files(archive, &repository, &standard);

        // Strict: the attribute docstrings go, and the archive is another one.
        page.click("tab-leaks").await;
        page.click("strip-strictly").await;
        page.see_text_within("leak-counts", "attribute docstrings\t0", LONG).await;
        page.click("tab-certificate").await;
        page.click("certify").await;
        page.see_text_within("certificate-verdict", "strict", LONG).await;
        page.click("export-code-only").await;
        let archive = downloaded(page, &downloads, "greenhouse-code-only.zip").await;
        same_files(archive, &repository, &sample(StripMode::Strict).1);

        // The choice outlives the tab.
        page.reload().await;
        page.click("tab-leaks").await;
        page.see_text_within("leak-counts", "attribute docstrings\t0", LONG).await;
        page.no_complaints().await;
    })
    .await;
}

/// The sample as the site ships it.
fn sample(mode: StripMode) -> (Arc<Repository>, Arc<Analysis>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("dist/sample/greenhouse.tar.gz");
    let bytes = std::fs::read(path).expect("the site ships the sample: `make build`");
    let repository = Unpacker::run("greenhouse.tar.gz", bytes, Limits::default()).expect("it opens");
    let analysis = Analyser::run(&repository, mode);
    (Arc::new(repository), Arc::new(analysis))
}

fn leaks_of(repository: &Arc<Repository>, analysis: &Arc<Analysis>) -> Leaks {
    let mut scan = LeakScan::new(repository.clone(), analysis.clone());
    while scan.step().is_some() {}
    scan.finish()
}

/// The archive holds the code-only repository and, beside it, the certificate.
fn same_files(archive: Vec<u8>, repository: &Repository, analysis: &Analysis) {
    let mut found = Unpacker::run("x.zip", archive, Limits::default()).expect("it opens").files;
    assert!(found.remove("CODE-ONLY-CERTIFICATE.json").is_some());
    let paths: Vec<&str> = found.keys().map(String::as_str).collect();
    assert_eq!(paths, analysis.code_only_paths(repository).collect::<Vec<_>>());
    for (path, content) in &found {
        assert_eq!(Some(content.bytes()), analysis.code_only_bytes(repository, path), "{path}");
    }
}
