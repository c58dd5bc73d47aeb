//! The conversations: an agent of ours and a scripted model.

use code_qa_bench::domain::agent::{Agent, AgentEnd, AgentLimits, AgentStep};
use code_qa_bench::domain::provider::{
    Dialect, Method, ModelRequest, StreamReader, Target, ToolCall, ToolResult, WireForm, wire,
};
use code_qa_bench::domain::task::prompts::PromptSet;
use code_qa_bench::domain::task::{Brief, Category, ChunkText, Subtype};
use serde_json::{Map, Value};

use super::native::Said;

/// A body that goes out, with what it was made of.
pub struct Case {
    pub name: String,
    pub form: WireForm,
    pub streams: bool,
    pub request: ModelRequest,
    pub body: Value,
}

/// Ways to speak to an endpoint.
#[derive(Clone, Copy)]
pub struct Way {
    pub form: WireForm,
    pub dialect: Dialect,
    pub streams: bool,
}

impl Way {
    /// The body of a request.
    pub fn case(self, name: String, request: ModelRequest) -> Case {
        let extra = Map::new();
        let Self { form, dialect, streams } = self;
        let target = Target { form, base_url: "https://h.test", model: "m", dialect: &dialect, extra: &extra, streams };
        let sent = wire::call(&target, &request, Some("key"));
        assert_eq!(sent.method, Method::Post);
        Case { name, form, streams, request, body: serde_json::from_str(&sent.body).unwrap() }
    }
}

/// Looks around, with all that can go wrong, until its turns are up: calls side by side, broken arguments, an
/// empty reply, an unknown tool, a cut call, results left out; then an answer in JSON, and once more.
pub fn explore(way: Way) -> Vec<Case> {
    let chunk = ChunkText { source: "readme".into(), path: "README".into(), heading: "h".into(), content: "c".into() };
    let brief =
        Brief::GoldAnswer { repository: "r".into(), chunk, category: Category::How, subtype: Subtype::SystemDesign };
    let limits = AgentLimits { max_turns: 6, max_tokens: 500, context_budget_chars: 4000 };
    let turns = [
        Said {
            reasons: true,
            text: "I look around.",
            calls: vec![("list_directory", r#"{"path":""}"#), ("search_code", r#"{"pattern":"def"}"#)],
            ..Said::default()
        },
        Said {
            reasons: true,
            calls: vec![("read_file", r#"{"path": "a.py"#), ("read_file", r#"{"path":"b.py"}"#)],
            ..Said::default()
        },
        Said { reasons: true, ..Said::default() },
        Said { text: "And now?", calls: vec![("grep", "{}")], ..Said::default() },
        Said { reasons: true, calls: vec![("read_file", r#"{"path":"c.py"}"#)], is_cut: true, ..Said::default() },
        Said { reasons: true, text: "It is so.", ..Said::default() },
        Said { text: r#"{"answer":"a","key_files":[],"code_evidence":[]}"#, ..Said::default() },
    ];
    talk(way, "explore", brief, limits, true, &turns)
}

/// Judges, and is asked again.
pub fn judge(way: Way) -> Vec<Case> {
    let (question, gold_answer, answer) = ("q".into(), "g".into(), "a".into());
    let brief = Brief::Judge { question, gold_answer, rubric: vec!["p".into()], answer };
    let turns = [
        Said { reasons: true, text: "Good.", ..Said::default() },
        Said { text: r#"{"accuracy":5,"completeness":4,"specificity":3,"explanation":"e"}"#, ..Said::default() },
    ];
    talk(way, "judge", brief, AgentLimits::default(), false, &turns)
}

fn talk(way: Way, name: &str, brief: Brief, limits: AgentLimits, has_tools: bool, turns: &[Said]) -> Vec<Case> {
    let words = PromptSet::default().prompt(&brief);
    let mut agent = Agent::new(brief, words.system, words.user, limits, has_tools);
    let mut cases = Vec::new();
    let mut turns = turns.iter().cloned().zip(1..);
    loop {
        match agent.next() {
            AgentStep::CallModel(request) => {
                let Some((said, turn)) = turns.next() else { return cases };
                cases.push(way.case(format!("{name}, request {turn}"), *request));
                let body = Said { turn, ..said }.reply(way.form).to_string();
                let mut reader = StreamReader::new(way.form);
                reader.push(body.as_bytes());
                let reply = if way.streams { reader.finish() } else { wire::parse_reply(way.form, 200, &body) };
                agent.on_reply(reply.unwrap());
            }
            AgentStep::RunTools(calls) => agent.on_tool_results(calls.into_iter().map(run).collect()),
            AgentStep::End(AgentEnd::Answer { .. }) => agent.ask_again("Reply with one JSON object.".into()),
            AgentStep::End(end) => panic!("{end:?}"),
        }
    }
}

/// Long results, and errors for what makes no sense.
fn run(call: ToolCall) -> ToolResult {
    let is_error = call.name == "grep" || !call.arguments.contains('}') || call.arguments.contains('7');
    let content = if is_error { "That did not work.".to_owned() } else { "line\n".repeat(300) };
    ToolResult { call_id: call.id, name: call.name, content, is_error }
}
