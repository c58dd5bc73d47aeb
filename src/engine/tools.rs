//! Running an agent's tool calls over a repository.

use super::ports::Clock;
use super::slice::Slice;
use crate::domain::agent::tools::{ToolRequest, read_call};
use crate::domain::provider::{ToolCall, ToolResult};
use crate::domain::repository::view::{RepositoryView, Search, ToolError};

/// Runs one call. Whatever is wrong with it becomes the result: nothing a model asks for is fatal. A search
/// lets other work go first between files.
pub async fn run(view: &RepositoryView, call: &ToolCall, clock: &dyn Clock) -> ToolResult {
    let outcome = match read_call(&call.name, &call.arguments) {
        Err(bad) => Err(bad.to_string()),
        Ok(request) => perform(view, request, clock).await.map_err(|error| error.to_string()),
    };
    let is_error = outcome.is_err();
    let content = outcome.unwrap_or_else(|message| message);
    ToolResult { call_id: call.id.clone(), name: call.name.clone(), content, is_error }
}

async fn perform(view: &RepositoryView, request: ToolRequest, clock: &dyn Clock) -> Result<String, ToolError> {
    match request {
        ToolRequest::ReadFile { path, start_line, end_line } => view.read_file(&path, start_line, end_line),
        ToolRequest::ListDirectory { path } => view.list_directory(&path),
        ToolRequest::SearchCode { pattern, path } => {
            let mut search = Search::new(view, &pattern, path.as_deref())?;
            let mut slice = Slice::new(clock);
            while search.step(view)? {
                if slice.is_over() {
                    slice.pause().await;
                }
            }
            Ok(search.finish())
        }
    }
}
