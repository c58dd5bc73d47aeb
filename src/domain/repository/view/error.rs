//! Why a tool can't answer, said to the model that called it.

/// Each message tells the model what to do instead.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ToolError {
    /// No such file or folder.
    #[error("There is no {path} in this repository.{}", suggestion(.similar))]
    Missing {
        /// The path asked for.
        path: String,
        /// Paths that may have been meant.
        similar: Vec<String>,
    },
    /// The path has `..` in it.
    #[error("The path {path} is not allowed: give a path relative to the top of the repository, without '..'.")]
    Outside {
        /// The path asked for.
        path: String,
    },
    /// Not text.
    #[error("{path} is a binary file or not UTF-8 text, so it can't be shown.")]
    Binary {
        /// The path asked for.
        path: String,
    },
    /// A file where a folder is needed.
    #[error("{path} is a file: read it with read_file.")]
    NotAFolder {
        /// The path asked for.
        path: String,
    },
    /// The view is empty.
    #[error("No files can be seen here.")]
    NoFiles,
    /// Start behind the last line.
    #[error("{path} has only {lines} lines: give a start_line from 1 to {lines}.")]
    BehindEnd {
        /// The path asked for.
        path: String,
        /// Its number of lines.
        lines: usize,
    },
    /// End before start.
    #[error("The end_line {end} is before the start_line {start}.")]
    EmptyRange {
        /// First line asked for.
        start: usize,
        /// Last line asked for.
        end: u32,
    },
    /// The pattern isn't a regular expression.
    #[error(
        "The pattern is not a valid regular expression ({detail}). Use Python's syntax, and escape special characters to find them literally."
    )]
    Pattern {
        /// What the compiler says.
        detail: String,
    },
    /// The pattern takes too long.
    #[error(
        "The pattern needs too much backtracking and was stopped. Use a simpler one: no nested repetition such as (a+)+, fewer look-arounds, or a path to search in."
    )]
    TooSlow,
}

fn suggestion(similar: &[String]) -> String {
    match similar {
        [] => " Use list_directory to see what is there.".to_owned(),
        paths => format!(" Did you mean {}?", paths.join(", ")),
    }
}
