//! The connection doctor in a real browser, which tells a page less than a test would.

use axum::http::StatusCode;
use axum::response::IntoResponse;
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::json;
use tower_http::cors::CorsLayer;

use crate::journey::journey_with;
use crate::model::Model;
use crate::page::Page;
use crate::site::listen;

/// Adds a provider of a preset at an address, and lets the doctor look at it.
async fn look_at(page: &Page, preset: &str, base_url: &str, model: &str) {
    page.open("/settings", "settings").await;
    page.click("provider-add").await;
    page.select("provider-preset", preset).await;
    page.fill("provider-url", base_url).await;
    page.fill("provider-models", model).await;
    page.fill("provider-name", preset).await;
    page.click("provider-save").await;
    page.see_text("provider", preset).await;
    page.click("doctor-ask").await;
}

/// A server that answers everything, and allows no page to read it.
async fn without_cors() -> String {
    let answer = || async { Json(json!({"data": []})) };
    listen(Router::new().route("/v1/models", get(answer)).route("/v1/chat/completions", post(answer))).await
}

#[tokio::test]
async fn cors_that_is_off_is_told_with_the_command_that_turns_it_on() {
    let address = without_cors().await;
    journey_with("doctor cors", &["CORS policy", "ERR_FAILED", "404"], async |page| {
        look_at(page, "LM Studio", &format!("{address}/v1"), "qwen").await;
        page.see_text("doctor-trouble", "does not let this page read").await;
        page.see_text("doctor-command", "lms server start --cors").await;
        page.see_text("doctor-checks", "the browser lets this page read it: no").await;
        page.screenshot("doctor-cors").await;
        page.no_complaints().await;
    })
    .await;
}

#[tokio::test]
async fn a_local_server_that_is_not_started_is_told_with_its_command() {
    let port = std::net::TcpListener::bind("127.0.0.1:0").and_then(|l| l.local_addr()).expect("a free port").port();
    journey_with("doctor nothing", &["ERR_CONNECTION_REFUSED"], async |page| {
        look_at(page, "Ollama", &format!("http://127.0.0.1:{port}/v1"), "qwen").await;
        page.see_text("doctor-trouble", "Nothing answers").await;
        let command = page.see_text("doctor-command", "ollama serve").await;
        assert!(command.contains("OLLAMA_ORIGINS=http://127.0.0.1:"), "{command}");
        page.no_complaints().await;
    })
    .await;
}

#[tokio::test]
async fn quota_and_unknown_models_are_told_apart() {
    let answer =
        |status: StatusCode, body: serde_json::Value| move || async move { (status, Json(body)).into_response() };
    let quota = json!({"error": {"message": "You exceeded your current quota", "code": "insufficient_quota"}});
    let broke = Router::new()
        .route("/v1/models", get(answer(StatusCode::OK, json!({"data": [{"id": "m"}]}))))
        .route("/v1/chat/completions", post(answer(StatusCode::TOO_MANY_REQUESTS, quota)))
        .layer(CorsLayer::very_permissive());
    let broke = listen(broke).await;
    let unknown = json!({"error": {"message": "model 'scriptde' not found"}});
    let typing_error = Router::new()
        .route("/v1/models", get(answer(StatusCode::OK, json!({"data": [{"id": "scripted"}, {"id": "other"}]}))))
        .route("/v1/chat/completions", post(answer(StatusCode::NOT_FOUND, unknown)))
        .layer(CorsLayer::very_permissive());
    let typing_error = listen(typing_error).await;
    journey_with("doctor words", &["status of 429", "status of 404"], async |page| {
        look_at(page, "vLLM", &format!("{broke}/v1"), "m").await;
        page.see_text("doctor-trouble", "quota is used up").await;
        page.click("provider-remove").await;
        page.click("provider-remove").await;
        look_at(page, "llama.cpp", &format!("{typing_error}/v1"), "scriptde").await;
        page.see_text("doctor-trouble", "Did you mean scripted?").await;
        page.no_complaints().await;
    })
    .await;
}

#[tokio::test]
async fn models_are_fetched_ticked_priced_and_changed() {
    let model = Model::start("").await;
    journey_with("models", &[], async |page| {
        look_at(page, "Another endpoint", &model.base_url, "scripted").await;
        page.see_text("doctor-well", "calls tools").await;
        page.see_text("model-facts", "price unknown").await;
        page.click("models-fetch").await;
        page.see_text("models-listed", "2 models").await;
        page.fill("models-search", "anoth").await;
        page.click_on("label:has([data-test=\"model-offered\"])").await;
        page.see_text("model", "another").await;

        page.click_on("[data-test=\"model\"][data-name=\"scripted\"] [data-test=\"model-edit\"]").await;
        page.fill("model-price-in", "0.5").await;
        page.fill("model-price-out", "2").await;
        page.fill("model-extra", "{not json").await;
        page.see_text("model", "no JSON object").await;
        page.fill("model-extra", "{\"seed\": 7}").await;
        page.click("model-save").await;
        page.see_text("model-facts", "USD 0.5 in, 2 out per million tokens (yours)").await;
        page.click("doctor-ask").await;
        page.see_text("doctor-well", "calls tools").await;
        assert!(model.answered().last().is_some_and(|request| request["seed"] == 7), "further settings are sent");
        page.screenshot("settings-models").await;
        page.reload().await;
        page.see_text("model-facts", "USD 0.5 in").await;
        page.no_complaints().await;
    })
    .await;
}
