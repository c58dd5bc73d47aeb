//! What a model is asked to do, as data. [`super::prompts`] turns a brief into words; the offline
//! baseline reads the brief itself.

use serde::{Deserialize, Serialize};

use super::{Category, Subtype};
use crate::domain::condition::Condition;

/// One kind of work with all that it needs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Brief {
    /// Explore the documented repository with tools and write the gold answer.
    GoldAnswer {
        /// Name of the repository.
        repository: String,
        /// The documentation chunk that names the topic.
        chunk: ChunkText,
        /// Target category.
        category: Category,
        /// Target subtype.
        subtype: Subtype,
    },
    /// Write the gold answer of a doc-dependent task from the chunk alone.
    DocumentAnswer {
        /// Name of the repository.
        repository: String,
        /// The documentation chunk.
        chunk: ChunkText,
        /// Target category.
        category: Category,
        /// Target subtype.
        subtype: Subtype,
    },
    /// Check a gold answer against its chunk.
    FactCheck {
        /// The documentation chunk.
        chunk: ChunkText,
        /// The answer to check.
        answer: String,
    },
    /// Audit a gold answer for what only documentation says.
    Audit {
        /// The answer to audit.
        answer: String,
        /// The key files, stripped.
        files: Vec<SourceText>,
    },
    /// Derive question and rubric from the verified answer.
    Question {
        /// The gold answer.
        answer: String,
        /// Evidence behind it.
        evidence: Vec<String>,
        /// Target category.
        category: Category,
        /// Target subtype.
        subtype: Subtype,
        /// Whether the tools are offered for re-checking details.
        with_tools: bool,
    },
    /// Answer a question under a condition.
    Answer {
        /// Name of the repository.
        repository: String,
        /// The question.
        question: String,
        /// The condition.
        condition: Condition,
    },
    /// Judge an answer. Blind to model and condition.
    Judge {
        /// The question.
        question: String,
        /// The gold answer.
        gold_answer: String,
        /// The rubric's points.
        rubric: Vec<String>,
        /// The answer to judge.
        answer: String,
    },
}

/// A documentation chunk as a model sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChunkText {
    /// `readme`, `doc_file` or `docstring`.
    pub source: String,
    /// The file it comes from.
    pub path: String,
    /// Its heading.
    pub heading: String,
    /// Its text.
    pub content: String,
}

/// A source file as a model sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceText {
    /// Path in the repository.
    pub path: String,
    /// Text, possibly cut.
    pub text: String,
    /// Whether the text was cut to the context budget.
    pub is_cut: bool,
}
