//! Chromium behind its driver: started for one journey, gone after it, also where the journey fails.

use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use fantoccini::error::CmdError;
use fantoccini::wd::{Capabilities, WebDriverCompatibleCommand};
use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};

const ARGUMENTS: [&str; 10] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--force-device-scale-factor=1",
    "--window-size=1280,900",
];

/// A browser with a profile of its own.
pub struct Browser {
    pub client: Client,
    // Fields are dropped in this order: first the processes, then what they wrote.
    _driver: Driver,
    _profile: Profile,
}

/// A line of the page's console.
#[derive(Clone, Debug)]
pub struct ConsoleLine {
    pub level: String,
    /// `network`, `javascript`, `console-api`, `security`, …
    pub source: String,
    pub message: String,
}

impl Browser {
    pub async fn start(name: &str) -> Self {
        let driver = Driver::start();
        let profile = Profile::new(name);
        let capabilities = capabilities(&profile);
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(capabilities)
            .connect(&format!("http://127.0.0.1:{}", driver.port))
            .await
            .unwrap_or_else(|error| {
                panic!("Chromium did not start (`scripts/install-test-tools.sh` installs it): {error}")
            });
        Self { client, _driver: driver, _profile: profile }
    }

    /// What the console has said since it was last asked.
    pub async fn console(&self) -> Result<Vec<ConsoleLine>, CmdError> {
        let lines = self.client.issue_cmd(Raw { path: "se/log", body: json!({"type": "browser"}) }).await?;
        let text = |line: &Value, key: &str| line[key].as_str().unwrap_or_default().to_owned();
        let line = |line: &Value| ConsoleLine {
            level: text(line, "level"),
            source: text(line, "source"),
            message: text(line, "message"),
        };
        Ok(lines.as_array().into_iter().flatten().map(line).collect())
    }

    /// Sends a command of Chromium's own protocol.
    pub async fn devtools(&self, command: &str, parameters: Value) -> Result<Value, CmdError> {
        let body = json!({"cmd": command, "params": parameters});
        self.client.issue_cmd(Raw { path: "goog/cdp/execute", body }).await
    }
}

fn capabilities(profile: &Profile) -> Capabilities {
    let mut arguments: Vec<String> = ARGUMENTS.map(str::to_owned).to_vec();
    arguments.push(format!("--user-data-dir={}", profile.0.display()));
    let value = json!({
        "goog:chromeOptions": {"args": arguments},
        "goog:loggingPrefs": {"browser": "ALL"},
    });
    value.as_object().expect("an object").clone()
}

/// A running chromedriver. It leads a process group, so that Chromium goes with it.
struct Driver {
    process: Child,
    port: u16,
}

impl Driver {
    fn start() -> Self {
        let mut process = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()
            .unwrap_or_else(|error| panic!("chromedriver is missing: run `scripts/install-test-tools.sh` ({error})"));
        let output = process.stdout.take().expect("the output is piped");
        let mut lines = BufReader::new(output).lines().map_while(Result::ok);
        let port = lines.find_map(|line| {
            let (_, port) = line.split_once("started successfully on port ")?;
            port.trim_end_matches('.').parse().ok()
        });
        // Read on, or the driver would block once the pipe is full.
        std::thread::spawn(move || lines.for_each(drop));
        Self { process, port: port.expect("chromedriver says its port") }
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let group = format!("-{}", self.process.id());
        // Fails only where the group has ended already.
        let _ = Command::new("kill").args(["-KILL", "--", &group]).stderr(Stdio::null()).status();
        let _ = self.process.wait();
    }
}

/// A fresh profile in the temporary folder.
struct Profile(PathBuf);

impl Profile {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("journey-{}-{}", std::process::id(), name.replace(' ', "-")));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("the temporary folder can be written");
        Self(folder)
    }
}

impl Drop for Profile {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A POST of the driver that the WebDriver standard doesn't have.
#[derive(Debug)]
struct Raw {
    path: &'static str,
    body: Value,
}

impl WebDriverCompatibleCommand for Raw {
    fn endpoint(&self, base_url: &url::Url, session_id: Option<&str>) -> Result<url::Url, url::ParseError> {
        base_url.join(&format!("session/{}/{}", session_id.unwrap_or_default(), self.path))
    }

    fn method_and_body(&self, _request_url: &url::Url) -> (http::Method, Option<String>) {
        (http::Method::POST, Some(self.body.to_string()))
    }
}
