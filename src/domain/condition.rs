//! The conditions under which a task is answered (METHOD: conditions).

use serde::{Deserialize, Serialize};

/// What the agent may look at while it answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Condition {
    /// The question only, no tools: measures what the model remembers.
    ClosedBook,
    /// Tools over the code-only repository: measures reasoning from code. The primary condition.
    CodeOnly,
    /// Tools over the full repository: code and documentation.
    Documented,
}

impl Condition {
    /// All conditions, in the order in which they are shown.
    pub const ALL: [Self; 3] = [Self::ClosedBook, Self::CodeOnly, Self::Documented];

    /// Stable identifier, as used in files.
    pub fn id(self) -> &'static str {
        match self {
            Self::ClosedBook => "closed_book",
            Self::CodeOnly => "code_only",
            Self::Documented => "documented",
        }
    }

    /// The condition with this identifier.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|c| c.id() == id)
    }

    /// Name for people, as the field writes it.
    pub fn label(self) -> &'static str {
        match self {
            Self::ClosedBook => "closed-book",
            Self::CodeOnly => "code-only",
            Self::Documented => "documented",
        }
    }
}
