//! The views of a run's figures.

/// A view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ResultView {
    /// Models under the conditions.
    #[default]
    Conditions,
    /// What reading code and documentation add.
    Deltas,
    /// Categories and subtypes.
    Categories,
    /// Accuracy, completeness, specificity.
    Axes,
    /// How scores are spread.
    Spread,
    /// Repositories, or source files.
    Clusters,
    /// What may be remembered.
    Memory,
}

impl ResultView {
    /// All views, in the order shown.
    pub const ALL: [Self; 7] =
        [Self::Conditions, Self::Deltas, Self::Categories, Self::Axes, Self::Spread, Self::Clusters, Self::Memory];

    /// Identifier in the address.
    pub fn id(self) -> &'static str {
        match self {
            Self::Conditions => "conditions",
            Self::Deltas => "deltas",
            Self::Categories => "categories",
            Self::Axes => "axes",
            Self::Spread => "spread",
            Self::Clusters => "clusters",
            Self::Memory => "memory",
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
            Self::Deltas => "Deltas",
            Self::Categories => "Categories",
            Self::Axes => "Axes",
            Self::Spread => "Spread",
            Self::Clusters => "Repositories and files",
            Self::Memory => "Memory",
        }
    }
}
