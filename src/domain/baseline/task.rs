//! The baseline as a generator of tasks: gold answer, fact check, audit, question.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::answer::methods_of;
use super::facts::{Findings, code_facts};
use crate::domain::retrieval::{code_references, sentences, terms};
use crate::domain::task::{Category, ChunkText, SourceText, Subtype};

/// Definitions that a gold answer speaks of at most.
const DEFINITIONS: usize = 3;
/// Sentences taken from the chunk.
const CHUNK_SENTENCES: usize = 2;
/// Rubric points at most.
const RUBRIC: usize = 6;

/// The gold answer: what the chunk says first, then facts found in code.
pub fn gold_answer(chunk: &ChunkText, findings: &Findings) -> Value {
    let mut lines: Vec<String> = telling_sentences(chunk).into_iter().take(CHUNK_SENTENCES).collect();
    let (mut key_files, mut evidence): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    for found in findings.symbols().take(DEFINITIONS) {
        let facts = code_facts(found, &methods_of(found, findings));
        evidence.extend(facts.iter().map(|fact| format!("{fact} ({}, {})", found.path, found.symbol.qualified_name)));
        lines.extend(facts);
        if !key_files.contains(&found.path) {
            key_files.push(found.path.clone());
        }
    }
    json!({"answer": lines.join("\n"), "key_files": key_files, "code_evidence": evidence})
}

/// The gold answer of a doc-dependent task: the chunk's telling sentences.
pub fn document_answer(chunk: &ChunkText) -> Value {
    let lines: Vec<String> = telling_sentences(chunk).into_iter().take(RUBRIC).collect();
    json!({"answer": lines.join("\n"), "code_evidence": lines})
}

/// Pass where at least a third of the chunk's names are in the answer, fail where not one word is shared,
/// else warn.
pub fn fact_check(chunk: &ChunkText, answer: &str) -> Value {
    let wanted: BTreeSet<String> = terms(&format!("{} {}", chunk.heading, chunk.content)).into_iter().collect();
    let given: BTreeSet<String> = terms(answer).into_iter().collect();
    let shared = wanted.intersection(&given).count();
    let verdict = match shared {
        0 => "fail",
        _ if shared * 3 >= wanted.len().min(30) => "pass",
        _ => "warn",
    };
    let reason = format!("{shared} of {} words of the chunk are in the answer", wanted.len());
    json!({"verdict": verdict, "reasons": [reason]})
}

/// Keeps a sentence whose names all stand in the files, removes one with none of them or that has none
/// and shares less than half of its words, and cuts the others down to the names that stand there.
pub fn audit(answer: &str, files: &[SourceText]) -> Value {
    let code: String = files.iter().fold(String::new(), |all, file| all + &file.path + "\n" + &file.text + "\n");
    let code_terms: BTreeSet<String> = terms(&code).into_iter().collect();
    let (mut claims, mut kept, mut leaked_chars, mut total_chars) = (Vec::new(), Vec::new(), 0.0, 0.0);
    for sentence in sentences(answer) {
        let chars = sentence.chars().count() as f64;
        total_chars += chars;
        let names = code_references(&sentence);
        let (there, gone): (Vec<_>, Vec<_>) = names.iter().partition(|name| stands_in(name, &code));
        let words = terms(&sentence);
        let known = words.iter().filter(|word| code_terms.contains(*word)).count();
        let is_prose_of_code = known * 2 >= words.len();
        let is_statement_of_code = sentence.starts_with('`');
        let (verdict, reason) = if there.is_empty() || (!is_statement_of_code && !is_prose_of_code) {
            leaked_chars += chars;
            (
                "remove",
                format!(
                    "{known} of {} words and {} of {} names stand in the stripped files",
                    words.len(),
                    there.len(),
                    names.len()
                ),
            )
        } else if gone.is_empty() {
            kept.push(sentence.clone());
            ("keep", format!("all {} names stand in the stripped files", names.len()))
        } else {
            leaked_chars += chars * gone.len() as f64 / names.len() as f64;
            let there: Vec<String> = there.iter().map(|name| format!("`{name}`")).collect();
            kept.push(format!("{} belong together.", there.join(", ")));
            ("rewrite", format!("{} of {} names stand in the stripped files", there.len(), names.len()))
        };
        claims.push(json!({"claim": sentence, "verdict": verdict, "reason": reason}));
    }
    let fraction: f64 = if total_chars > 0.0 { leaked_chars / total_chars } else { 0.0 };
    json!({
        "claims": claims,
        "revised_answer": kept.join("\n"),
        "doc_leakage_fraction": (fraction * 1000.0).round() / 1000.0,
        "summary": format!("{} of {} sentences kept, by names that stand in the code", kept.len(), claims.len()),
    })
}

/// Whether every part of a dotted name, or the expression as it is, stands in the code.
fn stands_in(name: &str, code: &str) -> bool {
    code.contains(name) || name.split('.').filter(|part| !part.is_empty()).all(|part| code.contains(part))
}

/// A question on what the answer speaks of most, in the form of its category; the rubric is the answer's
/// sentences.
pub fn question(answer: &str, evidence: &[String], category: Category, subtype: Subtype) -> Value {
    let topic = topic_of(answer);
    let question = match (category, subtype) {
        (Category::What, Subtype::DependencyTracing) => {
            format!("What does `{topic}` depend on, and what does it call?")
        }
        (Category::What, Subtype::ConceptDefinition) => {
            format!("What is `{topic}`, and what does it take and give back?")
        }
        (Category::What, _) => format!("What are the parts of `{topic}`, and how do they relate to each other?"),
        (Category::Why, Subtype::Performance) => {
            format!("Why does `{topic}` do its work the way it does, and what does it avoid?")
        }
        (Category::Why, _) => format!("Why does `{topic}` check what it checks, and what happens when a check fails?"),
        (Category::Where, Subtype::DataControlFlow) => {
            format!("Where does `{topic}` hand its data on to, and what comes back?")
        }
        (Category::Where, _) => format!("Where is `{topic}` defined, and which functions does it rely on?"),
        (Category::How, Subtype::ApiFrameworkSupport) => {
            format!("How is `{topic}` meant to be called, and how does it report errors?")
        }
        (Category::How, _) => format!("How does `{topic}` work step by step, and how are special cases handled?"),
    };
    let mut rubric: Vec<String> = sentences(answer);
    rubric.extend(
        evidence
            .iter()
            .filter(|item| !rubric.iter().any(|known| item.starts_with(known.as_str())))
            .cloned()
            .collect::<Vec<_>>(),
    );
    rubric.truncate(RUBRIC);
    json!({"question": question, "rubric": rubric})
}

/// The name that most sentences begin with; else the first name.
fn topic_of(answer: &str) -> String {
    let mut counts: Vec<(String, usize)> = Vec::new();
    for sentence in sentences(answer) {
        let Some(name) = sentence.strip_prefix('`').and_then(|rest| rest.split('`').next()) else { continue };
        match counts.iter_mut().find(|(known, _)| known == name) {
            Some((_, count)) => *count += 1,
            None => counts.push((name.to_owned(), 1)),
        }
    }
    let most = counts.iter().map(|(_, count)| *count).max();
    let topic = counts.into_iter().find(|(_, count)| Some(*count) == most).map(|(name, _)| name);
    let first = || code_references(answer).into_iter().find(|name| !name.contains('/'));
    let topic = topic.or_else(first).or_else(|| terms(answer).into_iter().next()).unwrap_or_default();
    topic.split(['/', '(']).next_back().unwrap_or_default().to_owned()
}

/// The chunk's sentences that say something: of some length, those with names first, else in order.
fn telling_sentences(chunk: &ChunkText) -> Vec<String> {
    let is_markup = |sentence: &String| sentence.starts_with(['-', '=', '~', '>', '|', '.', ':', '*', '#', '^', '"']);
    let is_signature = |sentence: &String| sentence.starts_with("def ") || sentence.starts_with("class ");
    let mut all: Vec<String> = sentences(&chunk.content)
        .into_iter()
        .filter(|sentence| sentence.split_whitespace().count() >= 5 && !is_markup(sentence) && !is_signature(sentence))
        .collect();
    all.sort_by_key(|sentence| code_references(sentence).is_empty());
    all
}
