//! The engine against a scripted OpenAI-compatible endpoint: tool calls, faults, pause, reload and resume.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // helpers outside of test functions too

mod support;

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use code_qa_bench::domain::condition::Condition;
use code_qa_bench::domain::provider::FailureKind;
use code_qa_bench::domain::run::{RunState, SampleState};
use code_qa_bench::engine::ports::{HttpReply, HttpRequest, TransportError};
use code_qa_bench::engine::protocol::{Command, Event, GenerateRequest};
use futures::FutureExt;
use serde_json::{Value, json};
use support::scripted::{KEY, bench, fail, model, newest_run, progress, samples, scripted, start};
use support::{Bench, chat_calls, chat_text, header, ok};

#[test]
fn tools_run_and_the_judge_scores() {
    let bench = bench(Rc::default(), 2);
    bench.run(start(&Condition::ALL));
    let rows = samples(&bench);
    assert_eq!(rows.len(), 6);
    assert!(rows.iter().all(|row| row.score == Some(12.0 / 15.0)), "{rows:#?}");
    assert_eq!(newest_run(&bench).state, RunState::Finished);

    let documented = rows.iter().find(|row| row.key.condition == Condition::Documented).unwrap();
    bench.run(Command::ReadSample { run: newest_run(&bench).id, key: documented.key.clone() });
    let view = bench.last(|e| if let Event::Sample(view) = e { Some((**view).clone()) } else { None }).unwrap();
    let text = serde_json::to_string(&view.sample.transcript).unwrap();
    assert!(text.contains("README.md") && text.contains("greenhouse/sensors/readings.py"), "tool results are kept");
    assert_eq!(view.siblings.len(), 2);

    assert!(view.siblings.iter().all(|sibling| sibling.transcript.entries.is_empty() && sibling.state.has_ended()));

    let all = bench.store.samples("");
    let of = |condition: Condition| all.iter().find(|sample| sample.key.condition == condition).unwrap();
    let code_only = serde_json::to_string(&of(Condition::CodeOnly).transcript).unwrap();
    assert!(code_only.contains("sensors") && !code_only.contains("README.md"), "documentation is gone");
    assert_eq!(of(Condition::ClosedBook).transcript.turns(), 1);
}

#[test]
fn the_key_goes_out_with_requests_and_nowhere_else() {
    let bench = bench(Rc::default(), 1);
    bench.run(start(&[Condition::CodeOnly]));
    assert!(
        bench
            .transport
            .requests
            .borrow()
            .iter()
            .all(|r| header(&r.wire, "authorization") == Some(&format!("Bearer {KEY}")) && !r.wire.body.contains(KEY))
    );
    let stored: Vec<u8> = bench.store.records.borrow().values().flatten().copied().collect();
    assert!(!String::from_utf8_lossy(&stored).contains(KEY));
    assert!(!serde_json::to_string(&*bench.recorder.events.borrow()).unwrap().contains(KEY));
    bench.run(Command::ExportCodeOnly);
    let saved = bench.recorder.saved.borrow();
    assert!(!saved.is_empty() && saved.iter().all(|(_, bytes)| !String::from_utf8_lossy(bytes).contains(KEY)));
}

#[test]
fn a_wrong_key_blocks_the_run_and_it_resumes_with_the_right_one() {
    let bench = bench(Rc::default(), 2);
    *bench.transport.responder.borrow_mut() = Box::new(|_| fail(401, r#"{"error":{"message":"Incorrect API key"}}"#));
    bench.run(start(&[Condition::ClosedBook]));
    let RunState::Blocked { message, advice, details } = newest_run(&bench).state else { panic!("not blocked") };
    assert_eq!(message, "The provider refused the key (HTTP 401).");
    assert_eq!(advice, FailureKind::KeyRefused.advice());
    assert_eq!(details, "Incorrect API key");
    assert!(bench.transport.requests.borrow().len() <= 3, "a refused key is not tried again");
    assert!(samples(&bench).iter().all(|row| row.score.is_none()));

    *bench.transport.responder.borrow_mut() = Box::new(model);
    bench.run(Command::ResumeRun { run: newest_run(&bench).id });
    assert!(samples(&bench).iter().all(|row| row.score.is_some()));
}

#[test]
fn a_server_that_is_not_there_blocks_the_run_after_some_attempts() {
    let bench = bench(Rc::default(), 1);
    *bench.transport.responder.borrow_mut() = Box::new(|_| Err(TransportError::Unreachable("refused".into())));
    bench.run(start(&[Condition::ClosedBook]));
    assert!(matches!(newest_run(&bench).state, RunState::Blocked { .. }));
    assert_eq!(bench.transport.requests.borrow().len(), 6);
    assert_eq!(bench.clock.slept_ms.get(), (500 + 1000 + 2000 + 4000 + 8000), "half of each back-off's ceiling");
    let errors = progress(&bench).errors;
    assert_eq!((errors[0].kind, errors[0].count), (FailureKind::Unreachable, 6));
}

#[test]
fn faults_that_pass_are_waited_out() {
    let bench = bench(Rc::default(), 2);
    let attempts: RefCell<HashMap<String, u32>> = RefCell::default();
    *bench.transport.responder.borrow_mut() = Box::new(move |request| {
        let mut attempts = attempts.borrow_mut();
        let attempt = attempts.entry(request.wire.body.clone()).or_insert(0);
        *attempt += 1;
        match *attempt {
            1 => Ok(HttpReply { status: 429, body: "{}".into(), retry_after_ms: Some(7000) }),
            2 => fail(200, "<html>proxy</html>"),
            3 => fail(503, ""),
            _ => model(request),
        }
    });
    bench.run(start(&[Condition::CodeOnly]));
    assert!(samples(&bench).iter().all(|row| row.score == Some(0.8)));
    assert!(bench.clock.slept_ms.get() >= 7000, "the provider's hint wins");
}

#[test]
fn what_can_not_be_judged_is_unscored_and_a_rejected_request_fails_the_sample() {
    let bench = bench(Rc::default(), 1);
    *bench.transport.responder.borrow_mut() =
        Box::new(
            |request| {
                if request.wire.body.contains("You judge") { ok(chat_text("I like it.")) } else { model(request) }
            },
        );
    bench.run(start(&[Condition::ClosedBook]));
    assert_eq!(samples(&bench)[0].status, "unscored");
    assert_eq!(newest_run(&bench).state, RunState::Finished);

    *bench.transport.responder.borrow_mut() = Box::new(|_| fail(400, r#"{"error":{"message":"bad field"}}"#));
    bench.run(start(&[Condition::ClosedBook]));
    let row = &samples(&bench)[0];
    assert_eq!((row.status.as_str(), row.score), ("failed", None));
}

/// Runs undisturbed, and in pieces with a reload between each: the samples must be the same, and no
/// completed call is made twice.
#[test]
fn resuming_equals_running_straight_through() {
    let straight = bench(Rc::default(), 3);
    straight.run(start(&Condition::ALL));
    let expected = outcome(&straight);

    for calls_per_piece in [1, 2, 5] {
        let mut pieces = bench(Rc::default(), 3);
        let mut completed = 0;
        let mut is_started = false;
        for _ in 0..200 {
            stop_after(&pieces, calls_per_piece);
            if is_started {
                pieces.run(Command::ResumeRun { run: newest_run(&pieces).id });
            } else {
                pieces.run(start(&Condition::ALL));
                is_started = true;
            }
            completed += pieces.transport.requests.borrow().len();
            if newest_run(&pieces).state == RunState::Finished {
                break;
            }
            assert_eq!(newest_run(&pieces).state, RunState::Paused);
            pieces = bench(pieces.store.clone(), 0);
        }
        assert_eq!(outcome(&pieces), expected);
        assert_eq!(completed, straight.transport.requests.borrow().len(), "no completed call is paid twice");
    }
}

/// Pauses the run as soon as so many calls were completed.
fn stop_after(bench: &Bench, calls: usize) {
    let (engine, transport) = (bench.engine.clone(), bench.transport.clone());
    *bench.recorder.watch.borrow_mut() = Some(Box::new(move |event| {
        if matches!(event, Event::Run(_)) && transport.requests.borrow().len() >= calls {
            // Pausing waits for nothing, so one poll does it.
            engine.handle(Command::PauseRun, Vec::new()).now_or_never().unwrap();
        }
    }));
}

fn outcome(bench: &Bench) -> Value {
    let mut all = Vec::new();
    for row in samples(bench) {
        bench.run(Command::ReadSample { run: newest_run(bench).id, key: row.key.clone() });
        let view = bench.last(|e| if let Event::Sample(view) = e { Some((**view).clone()) } else { None }).unwrap();
        let SampleState::Scored { answer, verdict } = view.sample.state else { panic!("not scored: {row:?}") };
        all.push(json!([row.key, answer, verdict, view.sample.transcript, view.sample.usage]));
    }
    Value::Array(all)
}

#[test]
fn generation_goes_through_all_stages_and_asks_again() {
    let bench = bench(Rc::default(), 0);
    let asked = Rc::new(Cell::new(0));
    let counted = asked.clone();
    *bench.transport.responder.borrow_mut() = Box::new(move |request| {
        let body: Value = serde_json::from_str(&request.wire.body).unwrap();
        let messages = body["messages"].as_array().unwrap();
        let system = messages[0]["content"].as_str().unwrap();
        let last = messages.last().unwrap()["content"].as_str().unwrap_or_default();
        ok(if system.contains("gold-standard answer") && system.contains("three tools") {
            if messages.len() == 2 {
                chat_calls(&[("r", "read_file", "{\"path\":\"greenhouse/climate/setpoints.py\"}")])
            } else if last.contains("did you mean greenhouse/climate/setpoints.py") {
                counted.set(counted.get() + 1);
                chat_text(&gold("greenhouse/climate/setpoints.py"))
            } else {
                chat_text(&gold("climate/setpoints.py"))
            }
        } else if system.contains("check a gold answer") {
            chat_text("{\"verdict\": \"warn\", \"reasons\": [\"a little vague\"]}")
        } else if system.contains("audit gold answers") {
            assert!(last.contains("def for_hour") && !last.contains("Return the `Setpoints` that hold"), "{last}");
            let claims = json!([
                {"claim": "for_hour returns day.clamped()", "verdict": "keep", "reason": "seen"},
                {"claim": "it is for gardeners", "verdict": "remove", "reason": "prose"}
            ]);
            let revised = "`for_hour` returns `day.clamped()` between dawn and dusk.";
            let audit =
                json!({"claims": claims, "revised_answer": revised, "doc_leakage_fraction": 0.25, "summary": "s"});
            chat_text(&audit.to_string())
        } else if last.contains("names a path") {
            counted.set(counted.get() + 1);
            chat_text(
                "{\"question\": \"What decides which bounds hold at an hour?\", \"rubric\": [\"a\", \"b\", \"c\"]}",
            )
        } else {
            chat_text("{\"question\": \"What is in setpoints.py?\", \"rubric\": [\"a\", \"b\", \"c\"]}")
        })
    });
    bench.run(Command::Generate(GenerateRequest::of(scripted(), 1, 0)));
    let rows = bench.last(|e| if let Event::Tasks(view) = e { Some(view.clone()) } else { None }).unwrap();
    assert_eq!(rows.tasks.len(), 1, "{:?}", rows.dropped);
    assert_eq!(asked.get(), 2, "once for the missing path, once for the path in the question");
    bench.run(Command::ReadTask { id: rows.tasks[0].id.clone() });
    let task = bench.last(|e| if let Event::Task(task) = e { Some((**task).clone()) } else { None }).unwrap();
    assert_eq!(task.answer, "`for_hour` returns `day.clamped()` between dawn and dusk.");
    assert_eq!(task.audit.unwrap().doc_leakage_fraction, 0.25);
    assert_eq!(task.key_files, ["greenhouse/climate/setpoints.py"]);
    assert_eq!(task.transcripts.len(), 4);
    assert_eq!(task.usage.input_tokens, 70, "seven calls of ten tokens");
}

fn gold(path: &str) -> String {
    let answer = "`for_hour` returns `day.clamped()` between dawn and dusk. It is for gardeners.";
    json!({"answer": answer, "key_files": [path], "code_evidence": ["a (f)", "b (f)", "c (f)"]}).to_string()
}

#[test]
fn a_contradicted_answer_is_dropped_with_its_reason() {
    let bench = bench(Rc::default(), 0);
    *bench.transport.responder.borrow_mut() = Box::new(|request| {
        ok(if request.wire.body.contains("check a gold answer") {
            chat_text("{\"verdict\": \"fail\", \"reasons\": [\"night is cooler by 4, not 6\"]}")
        } else {
            chat_text(&gold("greenhouse/climate/setpoints.py"))
        })
    });
    bench.run(Command::Generate(GenerateRequest::of(scripted(), 1, 0)));
    let rows = bench.last(|e| if let Event::Tasks(view) = e { Some(view.clone()) } else { None }).unwrap();
    assert!(rows.tasks.is_empty());
    let reasons: Vec<String> = rows.dropped.iter().map(|row| row.dropped.reason.to_string()).collect();
    assert_eq!(reasons, ["contradicts its chunk: night is cooler by 4, not 6"; 4], "three more took its place");
    assert_eq!((rows.funnel.chunks, rows.funnel.answered, rows.funnel.fact_checks), (4, 4, [0, 0, 4]));
}

#[test]
fn a_full_disk_stops_the_run_and_nothing_is_lost() {
    let bench = bench(Rc::default(), 2);
    bench.store.writes_left.set(Some(3));
    bench.run(start(&[Condition::ClosedBook]));
    assert!(matches!(progress(&bench).run.state, RunState::Blocked { .. }), "{:?}", progress(&bench).run.state);
    bench.store.writes_left.set(None);
    bench.run(Command::ResumeRun { run: newest_run(&bench).id });
    assert!(samples(&bench).iter().all(|row| row.score.is_some()));
}

#[test]
fn cancelled_samples_are_cancelled_not_zero() {
    let bench = bench(Rc::default(), 3);
    stop_after(&bench, 2);
    bench.run(start(&[Condition::ClosedBook]));
    *bench.recorder.watch.borrow_mut() = None;
    bench.run(Command::CancelRun { run: newest_run(&bench).id });
    assert_eq!(newest_run(&bench).state, RunState::Cancelled);
    let rows = samples(&bench);
    assert!(rows.iter().any(|row| row.status == "cancelled"));
    assert!(rows.iter().all(|row| row.status != "cancelled" || row.score.is_none()));
}

#[test]
fn cancelling_one_run_leaves_another_alone() {
    let bench = bench(Rc::default(), 2);
    stop_after(&bench, 1);
    bench.run(start(&[Condition::ClosedBook]));
    let first = newest_run(&bench);
    assert_eq!(first.state, RunState::Paused);
    *bench.recorder.watch.borrow_mut() = None;
    bench.run(start(&[Condition::ClosedBook]));
    let second = newest_run(&bench);
    bench.run(Command::CancelRun { run: first.id });
    assert_eq!((newest_run(&bench).id, newest_run(&bench).state), (second.id, RunState::Finished));
}

#[test]
fn an_endpoint_that_wants_another_limit_key_gets_it() {
    let bench = bench(Rc::default(), 1);
    *bench.transport.responder.borrow_mut() = Box::new(|request| {
        if request.wire.body.contains("\"max_tokens\"") {
            fail(400, r#"{"error":{"message":"Unsupported parameter: use 'max_completion_tokens' instead."}}"#)
        } else {
            model(request)
        }
    });
    bench.run(start(&Condition::ALL));
    assert!(samples(&bench).iter().all(|row| row.score.is_some()));
    assert!(progress(&bench).errors.is_empty());
}

#[test]
fn a_key_that_a_server_repeats_is_not_kept_and_a_broken_key_is_refused() {
    let bench = bench(Rc::default(), 1);
    let echo = format!("{{\"error\":{{\"message\":\"bad key {KEY}\"}}}}");
    *bench.transport.responder.borrow_mut() = Box::new(move |_| fail(401, &echo));
    bench.run(start(&[Condition::ClosedBook]));
    let RunState::Blocked { details, .. } = newest_run(&bench).state else { panic!("not blocked") };
    assert_eq!(details, "bad key [key]");
    bench.run(Command::SetKey { provider: "p1".into(), key: "sk\u{2013}x".into() });
    assert!(bench.problems().iter().any(|message| message.starts_with("The key has a character")));
}

#[test]
fn a_stopped_generation_goes_on_where_it_was_and_pays_nothing_twice() {
    let generate = || Command::Generate(GenerateRequest::of(scripted(), 1, 0));
    let making = |request: &HttpRequest| {
        let text = &request.wire.body;
        ok(if text.contains("check a gold answer") {
            chat_text("{\"verdict\": \"pass\", \"reasons\": []}")
        } else if text.contains("audit gold answers") {
            let claims = json!([{"claim": "c", "verdict": "keep", "reason": "r"}]);
            let revised = "`for_hour` returns `day.clamped()` between dawn and dusk.";
            chat_text(
                &json!({"claims": claims, "revised_answer": revised, "doc_leakage_fraction": 0.0, "summary": "s"})
                    .to_string(),
            )
        } else if text.contains("You write questions") {
            chat_text(
                "{\"question\": \"What decides which bounds hold at an hour?\", \"rubric\": [\"a\", \"b\", \"c\"]}",
            )
        } else {
            chat_text(&gold("greenhouse/climate/setpoints.py"))
        })
    };
    let straight = bench(Rc::default(), 0);
    *straight.transport.responder.borrow_mut() = Box::new(making);
    straight.run(generate());
    let calls = straight.transport.requests.borrow().len();
    assert_eq!(calls, 4, "answer, check, audit, question");

    for stop_at in 1..calls {
        let store: Rc<support::MemoryStore> = Rc::default();
        let first = bench(store.clone(), 0);
        *first.transport.responder.borrow_mut() = Box::new(making);
        let (engine, transport) = (first.engine.clone(), first.transport.clone());
        *first.recorder.watch.borrow_mut() = Some(Box::new(move |event| {
            if matches!(event, Event::Generation(Some(_))) && transport.requests.borrow().len() >= stop_at {
                engine.handle(Command::CancelGeneration, Vec::new()).now_or_never().unwrap();
            }
        }));
        first.run(generate());
        let made = first.transport.requests.borrow().len();
        // After a reload.
        let second = bench(store, 0);
        *second.transport.responder.borrow_mut() = Box::new(making);
        second.run(generate());
        let rows = second.last(|e| if let Event::Tasks(view) = e { Some(view.clone()) } else { None }).unwrap();
        assert_eq!(rows.tasks.len(), 1, "{:?}", rows.dropped);
        assert_eq!(made + second.transport.requests.borrow().len(), calls, "stopped after {stop_at}");
        assert!(second.store.records.borrow().keys().all(|(_, key)| !key.starts_with("in-making/")), "nothing is left");
    }
}
