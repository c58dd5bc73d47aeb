//! The papers' own figures, as printed: what the landing page shows before anything is run.
//!
//! [`CodeQa`] is Code-QA-Bench (arXiv 2605.29277), [`Mcq`] is SWE-QA multi-hop (arXiv 2604.24814).
//! Reading is tolerant: a part that a file lacks is empty, and a view over it is empty too.

mod checks;
mod code_qa;
mod headline;
mod mcq;
pub mod tables;

pub use checks::{Disagreement, Part};
pub use code_qa::{
    AxisRow, AxisScores, CategoryRow, CategoryScores, CodeQa, ConditionScores, PublishedDelta, RepositoryRow,
    RepositoryScores, Score,
};
pub use headline::Headline;
pub use mcq::{Mcq, McqRow};

/// Both papers' figures.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Published {
    /// Free-form questions under three conditions.
    pub code_qa: CodeQa,
    /// Multiple-choice questions.
    pub mcq: Mcq,
}
