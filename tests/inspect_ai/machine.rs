//! Our own agent, told the same by the model: the project's says and sees the same as ours, word by word.

use std::cell::OnceCell;
use std::sync::Arc;

use code_qa_bench::domain::agent::tools::{ToolRequest, read_call};
use code_qa_bench::domain::agent::{AgentLimits, Transcript};
use code_qa_bench::domain::effect::{Effect, Outcome};
use code_qa_bench::domain::provider::{AssistantTurn, Message, ModelReply, StopReason, ToolCall, ToolResult, Usage};
use code_qa_bench::domain::python::StripMode;
use code_qa_bench::domain::repository::view::RepositoryView;
use code_qa_bench::domain::repository::{Analyser, Analysis, Limits, Repository, Unpacker};
use code_qa_bench::domain::run::{Sample, Terms};
use code_qa_bench::domain::task::Task;
use code_qa_bench::domain::task::prompts::PromptSet;
use serde_json::Value;

use crate::support::sample_archive;

thread_local! {
    static SAMPLE: OnceCell<(Arc<Repository>, Arc<Analysis>)> = const { OnceCell::new() };
}

/// Compares the conversation of an imported sample with that of our agent.
pub fn check(imported: &Sample, way: &Value, tasks: &[Task]) {
    let has_tools = imported.transcript.messages().any(|message| matches!(message, Message::Tool(_)));
    let turns: Vec<&Value> = way["turns"].as_array().unwrap().iter().collect();
    if turns.iter().any(|turn| turn.get("error").is_some()) {
        return;
    }
    let turns: Vec<&Value> = turns.into_iter().filter(|turn| has_tools || turn.get("calls").is_none()).collect();
    let task = tasks.iter().find(|task| task.id == imported.key.task).unwrap();
    let ours = conversation(imported, task, &turns);
    assert_eq!(said(&ours), said(&imported.transcript), "{:?}", imported.key);
}

fn conversation(imported: &Sample, task: &Task, turns: &[&Value]) -> Transcript {
    let limits = AgentLimits::default();
    let view = view(imported);
    let mut sample = Sample::pending(imported.key.clone());
    let prompts = PromptSet::default();
    let terms = Terms { task, limits, prompts: &prompts };
    sample.begin(terms);
    let mut at = 0;
    loop {
        let outcome = match sample.next() {
            Effect::CallModel(_) => {
                at += 1;
                Outcome::Replied(reply(turns[(at - 1).min(turns.len() - 1)]))
            }
            Effect::RunTools { calls, .. } => {
                Outcome::ToolResults(calls.iter().map(|call| result(&view, call)).collect())
            }
            _ => return sample.transcript,
        };
        sample.resume(outcome, terms, 1);
    }
}

fn view(imported: &Sample) -> RepositoryView {
    let (repository, analysis) = SAMPLE.with(|sample| {
        let open = || {
            let repository = Arc::new(Unpacker::run("greenhouse.tar", sample_archive(), Limits::default()).unwrap());
            let analysis = Arc::new(Analyser::run(&repository, StripMode::Standard));
            (repository, analysis)
        };
        sample.get_or_init(open).clone()
    });
    RepositoryView::new(repository, analysis, imported.key.condition)
}

fn reply(said: &Value) -> ModelReply {
    let calls = said["calls"].as_array().into_iter().flatten().enumerate().map(|(at, call)| ToolCall {
        id: format!("call-{at}"),
        name: call["name"].as_str().unwrap().into(),
        arguments: call["arguments"].to_string(),
    });
    let text = said["text"].as_str().unwrap_or_default().to_owned();
    let stop = match said["stop"].as_str().unwrap_or("stop") {
        "tool_calls" => StopReason::ToolCalls,
        "max_tokens" => StopReason::Length,
        "content_filter" => StopReason::Refusal,
        _ => StopReason::End,
    };
    let turn = AssistantTurn { text, calls: calls.collect(), ..AssistantTurn::default() };
    ModelReply { turn, stop, usage: Usage::default(), earlier: Vec::new() }
}

fn result(view: &RepositoryView, call: &ToolCall) -> ToolResult {
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

/// Who said what. That a tool doesn't exist, inspect_ai says in its own words.
fn said(transcript: &Transcript) -> Vec<(&'static str, String)> {
    let one = |message: &Message| match message {
        Message::System { text } => ("system", text.clone()),
        Message::User { text } => ("user", text.clone()),
        Message::Assistant(turn) => ("assistant", format!("{} {:?}", turn.text, turn.calls)),
        Message::Tool(result) if result.name == "fly" => ("tool", format!("fly {}", result.is_error)),
        Message::Tool(result) => ("tool", format!("{} {} {}", result.name, result.is_error, result.content)),
    };
    transcript.messages().map(one).collect()
}
