//! Five hundred samples, sixteen requests at a time, one call in five going wrong: nothing is lost, whether the
//! tab lives through it, is hidden, or is closed ten times.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::journey::journey_with;
use crate::model::Model;
use crate::page::{Page, number};
use crate::records;
use crate::sample::{finished, generate};
use crate::scripted_provider::choose_scripted;

const LONG: Duration = Duration::from_secs(400);
const EPOCHS: u64 = 12;
/// Tokens that the scripted model reports for each call.
const TOKENS: usize = 120;
/// What a browser says of faults, on its console.
const EXPECTED: [&str; 6] =
    ["status of 429", "status of 500", "status of 529", "ERR_", "status of 503", "Failed to load resource"];

/// What came of the calls.
#[derive(Default)]
struct Wire {
    calls: AtomicUsize,
    faults: AtomicUsize,
}

impl Wire {
    /// Calls answered well.
    fn answered(&self) -> usize {
        self.calls.load(Ordering::Relaxed) - self.faults.load(Ordering::Relaxed)
    }
}

/// One call in five goes wrong, in turns in all ways that a server can do.
async fn fails_often(State(wire): State<Arc<Wire>>, request: Request, next: Next) -> Response {
    if request.method() != "POST" {
        return next.run(request).await;
    }
    let number = wire.calls.fetch_add(1, Ordering::Relaxed);
    if number % 5 == 2 {
        let fault = wire.faults.fetch_add(1, Ordering::Relaxed);
        return match fault % 6 {
            0 => (StatusCode::TOO_MANY_REQUESTS, [("retry-after", "1")], "{}").into_response(),
            1 => {
                let hint = json!({"error": {"message": "Rate limit reached. Please try again in 0.5s."}});
                (StatusCode::TOO_MANY_REQUESTS, hint.to_string()).into_response()
            }
            2 => (StatusCode::INTERNAL_SERVER_ERROR, "oops").into_response(),
            3 => (StatusCode::from_u16(529).unwrap_or(StatusCode::BAD_GATEWAY), "").into_response(),
            4 => "<html>proxy</html>".into_response(),
            // Half a stream, cut off.
            _ => {
                let half = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"half an\"}}]}\n\n";
                ([("content-type", "text/event-stream")], half).into_response()
            }
        };
    }
    next.run(request).await
}

async fn server(wire: &Arc<Wire>) -> Model {
    Model::start_behind("", |router| router.layer(from_fn_with_state(wire.clone(), fails_often))).await
}

/// The sample with its tasks, the scripted provider at sixteen requests, and twelve repetitions planned.
async fn plan(page: &Page, model: &Model) -> u64 {
    page.open("/repository", "repository").await;
    page.click("open-sample").await;
    page.see_text_within("repository-name", "greenhouse", LONG).await;
    generate(page, 12, 2).await;
    page.go("settings").await;
    page.click("provider-add").await;
    page.fill("provider-url", &model.base_url).await;
    page.fill("provider-models", "scripted").await;
    page.fill("provider-name", "Own server").await;
    page.click("provider-more").await;
    page.fill("provider-concurrency", "16").await;
    page.click("provider-save").await;
    page.see_text("provider", "Own server").await;
    page.go("evaluate").await;
    choose_scripted(page).await;
    page.fill("epochs", &EPOCHS.to_string()).await;
    page.see_count("preflight-samples").await
}

async fn ended(page: &Page) -> u64 {
    page.texts("run-progress").await.first().map_or(0, |text| number(text))
}

/// Answers, scores and states of all samples, without what depends on times.
async fn outcome(page: &Page) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for sample in records::samples(page).await {
        let state = &sample["state"];
        assert_eq!(state["state"], "scored", "{}: {state}", sample["key"]);
        let turns = sample["transcript"]["entries"].as_array().map_or(0, Vec::len);
        let usage = [&sample["usage"]["input_tokens"], &sample["usage"]["output_tokens"]];
        all.push(json!([sample["key"], state["answer"], state["verdict"], turns, usage]).to_string());
    }
    all.sort();
    all
}

/// Tokens that the newest run says it has used.
async fn tokens(page: &Page) -> usize {
    page.texts("run-spend").await.first().map_or(0, |text| number(text) as usize)
}

#[tokio::test]
async fn a_bad_network_a_hidden_tab_and_ten_closed_tabs_lose_nothing() {
    let (undisturbed, needed) = {
        let wire = Arc::<Wire>::default();
        let model = server(&wire).await;
        let result: Mutex<Vec<String>> = Mutex::default();
        journey_with("long run", &EXPECTED, async |page| {
            let samples = plan(page, &model).await;
            assert!(samples >= 450, "{samples} samples");
            let began = Instant::now();
            page.click("run-start").await;
            page.see("live-concurrency").await;
            hidden(page).await;
            let row = finished(page, LONG).await;
            assert!(row.contains(&format!("{samples} of {samples} samples")), "{row}");
            let outcome = outcome(page).await;
            assert_eq!(outcome.len() as u64, samples);
            let (calls, faults) = (wire.calls.load(Ordering::Relaxed), wire.faults.load(Ordering::Relaxed));
            println!("{samples} samples, {calls} calls, {faults} faults: {:.1} s", began.elapsed().as_secs_f64());
            assert!(faults * 6 > calls, "{faults} faults in {calls} calls");
            assert_eq!(tokens(page).await, wire.answered() * TOKENS, "tokens of all calls that were answered");
            *result.lock().expect("nobody panics") = outcome;
            page.no_complaints().await;
        })
        .await;
        (result.into_inner().expect("nobody panics"), wire.answered())
    };

    let wire = Arc::<Wire>::default();
    let model = server(&wire).await;
    journey_with("ten tabs", &EXPECTED, async |page| {
        let samples = plan(page, &model).await;
        page.click("run-start").await;
        for tab in 1..=10 {
            let enough = samples * tab / 11;
            let reached = async || Some(ended(page).await).filter(|ended| *ended >= enough);
            page.until(format!("{enough} ended samples"), LONG, reached).await;
            close_tab(page).await;
            page.open("/evaluate", "evaluate").await;
            page.see_text_within("run-row", "paused", LONG).await;
            page.see_text_within("top-loaded", "greenhouse", LONG).await;
            page.click("run-resume").await;
        }
        let row = finished(page, LONG).await;
        assert!(row.contains(&format!("{samples} of {samples} samples")), "{row}");
        assert_eq!(outcome(page).await, undisturbed);
        let answered = wire.answered();
        assert_eq!(tokens(page).await, needed * TOKENS, "tokens of the calls that the samples are made of");
        let again = answered.saturating_sub(needed);
        println!("{answered} calls answered, {needed} needed");
        assert!(again <= 10 * 16, "{again} answered calls were made again: more than were in flight");
        page.no_complaints().await;
    })
    .await;
}

/// Puts another tab before this one, and sees that work goes on behind it at about the pace it had.
async fn hidden(page: &Page) {
    let at = async |wait: u64| {
        let before = ended(page).await;
        tokio::time::sleep(Duration::from_secs(wait)).await;
        before
    };
    let client = &page.browser.client;
    let here = client.window().await.expect("a window");
    let before = at(3).await;
    let shown = ended(page).await - before;
    let other = client.new_window(true).await.expect("another tab");
    client.switch_to_window(other.handle).await.expect("the other tab");
    tokio::time::sleep(Duration::from_secs(6)).await;
    client.close_window().await.expect("it closes");
    client.switch_to_window(here).await.expect("the first tab");
    let behind = ended(page).await - before - shown;
    println!("{shown} samples in 3 s in front, {behind} in 6 s behind another tab");
    assert!(behind * 2 >= shown, "{shown} samples in 3 s in front, {behind} in 6 s behind another tab");
}

/// Closes the tab, whatever it is doing, and goes on in another.
async fn close_tab(page: &Page) {
    let client = &page.browser.client;
    let old = client.window().await.expect("a window");
    let other = client.new_window(true).await.expect("another tab");
    client.switch_to_window(old).await.expect("the first tab");
    client.close_window().await.expect("it closes");
    client.switch_to_window(other.handle).await.expect("the other tab");
}
