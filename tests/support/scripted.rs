//! An engine with a scripted OpenAI-compatible provider, and what tests ask of its runs.

use std::rc::Rc;

use code_qa_bench::domain::agent::AgentLimits;
use code_qa_bench::domain::condition::Condition;
use code_qa_bench::domain::provider::{ModelRef, ModelSettings, ProviderConfig, ProviderKind, Remote};
use code_qa_bench::domain::results::{Filter, Settings};
use code_qa_bench::domain::run::Budget;
use code_qa_bench::engine::ports::{HttpReply, HttpRequest, TransportError};
use code_qa_bench::engine::protocol::{
    Command, Event, GenerateRequest, PROTOCOL_VERSION, RunProgress, RunRequest, RunRow, SampleRow,
};
use serde_json::Value;

use super::{Bench, MemoryStore, chat_calls, chat_text, ok};

/// The key of the scripted provider.
pub const KEY: &str = "sk-very-secret";

/// The scripted model.
pub fn scripted() -> ModelRef {
    ModelRef { provider: "p1".into(), model: "scripted".into() }
}

/// An engine with the sample repository, a scripted provider and (from the baseline) some tasks.
pub fn bench(store: Rc<MemoryStore>, tasks: usize) -> Bench {
    let bench = Bench::on(store);
    bench.run(Command::Hello { version: PROTOCOL_VERSION });
    bench.run(Command::OpenSample);
    let kind = ProviderKind::Remote(Remote {
        base_url: "http://127.0.0.1:9/v1/".into(),
        max_concurrency: 3,
        timeout_ms: 60_000,
        streams: false,
        ..Remote::default()
    });
    let models = vec![ModelSettings { max_tokens: 1000, ..ModelSettings::named("scripted") }];
    let provider = ProviderConfig { id: "p1".into(), label: "Scripted".into(), kind, models };
    bench.run(Command::SaveProvider { provider });
    bench.run(Command::SetKey { provider: "p1".into(), key: KEY.into() });
    if tasks > 0 {
        let limits = AgentLimits::default();
        let request = GenerateRequest { model: ModelRef::baseline(), code_derivable: tasks, doc_dependent: 0, limits };
        bench.run(Command::Generate(request));
    }
    *bench.transport.responder.borrow_mut() = Box::new(model);
    bench
}

/// Starts a run of the scripted model, judged by itself.
pub fn start(conditions: &[Condition]) -> Command {
    Command::StartRun(RunRequest {
        models: vec![scripted()],
        conditions: conditions.to_vec(),
        epochs: 1,
        judge: scripted(),
        limits: AgentLimits::default(),
        budget: Budget::default(),
    })
}

/// A well-behaved model: looks around once where it has tools, then answers; judges with 4, 3, 5.
pub fn model(request: &HttpRequest) -> Result<HttpReply, TransportError> {
    let body: Value = serde_json::from_str(&request.wire.body).unwrap();
    let system = body["messages"][0]["content"].as_str().unwrap_or_default();
    let has_tools = body.get("tools").is_some();
    let is_first = body["messages"].as_array().unwrap().len() <= 2;
    ok(if system.starts_with("You judge") {
        chat_text("```json\n{\"accuracy\": 4, \"completeness\": 3, \"specificity\": 5, \"explanation\": \"fine\"}\n```")
    } else if has_tools && is_first {
        chat_calls(&[("a", "list_directory", "{\"path\":\"\"}"), ("b", "search_code", "{\"pattern\":\"def poll\"}")])
    } else {
        chat_text("`SensorHub.poll` does it.")
    })
}

/// How the active run stood last.
pub fn progress(bench: &Bench) -> RunProgress {
    bench.last(|e| if let Event::Run(run) = e { Some((**run).clone()) } else { None }).unwrap()
}

/// The run made last.
pub fn newest_run(bench: &Bench) -> RunRow {
    bench.last(|e| if let Event::Runs(rows) = e { rows.first().cloned() } else { None }).unwrap()
}

/// The samples of the run made last.
pub fn samples(bench: &Bench) -> Vec<SampleRow> {
    bench.run(Command::ReadResults {
        run: newest_run(bench).id,
        filter: Filter::default(),
        settings: Settings::default(),
    });
    bench.last(|e| if let Event::Results { samples, .. } = e { Some(samples.clone()) } else { None }).unwrap()
}

/// A reply with this status.
pub fn fail(status: u16, body: &str) -> Result<HttpReply, TransportError> {
    Ok(HttpReply { status, body: body.into(), retry_after_ms: None })
}
