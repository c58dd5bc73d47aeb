//! Independent servers of the providers' wire forms, as processes beside the browser.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use axum::body::Body;
use http::{Method, Request};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use serde_json::{Value, json};

/// A process that ends with the test.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        // Fails only where it has ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Where `scripts/install-fault-servers.sh` puts the servers.
fn installed() -> PathBuf {
    let cache = std::env::var("CQB_CACHE").map(PathBuf::from).unwrap_or_else(|_| {
        let base = std::env::var("XDG_CACHE_HOME").map(PathBuf::from);
        let base = base.unwrap_or_else(|_| Path::new(&std::env::var("HOME").unwrap_or_default()).join(".cache"));
        base.join("code-qa-bench")
    });
    let folder = cache.join("tools/fault-servers");
    assert!(folder.is_dir(), "the servers are missing: run `scripts/install-fault-servers.sh`");
    folder
}

fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/servers").join(name)
}

/// llmock: misbehaves as it is told, and judges its client's manners.
pub struct FaultServer {
    address: String,
    _process: Process,
}

impl FaultServer {
    /// Starts it; pages may see the headers named in `exposed`.
    pub async fn start(exposed: &str) -> Self {
        let port = std::net::TcpListener::bind("127.0.0.1:0").and_then(|l| l.local_addr()).expect("a free port").port();
        let child = Command::new(installed().join("bin/python"))
            .arg(script("fault_server.py"))
            .arg(port.to_string())
            .env("EXPOSED", exposed)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("Python starts");
        let server = Self { address: format!("http://127.0.0.1:{port}"), _process: Process(child) };
        for _ in 0..200 {
            if server.ask(Method::GET, "/health", None).await.is_some() {
                return server;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        panic!("llmock did not start");
    }

    /// Its address with a path below it.
    pub fn at(&self, path: &str) -> String {
        format!("{}{path}", self.address)
    }

    /// Orders faults and replies for the next requests.
    pub async fn script(&self, behaviors: Value) {
        let told = self.ask(Method::POST, "/_llmock/scenario", Some(json!({"behaviors": behaviors}))).await;
        assert!(told.as_ref().is_some_and(|told| told.contains("queued")), "{told:?}");
    }

    /// Damages the bodies of the next replies.
    pub async fn damage(&self, kind: &str, times: u32) {
        self.ask(Method::POST, "/_body", Some(json!({"kind": kind, "times": times}))).await.expect("it is told");
    }

    /// Faults that nobody has met yet.
    pub async fn pending(&self) -> usize {
        let text = self.ask(Method::GET, "/_llmock/scenario", None).await.unwrap_or_default();
        let body: Value = serde_json::from_str(&text).unwrap_or_default();
        body["pending"].as_array().map_or(0, Vec::len)
    }

    /// What it says of its client, in words.
    pub async fn verdict(&self) -> String {
        self.ask(Method::GET, "/_llmock/verdict?format=text", None).await.expect("a verdict")
    }

    async fn ask(&self, method: Method, path: &str, body: Option<Value>) -> Option<String> {
        let client: Client<HttpConnector, Body> = Client::builder(TokioExecutor::new()).build_http();
        let body = body.map(|body| Body::from(body.to_string())).unwrap_or_default();
        let request = Request::builder().method(method).uri(self.at(path)).body(body).expect("a request");
        let reply = client.request(request).await.ok()?;
        let bytes = axum::body::to_bytes(Body::new(reply.into_body()), usize::MAX).await.ok()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// aimock, scripted to explore, answer and judge.
pub struct SecondServer {
    /// Its address.
    pub address: String,
    _process: Process,
}

impl SecondServer {
    /// Starts it.
    pub fn start() -> Self {
        let mut child = Command::new("node")
            .arg(script("second_server.mjs"))
            .arg(installed())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Node starts");
        let output = child.stdout.take().expect("the output is piped");
        let mut lines = BufReader::new(output).lines().map_while(Result::ok);
        let address = lines.next().expect("aimock says its address");
        std::thread::spawn(move || lines.for_each(drop));
        Self { address, _process: Process(child) }
    }
}
