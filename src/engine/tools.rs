//! Running an agent's tool calls over a repository.

use crate::domain::agent::tools::{ToolRequest, read_call};
use crate::domain::provider::{ToolCall, ToolResult};
use crate::domain::repository::view::RepositoryView;

/// Runs one call. Whatever is wrong with it becomes the result: nothing a model asks for is fatal.
pub fn run(view: &RepositoryView, call: &ToolCall) -> ToolResult {
    let outcome = match read_call(&call.name, &call.arguments) {
        Err(bad) => Err(bad.to_string()),
        Ok(ToolRequest::ReadFile { path, start_line, end_line }) => {
            view.read_file(&path, start_line, end_line).map_err(|error| error.to_string())
        }
        Ok(ToolRequest::ListDirectory { path }) => view.list_directory(&path).map_err(|error| error.to_string()),
        Ok(ToolRequest::SearchCode { pattern, path }) => {
            view.search_code(&pattern, path.as_deref()).map_err(|error| error.to_string())
        }
    };
    let is_error = outcome.is_err();
    let content = outcome.unwrap_or_else(|message| message);
    ToolResult { call_id: call.id.clone(), name: call.name.clone(), content, is_error }
}
