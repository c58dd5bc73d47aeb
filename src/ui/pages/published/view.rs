//! The views of the published figures.

/// A view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PublishedView {
    /// Models under the three conditions.
    #[default]
    Conditions,
    /// What documentation adds, per model.
    Delta,
    /// Accuracy, completeness, specificity.
    Axes,
    /// The four categories.
    Categories,
    /// The ten repositories.
    Repositories,
    /// The multiple-choice benchmark.
    MultipleChoice,
}

impl PublishedView {
    /// All views, in the order shown.
    pub const ALL: [Self; 6] =
        [Self::Conditions, Self::Delta, Self::Axes, Self::Categories, Self::Repositories, Self::MultipleChoice];

    /// Identifier in the address.
    pub fn id(self) -> &'static str {
        match self {
            Self::Conditions => "conditions",
            Self::Delta => "delta",
            Self::Axes => "axes",
            Self::Categories => "categories",
            Self::Repositories => "repositories",
            Self::MultipleChoice => "multiple_choice",
        }
    }

    /// The view with this identifier; the first for any other.
    pub fn from_id(id: &str) -> Self {
        Self::ALL.into_iter().find(|view| view.id() == id).unwrap_or_default()
    }

    /// Name of the switch.
    pub fn label(self) -> &'static str {
        match self {
            Self::Conditions => "Models",
            Self::Delta => "Documentation delta",
            Self::Axes => "Axes",
            Self::Categories => "Categories",
            Self::Repositories => "Repositories",
            Self::MultipleChoice => "Multiple choice",
        }
    }

    /// For a view that the papers give for one set only: which.
    pub fn only_set(self) -> Option<&'static str> {
        match self {
            Self::Conditions | Self::Delta => None,
            Self::Axes => Some("Published for doc-dependent tasks only."),
            Self::Categories => Some("Published for code-derivable tasks only."),
            Self::Repositories => Some("Published for code-derivable tasks, code-only condition."),
            Self::MultipleChoice => Some("Another benchmark: SWE-QA, multiple choice over several code chunks."),
        }
    }
}
