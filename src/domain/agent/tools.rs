//! The three repository tools: their names, their schemas, and reading their arguments.

use serde_json::{Map, Value, json};
use thiserror::Error;

/// A tool that a model may call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// Prints a file, or a range of its lines.
    ReadFile,
    /// Lists a folder.
    ListDirectory,
    /// Searches all Python files for a regular expression.
    SearchCode,
}

/// A call whose name and arguments make sense.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ToolRequest {
    /// See [`Tool::ReadFile`].
    ReadFile {
        /// Path in the repository.
        path: String,
        /// First line, 1-based.
        start_line: Option<u32>,
        /// Last line, 1-based, inclusive.
        end_line: Option<u32>,
    },
    /// See [`Tool::ListDirectory`].
    ListDirectory {
        /// Path in the repository; empty for its root.
        path: String,
    },
    /// See [`Tool::SearchCode`].
    SearchCode {
        /// Regular expression in Python's syntax.
        pattern: String,
        /// Folder or file to search in.
        path: Option<String>,
    },
}

/// A call that can't be carried out, in words for the model.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadCall {
    /// No such tool.
    #[error("Unknown tool \"{0}\". The tools are read_file, list_directory and search_code.")]
    UnknownTool(String),
    /// Arguments that are no JSON object.
    #[error("The arguments are not a JSON object ({0}). Send one JSON object.")]
    NotJson(String),
    /// A required argument is missing or of the wrong type.
    #[error("{tool} needs \"{argument}\", a {kind}.")]
    Argument {
        /// The tool.
        tool: &'static str,
        /// The argument.
        argument: &'static str,
        /// Its type.
        kind: &'static str,
    },
}

impl Tool {
    /// All tools, in the order in which they are offered.
    pub const ALL: [Self; 3] = [Self::ReadFile, Self::ListDirectory, Self::SearchCode];

    /// The name that models use.
    pub fn name(self) -> &'static str {
        match self {
            Self::ReadFile => "read_file",
            Self::ListDirectory => "list_directory",
            Self::SearchCode => "search_code",
        }
    }

    /// What the tool does, for the model.
    pub fn description(self) -> &'static str {
        match self {
            Self::ReadFile => {
                "Read a text file of the repository, with line numbers. Give start_line and end_line (1-based, \
                 inclusive) to read a part of a long file."
            }
            Self::ListDirectory => "List the files and folders of one folder of the repository. Use \"\" for the root.",
            Self::SearchCode => {
                "Search all .py files of the repository with a Python regular expression, line by line. Returns \
                 path:line: text. Give path to search only below one folder or file."
            }
        }
    }

    /// JSON Schema of the arguments.
    pub fn parameters(self) -> Value {
        match self {
            Self::ReadFile => json!({
                "type": "object",
                "properties": {
                    "path": {"type": "string", "description": "Path relative to the repository's root"},
                    "start_line": {"type": "integer", "description": "First line, 1-based"},
                    "end_line": {"type": "integer", "description": "Last line, inclusive"}
                },
                "required": ["path"]
            }),
            Self::ListDirectory => json!({
                "type": "object",
                "properties": {"path": {"type": "string", "description": "Folder relative to the repository's root"}},
                "required": ["path"]
            }),
            Self::SearchCode => json!({
                "type": "object",
                "properties": {
                    "pattern": {"type": "string", "description": "Python regular expression"},
                    "path": {"type": "string", "description": "Folder or file to search in"}
                },
                "required": ["pattern"]
            }),
        }
    }
}

/// Reads a call.
///
/// # Errors
/// A [`BadCall`] whose text is sent back to the model.
pub fn read_call(name: &str, arguments: &str) -> Result<ToolRequest, BadCall> {
    let tool = Tool::ALL.into_iter().find(|tool| tool.name() == name.trim());
    let tool = tool.ok_or_else(|| BadCall::UnknownTool(name.to_owned()))?;
    let arguments = if arguments.trim().is_empty() { "{}" } else { arguments };
    let object: Map<String, Value> = serde_json::from_str(arguments).map_err(|e| BadCall::NotJson(e.to_string()))?;
    let text = |argument: &'static str| object.get(argument).and_then(Value::as_str).map(str::to_owned);
    let required = |argument: &'static str| {
        text(argument).ok_or(BadCall::Argument { tool: tool.name(), argument, kind: "string" })
    };
    let line = |argument: &'static str| match object.get(argument) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => line_number(value).map(Some).ok_or(BadCall::Argument {
            tool: tool.name(),
            argument,
            kind: "line number from 1",
        }),
    };
    Ok(match tool {
        Tool::ReadFile => ToolRequest::ReadFile {
            path: required("path")?,
            start_line: line("start_line")?,
            end_line: line("end_line")?,
        },
        Tool::ListDirectory => ToolRequest::ListDirectory { path: text("path").unwrap_or_default() },
        Tool::SearchCode => ToolRequest::SearchCode { pattern: required("pattern")?, path: text("path") },
    })
}

/// Models write line numbers as numbers, as text, and as floats.
fn line_number(value: &Value) -> Option<u32> {
    let number = match value {
        Value::Number(number) => number.as_f64()?,
        Value::String(text) => text.trim().parse().ok()?,
        _ => return None,
    };
    // Exact for every u32; a fraction is cut as a model would expect.
    (1.0..=f64::from(u32::MAX)).contains(&number).then_some(number as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, arguments: &str, expected: Result<ToolRequest, &str>) {
        let got = read_call(name, arguments).map_err(|bad| bad.to_string());
        match (got, expected) {
            (Err(got), Err(start)) => assert!(got.starts_with(start), "{got}"),
            (got, expected) => assert_eq!(got, expected.map_err(str::to_owned)),
        }
    }

    #[test]
    fn calls() {
        let read = |start_line, end_line| ToolRequest::ReadFile { path: "a.py".into(), start_line, end_line };
        check("read_file", r#"{"path":"a.py"}"#, Ok(read(None, None)));
        check("read_file", r#"{"path":"a.py","start_line":"3","end_line":5.0}"#, Ok(read(Some(3), Some(5))));
        check("read_file", r#"{"path":"a.py","start_line":0}"#, Err("read_file needs \"start_line\""));
        check("read_file", r#"{"file":"a.py"}"#, Err("read_file needs \"path\""));
        check("read_file", r#"{"path":"a.py""#, Err("The arguments are not a JSON object"));
        check("read_file", r#"["a.py"]"#, Err("The arguments are not a JSON object"));
        check("list_directory", "", Ok(ToolRequest::ListDirectory { path: String::new() }));
        check("grep", "{}", Err("Unknown tool \"grep\""));
    }
}
