//! The baseline's answer to a question.

use super::facts::{Findings, Found, code_facts, documentation_fact};
use crate::domain::python::SymbolKind;
use crate::domain::retrieval::{code_references, terms};

/// Definitions that an answer speaks of at most.
const DEFINITIONS: usize = 4;
/// Sentences of documentation files at most.
const DOCUMENT_SENTENCES: usize = 4;

/// Lists the facts found; without any, repeats what the question names.
pub fn answer(question: &str, findings: &Findings) -> String {
    let mut lines: Vec<String> = Vec::new();
    for found in findings.symbols().take(DEFINITIONS) {
        lines.extend(code_facts(found, &methods_of(found, findings)));
        lines.extend(documentation_fact(found));
    }
    lines.extend(findings.document_sentences(&terms(question), DOCUMENT_SENTENCES));
    if lines.is_empty() {
        let names: Vec<String> = code_references(question).into_iter().map(|name| format!("`{name}`")).collect();
        let named = if names.is_empty() { "no identifier".to_owned() } else { names.join(", ") };
        lines.push(format!("Without access to the repository nothing can be found; the question names {named}."));
    }
    lines.join("\n")
}

/// Names of the methods of a class, as far as they were read.
pub fn methods_of<'f>(class: &Found, findings: &'f Findings) -> Vec<&'f str> {
    if class.symbol.kind != SymbolKind::Class {
        return Vec::new();
    }
    let prefix = format!("{}.", class.symbol.qualified_name);
    let mut methods: Vec<(u32, &str)> = findings
        .symbols()
        .filter(|found| found.path == class.path && found.symbol.qualified_name.starts_with(&prefix))
        .map(|found| (found.symbol.line, found.symbol.name.as_str()))
        .collect();
    methods.sort_unstable();
    methods.into_iter().map(|(_, name)| name).collect()
}
