//! A scripted model behind an OpenAI-compatible server on this machine. It explores with tool calls and
//! answers each kind of request in the form that is asked for.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use futures::StreamExt;
use serde_json::{Value, json};
use tower_http::cors::CorsLayer;

use crate::site::listen;

/// The server.
pub struct Model {
    /// Base URL, with the version.
    pub base_url: String,
    inner: Arc<Inner>,
}

struct Inner {
    /// The key that is asked for; none where it is empty.
    key: String,
    delay_ms: AtomicU64,
    piece_ms: AtomicU64,
    calls: AtomicUsize,
    answered: Mutex<Vec<Value>>,
}

impl Model {
    /// Starts a server that wants a key, or none where it is empty.
    pub async fn start(key: &str) -> Self {
        Self::start_behind(key, |router| router).await
    }

    /// As [`Self::start`], with something between it and the browser, such as faults.
    pub async fn start_behind(key: &str, what: impl FnOnce(Router) -> Router) -> Self {
        let inner = Arc::new(Inner {
            key: key.into(),
            delay_ms: AtomicU64::new(0),
            piece_ms: AtomicU64::new(0),
            calls: AtomicUsize::new(0),
            answered: Mutex::default(),
        });
        let router = Router::new()
            .route("/v1/chat/completions", post(complete))
            .route("/v1/models", get(list))
            .with_state(inner.clone());
        let router = what(router).layer(CorsLayer::very_permissive());
        Self { base_url: format!("{}/v1", listen(router).await), inner }
    }

    /// Lets each further answer wait.
    pub fn answer_after(&self, delay_ms: u64) {
        self.inner.delay_ms.store(delay_ms, Ordering::Relaxed);
    }

    /// Lets each further piece of a streamed answer wait.
    pub fn write_slowly(&self, piece_ms: u64) {
        self.inner.piece_ms.store(piece_ms, Ordering::Relaxed);
    }

    /// Requests so far, refused and abandoned ones included.
    pub fn calls(&self) -> usize {
        self.inner.calls.load(Ordering::Relaxed)
    }

    /// The requests that were answered.
    pub fn answered(&self) -> Vec<Value> {
        self.inner.answered.lock().expect("no handler panics").clone()
    }
}

/// The models that the server has.
async fn list(State(model): State<Arc<Inner>>, headers: HeaderMap) -> Response {
    match refusal(&model, &headers) {
        Some(refusal) => refusal,
        None => Json(json!({"data": [{"id": "scripted", "max_model_len": 32768}, {"id": "another"}]})).into_response(),
    }
}

async fn complete(State(model): State<Arc<Inner>>, headers: HeaderMap, Json(request): Json<Value>) -> Response {
    model.calls.fetch_add(1, Ordering::Relaxed);
    if let Some(refusal) = refusal(&model, &headers) {
        return refusal;
    }
    // Dropped here where the page gives the request up: then it is not among the answered.
    tokio::time::sleep(Duration::from_millis(model.delay_ms.load(Ordering::Relaxed))).await;
    let message = reply(&request);
    let request_streams = request["stream"] == true;
    model.answered.lock().expect("no handler panics").push(request);
    let is_call = message.get("tool_calls").is_some();
    if request_streams {
        return stream(message, is_call, model.piece_ms.load(Ordering::Relaxed));
    }
    Json(json!({
        "id": "scripted",
        "object": "chat.completion",
        "choices": [{"index": 0, "finish_reason": if is_call { "tool_calls" } else { "stop" }, "message": message}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}
    }))
    .into_response()
}

/// The message piece by piece, as server-sent events.
fn stream(message: Value, is_call: bool, piece_ms: u64) -> Response {
    let mut deltas: Vec<Value> = Vec::new();
    for piece in message["content"].as_str().unwrap_or_default().split_inclusive(' ') {
        deltas.push(json!({"content": piece}));
    }
    for (index, call) in message["tool_calls"].as_array().into_iter().flatten().enumerate() {
        let mut call = call.clone();
        call["index"] = index.into();
        deltas.push(json!({"tool_calls": [call]}));
    }
    let chunk = |delta: Value, finish: Value| json!({"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]});
    let mut events: Vec<String> = deltas.into_iter().map(|delta| chunk(delta, Value::Null).to_string()).collect();
    events.push(chunk(json!({}), if is_call { "tool_calls" } else { "stop" }.into()).to_string());
    let usage = json!({"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120});
    events.push(json!({"object": "chat.completion.chunk", "choices": [], "usage": usage}).to_string());
    events.push("[DONE]".into());
    let pieces = futures::stream::iter(events).then(move |event| async move {
        tokio::time::sleep(Duration::from_millis(piece_ms)).await;
        Ok::<_, std::convert::Infallible>(format!("data: {event}\n\n"))
    });
    ([("content-type", "text/event-stream")], Body::from_stream(pieces)).into_response()
}

/// Where the key is not the right one.
fn refusal(model: &Inner, headers: &HeaderMap) -> Option<Response> {
    let bearer = headers.get("authorization").and_then(|value| value.to_str().ok()).unwrap_or_default();
    let is_right = model.key.is_empty() || bearer == format!("Bearer {}", model.key);
    let error = json!({"error": {"message": "Incorrect API key provided", "type": "invalid_request_error"}});
    (!is_right).then(|| (StatusCode::UNAUTHORIZED, Json(error)).into_response())
}

/// The next message: by the instructions, and by how far the conversation is.
fn reply(request: &Value) -> Value {
    let messages = request["messages"].as_array().map(Vec::as_slice).unwrap_or_default();
    let system = messages.first().and_then(|m| m["content"].as_str()).unwrap_or_default();
    let turns = messages.iter().filter(|message| message["role"] == "assistant").count();
    let has_tools = request.get("tools").is_some();
    if system.starts_with("You judge") {
        return text(json!({"accuracy": 4, "completeness": 3, "specificity": 5, "explanation": "Names the parts."}));
    }
    if system.starts_with("You check a gold answer") {
        return text(json!({"verdict": "pass", "reasons": []}));
    }
    if system.starts_with("You audit gold answers") {
        let claim = json!({"claim": "the hub polls", "verdict": "keep", "reason": "the code shows it"});
        return text(json!({
            "claims": [claim], "revised_answer": "`SensorHub.poll` reads every sensor.",
            "doc_leakage_fraction": 0.0, "summary": "nothing leaks"
        }));
    }
    if system.starts_with("You write questions") {
        let rubric = ["names the hub", "names the method", "says what it returns"];
        return text(json!({"question": "How does the hub read its sensors?", "rubric": rubric}));
    }
    let is_gold = system.starts_with("You write the gold-standard answer");
    match (has_tools, turns) {
        (true, 0) => {
            calls(&[("list_directory", json!({"path": ""})), ("search_code", json!({"pattern": "class \\w+"}))])
        }
        (true, 1) => calls(&[("read_file", json!({"path": a_python_file(messages)}))]),
        _ if is_gold => text(json!({
            "answer": "`SensorHub.poll` reads every sensor.",
            "key_files": [a_python_file(messages)],
            "code_evidence": ["poll reads (hub)", "poll returns (hub)", "poll stores (hub)"]
        })),
        _ => json!({"role": "assistant", "content": "`SensorHub.poll` reads every sensor."}),
    }
}

/// The first Python file that a tool has named.
fn a_python_file(messages: &[Value]) -> String {
    let results = messages.iter().filter(|message| message["role"] == "tool").filter_map(|m| m["content"].as_str());
    let words = results.flat_map(|text| text.split(|c: char| !(c.is_alphanumeric() || "/_-.".contains(c))));
    words.into_iter().find(|word| word.contains('/') && word.ends_with(".py")).unwrap_or("setup.py").to_owned()
}

fn text(object: Value) -> Value {
    json!({"role": "assistant", "content": format!("```json\n{object}\n```")})
}

fn calls(calls: &[(&str, Value)]) -> Value {
    let call = |(number, (name, arguments)): (usize, &(&str, Value))| {
        let function = json!({"name": name, "arguments": arguments.to_string()});
        json!({"id": format!("call-{number}"), "type": "function", "function": function})
    };
    let calls: Vec<Value> = calls.iter().enumerate().map(call).collect();
    json!({"role": "assistant", "content": null, "tool_calls": calls})
}
