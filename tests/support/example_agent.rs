//! The example server of the agents' protocol, as a process, and plain HTTP to it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// The server; it ends with the test.
pub struct ExampleAgent {
    /// Where it is, such as `http://127.0.0.1:4000/`.
    pub url: String,
    process: Child,
}

impl Drop for ExampleAgent {
    fn drop(&mut self) {
        // Fails only where it has ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl ExampleAgent {
    /// Starts it on the sample repository, for the conditions with files. It asks for the key, where there is one.
    pub fn start(key: &str) -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let sample = root.join("public/sample/greenhouse");
        let mut process = Command::new("python3")
            .arg(root.join("public/agent/example_agent.py"))
            .args(["--port", "0", "--key", key])
            .arg("--documented")
            .arg(&sample)
            .arg("--code-only")
            .arg(&sample)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Python starts");
        let mut line = String::new();
        let output = process.stdout.as_mut().expect("the output is piped");
        BufReader::new(output).read_line(&mut line).expect("the server says where it is");
        let url = line.split_whitespace().next().expect("an address").to_owned();
        Self { url, process }
    }

    /// Sends a request: status and body.
    pub fn send(&self, method: &str, headers: &[(&str, &str)], body: &str) -> (u16, String) {
        let host = self.url.trim_start_matches("http://").trim_end_matches('/');
        let mut stream = TcpStream::connect(host).expect("the server listens");
        let headers: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let head = format!("{method} / HTTP/1.0\r\nhost: {host}\r\n{headers}content-length: {}\r\n\r\n", body.len());
        stream.write_all((head + body).as_bytes()).expect("the request is sent");
        let mut reply = String::new();
        stream.read_to_string(&mut reply).expect("the reply is text");
        let (head, body) = reply.split_once("\r\n\r\n").expect("a head");
        let status = head.split_whitespace().nth(1).and_then(|status| status.parse().ok()).expect("a status");
        (status, body.to_owned())
    }
}
