//! The words in which a [`Brief`] is put to a model. Wording is ours; inputs, rules and JSON keys are
//! those of Code-QA-Bench (arXiv 2605.29277, sections 4 to 5 and appendices C, E, F, G).

mod answer;
mod gold;
mod judge;
mod question;

use sha2::{Digest, Sha256};

use super::{Brief, ChunkText};

/// A brief in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prompt {
    /// Instructions that hold for the whole conversation.
    pub system: String,
    /// What is asked.
    pub user: String,
}

/// Puts a brief into words.
pub fn prompt(brief: &Brief) -> Prompt {
    match brief {
        Brief::GoldAnswer { repository, chunk, category, subtype } => {
            gold::with_tools(repository, chunk, *category, *subtype)
        }
        Brief::DocumentAnswer { repository, chunk, category, subtype } => {
            gold::from_document(repository, chunk, *category, *subtype)
        }
        Brief::FactCheck { chunk, answer } => gold::fact_check(chunk, answer),
        Brief::Audit { answer, files } => gold::audit(answer, files),
        Brief::Question { answer, evidence, category, subtype, with_tools } => {
            question::question(answer, evidence, *category, *subtype, *with_tools)
        }
        Brief::Answer { repository, question, condition } => answer::answer(repository, question, *condition),
        Brief::Judge { question, gold_answer, rubric, answer } => judge::judge(question, gold_answer, rubric, answer),
    }
}

/// Every template as it is in force.
pub fn templates() -> impl Iterator<Item = &'static str> {
    [gold::TEMPLATES, question::TEMPLATES, answer::TEMPLATES, judge::TEMPLATES].into_iter().flatten().copied()
}

/// SHA-256, in hexadecimal, over every template as it is in force: two runs with equal hashes asked
/// with equal words.
pub fn templates_sha256() -> String {
    let mut hasher = Sha256::new();
    for template in templates() {
        hasher.update(template.as_bytes());
        hasher.update([0]);
    }
    hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

fn chunk_block(chunk: &ChunkText) -> String {
    format!("--- chunk ---\n[{}: {}] {}\n{}\n--- end chunk ---", chunk.source, chunk.path, chunk.heading, chunk.content)
}

fn bullets(items: &[String]) -> String {
    items.iter().map(|item| format!("- {item}\n")).collect()
}

#[cfg(test)]
mod tests;
