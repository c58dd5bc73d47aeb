//! Hostile archives and sources: each ends in a clear message, the page goes on, the memory comes back.

use std::io::{Cursor, Write};
use std::time::Duration;

use code_qa_bench::domain::python::StripMode;
use code_qa_bench::domain::repository::{Analyser, Limits, Unpacker};

use crate::faults::TemporaryFile;
use crate::hostile::refused;
use crate::journey::journey;
use crate::page::Page;

const LONG: Duration = Duration::from_secs(180);
/// Memory of the engine after all hostile archives, in bytes.
const MOST_BYTES: u64 = 96 << 20;

#[tokio::test]
async fn hostile_archives_are_refused_and_the_memory_comes_back() {
    journey("hostile archives", async |page| {
        page.open("/repository", "repository").await;
        for (name, bytes, expected) in refused() {
            let file = TemporaryFile::new(name, &bytes);
            page.give_file("drop-file-input", &file.0).await;
            let shown = async || {
                let texts = page.texts("open-failed").await;
                texts.into_iter().find(|text| text.contains(name) && text.contains(expected))
            };
            page.until(format!("\"{expected}\" for {name}"), LONG, shown).await;
        }
        page.click("open-sample").await;
        page.see_text_within("repository-name", "greenhouse", LONG).await;
        let taken = page.attribute("[data-test=opened-in]", "data-bytes").await;
        let taken: u64 = taken.parse().expect("bytes");
        assert!(taken > 0 && taken < MOST_BYTES, "the engine holds {taken} bytes");
        page.no_complaints().await;
    })
    .await;
}

#[tokio::test]
async fn hostile_sources_open_and_are_listed() {
    let archive = sources();
    let repository = Unpacker::run("sources.zip", archive.clone(), Limits::default()).expect("it opens");
    let analysis = Analyser::run(&repository, StripMode::Standard);
    assert!(analysis.unparseable.len() > 8, "{:?}", analysis.unparseable.keys());
    journey("hostile sources", async |page| {
        page.open("/repository", "repository").await;
        let file = TemporaryFile::new("sources.zip", &archive);
        page.give_file("drop-file-input", &file.0).await;
        page.see_text_within("repository-name", "sources", LONG).await;
        same_figures(page, analysis.unparseable.len(), analysis.removed.comments() as usize).await;
        page.click("tab-unparseable").await;
        for path in analysis.unparseable.keys() {
            page.see_text("unparseable-table", path).await;
        }
        // What the first parser takes, the second takes or is said not to.
        page.click("tab-certificate").await;
        page.click("certify").await;
        page.see_text_within("certificate-verdict", "Every check that could be made holds", LONG).await;
        page.no_complaints().await;
    })
    .await;
}

async fn same_figures(page: &Page, unparseable: usize, comments: usize) {
    assert_eq!(page.see_count("figure-unparseable").await, unparseable as u64);
    assert_eq!(page.see_count("figure-comments").await, comments as u64);
}

/// Sources that nest, that are huge, or that are none, in one archive with a good one.
fn sources() -> Vec<u8> {
    let many = 10_000;
    let blocks: String = (0..many).map(|i| format!("{}if x:\n", " ".repeat(i))).collect();
    let elifs: String = (0..many).map(|i| format!("elif x == {i}:\n    y = {i}  # arm\n")).collect();
    let sources: Vec<(&str, Vec<u8>)> = vec![
        ("good.py", b"'''Doc.'''\nx = 1  # one\n".to_vec()),
        ("brackets.py", "(".repeat(many).into_bytes()),
        ("closed.py", format!("x = {}1{}\n", "[".repeat(many), "]".repeat(many)).into_bytes()),
        ("blocks.py", blocks.into_bytes()),
        ("not.py", format!("x = {}1\n", "not ".repeat(many)).into_bytes()),
        ("minus.py", format!("x = {}1\n", "-".repeat(many)).into_bytes()),
        ("power.py", format!("x = {}1\n", "2 ** ".repeat(many)).into_bytes()),
        ("lambda.py", format!("x = {}1\n", "lambda a, b: ".repeat(many)).into_bytes()),
        ("ternary.py", format!("x = {}1\n", "1 if x else ".repeat(many)).into_bytes()),
        ("attributes.py", format!("x = a{}\n", ".b".repeat(many)).into_bytes()),
        ("calls.py", format!("x = a{}\n", "()".repeat(many)).into_bytes()),
        ("sum.py", format!("x = {}1\n", "1 + ".repeat(many)).into_bytes()),
        ("fstrings.py", "f'{".repeat(many).into_bytes()),
        ("elif.py", format!("if x:\n    y = 0\n{elifs}").into_bytes()),
        ("nul.py", b"x = 1\0\n".to_vec()),
        ("latin.py", b"x = '\xe9'\n".to_vec()),
        ("long_line.py", format!("x = [{}]  # long\n", "1, ".repeat((50 << 20) / 3)).into_bytes()),
        ("deep_enough.py", format!("x = {}1{}\n", "(".repeat(199), ")".repeat(199)).into_bytes()),
        ("left.py", format!("x = {}1\n", "1 + ".repeat(1_900)).into_bytes()),
    ];
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    // Stored as they are: compressed, the long line would make the archive look like a bomb.
    let stored = zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for (path, source) in sources {
        writer.start_file(path, stored).expect("in memory");
        writer.write_all(&source).expect("in memory");
    }
    writer.finish().expect("in memory").into_inner()
}
