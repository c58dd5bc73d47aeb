//! Where a task comes from: made here, or taken over from a published data set.

use serde::{Deserialize, Serialize};

/// Where a task comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TaskOrigin {
    /// Made from a documentation chunk by a generator, with all the checks of its set.
    #[default]
    Generated,
    /// A row of a published data set: no chunk, no fact check, no audit and no rubric of ours stand behind it.
    Imported(ImportedRow),
}

impl TaskOrigin {
    /// Whether the task was made by a generator.
    pub fn is_generated(&self) -> bool {
        *self == Self::Generated
    }

    /// The data set's row, where it comes from one.
    pub fn imported(&self) -> Option<&ImportedRow> {
        match self {
            Self::Generated => None,
            Self::Imported(row) => Some(row),
        }
    }
}

/// A row of a published data set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportedRow {
    /// The data set.
    pub dataset: Dataset,
    /// The row's identifier there, where it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub row_id: Option<String>,
    /// How the category was found.
    pub category_basis: CategoryBasis,
}

/// A published data set of questions and answers on repositories.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Dataset {
    /// SWE-QA-Bench: questions and answers without identifiers or categories.
    SweQaBench,
    /// SWE-QA-Pro: questions with repository, commit and question type.
    SweQaPro,
}

impl Dataset {
    /// Stable identifier, as used in the identifiers of its tasks.
    pub fn id(self) -> &'static str {
        match self {
            Self::SweQaBench => "swe-qa-bench",
            Self::SweQaPro => "swe-qa-pro",
        }
    }

    /// Name for people.
    pub fn label(self) -> &'static str {
        match self {
            Self::SweQaBench => "SWE-QA-Bench",
            Self::SweQaPro => "SWE-QA-Pro",
        }
    }
}

/// How the category of an imported task was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CategoryBasis {
    /// The data set names it.
    Dataset,
    /// A guess: the question begins with this word.
    FirstWord,
    /// A guess without a hint: *what*.
    Assumed,
}

impl CategoryBasis {
    /// Whether the category is a guess of ours.
    pub fn is_guess(self) -> bool {
        self != Self::Dataset
    }
}

#[cfg(test)]
mod tests {
    use crate::domain::task::Task;

    #[test]
    fn records_from_before_there_were_imports_are_read_and_written_as_they_were() {
        let stored = concat!(
            r#"{"version":1,"id":"code-1","repository":"r","archive_sha256":"aa","set":"code_derivable","#,
            r#""category":"how","subtype":"system_design","chunk":{"id":"1","source":"readme","path":"README.md","#,
            r#""heading":"H","start_line":1,"score":9.0},"question":"q","rubric":["p"],"answer":"a","key_files":["a.py"],"#,
            r#""evidence":[],"fact_check":null,"audit":null,"model":{"provider":"p","model":"m"},"prompts_sha256":"pp","#,
            r#""usage":{"input_tokens":1,"cached_tokens":0,"cache_write_tokens":0,"output_tokens":2,"#,
            r#""reasoning_tokens":0,"unreported_calls":0},"created_ms":7,"transcripts":[],"review":{"state":"accepted"}}"#
        );
        let task: Task = serde_json::from_str(stored).unwrap();
        assert_eq!((task.origin.is_generated(), task.commit.as_deref()), (true, None));
        assert_eq!(task.chunk.as_ref().map(|chunk| chunk.path.as_str()), Some("README.md"));
        assert_eq!(serde_json::to_string(&task).unwrap(), stored);
    }
}
