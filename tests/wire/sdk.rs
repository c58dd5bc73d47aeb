//! The providers' own types, asked by a script.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::conversations::Case;

/// What the SDKs' types say against the bodies: nothing, or a line for each problem.
pub fn problems(cases: &[Case]) -> String {
    let python = python();
    assert!(python.is_file(), "{} is missing: install it with `scripts/install-sdks.sh`", python.display());
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/wire/check_bodies.py");
    let mut child = Command::new(&python)
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    for case in cases {
        let line =
            serde_json::json!({"name": case.name, "form": case.form, "streams": case.streams, "body": case.body});
        writeln!(stdin, "{line}").unwrap();
    }
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    let found = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    assert_eq!(output.status.success(), found.is_empty(), "the script broke: {errors}");
    found
}

fn python() -> PathBuf {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let cache = || {
        let home = || set("HOME").unwrap_or_default().join(".cache");
        set("CQB_CACHE").unwrap_or_else(|| set("XDG_CACHE_HOME").unwrap_or_else(home).join("code-qa-bench"))
    };
    set("CQB_TOOLS").unwrap_or_else(|| cache().join("tools")).join("wire/bin/python")
}
