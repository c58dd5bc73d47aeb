//! All wire forms against independent servers: with every fault that llmock knows, and once more as aimock speaks
//! them. No sample is lost to a fault, and none is scored for one.

use std::time::Duration;

use serde_json::{Value, json};

use crate::journey::journey_with;
use crate::page::Page;
use crate::records;
use crate::sample::{finished, generate};
use crate::servers::{FaultServer, SecondServer};

const LONG: Duration = Duration::from_secs(300);
/// What a browser says of faults, on its console.
const EXPECTED: [&str; 3] = ["status of", "ERR_", "Failed to load resource"];

/// A wire form: the preset that speaks it, and where the servers have it.
struct Form {
    name: &'static str,
    preset: &'static str,
    path: &'static str,
    model: &'static str,
}

const FORMS: [Form; 5] = [
    Form { name: "chat", preset: "Another endpoint", path: "/v1", model: "gpt-4o" },
    Form { name: "responses", preset: "OpenAI", path: "/v1", model: "gpt-4o" },
    Form { name: "anthropic", preset: "Anthropic", path: "/anthropic", model: "claude-haiku-4-5" },
    Form { name: "gemini", preset: "Google", path: "/gemini", model: "gemini-2.5-flash" },
    // Chat Completions again, but with identifiers of nine.
    Form { name: "mistral", preset: "Mistral", path: "/mistral/v1", model: "mistral-large-latest" },
];

/// The sample repository with a few tasks, and a provider of this form that answers, and judges.
async fn plan(page: &Page, form: &Form, base_url: &str, streams: bool, judge: &str) -> u64 {
    page.open("/repository", "repository").await;
    page.click("open-sample").await;
    page.see_text_within("repository-name", "greenhouse", LONG).await;
    generate(page, 3, 1).await;
    page.go("settings").await;
    page.click("provider-add").await;
    page.select("provider-preset", form.preset).await;
    page.fill("provider-url", base_url).await;
    page.fill("provider-models", form.model).await;
    page.fill("provider-new-key", "sk-any").await;
    page.fill("provider-name", "Server").await;
    page.click("provider-more").await;
    page.select("provider-streams", if streams { "piece by piece" } else { "at once" }).await;
    page.fill("provider-idle", "3").await;
    page.fill("provider-timeout", "20").await;
    page.click("provider-save").await;
    page.see_text("provider", "Server").await;

    page.go("evaluate").await;
    page.click_on(&format!("label:has([data-test=\"model-tick\"][data-model=\"{}\"])", form.model)).await;
    page.click_on("label:has([data-test=\"model-tick\"][data-model=\"bm25-extract\"])").await;
    page.select("judge", judge).await;
    page.see_count("preflight-samples").await
}

/// Every fault once or twice, each to be met by whichever request comes next.
fn faults(streams: bool) -> Value {
    let mut all = vec![
        json!({"type": "fail", "status": 429, "retry_after": 1}),
        json!({"type": "fail", "status": 429}),
        json!({"type": "fail", "status": 500, "times": 2}),
        json!({"type": "fail", "status": 529}),
        json!({"type": "fail", "status": 503}),
        json!({"type": "fail", "status": 408}),
        json!({"type": "delay", "seconds": 2}),
        json!({"type": "tool_fault", "kind": "malformed_arguments"}),
        json!({"type": "tool_fault", "kind": "unknown_tool"}),
        json!({"type": "reply", "text": "", "match": {"tools": true}}),
        json!({"type": "reply", "text": "It is a hub th", "finish_reason": "length", "match": {"tools": true}}),
    ];
    if streams {
        // Damage in a reply so long that one can see who stops reading.
        all.insert(0, json!({"type": "reply", "text": "word ".repeat(20_000)}));
        all.extend([
            json!({"type": "stream_fault", "kind": "malformed", "after_chunks": 1}),
            json!({"type": "stream_fault", "kind": "disconnect", "after_chunks": 2}),
            json!({"type": "stream_fault", "kind": "truncate", "after_chunks": 2}),
            json!({"type": "stream_fault", "kind": "stall", "after_chunks": 1, "stall_seconds": 8}),
        ]);
    }
    Value::Array(all)
}

/// Runs the plan through all faults, and looks at what came of it.
async fn walk(form: &Form, exposed: &str, streams: bool) {
    let server = FaultServer::start(exposed).await;
    let name = format!("llmock {} {}", form.name, if streams { "streamed" } else { "whole" });
    journey_with(&name, &EXPECTED, async |page| {
        // llmock knows an older way of asking Anthropic's models for JSON, so that its judge would give none.
        let judge = if form.name == "anthropic" { "bm25-extract" } else { form.model };
        let samples = plan(page, form, &server.at(form.path), streams, judge).await;
        server.script(faults(streams)).await;
        if !streams {
            for kind in ["half", "html", "garbage", "empty"] {
                server.damage(kind, 1).await;
            }
        }
        page.click("run-start").await;
        let row = finished(page, LONG).await;
        assert!(row.contains(&format!("{samples} of {samples} samples")), "{row}");
        assert_eq!(server.pending().await, 0, "every fault was met");
        let all = records::samples(page).await;
        assert_eq!(all.len() as u64, samples);
        for sample in &all {
            assert_eq!(sample["state"]["state"], "scored", "{}: {}", sample["key"], sample["state"]);
        }
        let verdict = server.verdict().await;
        println!("{name}: {verdict}");
        if exposed.is_empty() {
            // A page that can't see Retry-After can't obey it; nothing else may be wrong.
            let errors = verdict.lines().filter(|line| line.trim_start().starts_with("FAIL"));
            let other: Vec<&str> = errors.filter(|line| !line.contains("retry_after_ignored")).collect();
            assert!(other.is_empty(), "{verdict}");
        } else {
            // Full jitter may well wait less the second time, which llmock can't tell from no back-off at all.
            let findings =
                verdict.lines().filter(|line| ["FAIL", "WARN"].contains(&line.trim_start().get(..4).unwrap_or("")));
            let other: Vec<&str> = findings.filter(|line| !line.contains("no_backoff")).collect();
            assert!(other.is_empty(), "{verdict}");
        }
        page.no_complaints().await;
    })
    .await;
}

#[tokio::test]
async fn chat_completions_piece_by_piece() {
    walk(&FORMS[0], "retry-after", true).await;
}

#[tokio::test]
async fn chat_completions_at_once_with_hidden_headers() {
    walk(&FORMS[0], "", false).await;
}

#[tokio::test]
async fn other_forms_at_once_with_hidden_headers() {
    for form in &FORMS[1..] {
        walk(form, "", false).await;
    }
}

#[tokio::test]
async fn mistral_piece_by_piece() {
    walk(&FORMS[4], "retry-after", true).await;
}

#[tokio::test]
async fn responses_piece_by_piece() {
    walk(&FORMS[1], "retry-after", true).await;
}

#[tokio::test]
async fn anthropic_piece_by_piece() {
    walk(&FORMS[2], "retry-after", true).await;
}

#[tokio::test]
async fn gemini_piece_by_piece() {
    walk(&FORMS[3], "retry-after", true).await;
}

#[tokio::test]
async fn all_forms_as_another_server_speaks_them() {
    let server = SecondServer::start();
    for (form, path) in FORMS.iter().zip(["/v1", "/v1", "", ""]) {
        for streams in [true, false] {
            let name = format!("aimock {} {}", form.name, if streams { "streamed" } else { "whole" });
            journey_with(&name, &[], async |page| {
                let samples = plan(page, form, &format!("{}{path}", server.address), streams, form.model).await;
                page.click("run-start").await;
                let row = finished(page, LONG).await;
                assert!(row.contains(&format!("{samples} of {samples} samples")), "{row}");
                for sample in records::samples(page).await {
                    let verdict = &sample["state"]["verdict"];
                    assert_eq!((&verdict["accuracy"], &verdict["specificity"]), (&json!(4.0), &json!(5.0)), "{sample}");
                    let turns = sample["transcript"]["entries"].to_string();
                    let looks = sample["key"]["condition"] != "closed_book";
                    assert_eq!(looks, turns.contains("list_directory"), "both calls were made: {turns}");
                }
                page.no_complaints().await;
            })
            .await;
        }
    }
}
