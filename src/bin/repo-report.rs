//! Prints the deterministic half of the benchmark for an archive or folder, in the reference's form.
//!
//! `repo-report ARCHIVE|FOLDER` prints the report; `repo-report --strip FILE` prints one source without
//! docstrings and comments.

use std::error::Error;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use code_qa_bench::domain::python::{ParseProblem, StripMode, decode, strip};
use code_qa_bench::domain::repository::{Analyser, Limits, Repository, Unpacker, report};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--strip", file] => stripped(file),
        [path] => whole(Path::new(path)),
        _ => Err("usage: repo-report ARCHIVE|FOLDER, or repo-report --strip FILE".into()),
    };
    match result.and_then(|text| Ok(std::io::stdout().write_all(text.as_bytes())?)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn stripped(file: &str) -> Result<String, Box<dyn Error>> {
    let raw = fs::read(file)?;
    let text = decode(&raw).map_err(ParseProblem::from)?;
    Ok(strip(&text, StripMode::Standard)?.text.to_string())
}

fn whole(path: &Path) -> Result<String, Box<dyn Error>> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let repository = if path.is_dir() {
        let mut files = Vec::new();
        // The folder's own name stands before all paths, as in a folder picked in the browser.
        gather(path, "top", &mut files)?;
        Repository::from_files(&name, files)
    } else {
        Unpacker::run(&name, fs::read(path)?, Limits::default())?
    };
    let analysis = Analyser::run(&repository, StripMode::Standard);
    Ok(report::to_text(&report::report(&repository, &analysis)))
}

fn gather(folder: &Path, prefix: &str, files: &mut Vec<(String, Vec<u8>)>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        let path = format!("{prefix}/{}", entry.file_name().to_string_lossy());
        if kind.is_dir() {
            gather(&entry.path(), &path, files)?;
        } else if kind.is_file() {
            files.push((path, fs::read(entry.path())?));
        }
    }
    Ok(())
}
