//! Signing in at a provider by OAuth with PKCE: there and back, and the key that comes of it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tower_http::cors::CorsLayer;

use crate::journey::journey;
use crate::site::listen;

/// What the provider remembers of a sign-in: the hash that the code is bound to.
type Challenges = Arc<Mutex<Vec<String>>>;

/// The provider's sign-in page: this user agrees at once.
async fn agree(State(challenges): State<Challenges>, RawQuery(query): RawQuery) -> Redirect {
    let query = query.unwrap_or_default();
    let query: HashMap<_, _> = url::form_urlencoded::parse(query.as_bytes()).into_owned().collect();
    assert_eq!(query["code_challenge_method"], "S256");
    challenges.lock().expect("no handler panics").push(query["code_challenge"].clone());
    Redirect::to(&format!("{}?code=once", query["callback_url"]))
}

/// The exchange: the verifier must be the one whose hash came with the request for the code.
async fn exchange(State(challenges): State<Challenges>, Json(body): Json<Value>) -> Response {
    let challenge = challenges.lock().expect("no handler panics").pop();
    let verifier = body["code_verifier"].as_str().unwrap_or_default();
    let hash = URL_SAFE_NO_PAD.encode(Sha256::digest(verifier.as_bytes()));
    let fits = challenge.is_some_and(|challenge| challenge == hash);
    if body["code"] == "once" && verifier.len() == 43 && fits {
        Json(json!({"key": "sk-signed-in"})).into_response()
    } else {
        StatusCode::FORBIDDEN.into_response()
    }
}

#[tokio::test]
async fn signing_in_at_openrouter_gives_a_key() {
    let router = Router::new()
        .route("/auth", get(agree))
        .route("/api/v1/auth/keys", post(exchange))
        .layer(CorsLayer::very_permissive())
        .with_state(Challenges::default());
    let address = listen(router).await;
    journey("sign in", async |page| {
        page.open("/settings", "settings").await;
        page.click("provider-add").await;
        page.select("provider-preset", "OpenRouter").await;
        page.fill("provider-url", &format!("{address}/api/v1")).await;
        page.click("provider-save").await;
        page.see_text("provider", "OpenRouter").await;
        page.see_text("provider-key-state", "No key").await;
        page.click("provider-sign-in").await;
        page.see_text("provider-key-state", "A key is in memory").await;
        let address = page.script("return location.href", json!([])).await;
        assert!(!address.to_string().contains("code"), "the code has left the address: {address}");
        page.no_complaints().await;
    })
    .await;
}
