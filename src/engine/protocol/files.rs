//! Files that the user keeps, and files that they bring.

use serde::{Deserialize, Serialize};

use crate::domain::files::fine_tuning::ExampleKind;
use crate::domain::provider::ModelRef;

/// What is written into a file for the user to keep.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "export", rename_all = "snake_case")]
pub enum Export {
    /// The tasks of the repository, whole.
    Tasks,
    /// Their questions alone, for agents that are run elsewhere.
    Questions,
    /// Verified tasks as training data.
    FineTuning {
        /// What a conversation shows.
        kind: ExampleKind,
        /// Whether tasks that nobody has looked at get in.
        includes_unreviewed: bool,
    },
    /// The prompts that differ from the defaults.
    Prompts,
    /// A run with everything of it, but for keys.
    Run {
        /// Its identifier.
        run: String,
    },
    /// A run as the folder of a site that shows it to everyone.
    Publish {
        /// Its identifier.
        run: String,
        /// What it is, in a few words; may be empty.
        title: String,
    },
    /// A run as a project that inspect_ai evaluates. Its repository must be open.
    InspectProject {
        /// Its identifier.
        run: String,
    },
}

/// What files that are brought hold.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ImportRequest {
    /// Names of the files. Attachments: the files, in this order.
    pub names: Vec<String>,
    /// Who judges answers that are among them.
    pub judge: ModelRef,
}

/// What came of bringing files.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportReport {
    /// What was taken in, a sentence for each file.
    pub taken: Vec<String>,
    /// What is wrong with which line of which file.
    pub problems: Vec<String>,
    /// Problems that are not listed.
    pub left_off: usize,
}
