//! A long run on a bad network: one call in five goes wrong, tabs are closed at random moments, and the outcome
//! is that of an undisturbed run.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // helpers outside of test functions too

mod support;

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use code_qa_bench::domain::condition::Condition;
use code_qa_bench::domain::provider::{ModelSettings, ProviderConfig, ProviderKind, Remote};
use code_qa_bench::domain::run::{RunState, Sample, SampleState};
use code_qa_bench::engine::ports::{HttpReply, TransportError};
use code_qa_bench::engine::protocol::{Command, Event, ModelPace, RunRequest};
use futures::FutureExt;
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Value, json};
use support::scripted::{bench, fail, model, newest_run, progress, start};
use support::{Bench, MemoryStore};

const TASKS: usize = 14;
const EPOCHS: u32 = 12;
const SAMPLES: usize = TASKS * 3 * EPOCHS as usize;

fn ready(store: Rc<MemoryStore>, tasks: usize) -> Bench {
    let bench = bench(store, tasks);
    let remote =
        Remote { base_url: "http://127.0.0.1:9/v1".into(), max_concurrency: 16, streams: false, ..Remote::default() };
    let kind = ProviderKind::Remote(remote);
    let models = vec![ModelSettings::named("scripted")];
    bench.run(Command::SaveProvider {
        provider: ProviderConfig { id: "p1".into(), label: "Scripted".into(), kind, models },
    });
    bench
}

fn start_all() -> Command {
    match start(&Condition::ALL) {
        Command::StartRun(request) => Command::StartRun(RunRequest { epochs: EPOCHS, ..request }),
        other => other,
    }
}

/// What went over the wire, by what came of it.
#[derive(Default)]
struct Wire {
    /// Requests answered well, by body.
    completed: RefCell<HashMap<String, usize>>,
    calls: Cell<usize>,
    faults: Cell<usize>,
}

/// The scripted model behind a network that fails one call in five, in all the ways it can.
fn unreliable(bench: &Bench, wire: &Rc<Wire>, seed: u64) {
    let random = RefCell::new(Xoshiro256PlusPlus::seed_from_u64(seed));
    let wire = wire.clone();
    *bench.transport.responder.borrow_mut() = Box::new(move |request| {
        wire.calls.set(wire.calls.get() + 1);
        let draw = random.borrow_mut().next_u64();
        if draw % 5 != 0 {
            *wire.completed.borrow_mut().entry(request.wire.body.clone()).or_insert(0) += 1;
            return model(request);
        }
        wire.faults.set(wire.faults.get() + 1);
        match (draw / 5) % 9 {
            0 => Ok(HttpReply { status: 429, body: "{}".into(), retry_after_ms: Some(2000) }),
            1 => fail(429, r#"{"error":{"message":"Rate limit. Please try again in 1.5s."}}"#),
            2 => fail(500, "oops"),
            3 => fail(529, r#"{"error":{"type":"overloaded_error","message":"Overloaded"}}"#),
            4 => fail(200, "<html>proxy</html>"),
            5 => fail(200, "{\"choices\":[{\"message\":{\"content\":\"half"),
            6 => Err(TransportError::TimedOut),
            7 => Err(TransportError::Cut("connection reset".into())),
            _ => Err(TransportError::Unreachable("Failed to fetch".into())),
        }
    });
}

/// What is stored of every sample, but for what depends on the run's own name and times.
fn outcome(bench: &Bench) -> Vec<Value> {
    let of = |sample: Sample| {
        let SampleState::Scored { answer, verdict } = sample.state else { panic!("not scored: {:?}", sample.key) };
        let mut usage = sample.usage;
        usage.unreported_calls = 0; // where half a reply may have been paid for
        json!([sample.key, answer, verdict, sample.transcript.turns(), sample.agent_turns, usage])
    };
    bench.store.samples("").into_iter().map(of).collect()
}

fn undisturbed() -> (Vec<Value>, usize) {
    let bench = ready(Rc::default(), TASKS);
    bench.run(start_all());
    let outcome = outcome(&bench);
    assert_eq!(outcome.len(), SAMPLES);
    (outcome, bench.transport.requests.borrow().len())
}

#[test]
fn five_hundred_samples_with_a_fifth_of_all_calls_failing_lose_nothing() {
    let (expected, calls) = undisturbed();
    let bench = ready(Rc::default(), TASKS);
    let wire = Rc::new(Wire::default());
    unreliable(&bench, &wire, 7);
    let limits: Rc<RefCell<Vec<ModelPace>>> = Rc::default();
    let seen = limits.clone();
    *bench.recorder.watch.borrow_mut() = Some(Box::new(move |event| {
        if let Event::Run(run) = event {
            seen.borrow_mut().extend(run.paces.clone());
        }
    }));
    bench.run(start_all());
    *bench.recorder.watch.borrow_mut() = None;
    assert_eq!(newest_run(&bench).state, RunState::Finished);
    assert_eq!(outcome(&bench), expected);
    let faults = wire.faults.get();
    assert!(faults * 6 > wire.calls.get() && faults * 4 < wire.calls.get(), "{faults} faults");
    assert_eq!(wire.calls.get() - faults, calls, "every call was answered well exactly once");
    let spend = progress(&bench).spend;
    assert_eq!(spend.tokens, calls as u64 * 15, "tokens of every completed call, and no other");
    let limits = limits.borrow();
    assert!(limits.iter().all(|pace| pace.in_flight <= 16 && (1..=16).contains(&pace.limit)));
    assert!(limits.iter().any(|pace| pace.limit < 4) || limits.iter().any(|pace| pace.limit > 4), "it adapts");
}

#[test]
fn ten_closed_tabs_change_nothing() {
    let (expected, calls) = undisturbed();
    let store: Rc<MemoryStore> = Rc::default();
    let wire = Rc::new(Wire::default());
    let mut random = Xoshiro256PlusPlus::seed_from_u64(11);
    let mut bench = ready(store.clone(), TASKS);
    let mut lost = 0;
    for tab in 0..11 {
        unreliable(&bench, &wire, 100 + tab);
        let engine = bench.engine.clone();
        let command = if tab == 0 { start_all() } else { Command::ResumeRun { run: newest_run(&bench).id } };
        let mut work = Box::pin(engine.handle(command, Vec::new()));
        let closes_after = wire.calls.get() + calls / 12 + (random.next_u64() % 20) as usize;
        // The tab is closed by never polling again: no goodbye of any kind.
        let is_done = loop {
            if (&mut work).now_or_never().is_some() {
                break true;
            }
            if tab < 10 && wire.calls.get() >= closes_after {
                break false;
            }
        };
        drop(work);
        lost += progress(&bench).in_flight.len();
        if is_done {
            assert_eq!(tab, 10, "ten tabs were closed before the end");
            break;
        }
        bench = ready(store.clone(), 0);
        assert_eq!(newest_run(&bench).state, RunState::Paused);
    }
    assert_eq!(newest_run(&bench).state, RunState::Finished);
    assert_eq!(outcome(&bench), expected);
    let completed = wire.calls.get() - wire.faults.get();
    // What was in flight when a tab was closed may have been answered without anybody there to hear it.
    assert!(completed >= calls && completed - calls <= lost, "{completed} calls, {calls} needed, {lost} in flight");
    let counted: u64 = progress(&bench).spend.tokens;
    assert_eq!(counted, calls as u64 * 15);
    assert!(wire.completed.borrow().len() > 10);
}
