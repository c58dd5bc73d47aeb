//! Records for the tests of this folder.

use crate::domain::agent::{AgentLimits, Transcript};
use crate::domain::condition::Condition;
use crate::domain::judge::Verdict;
use crate::domain::provider::{AssistantTurn, Message, ModelRef, Price, ToolCall, ToolResult, Usage};
use crate::domain::python::StripMode;
use crate::domain::run::{Budget, RUN_VERSION, Run, RunSpec, RunState, Sample, SampleKey, SampleState};
use crate::domain::task::prompts::PromptSet;
use crate::domain::task::{
    Audit, Author, Category, ChunkOrigin, Claim, ClaimVerdict, EarlierWording, FactCheck, FactVerdict, GenerationStage,
    Review, StageTranscript, Subtype, TASK_VERSION, Task, TaskOrigin, TaskSet, Wording,
};

pub fn model(name: &str) -> ModelRef {
    ModelRef { provider: "p".into(), model: name.into() }
}

/// A task in which every field is set, and every text but name, identifier and question begins with "secret".
pub fn task(id: &str) -> Task {
    Task {
        version: TASK_VERSION,
        id: id.into(),
        repository: "demo".into(),
        archive_sha256: "aa".into(),
        commit: Some("secretcommit".into()),
        origin: TaskOrigin::Generated,
        set: TaskSet::CodeDerivable,
        category: Category::How,
        subtype: Some(Subtype::SystemDesign),
        chunk: Some(ChunkOrigin {
            id: "secret-chunk".into(),
            source: "secret-docstring".into(),
            path: "secret/path.py".into(),
            heading: "secret heading".into(),
            start_line: 7,
            score: 9.0,
        }),
        question: format!("What does {id} do?"),
        rubric: vec!["secret point".into()],
        answer: "secret answer".into(),
        key_files: vec!["secret/key.py".into()],
        evidence: vec!["secret evidence".into()],
        anchors: Vec::new(),
        fact_check: Some(FactCheck { verdict: FactVerdict::Pass, reasons: vec!["secret reason".into()] }),
        audit: Some(Audit {
            claims: vec![Claim {
                claim: "secret claim".into(),
                verdict: ClaimVerdict::Rewrite,
                reason: "secret reason".into(),
            }],
            original_answer: "secret original".into(),
            revised_answer: "secret revised".into(),
            doc_leakage_fraction: 1.0 / 3.0,
            summary: "secret summary".into(),
            cut_files: vec!["secret/cut.py".into()],
        }),
        model: Some(model("secret-generator")),
        prompts_sha256: Some("secret-hash".into()),
        usage: Usage { input_tokens: 1 << 50, output_tokens: 3, ..Usage::default() },
        created_ms: 1_700_000_000_000,
        transcripts: vec![StageTranscript { stage: GenerationStage::Answer, transcript: exploration() }],
        review: Review::Accepted,
        author: Author::Person,
        earlier: vec![EarlierWording {
            wording: Wording { question: "secret question before".into(), ..Wording::default() },
            author: Author::Origin,
            model: Some(model("generator")),
            until_ms: 1,
        }],
    }
}

/// A conversation with a tool call and a rejected draft.
pub fn exploration() -> Transcript {
    let call = ToolCall { id: "c1".into(), name: "read_file".into(), arguments: r#"{"path":"a.py"}"#.into() };
    let said = |text: &str| Message::Assistant(AssistantTurn { text: text.into(), ..AssistantTurn::default() });
    let mut transcript = Transcript::default();
    transcript.push(Message::System { text: "secret system".into() });
    transcript.push(Message::User { text: "secret chunk".into() });
    let turn =
        AssistantTurn { calls: vec![call], raw: Some(serde_json::json!({"b": 1, "a": [0.1]})), ..Default::default() };
    transcript.push_reply(Message::Assistant(turn), Usage { input_tokens: 10, ..Usage::default() });
    transcript.push(Message::Tool(ToolResult {
        call_id: "c1".into(),
        name: "read_file".into(),
        content: "1: secret = 1".into(),
        is_error: false,
    }));
    transcript.push(said("secret draft"));
    transcript.push(Message::User { text: "secret complaint".into() });
    transcript.push(said(r#"{"answer": "secret answer"}"#));
    transcript
}

/// Two tasks, two models, two conditions, two epochs.
pub fn spec() -> RunSpec {
    RunSpec {
        repository: "demo".into(),
        archive_sha256: "aa".into(),
        tasks: vec!["code-1".into(), "doc-2".into()],
        models: vec![model("m1"), model("m2")],
        conditions: vec![Condition::ClosedBook, Condition::CodeOnly],
        epochs: 2,
        judge: model("judge"),
        limits: AgentLimits::default(),
        prompts_sha256: "pp".into(),
        seed: 42,
        strip_mode: StripMode::Standard,
    }
}

pub fn run() -> Run {
    Run {
        version: RUN_VERSION,
        id: "run-1".into(),
        created_ms: 5,
        spec: spec(),
        budget: Budget { usd: Some(0.1), tokens: None },
        prices: vec![(model("m1"), Price { input_usd: 0.1, ..Price::FREE })],
        settings: Vec::new(),
        prompts: PromptSet::none(),
        state: RunState::Paused,
    }
}

pub fn key(task: &str, model_name: &str, epoch: u32) -> SampleKey {
    SampleKey { task: task.into(), condition: Condition::CodeOnly, model: model(model_name), epoch }
}

/// A scored sample.
pub fn scored(key: SampleKey, ended_ms: u64, accuracy: f64) -> Sample {
    let verdict = Verdict { accuracy, completeness: 3.0, specificity: 0.1, explanation: "why".into() };
    let mut sample = Sample::pending(key);
    sample.transcript = exploration();
    sample.state = SampleState::Scored { answer: "an answer".into(), verdict };
    sample.ended_ms = Some(ended_ms);
    sample
}
