//! What the baseline finds in the files it has read, and how it puts a finding into a sentence.

use super::explore::Topic;
use crate::domain::python::{Symbol, SymbolKind, outline};
use crate::domain::retrieval::{Bm25, sentences, terms};

/// Items of a list in a sentence at most.
const LISTED: usize = 6;

/// A file, or a part of one, as it was read.
pub struct Page {
    pub path: String,
    pub first_line: u32,
    pub text: String,
}

/// A definition that was found.
pub struct Found {
    pub path: String,
    pub symbol: Symbol,
}

/// Everything found, best first.
pub struct Findings {
    found: Vec<Found>,
    documents: Vec<Page>,
}

impl Findings {
    /// Ranks the definitions of all pages by BM25 on the topic's words; a definition that the topic names
    /// comes first.
    pub fn rank(pages: Vec<Page>, topic: &Topic) -> Self {
        let (code, documents): (Vec<Page>, Vec<Page>) = pages.into_iter().partition(|page| page.path.ends_with(".py"));
        let mut found: Vec<Found> = Vec::new();
        for page in &code {
            for mut symbol in outline(&page.text).symbols {
                symbol.line += page.first_line - 1;
                symbol.end_line += page.first_line - 1;
                let is_known =
                    |known: &Found| known.path == page.path && known.symbol.qualified_name == symbol.qualified_name;
                if !found.iter().any(is_known) {
                    found.push(Found { path: page.path.clone(), symbol });
                }
            }
        }
        let documents_terms: Vec<Vec<String>> = found.iter().map(|found| terms(&words_of(found))).collect();
        let index = Bm25::new(documents_terms.iter().map(Vec::as_slice));
        let mut scores = vec![0.0; found.len()];
        for (at, score) in index.search(&topic.terms, found.len()) {
            scores[at] = score;
        }
        for (at, found) in found.iter().enumerate() {
            if let Some(place) = topic.names.iter().position(|name| is_named(&found.symbol, name)) {
                scores[at] += 1000.0 - place as f64;
            }
        }
        let mut order: Vec<usize> = (0..found.len()).filter(|&at| scores[at] > 0.0).collect();
        order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]).then(a.cmp(&b)));
        let mut slots: Vec<Option<Found>> = found.into_iter().map(Some).collect();
        let found = order.into_iter().filter_map(|at| slots[at].take()).collect();
        Self { found, documents }
    }

    /// The definitions, best first.
    pub fn symbols(&self) -> impl Iterator<Item = &Found> {
        self.found.iter()
    }

    /// Sentences of documentation files that share the most words with the topic, best first.
    pub fn document_sentences(&self, topic_terms: &[String], count: usize) -> Vec<String> {
        let all: Vec<String> = self.documents.iter().flat_map(|page| sentences(&page.text)).collect();
        let documents: Vec<Vec<String>> = all.iter().map(|sentence| terms(sentence)).collect();
        let index = Bm25::new(documents.iter().map(Vec::as_slice));
        index.search(topic_terms, count).into_iter().map(|(at, _)| all[at].clone()).collect()
    }
}

fn is_named(symbol: &Symbol, name: &str) -> bool {
    symbol.qualified_name == name || symbol.name == name || name.ends_with(&format!(".{}", symbol.qualified_name))
}

fn words_of(found: &Found) -> String {
    let symbol = &found.symbol;
    // The name counts three times: it is what a question most likely uses.
    let name = format!("{0} {0} {0}", symbol.qualified_name);
    let docstring = symbol.docstring.as_deref().unwrap_or_default();
    let lists = [&symbol.parameters, &symbol.bases, &symbol.calls, &symbol.raises, &symbol.assigns];
    let lists: Vec<String> = lists.into_iter().map(|list| list.join(" ")).collect();
    format!("{name} {} {} {docstring}", found.path, lists.join(" "))
}

/// One fact that can be seen in code, as a sentence with names in backticks.
pub fn code_facts(found: &Found, methods: &[&str]) -> Vec<String> {
    let Symbol { qualified_name: name, kind, parameters, .. } = &found.symbol;
    let symbol = &found.symbol;
    let path = &found.path;
    let mut facts = Vec::new();
    match kind {
        SymbolKind::Class => {
            let bases =
                if symbol.bases.is_empty() { String::new() } else { format!(" derived from {}", list(&symbol.bases)) };
            facts.push(format!("`{name}` in `{path}` is a class{bases}."));
            if !methods.is_empty() {
                facts.push(format!("`{name}` defines {}.", list(methods)));
            }
        }
        SymbolKind::Function | SymbolKind::Method => {
            let parameters: Vec<&String> =
                parameters.iter().filter(|p| !matches!(p.as_str(), "self" | "cls")).collect();
            let takes = if parameters.is_empty() { "no arguments".into() } else { list(&parameters) };
            facts.push(format!("`{name}` in `{path}` takes {takes}."));
        }
    }
    let mut add = |verb: &str, items: &[String]| {
        if !items.is_empty() {
            facts.push(format!("`{name}` {verb} {}.", list(items)));
        }
    };
    add("is decorated with", &symbol.decorators);
    add("checks", &symbol.conditions);
    add("calls", &symbol.calls);
    add("raises", &symbol.raises);
    add("handles", &symbol.handles);
    add("assigns", &symbol.assigns);
    add(if symbol.yields { "is a generator and returns" } else { "returns" }, &symbol.returns);
    facts
}

/// The first sentences of a definition's docstring, as a claim that only documentation supports.
pub fn documentation_fact(found: &Found) -> Option<String> {
    let first = sentences(found.symbol.docstring.as_deref()?).into_iter().next()?;
    Some(format!("The documentation of `{}` says: {first}", found.symbol.qualified_name))
}

fn list<S: AsRef<str>>(items: &[S]) -> String {
    let shown: Vec<String> =
        items.iter().take(LISTED).map(|item| format!("`{}`", item.as_ref().replace('\n', " "))).collect();
    let more = items.len().saturating_sub(LISTED);
    if more > 0 { format!("{} and {more} more", shown.join(", ")) } else { shown.join(", ") }
}
