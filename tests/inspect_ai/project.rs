//! A project on the disk, and inspect_ai to evaluate it.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use code_qa_bench::domain::repository::{Limits, Unpacker};
use serde_json::Value;

/// A folder of a test's own, empty.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("inspect_ai").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Unpacks a project's archive below a folder; gives where it is.
pub fn unpacked(archive: Vec<u8>, folder: &Path) -> PathBuf {
    let repository = Unpacker::run("project.zip", archive, Limits::default()).unwrap();
    let project = folder.join("project");
    for (path, content) in &repository.files {
        let file = project.join(path);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, content.bytes()).unwrap();
    }
    project
}

/// Runs a script of this folder with inspect_ai's Python; gives the lines of JSON that it prints.
pub fn python(script: &str, arguments: &[&Path], input: &str) -> Vec<Value> {
    let python = interpreter();
    assert!(python.is_file(), "{} is missing: install it with `scripts/install-inspect.sh`", python.display());
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/inspect_ai").join(script);
    let mut child = Command::new(&python)
        .arg(script)
        .args(arguments)
        .env("INSPECT_LOG_LEVEL", "error")
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "the script broke: {errors}");
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}\n{errors}"))).collect()
}

fn interpreter() -> PathBuf {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let cache = || {
        let home = || set("HOME").unwrap_or_default().join(".cache");
        set("CQB_CACHE").unwrap_or_else(|| set("XDG_CACHE_HOME").unwrap_or_else(home).join("code-qa-bench"))
    };
    set("CQB_TOOLS").unwrap_or_else(|| cache().join("tools")).join("inspect/bin/python")
}
