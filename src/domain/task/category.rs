//! The taxonomy of questions: four categories with three subtypes each (METHOD section 3).

use serde::{Deserialize, Serialize};

/// What kind of question a task asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Category {
    /// Structure, definitions, relationships.
    What,
    /// Rationale and purpose.
    Why,
    /// Location, control flow and data flow.
    Where,
    /// Implementation and operation.
    How,
}

impl Category {
    /// All categories, in the order in which chunks take turns.
    pub const ALL: [Self; 4] = [Self::What, Self::Why, Self::Where, Self::How];

    /// Stable identifier, which is also the name shown.
    pub fn id(self) -> &'static str {
        match self {
            Self::What => "what",
            Self::Why => "why",
            Self::Where => "where",
            Self::How => "how",
        }
    }

    /// The subtypes of this category, in the order in which they take turns.
    pub fn subtypes(self) -> [Subtype; 3] {
        use Subtype::*;
        match self {
            Self::What => [ArchitectureExploration, ConceptDefinition, DependencyTracing],
            Self::Why => [DesignRationale, PurposeExploration, Performance],
            Self::Where => [DataControlFlow, FeatureLocation, IdentifierLocation],
            Self::How => [SystemDesign, AlgorithmImplementation, ApiFrameworkSupport],
        }
    }

    /// The category and subtype of the `index`-th selected chunk (0-based): categories take turns,
    /// and within a category its subtypes do.
    pub fn of_turn(index: usize) -> (Self, Subtype) {
        let category = Self::ALL[index % 4];
        (category, category.subtypes()[(index / 4) % 3])
    }
}

/// The second level of the taxonomy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)] // the names are the definitions
pub enum Subtype {
    ArchitectureExploration,
    ConceptDefinition,
    DependencyTracing,
    DesignRationale,
    PurposeExploration,
    Performance,
    DataControlFlow,
    FeatureLocation,
    IdentifierLocation,
    SystemDesign,
    AlgorithmImplementation,
    ApiFrameworkSupport,
}

impl Subtype {
    /// Stable identifier, as used in files.
    pub fn id(self) -> &'static str {
        match self {
            Self::ArchitectureExploration => "architecture_exploration",
            Self::ConceptDefinition => "concept_definition",
            Self::DependencyTracing => "dependency_tracing",
            Self::DesignRationale => "design_rationale",
            Self::PurposeExploration => "purpose_exploration",
            Self::Performance => "performance",
            Self::DataControlFlow => "data_control_flow",
            Self::FeatureLocation => "feature_location",
            Self::IdentifierLocation => "identifier_location",
            Self::SystemDesign => "system_design",
            Self::AlgorithmImplementation => "algorithm_implementation",
            Self::ApiFrameworkSupport => "api_framework_support",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn categories_and_subtypes_take_turns() {
        let ids: Vec<_> = (0..13).map(Category::of_turn).map(|(c, s)| format!("{}/{}", c.id(), s.id())).collect();
        assert_eq!(ids[0], "what/architecture_exploration");
        assert_eq!(ids[4], "what/concept_definition");
        assert_eq!(ids[11], "how/api_framework_support");
        assert_eq!(ids[12], ids[0]);
    }
}
