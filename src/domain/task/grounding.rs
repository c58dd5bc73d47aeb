//! Whether what a task claims stands in the code: mechanical checks, before and beside any model.
//!
//! Evidence is text; what it names (a file, a function or class in it) is looked up in the code-only repository and
//! kept as anchors with the hash of the code. Looked up again, an anchor is still there, changed, moved, or gone.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::Task;
use crate::domain::repository::RepositoryView;

/// Words of an answer that are looked up at most.
const MOST_WORDS: usize = 200;
/// Letters of a word at least.
const SHORTEST_WORD: usize = 4;

/// Where a piece of evidence is in the code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Anchor {
    /// Which piece of evidence, from 0.
    pub evidence: usize,
    /// The file.
    pub path: String,
    /// The function or class; the whole file where none.
    pub symbol: Option<String>,
    /// Its first line, from 1.
    pub start_line: u32,
    /// Its last line.
    pub end_line: u32,
    /// SHA-256 of these lines, in hexadecimal.
    pub sha256: String,
}

/// What has become of an anchor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum AnchorState {
    /// It is where it was, as it was.
    There,
    /// It is there, but other code.
    Changed {
        /// Its first line now.
        line: u32,
    },
    /// The same code is somewhere else.
    Moved {
        /// The file.
        path: String,
        /// Its first line.
        line: u32,
    },
    /// Neither the name nor the code is there any more.
    Gone,
}

/// Lines of a file.
struct Span<'a> {
    start_line: u32,
    end_line: u32,
    text: &'a str,
}

/// The anchors of a task's evidence in the code-only repository. Evidence that names nothing there has none.
pub fn anchors(task: &Task, code_only: &RepositoryView) -> Vec<Anchor> {
    let mut found = Vec::new();
    for (evidence, text) in task.evidence.iter().enumerate() {
        let words: Vec<&str> = words_of(text).collect();
        let paths: BTreeSet<String> = words.iter().filter_map(|word| path_of(word, code_only)).collect();
        for path in paths {
            let Some(source) = code_only.text(&path) else { continue };
            let symbols: BTreeSet<&str> = words.iter().flat_map(|word| word.split('.')).collect();
            let mut of_file: Vec<Anchor> = symbols
                .into_iter()
                .filter_map(|symbol| Some((symbol, definition(&source, symbol)?)))
                .map(|(symbol, span)| anchor(evidence, &path, Some(symbol), &span))
                .collect();
            if of_file.is_empty() {
                let lines = u32::try_from(source.lines().count()).unwrap_or(u32::MAX);
                of_file.push(anchor(evidence, &path, None, &Span { start_line: 1, end_line: lines, text: &source }));
            }
            found.append(&mut of_file);
        }
    }
    found
}

/// Looks an anchor up again.
pub fn look_up(anchor: &Anchor, code_only: &RepositoryView) -> AnchorState {
    let now = code_only.text(&anchor.path);
    let Some(symbol) = &anchor.symbol else {
        return match now {
            Some(source) if sha256(&source) == anchor.sha256 => AnchorState::There,
            Some(_) => AnchorState::Changed { line: 1 },
            None => AnchorState::Gone,
        };
    };
    let here = now.as_ref().and_then(|source| definition(source, symbol));
    if let Some(span) = &here
        && sha256(span.text) == anchor.sha256
    {
        return if span.start_line == anchor.start_line {
            AnchorState::There
        } else {
            AnchorState::Moved { path: anchor.path.clone(), line: span.start_line }
        };
    }
    for path in code_only.paths().filter(|path| path.ends_with(".py") && *path != anchor.path) {
        if let Some(source) = code_only.text(path)
            && source.contains(symbol.as_str())
            && let Some(span) = definition(&source, symbol)
            && sha256(span.text) == anchor.sha256
        {
            return AnchorState::Moved { path: path.to_owned(), line: span.start_line };
        }
    }
    here.map_or(AnchorState::Gone, |span| AnchorState::Changed { line: span.start_line })
}

/// Words of an answer that look like names of code, in order, each once.
pub fn names(answer: &str) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let looks_like_code = |word: &&str| {
        let has_inner_capital = word.chars().skip(1).any(char::is_uppercase) && word.chars().any(char::is_lowercase);
        word.len() >= SHORTEST_WORD && (word.contains('_') || has_inner_capital)
    };
    let parts = words_of(answer).filter(|word| !word.contains('/')).flat_map(|word| word.split('.'));
    parts
        .filter(looks_like_code)
        .filter(|word| seen.insert(word.to_string()))
        .take(MOST_WORDS)
        .map(str::to_owned)
        .collect()
}

/// Whether a word stands somewhere in a repository, not as a part of another word.
pub fn occurs(word: &str, view: &RepositoryView) -> bool {
    let finder = memchr::memmem::Finder::new(word.as_bytes());
    view.paths().any(|path| {
        let Some(text) = view.text(path) else { return false };
        finder.find_iter(text.as_bytes()).any(|at| {
            let is_inner = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
            let before = at.checked_sub(1).and_then(|before| text.as_bytes().get(before));
            !is_inner(before) && !is_inner(text.as_bytes().get(at + word.len()))
        })
    })
}

fn words_of(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !(c.is_alphanumeric() || "_./-".contains(c)));
    words.map(|word| word.trim_matches(['.', '-', '/'])).filter(|word| !word.is_empty())
}

/// The Python file that a word names: its path, or the end of one path alone.
fn path_of(word: &str, view: &RepositoryView) -> Option<String> {
    if !word.ends_with(".py") {
        return None;
    }
    if view.contains(word) {
        return Some(word.to_owned());
    }
    let tail = format!("/{word}");
    let mut ending = view.paths().filter(|path| path.ends_with(&tail));
    let only = ending.next()?;
    ending.next().is_none().then(|| only.to_owned())
}

/// Where a function or class of this name is defined first: from its line to the last that is indented deeper.
fn definition<'a>(source: &'a str, symbol: &str) -> Option<Span<'a>> {
    let mut lines = source.split_inclusive('\n').scan(0, |at, line| {
        let start = *at;
        *at += line.len();
        Some((start, line))
    });
    let defines = |line: &str| {
        let rest = line.trim_start();
        let rest = rest.strip_prefix("async ").map_or(rest, str::trim_start);
        let name = rest.strip_prefix("def ").or_else(|| rest.strip_prefix("class "));
        name.and_then(|name| name.trim_start().strip_prefix(symbol))
            .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    };
    let indent = |line: &str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let (mut number, start, first) = loop_until(&mut lines, defines)?;
    let start_line = number;
    let (mut end, mut end_line) = (start + first.len(), number);
    let mut is_open = !first.trim_end().ends_with(':');
    for (at, line) in lines {
        number += 1;
        let is_blank = line.trim().is_empty();
        if !is_blank && !is_open && indent(line) <= indent(first) {
            break;
        }
        is_open = is_open && !line.trim_end().ends_with(':');
        if !is_blank {
            (end, end_line) = (at + line.len(), number);
        }
    }
    Some(Span { start_line, end_line, text: &source[start..end] })
}

/// The first line for which `is_it` holds: its number, where it begins, and the line.
fn loop_until<'a>(
    lines: &mut impl Iterator<Item = (usize, &'a str)>,
    is_it: impl Fn(&str) -> bool,
) -> Option<(u32, usize, &'a str)> {
    let mut number = 0;
    for (start, line) in lines {
        number += 1;
        if is_it(line) {
            return Some((number, start, line));
        }
    }
    None
}

fn anchor(evidence: usize, path: &str, symbol: Option<&str>, span: &Span<'_>) -> Anchor {
    Anchor {
        evidence,
        path: path.to_owned(),
        symbol: symbol.map(str::to_owned),
        start_line: span.start_line,
        end_line: span.end_line,
        sha256: sha256(span.text),
    }
}

fn sha256(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests;
