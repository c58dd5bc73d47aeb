//! The stored form of a task.

use serde::{Deserialize, Serialize};

use super::grounding::Anchor;
use super::{Author, Category, EarlierWording, Subtype, TaskOrigin};
use crate::domain::agent::Transcript;
use crate::domain::provider::{ModelRef, Usage};

/// Version of [`Task`]'s stored form.
pub const TASK_VERSION: u32 = 2;

/// Which of the two sets a task belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TaskSet {
    /// Answerable from code alone: audited against the stripped files.
    CodeDerivable,
    /// Made from documentation alone: measures what documentation is worth.
    DocDependent,
}

impl TaskSet {
    /// Both sets.
    pub const ALL: [Self; 2] = [Self::CodeDerivable, Self::DocDependent];

    /// Stable identifier.
    pub fn id(self) -> &'static str {
        match self {
            Self::CodeDerivable => "code_derivable",
            Self::DocDependent => "doc_dependent",
        }
    }

    /// Identifier of the task of this set that is made from a chunk.
    pub fn task_id(self, chunk: &str) -> String {
        match self {
            Self::CodeDerivable => format!("code-{chunk}"),
            Self::DocDependent => format!("doc-{chunk}"),
        }
    }

    /// Name for people.
    pub fn label(self) -> &'static str {
        match self {
            Self::CodeDerivable => "code-derivable",
            Self::DocDependent => "doc-dependent",
        }
    }
}

/// One question on one repository, with all that stands behind it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Task {
    /// [`TASK_VERSION`].
    pub version: u32,
    /// Stable identifier: set and chunk, or data set and question.
    pub id: String,
    /// Name of the repository.
    pub repository: String,
    /// SHA-256 of the archive, in hexadecimal.
    pub archive_sha256: String,
    /// The repository's commit, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// Made here, or taken over from a data set.
    #[serde(default, skip_serializing_if = "TaskOrigin::is_generated")]
    pub origin: TaskOrigin,
    /// Code-derivable or doc-dependent. An imported task counts as what its data set says it is; it was not audited.
    pub set: TaskSet,
    /// Category.
    pub category: Category,
    /// Subtype; none where an imported task names none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subtype: Option<Subtype>,
    /// Where the topic comes from; none for imported tasks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chunk: Option<ChunkOrigin>,
    /// The question.
    pub question: String,
    /// Points that a full answer makes: at least three, or none where an imported task has no rubric.
    pub rubric: Vec<String>,
    /// The gold answer, after the audit where there is one.
    pub answer: String,
    /// Files that the answer rests on.
    pub key_files: Vec<String>,
    /// Facts with file and function.
    pub evidence: Vec<String>,
    /// Who wrote question, answer, rubric and evidence as they are now.
    #[serde(default, skip_serializing_if = "Author::is_origin")]
    pub author: Author,
    /// What it said before, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub earlier: Vec<EarlierWording>,
    /// Where the evidence was in the code-only repository when the task was made or edited.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub anchors: Vec<Anchor>,
    /// The fact check; none for doc-dependent and imported tasks.
    pub fact_check: Option<FactCheck>,
    /// The audit; none for doc-dependent and imported tasks.
    pub audit: Option<Audit>,
    /// The model that made it; none for imported tasks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<ModelRef>,
    /// Hash of the prompt templates in force when it was made; none for imported tasks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prompts_sha256: Option<String>,
    /// Tokens used to make it.
    pub usage: Usage,
    /// When it was finished or imported, in milliseconds since 1970.
    pub created_ms: u64,
    /// Every message of its making, by stage.
    pub transcripts: Vec<StageTranscript>,
    /// What a person decided.
    pub review: Review,
}

/// The chunk a task was made from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChunkOrigin {
    /// The chunk's identifier.
    pub id: String,
    /// `readme`, `doc_file` or `docstring`.
    pub source: String,
    /// File.
    pub path: String,
    /// Heading.
    pub heading: String,
    /// First line, 1-based.
    pub start_line: u32,
    /// Heuristic score.
    pub score: f64,
}

/// The transcript of one stage of generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StageTranscript {
    /// The stage.
    pub stage: GenerationStage,
    /// Its messages.
    pub transcript: Transcript,
}

/// Stages of generation, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GenerationStage {
    /// The gold answer.
    Answer,
    /// The fact check.
    FactCheck,
    /// The code-only audit.
    Audit,
    /// Question and rubric.
    Question,
}

impl GenerationStage {
    /// Name for people.
    pub fn label(self) -> &'static str {
        match self {
            Self::Answer => "gold answer",
            Self::FactCheck => "fact check",
            Self::Audit => "code-only audit",
            Self::Question => "question",
        }
    }
}

/// Result of the fact check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FactCheck {
    /// The verdict.
    pub verdict: FactVerdict,
    /// Reasons, as given.
    pub reasons: Vec<String>,
}

/// Verdict of the fact check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FactVerdict {
    /// The answer agrees with the chunk.
    Pass,
    /// Small discrepancies; the task stays.
    Warn,
    /// A contradiction; the task is dropped.
    Fail,
}

/// Result of the code-only audit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Audit {
    /// The answer's claims, each with a verdict.
    pub claims: Vec<Claim>,
    /// The answer before the audit.
    pub original_answer: String,
    /// What the audit left of it.
    pub revised_answer: String,
    /// Share of the answer that only documentation says, 0 to 1.
    pub doc_leakage_fraction: f64,
    /// One line.
    pub summary: String,
    /// Key files that were cut to the context budget.
    #[serde(default)]
    pub cut_files: Vec<String>,
}

/// One claim of an audited answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    /// The claim.
    pub claim: String,
    /// What happens to it.
    pub verdict: ClaimVerdict,
    /// Why.
    pub reason: String,
}

/// What the auditor decided on a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClaimVerdict {
    /// Verifiable in code.
    Keep,
    /// Only documentation says it.
    Remove,
    /// Partly verifiable: the rest is cut.
    Rewrite,
}

/// What a person decided on a task.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum Review {
    /// Nobody looked yet: the task takes part in evaluations.
    #[default]
    Unreviewed,
    /// Looked at and taken.
    Accepted,
    /// Left out of evaluations.
    Rejected,
}

/// A task that did not come about, with the stage and the reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dropped {
    /// Where.
    pub stage: GenerationStage,
    /// Why.
    pub reason: DropReason,
}

/// Why a task was dropped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "why", rename_all = "snake_case")]
pub enum DropReason {
    /// The model never gave a usable reply; the last problem is named.
    Unusable {
        /// What was wrong with the last reply.
        problem: String,
    },
    /// The fact check failed.
    Contradicted {
        /// The reasons given.
        reasons: Vec<String>,
    },
    /// The audit left too little of the answer.
    MostlyDocumentation {
        /// Characters before.
        before_chars: usize,
        /// Characters after.
        after_chars: usize,
    },
    /// The model or its provider refused.
    Refused,
    /// The call failed for good.
    CallFailed {
        /// The failure's sentence.
        message: String,
    },
}

impl std::fmt::Display for DropReason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unusable { problem } => write!(f, "no usable reply: {problem}"),
            Self::Contradicted { reasons } => write!(f, "contradicts its chunk: {}", reasons.join("; ")),
            Self::MostlyDocumentation { before_chars, after_chars } => write!(
                f,
                "the audit left {after_chars} of {before_chars} characters: the answer was mostly documentation"
            ),
            Self::Refused => write!(f, "the model refused"),
            Self::CallFailed { message } => write!(f, "{message}"),
        }
    }
}
