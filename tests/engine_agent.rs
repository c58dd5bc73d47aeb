//! An agent of the user's over HTTP: the example server that the protocol's page names, and servers that misbehave.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // helpers outside of test functions too

mod support;

use std::cell::Cell;
use std::rc::Rc;

use code_qa_bench::domain::agent::AgentLimits;
use code_qa_bench::domain::condition::Condition;
use code_qa_bench::domain::provider::{
    Message, Method, ModelRef, ModelSettings, Preset, ProviderConfig, ProviderKind, Remote, Trouble,
};
use code_qa_bench::domain::run::{Amendment, Budget, RunState, Sample, SampleState};
use code_qa_bench::domain::task::Task;
use code_qa_bench::engine::ports::{HttpReply, HttpRequest, Table, TransportError};
use code_qa_bench::engine::protocol::{Command, DoctorReport, Event, GenerateRequest, RunRequest};
use serde_json::Value;
use support::example_agent::ExampleAgent;
use support::scripted::{bench, fail, newest_run, samples};
use support::{Bench, ok};

const KEY: &str = "agents-own-key";

fn agent() -> ModelRef {
    ModelRef { provider: "own".into(), model: "grep".into() }
}

/// The sample repository with tasks, and an agent whose server answers by `respond`.
fn with_agent(tasks: usize, respond: impl Fn(&HttpRequest) -> Result<HttpReply, TransportError> + 'static) -> Bench {
    let bench = bench(Rc::default(), tasks);
    let remote = Remote { base_url: "http://127.0.0.1:9/agents".into(), ..Remote::of(Preset::of("agent")) };
    let models = vec![ModelSettings::named("grep")];
    let provider = ProviderConfig { id: "own".into(), label: "Own".into(), kind: ProviderKind::Agent(remote), models };
    bench.run(Command::SaveProvider { provider });
    bench.run(Command::SetKey { provider: "own".into(), key: KEY.into() });
    *bench.transport.responder.borrow_mut() = Box::new(respond);
    bench
}

/// The same, where the example server answers.
fn with_example(tasks: usize, key: &str) -> Bench {
    let server = ExampleAgent::start(key);
    with_agent(tasks, move |request| {
        let method = if request.wire.method == Method::Get { "GET" } else { "POST" };
        let headers: Vec<(&str, &str)> = request.wire.headers.iter().map(|(n, v)| (*n, v.as_str())).collect();
        let (status, body) = server.send(method, &headers, &request.wire.body);
        Ok(HttpReply { status, body, retry_after_ms: None })
    })
}

fn start(conditions: &[Condition], judge: ModelRef) -> Command {
    Command::StartRun(RunRequest {
        models: vec![agent()],
        conditions: conditions.to_vec(),
        epochs: 1,
        judge,
        limits: AgentLimits::default(),
        budget: Budget::default(),
    })
}

fn stored(bench: &Bench) -> Vec<Sample> {
    bench.store.samples("")
}

fn calls(bench: &Bench) -> usize {
    bench.transport.requests.borrow().len()
}

#[test]
fn the_example_server_answers_and_is_judged_here() {
    let bench = with_example(2, KEY);
    bench.run(start(&Condition::ALL, ModelRef::baseline()));
    assert_eq!(newest_run(&bench).state, RunState::Finished, "{:?}", bench.problems());
    let all = stored(&bench);
    let of = |condition| all.iter().filter(move |sample| sample.key.condition == condition);
    for condition in [Condition::CodeOnly, Condition::Documented] {
        for sample in of(condition) {
            let SampleState::Scored { answer, .. } = &sample.state else { panic!("{:?}", sample.state) };
            assert!(answer.starts_with("It is in `") && answer.contains(".py"), "{answer}");
            let messages: Vec<&Message> = sample.transcript.messages().collect();
            assert!(
                messages.iter().any(|m| matches!(m, Message::Tool(result) if result.name == "grep")),
                "{messages:?}"
            );
            assert!(matches!(messages.last(), Some(Message::Assistant(turn)) if turn.text == *answer));
            assert_eq!((sample.usage.input_tokens, sample.usage.unreported_calls), (0, 0));
        }
    }
    // A condition that it doesn't serve is no score.
    for sample in of(Condition::ClosedBook) {
        let SampleState::Failed { message } = &sample.state else { panic!("{:?}", sample.state) };
        assert!(message.contains("This agent serves code_only, documented, and not closed_book."), "{message}");
    }
    assert_eq!(calls(&bench), 6, "one question for each sample, none twice");
}

#[test]
fn nothing_that_it_is_judged_by_leaves_the_tab() {
    let bench = with_example(2, KEY);
    bench.run(start(&[Condition::CodeOnly], ModelRef::baseline()));
    let records = bench.store.records.borrow();
    let tasks: Vec<Task> = records
        .iter()
        .filter(|((table, key), _)| *table == Table::Tasks && !key.starts_with("of-run/"))
        .map(|(_, bytes)| serde_json::from_slice(bytes).unwrap())
        .collect();
    assert_eq!(tasks.len(), 2);
    for request in bench.transport.requests.borrow().iter() {
        let body: Value = serde_json::from_str(&request.wire.body).unwrap();
        let task = tasks.iter().find(|task| body["task"] == task.id.as_str()).unwrap();
        assert_eq!(body["question"], task.question.as_str());
        assert_eq!(body["archive_sha256"], task.archive_sha256.as_str());
        let texts = [&task.answer].into_iter().chain(&task.rubric).chain(&task.evidence).chain(&task.key_files);
        for text in texts {
            assert!(!request.wire.body.contains(text.as_str()), "{text}");
        }
        assert!(!request.wire.body.contains(KEY));
        assert_eq!(support::header(&request.wire, "authorization"), Some(&*format!("Bearer {KEY}")));
    }
}

#[test]
fn a_wrong_key_pauses_the_run_and_the_doctor_tells_why() {
    let bench = with_example(1, "another-key");
    bench.run(start(&[Condition::CodeOnly], ModelRef::baseline()));
    assert!(matches!(newest_run(&bench).state, RunState::Blocked { .. }));
    assert_eq!(report(&bench).diagnosis.trouble, Some(Trouble::KeyRefused));
    bench.run(Command::SetKey { provider: "own".into(), key: "another-key".into() });
    let well = report(&bench);
    assert_eq!(well.diagnosis.trouble, None, "{well:?}");
    assert!(well.diagnosis.message.contains("has the agent grep"), "{}", well.diagnosis.message);
    bench.run(Command::ListModels { provider: "own".into() });
    let listed = bench.last(|e| if let Event::ModelList { models, .. } = e { Some(models.clone()) } else { None });
    assert_eq!(listed.unwrap().unwrap().iter().map(|m| m.name.as_str()).collect::<Vec<_>>(), ["grep"]);
    bench.run(Command::ResumeRun { run: newest_run(&bench).id });
    assert!(samples(&bench).iter().all(|row| row.score.is_some()));
}

fn report(bench: &Bench) -> DoctorReport {
    bench.run(Command::Diagnose { provider: "own".into(), model: None });
    bench.last(|e| if let Event::Diagnosis(report) = e { Some((**report).clone()) } else { None }).unwrap()
}

#[test]
fn faults_that_pass_are_waited_out_and_breaches_fail_the_sample() {
    let attempt = Cell::new(0);
    let bench = with_agent(1, move |_| {
        attempt.set(attempt.get() + 1);
        match attempt.get() {
            1 => Ok(HttpReply { status: 429, body: "{}".into(), retry_after_ms: Some(7000) }),
            2 => fail(503, ""),
            3 => fail(200, "<html>proxy</html>"),
            4 => Err(TransportError::TimedOut),
            _ => ok(r#"{"answer": "`SensorHub.poll` does it."}"#.into()),
        }
    });
    bench.run(start(&[Condition::CodeOnly], ModelRef::baseline()));
    assert!(samples(&bench).iter().all(|row| row.score.is_some()));
    assert!(bench.clock.slept_ms.get() >= 7000);
    let usage = stored(&bench)[0].usage;
    assert_eq!(usage.unreported_calls, 2, "the reply that couldn't be read, and the one that told no usage");

    let bench = with_agent(2, |_| ok(r#"{"reply": "it is there"}"#.into()));
    bench.run(start(&[Condition::CodeOnly], ModelRef::baseline()));
    assert_eq!(calls(&bench), 2, "a breach is not tried again");
    let SampleState::Failed { message } = &stored(&bench)[0].state else { panic!("it fails") };
    assert_eq!(message, "The agent's reply breaks the protocol: \"answer\" is missing or no text.");
}

#[test]
fn an_empty_answer_is_asked_for_once_more_and_a_refusal_is_no_score() {
    let bench = with_agent(1, |_| ok(r#"{"answer": ""}"#.into()));
    bench.run(start(&[Condition::CodeOnly], ModelRef::baseline()));
    assert_eq!((calls(&bench), samples(&bench)[0].score), (2, Some(0.0)));
    let bench = with_agent(1, |_| ok(r#"{"refused": true}"#.into()));
    bench.run(start(&[Condition::CodeOnly], ModelRef::baseline()));
    assert_eq!((samples(&bench)[0].status.as_str(), samples(&bench)[0].score), ("refused", None));
}

#[test]
fn it_neither_makes_tasks_nor_judges() {
    let bench = with_example(1, KEY);
    bench.run(Command::Generate(GenerateRequest::of(agent(), 3, 0)));
    bench.run(start(&[Condition::CodeOnly], agent()));
    assert_eq!(calls(&bench), 0);
    bench.run(start(&[Condition::CodeOnly], ModelRef::baseline()));
    let rejudge = Amendment::Rejudge { judge: agent(), only_unscored: false };
    bench.run(Command::AmendRun { run: newest_run(&bench).id, amendment: rejudge });
    let refused =
        |what: &str| format!("\"grep\" is an agent over HTTP, which can't {what}: it only answers questions.");
    assert_eq!(bench.problems(), [refused("make tasks"), refused("judge"), refused("judge")]);
    assert!(samples(&bench).iter().all(|row| row.score.is_some()), "what was judged stays judged");
}

#[test]
fn a_budget_holds_by_the_limits_that_it_is_told() {
    let bench = with_example(1, KEY);
    let run = |bench: &Bench, tokens| {
        let Command::StartRun(request) = start(&[Condition::CodeOnly], ModelRef::baseline()) else { panic!("a start") };
        bench.run(Command::StartRun(RunRequest { budget: Budget { usd: None, tokens: Some(tokens) }, ..request }));
        newest_run(bench).state
    };
    assert!(matches!(run(&bench, 100_000), RunState::Blocked { .. }));
    assert_eq!(calls(&bench), 0, "sixty turns might use more");
    assert_eq!(run(&bench, 10_000_000), RunState::Finished);
}

/// What the page says that the example does, beside the questions themselves.
#[test]
fn the_example_server_refuses_what_is_no_question() {
    let server = ExampleAgent::start("");
    let (status, body) = server.send("OPTIONS", &[], "");
    assert_eq!((status, body.as_str()), (204, ""));
    for body in [
        "",
        "{",
        "[]",
        "{\"question\": 1}",
        r#"{"format": "x", "version": 1, "question": "q", "condition": "code_only", "agent": "grep"}"#,
    ] {
        assert_eq!(server.send("POST", &[], body).0, 400, "{body}");
    }
    let other = r#"{"format": "code-qa-bench/agent-question", "version": 1, "question": "q", "condition": "code_only", "agent": "x"}"#;
    assert_eq!(server.send("POST", &[], other).0, 404);
}
