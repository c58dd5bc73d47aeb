//! The signals of the score, their points, and what they say.

use serde::{Deserialize, Serialize};

/// A property of a chunk that adds to its score or takes from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)] // `sentence` says what each means
pub enum Signal {
    Length,
    CodeReferences,
    BehavioralKeywords,
    DocstringSource,
    GenericHeading,
    TestPath,
    VendoredPath,
    ExamplePath,
    StructuredSections,
    Doctest,
    DeepPath,
    StackedOneLiners,
    DirectiveHeavy,
}

impl Signal {
    /// All signals, in the order of the table.
    pub const ALL: [Self; 13] = [
        Self::Length,
        Self::CodeReferences,
        Self::BehavioralKeywords,
        Self::DocstringSource,
        Self::GenericHeading,
        Self::TestPath,
        Self::VendoredPath,
        Self::ExamplePath,
        Self::StructuredSections,
        Self::Doctest,
        Self::DeepPath,
        Self::StackedOneLiners,
        Self::DirectiveHeavy,
    ];

    /// Stable identifier, as used in files.
    pub fn id(self) -> &'static str {
        match self {
            Self::Length => "length",
            Self::CodeReferences => "code_references",
            Self::BehavioralKeywords => "behavioral_keywords",
            Self::DocstringSource => "docstring_source",
            Self::GenericHeading => "generic_heading",
            Self::TestPath => "test_path",
            Self::VendoredPath => "vendored_path",
            Self::ExamplePath => "example_path",
            Self::StructuredSections => "structured_sections",
            Self::Doctest => "doctest",
            Self::DeepPath => "deep_path",
            Self::StackedOneLiners => "stacked_one_liners",
            Self::DirectiveHeavy => "directive_heavy",
        }
    }

    /// What the signal adds to the score.
    pub fn points(self) -> f64 {
        match self {
            Self::CodeReferences => 3.0,
            Self::Length | Self::BehavioralKeywords => 2.0,
            Self::DocstringSource | Self::StructuredSections | Self::Doctest | Self::DeepPath => 1.0,
            Self::ExamplePath | Self::DirectiveHeavy => -1.0,
            Self::GenericHeading | Self::TestPath | Self::VendoredPath | Self::StackedOneLiners => -2.0,
        }
    }

    /// Why the signal fired, for people.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Length => "It has between 200 and 8,000 characters.",
            Self::CodeReferences => "It refers to code, in backticks or by a dotted name.",
            Self::BehavioralKeywords => "It describes behaviour: returns, raises, calls, when or if.",
            Self::DocstringSource => "It is a docstring, so the code it describes is next to it.",
            Self::GenericHeading => "Its heading is about installing, licensing or contributing.",
            Self::TestPath => "It stands among tests.",
            Self::VendoredPath => "It belongs to code copied from another project.",
            Self::ExamplePath => "It belongs to an example or a gallery.",
            Self::StructuredSections => "It lists both parameters and return values.",
            Self::Doctest => "It shows an interactive session.",
            Self::DeepPath => "It stands at least three levels deep in the repository.",
            Self::StackedOneLiners => "It is a stack of one-line paragraphs.",
            Self::DirectiveHeavy => "More than 30 % of its lines are markup directives.",
        }
    }
}
