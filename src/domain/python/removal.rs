//! What stripping removes, counted by kind.

use serde::{Deserialize, Serialize};

/// A kind of documentation that is removed from Python source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RemovalKind {
    /// String statements at the head of a module.
    ModuleDocstring,
    /// String statements at the head of a class.
    ClassDocstring,
    /// String statements at the head of a function, a method or a coroutine.
    FunctionDocstring,
    /// String statements anywhere else; removed by the strict strip only.
    BareString,
    /// A comment alone on its line.
    OwnLineComment,
    /// A comment behind code.
    TrailingComment,
    /// `#!…` on the first line.
    Shebang,
    /// The encoding declaration of PEP 263.
    EncodingCookie,
    /// `# type: …`, but for `# type: ignore`.
    TypeComment,
    /// An instruction to a tool, such as `# noqa` or `# type: ignore`.
    Pragma,
}

impl RemovalKind {
    /// All kinds, docstrings first.
    pub const ALL: [Self; 10] = [
        Self::ModuleDocstring,
        Self::ClassDocstring,
        Self::FunctionDocstring,
        Self::BareString,
        Self::OwnLineComment,
        Self::TrailingComment,
        Self::Shebang,
        Self::EncodingCookie,
        Self::TypeComment,
        Self::Pragma,
    ];

    /// Name for people, in the plural.
    pub fn label(self) -> &'static str {
        match self {
            Self::ModuleDocstring => "module docstrings",
            Self::ClassDocstring => "class docstrings",
            Self::FunctionDocstring => "function docstrings",
            Self::BareString => "other string statements",
            Self::OwnLineComment => "comments alone on a line",
            Self::TrailingComment => "comments behind code",
            Self::Shebang => "shebangs",
            Self::EncodingCookie => "encoding declarations",
            Self::TypeComment => "type comments",
            Self::Pragma => "pragmas",
        }
    }

    /// Whether it is a string statement and not a comment.
    pub fn is_string(self) -> bool {
        self <= Self::BareString
    }
}

/// How much of each kind was removed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Removals([u32; RemovalKind::ALL.len()]);

impl Removals {
    /// Counts `count` more of a kind.
    pub fn add(&mut self, kind: RemovalKind, count: u32) {
        self.0[kind as usize] += count;
    }

    /// How many of a kind.
    pub fn count(&self, kind: RemovalKind) -> u32 {
        self.0[kind as usize]
    }

    /// Counts everything that `other` has counted.
    pub fn merge(&mut self, other: &Self) {
        for kind in RemovalKind::ALL {
            self.add(kind, other.count(kind));
        }
    }

    /// All docstrings: string statements at the head of a body.
    pub fn docstrings(&self) -> u32 {
        self.sum(|kind| kind.is_string() && kind != RemovalKind::BareString)
    }

    /// All comments, of whatever kind.
    pub fn comments(&self) -> u32 {
        self.sum(|kind| !kind.is_string())
    }

    /// True where nothing was removed.
    pub fn is_empty(&self) -> bool {
        self.sum(|_| true) == 0
    }

    fn sum(&self, counts: impl Fn(RemovalKind) -> bool) -> u32 {
        RemovalKind::ALL.into_iter().filter(|kind| counts(*kind)).map(|kind| self.count(kind)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums() {
        let mut removed = Removals::default();
        assert!(removed.is_empty());
        for (at, kind) in RemovalKind::ALL.into_iter().enumerate() {
            assert_eq!(kind as usize, at);
            removed.add(kind, 1);
        }
        assert_eq!((removed.docstrings(), removed.comments()), (3, 6));
    }
}
