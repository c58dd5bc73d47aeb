//! Records of a run, made up.

use code_qa_bench::domain::agent::{AgentLimits, Transcript};
use code_qa_bench::domain::condition::Condition;
use code_qa_bench::domain::effect::Outcome;
use code_qa_bench::domain::files::merge::Shard;
use code_qa_bench::domain::judge::Verdict;
use code_qa_bench::domain::provider::{
    AssistantTurn, Message, ModelRef, ModelReply, Price, StopReason, ToolCall, ToolResult, Usage,
};
use code_qa_bench::domain::python::StripMode;
use code_qa_bench::domain::run::{
    Budget, EarlierVerdict, RUN_VERSION, Run, RunSpec, RunState, Sample, SampleKey, SampleState, Terms, Unscored,
};
use code_qa_bench::domain::task::prompts::PromptSet;
use code_qa_bench::domain::task::{
    Audit, Author, Category, CategoryBasis, ChunkOrigin, Dataset, EarlierWording, FactCheck, FactVerdict,
    GenerationStage, ImportedRow, Review, StageTranscript, TASK_VERSION, Task, TaskOrigin, TaskSet, Wording,
};
use proptest::option;
use proptest::prelude::*;

/// Text with quotes, line ends and letters of every kind; never blank.
pub fn text() -> impl Strategy<Value = String> {
    "[a-z\"\\\\\n\u{2028}é☃{}:]{0,12}".prop_map(|text| format!("x{text}"))
}

fn usage() -> impl Strategy<Value = Usage> {
    (0..1_u64 << 50, 0..9_u64).prop_map(|(input_tokens, output_tokens)| Usage {
        input_tokens,
        output_tokens,
        ..Usage::default()
    })
}

pub fn said(text: &str) -> Transcript {
    let mut transcript = Transcript::default();
    transcript.push(Message::Assistant(AssistantTurn { text: text.into(), ..AssistantTurn::default() }));
    transcript
}

fn transcript() -> impl Strategy<Value = Transcript> {
    let call = text().prop_map(|text| {
        let call = ToolCall { id: "c".into(), name: "read_file".into(), arguments: text.clone() };
        let raw = Some(serde_json::json!({"z": text, "a": [0.1, 1e-7, {"b": null}]}));
        Message::Assistant(AssistantTurn { calls: vec![call], raw, ..AssistantTurn::default() })
    });
    let result = text().prop_map(|content| {
        Message::Tool(ToolResult { call_id: "c".into(), name: "read_file".into(), content, is_error: true })
    });
    let user = text().prop_map(|text| Message::User { text });
    let said = text().prop_map(|text| Message::Assistant(AssistantTurn { text, ..AssistantTurn::default() }));
    prop::collection::vec((prop_oneof![call, result, user, said], option::of(usage())), 0..4).prop_map(|messages| {
        let mut transcript = Transcript::default();
        for (message, usage) in messages {
            match usage {
                Some(usage) => transcript.push_reply(message, usage),
                None => transcript.push(message),
            }
        }
        transcript
    })
}

fn origin() -> impl Strategy<Value = TaskOrigin> {
    let imported = option::of(text()).prop_map(|row_id| {
        let (dataset, category_basis) = (Dataset::SweQaPro, CategoryBasis::FirstWord);
        TaskOrigin::Imported(ImportedRow { dataset, row_id, category_basis })
    });
    prop_oneof![Just(TaskOrigin::Generated), imported]
}

fn audit() -> impl Strategy<Value = Audit> {
    (text(), text(), 0.0..=1.0).prop_map(|(original_answer, revised_answer, doc_leakage_fraction)| Audit {
        claims: Vec::new(),
        original_answer,
        revised_answer,
        doc_leakage_fraction,
        summary: String::new(),
        cut_files: Vec::new(),
    })
}

fn chunk() -> impl Strategy<Value = ChunkOrigin> {
    (text(), text(), any::<u32>(), -9.0..9.0).prop_map(|(path, heading, start_line, score)| ChunkOrigin {
        id: "0123".into(),
        source: "docstring".into(),
        path,
        heading,
        start_line,
        score,
    })
}

fn earlier(question: &str) -> EarlierWording {
    let wording = Wording { question: question.into(), answer: "a".into(), ..Wording::default() };
    EarlierWording { wording, author: Author::Origin, model: Some(model(0)), until_ms: 5 }
}

/// A task of the run; the caller may give it another identifier.
pub fn task() -> impl Strategy<Value = Task> {
    let verdicts = vec![FactVerdict::Pass, FactVerdict::Warn, FactVerdict::Fail];
    let reviews = vec![Review::Unreviewed, Review::Accepted, Review::Rejected];
    (
        (text(), text(), prop::collection::vec(text(), 0..3)),
        (option::of(text()), origin(), option::of(chunk()), option::of(audit())),
        (option::of(prop::sample::select(verdicts)), prop::sample::select(reviews), usage(), transcript()),
        (prop::sample::select(Category::ALL.to_vec()), prop::sample::select(TaskSet::ALL.to_vec()), 0..3_usize),
    )
        .prop_map(
            |(words, (commit, origin, chunk, audit), (verdict, review, usage, transcript), (category, set, n))| Task {
                version: TASK_VERSION,
                id: "code-1".into(),
                repository: "demo".into(),
                archive_sha256: "aa".into(),
                commit,
                origin,
                set,
                category,
                subtype: (n > 0).then(|| category.subtypes()[n]),
                chunk,
                question: words.0,
                rubric: words.2,
                answer: words.1,
                key_files: Vec::new(),
                evidence: Vec::new(),
                author: if n > 1 { Author::Person } else { Author::Origin },
                earlier: (1..n).map(|_| earlier("before")).collect(),
                anchors: Vec::new(),
                fact_check: verdict.map(|verdict| FactCheck { verdict, reasons: Vec::new() }),
                audit,
                model: (n > 1).then(|| model(0)),
                prompts_sha256: (n > 1).then(|| "pp".into()),
                usage,
                created_ms: u64::MAX,
                transcripts: vec![StageTranscript { stage: GenerationStage::Answer, transcript }],
                review,
            },
        )
}

fn model(n: usize) -> ModelRef {
    ModelRef { provider: "p".into(), model: format!("m{n}") }
}

pub fn spec() -> RunSpec {
    RunSpec {
        repository: "demo".into(),
        archive_sha256: "aa".into(),
        tasks: vec!["code-1".into(), "doc-2".into()],
        models: vec![model(0), model(1)],
        conditions: vec![Condition::ClosedBook, Condition::CodeOnly],
        epochs: 2,
        judge: model(9),
        limits: AgentLimits::default(),
        prompts_sha256: "pp".into(),
        seed: 42,
        strip_mode: StripMode::Standard,
    }
}

pub fn run(spec: RunSpec, prices: Vec<(ModelRef, Price)>) -> Run {
    let budget = Budget { usd: Some(0.1), tokens: Some(u64::MAX) };
    Run {
        version: RUN_VERSION,
        id: "run-42".into(),
        created_ms: 42,
        spec,
        budget,
        prices,
        settings: Vec::new(),
        prompts: PromptSet::none(),
        state: RunState::Paused,
    }
}

/// A task that is the same wherever it is, as the tasks of one run are.
fn fixed_task(id: &str) -> Task {
    let strategy = task();
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut task = proptest::strategy::ValueTree::current(&strategy.new_tree(&mut runner).expect("a task"));
    task.id = id.into();
    task
}

/// A sample of [`spec`], in any state.
pub fn sample() -> impl Strategy<Value = Sample> {
    // The first of each more often than the second, so that shards have samples in common.
    let place = || prop_oneof![4 => Just(0_usize), 1 => Just(1_usize)];
    let key = (place(), place(), place(), 0..2_u32).prop_map(|(task, condition, model_number, epoch)| {
        let spec = spec();
        SampleKey {
            task: spec.tasks[task].clone(),
            condition: spec.conditions[condition],
            model: model(model_number),
            epoch,
        }
    });
    // Few values, so that equal and nearly equal records meet.
    (key, 0..20_u8, 0..3_u64, option::of(transcript()), 0..2_u64).prop_map(|(key, kind, at, said, tokens)| {
        let mut sample = Sample::pending(key);
        let verdict =
            |accuracy: f64| Verdict { accuracy, completeness: 1.0 / 3.0, specificity: 0.1, explanation: "why".into() };
        let answer = "an answer".to_owned();
        let ended = match kind {
            0 => None,
            1 | 2 => {
                let (task, prompts) = (&fixed_task("code-1"), &PromptSet::default());
                let terms = Terms { task, limits: AgentLimits::default(), prompts };
                sample.begin(terms);
                if kind == 2 {
                    let turn = AssistantTurn { text: answer, ..AssistantTurn::default() };
                    let reply =
                        ModelReply { turn, stop: StopReason::End, usage: Usage::default(), earlier: Vec::new() };
                    sample.resume(Outcome::Replied(reply), terms, 1);
                }
                None
            }
            3 => Some(SampleState::Cancelled),
            4 => Some(SampleState::Refused),
            5 => Some(SampleState::Failed { message: "broken \"pipe\"".into() }),
            6 => Some(SampleState::Unscored { answer, reason: Unscored::JudgeRefused }),
            _ => Some(SampleState::Scored { answer, verdict: verdict(f64::from(kind % 2) * 4.3) }),
        };
        if let Some(state) = ended {
            sample.state = state;
            sample.ended_ms = Some(at);
        }
        sample.usage.input_tokens = tokens;
        if kind % 3 == 0 {
            sample.earlier_verdicts = vec![EarlierVerdict { judge: model(8), verdict: verdict(2.1) }];
        }
        if let Some(said) = said {
            sample.transcript = said;
        }
        sample
    })
}

/// A part of one run: some of its models, conditions, epochs and samples.
pub fn shard() -> impl Strategy<Value = Shard> {
    let price = option::of((0..3_u8).prop_map(|n| Price { output_usd: f64::from(n) * 0.1, ..Price::FREE }));
    // Which of two, as bits; mostly both.
    let part = || prop::sample::select(vec![1_u8, 2, 3, 3, 3, 3]);
    (part(), part(), prop::collection::vec(sample(), 0..10), price).prop_map(|(models, conditions, samples, price)| {
        let mut spec = spec();
        let part = |mask: u8, at: usize| mask & (1 << at) != 0;
        spec.models = (0..2).filter(|at| part(models, *at)).map(model).collect();
        spec.conditions = (0..2).filter(|at| part(conditions, *at)).map(|at| spec.conditions[at]).collect();
        let mut seen = std::collections::BTreeSet::new();
        let samples: Vec<Sample> = samples
            .into_iter()
            .filter(|sample| spec.models.contains(&sample.key.model) && spec.conditions.contains(&sample.key.condition))
            .filter(|sample| seen.insert(sample.key.clone()))
            .collect();
        spec.epochs = samples.iter().map(|sample| sample.key.epoch + 1).max().unwrap_or(1);
        let prices = price.into_iter().map(|price| (model(0), price)).collect();
        Shard { spec, tasks: vec![fixed_task("code-1"), fixed_task("doc-2")], prices, samples }
    })
}
