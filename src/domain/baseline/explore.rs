//! How the baseline uses the tools: search, read, follow callees, read those, stop. Which step it is at
//! is read off the conversation, so a reply depends on nothing but the request.

use std::collections::{BTreeMap, HashMap};

use serde_json::json;

use super::Reply;
use super::facts::{Findings, Page};
use crate::domain::condition::Condition;
use crate::domain::provider::{Message, ModelReply, ModelRequest, ToolCall, ToolResult};
use crate::domain::retrieval::{Bm25, code_references, terms};
use crate::domain::task::ChunkText;

/// Files read per step.
const FILES: usize = 3;
/// Lines read around a hit: before and after.
const BEFORE: u32 = 60;
const AFTER: u32 = 240;
/// Terms in a search pattern at most.
const PATTERN_TERMS: usize = 8;

/// What is looked for.
pub struct Topic {
    /// Names that code has and the topic mentions.
    pub names: Vec<String>,
    /// Its words.
    pub terms: Vec<String>,
    /// A file that is certainly about it.
    path: Option<String>,
    /// Whether documentation is to be read first.
    reads_documentation: bool,
}

impl Topic {
    /// The topic of a documentation chunk.
    pub fn of_chunk(chunk: &ChunkText) -> Self {
        let is_python = chunk.path.ends_with(".py");
        let mut names = if is_python { vec![chunk.heading.clone()] } else { Vec::new() };
        names.extend(code_references(&format!("{} {}", chunk.heading, chunk.content)));
        names.truncate(PATTERN_TERMS);
        Self {
            terms: terms(&format!("{} {} {}", chunk.heading, names.join(" "), first_chars(&chunk.content))),
            names,
            path: is_python.then(|| chunk.path.clone()),
            reads_documentation: false,
        }
    }

    /// The topic of a question.
    pub fn of_question(question: &str, condition: Condition) -> Self {
        Self {
            names: code_references(question),
            terms: terms(question),
            path: None,
            reads_documentation: condition == Condition::Documented,
        }
    }
}

/// The next tool calls, or where exploring is over (or there are no tools) what `conclude` makes of it.
pub fn or_else(request: &ModelRequest, topic: &Topic, conclude: impl FnOnce(&Findings) -> Reply) -> ModelReply {
    let exchanges = exchanges(&request.messages);
    let calls = if request.offers_tools { next_calls(&exchanges, topic) } else { Vec::new() };
    if calls.is_empty() {
        conclude(&Findings::rank(pages(&exchanges), topic)).into()
    } else {
        let turn = exchanges.len();
        let call = |(at, (name, arguments)): (usize, (&str, serde_json::Value))| ToolCall {
            id: format!("t{turn}c{at}"),
            name: name.to_owned(),
            arguments: arguments.to_string(),
        };
        Reply::Calls(calls.into_iter().enumerate().map(call).collect()).into()
    }
}

type Call = (&'static str, serde_json::Value);
/// A turn's calls with their results.
type Exchange<'m> = Vec<(&'m ToolCall, &'m ToolResult)>;

fn exchanges(messages: &[Message]) -> Vec<Exchange<'_>> {
    let mut exchanges: Vec<Exchange> = Vec::new();
    let mut calls: HashMap<&str, &ToolCall> = HashMap::new();
    for message in messages {
        match message {
            Message::Assistant(turn) if !turn.calls.is_empty() => {
                calls = turn.calls.iter().map(|call| (call.id.as_str(), call)).collect();
                exchanges.push(Vec::new());
            }
            Message::Tool(result) => {
                if let (Some(exchange), Some(call)) = (exchanges.last_mut(), calls.get(result.call_id.as_str())) {
                    exchange.push((call, result));
                }
            }
            _ => {}
        }
    }
    exchanges
}

fn next_calls(exchanges: &[Exchange], topic: &Topic) -> Vec<Call> {
    match exchanges.len() {
        0 => first_calls(topic),
        1 => read_best(&exchanges[0], topic, FILES),
        2 => follow_callees(exchanges, topic),
        3 => read_best(&exchanges[2], topic, 2),
        _ => Vec::new(),
    }
}

fn first_calls(topic: &Topic) -> Vec<Call> {
    let mut calls = Vec::new();
    if let Some(path) = &topic.path {
        calls.push(("read_file", json!({"path": path})));
    }
    if topic.reads_documentation {
        calls.push(("list_directory", json!({"path": ""})));
    }
    let names: Vec<&str> = topic.names.iter().filter_map(|name| name.rsplit('.').next()).collect();
    let words: Vec<&str> = topic.terms.iter().map(String::as_str).collect();
    if let Some(any) = alternatives(&names) {
        calls.push(("search_code", json!({"pattern": format!(r"\b(class|def)\s+({any})\b")})));
        calls.push(("search_code", json!({"pattern": format!(r"\b({any})\b")})));
    }
    if let Some(any) = alternatives(&words) {
        calls.push(("search_code", json!({"pattern": format!(r"(?i)\b(class|def)\s+\w*({any})")})));
    }
    calls
}

fn alternatives(words: &[&str]) -> Option<String> {
    let mut unique: Vec<&str> = Vec::new();
    for word in words.iter().filter(|w| w.len() >= 3 && w.chars().all(|c| c.is_alphanumeric() || c == '_')) {
        if !unique.contains(word) {
            unique.push(word);
        }
    }
    unique.truncate(PATTERN_TERMS);
    (!unique.is_empty()).then(|| unique.join("|"))
}

/// Reads around the hits of the files that fit the topic best, and a README where documentation counts.
fn read_best(exchange: &Exchange, topic: &Topic, files: usize) -> Vec<Call> {
    let mut hits: BTreeMap<&str, Vec<(u32, &str)>> = BTreeMap::new();
    let mut calls: Vec<Call> = Vec::new();
    for (call, result) in exchange.iter().filter(|(_, result)| !result.is_error) {
        match call.name.as_str() {
            "search_code" => {
                for (path, line, text) in result.content.lines().filter_map(read_hit) {
                    hits.entry(path).or_default().push((line, text));
                }
            }
            "list_directory" => {
                let readme = result.content.lines().map(str::trim).find(|l| l.to_lowercase().starts_with("readme"));
                if let Some(path) = readme.and_then(|line| line.split_whitespace().next()) {
                    calls.push(("read_file", json!({"path": path})));
                }
            }
            _ => {}
        }
    }
    let paths: Vec<&str> = hits.keys().copied().collect();
    let documents: Vec<Vec<String>> = hits
        .iter()
        .map(|(path, lines)| terms(&lines.iter().fold((*path).to_owned(), |all, (_, text)| all + " " + text)))
        .collect();
    let index = Bm25::new(documents.iter().map(Vec::as_slice));
    let mut query = topic.terms.clone();
    query.extend(topic.names.iter().flat_map(|name| terms(name)));
    for (at, _) in index.search(&query, files) {
        let lines = &hits[paths[at]];
        let is_definition =
            |text: &str| text.trim_start().starts_with("class ") || text.trim_start().starts_with("def ");
        let line = lines.iter().find(|(_, text)| is_definition(text)).or(lines.first()).map_or(1, |(line, _)| *line);
        let (start, end) = (line.saturating_sub(BEFORE).max(1), line.saturating_add(AFTER));
        calls.push(("read_file", json!({"path": paths[at], "start_line": start, "end_line": end})));
    }
    calls
}

/// `path:line: text`
fn read_hit(line: &str) -> Option<(&str, u32, &str)> {
    let (path, rest) = line.split_once(':')?;
    let (number, text) = rest.split_once(':')?;
    Some((path, number.trim().parse().ok()?, text))
}

/// Searches for the definitions of what the best definitions call, and of their bases.
fn follow_callees(exchanges: &[Exchange], topic: &Topic) -> Vec<Call> {
    let findings = Findings::rank(pages(exchanges), topic);
    let known: Vec<&str> = findings.symbols().map(|found| found.symbol.name.as_str()).collect();
    let mut wanted: Vec<&str> = Vec::new();
    for found in findings.symbols().take(2) {
        for name in found.symbol.bases.iter().chain(&found.symbol.calls).filter_map(|name| name.rsplit('.').next()) {
            if !known.contains(&name) && !wanted.contains(&name) {
                wanted.push(name);
            }
        }
    }
    let any = alternatives(&wanted);
    any.map(|any| ("search_code", json!({"pattern": format!(r"^\s*(class|def)\s+({any})\b")}))).into_iter().collect()
}

/// The files read so far; ranges of one file are pages of their own.
fn pages(exchanges: &[Exchange]) -> Vec<Page> {
    let reads = exchanges.iter().flatten().filter(|(call, result)| call.name == "read_file" && !result.is_error);
    reads
        .filter_map(|(call, result)| {
            let arguments: serde_json::Value = serde_json::from_str(&call.arguments).ok()?;
            let path = arguments.get("path")?.as_str()?.to_owned();
            let lines = result.content.lines().filter_map(|line| line.split_once('\t'));
            let numbered: Vec<(u32, &str)> =
                lines.filter_map(|(number, text)| Some((number.trim().parse().ok()?, text))).collect();
            let first_line = numbered.first()?.0;
            let text = numbered.into_iter().fold(String::new(), |all, (_, text)| all + text + "\n");
            Some(Page { path, first_line, text })
        })
        .collect()
}

fn first_chars(text: &str) -> String {
    text.chars().take(400).collect()
}
