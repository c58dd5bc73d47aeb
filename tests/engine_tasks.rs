//! Tasks after they were made: edited, put back, made anew; kept balanced; and within what they may cost.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // helpers outside of test functions too

mod support;

use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;

use code_qa_bench::domain::agent::AgentLimits;
use code_qa_bench::domain::plan::{Plan, Work};
use code_qa_bench::domain::provider::ModelRef;
use code_qa_bench::domain::run::Budget;
use code_qa_bench::domain::task::{Author, Category, GenerationStage, Review, Task, Wording};
use code_qa_bench::engine::ports::{HttpReply, HttpRequest, TransportError};
use code_qa_bench::engine::protocol::{
    Command, Event, GenerateRequest, GenerationProgress, RemakeRequest, TaskChanges, TasksView, WordOp,
};
use serde_json::json;
use support::scripted::{bench, scripted};
use support::{Bench, MemoryStore, chat_text, ok};

fn view(bench: &Bench) -> TasksView {
    bench.last(|e| if let Event::Tasks(view) = e { Some(view.clone()) } else { None }).unwrap()
}

fn shown(bench: &Bench) -> Task {
    bench.last(|e| if let Event::Task(task) = e { Some((**task).clone()) } else { None }).unwrap()
}

fn progress(bench: &Bench) -> GenerationProgress {
    bench.last(|e| if let Event::Generation(Some(progress)) = e { Some(progress.clone()) } else { None }).unwrap()
}

fn read(bench: &Bench, id: &str) -> Task {
    bench.run(Command::ReadTask { id: id.into() });
    shown(bench)
}

/// A generator that is content with everything, unless `fails` says that a chunk's answer contradicts it.
fn generator(fails: impl Fn(&str) -> bool) -> impl Fn(&HttpRequest) -> Result<HttpReply, TransportError> {
    move |request| {
        let text = &request.wire.body;
        ok(if text.contains("check a gold answer") {
            let verdict = if fails(text) { "fail" } else { "pass" };
            chat_text(&json!({"verdict": verdict, "reasons": ["r"]}).to_string())
        } else if text.contains("audit gold answers") {
            let claims = json!([{"claim": "c", "verdict": "keep", "reason": "r"}]);
            let revised = "`for_hour` returns `day.clamped()` at all hours.";
            let audit =
                json!({"claims": claims, "revised_answer": revised, "doc_leakage_fraction": 0.0, "summary": "s"});
            chat_text(&audit.to_string())
        } else if text.contains("You write questions") {
            chat_text("{\"question\": \"What decides which bounds hold?\", \"rubric\": [\"a\", \"b\", \"c\"]}")
        } else {
            let answer = "`for_hour` returns `day.clamped()` between dawn and dusk.";
            let evidence = ["`for_hour` clamps (greenhouse/climate/setpoints.py)", "b (f)", "c (f)"];
            let files = ["greenhouse/climate/setpoints.py"];
            chat_text(&json!({"answer": answer, "key_files": files, "code_evidence": evidence}).to_string())
        })
    }
}

#[test]
fn edits_are_marked_and_can_be_taken_back_also_after_a_reload() {
    let store: Rc<MemoryStore> = Rc::default();
    let first = bench(store.clone(), 2);
    let before = read(&first, &view(&first).tasks[0].id);
    let id = before.id.clone();
    let wording = Wording {
        question: "  Which part clamps the set points?  ".into(),
        evidence: vec!["`clamped` (greenhouse/climate/setpoints.py)".into(), " ".into()],
        ..before.wording()
    };
    first.run(Command::EditTask { id: id.clone(), wording: wording.clone() });
    let row = view(&first).tasks.into_iter().find(|row| row.id == id).unwrap();
    assert_eq!((row.question.as_str(), row.is_edited, row.version), ("Which part clamps the set points?", true, 2));
    let edited = shown(&first);
    assert_eq!(edited.evidence.len(), 1, "an empty line is no evidence");
    assert!(edited.anchors.iter().any(|anchor| anchor.symbol.as_deref() == Some("clamped")), "{:?}", edited.anchors);
    let changes = first.last(|e| if let Event::TaskChanges(c) = e { Some((**c).clone()) } else { None });
    let TaskChanges { wordings, audit, .. } = changes.unwrap();
    assert!(wordings[0][0].iter().any(|run| run.op == WordOp::Added) && !audit.is_empty());

    let second = bench(store, 0);
    second.run(Command::RestoreTask { id: id.clone(), version: 1 });
    let restored = read(&second, &id);
    assert_eq!((restored.wording(), restored.author, restored.version_number()), (before.wording(), Author::Origin, 3));
    assert_eq!(restored.anchors, before.anchors);
    let empty = Wording { answer: " ".into(), ..before.wording() };
    second.run(Command::EditTask { id: id.clone(), wording: empty });
    assert!(second.problems().iter().any(|text| text.contains("was not changed")), "{:?}", second.problems());
    assert_eq!(read(&second, &id).version_number(), 3);
}

#[test]
fn a_task_is_made_anew_and_keeps_what_it_said() {
    let bench = bench(Rc::default(), 1);
    let before = read(&bench, &view(&bench).tasks[0].id);
    bench.run(Command::ReviewTask { id: before.id.clone(), review: Review::Accepted });
    *bench.transport.responder.borrow_mut() = Box::new(generator(|_| false));
    let request = |model: ModelRef| RemakeRequest {
        id: before.id.clone(),
        model,
        limits: AgentLimits::default(),
        budget: Budget::default(),
    };
    bench.run(Command::RemakeTask(request(scripted())));
    let anew = shown(&bench);
    assert_eq!(anew.question, "What decides which bounds hold?");
    assert_eq!((anew.model.clone(), anew.review.clone()), (Some(scripted()), Review::Unreviewed));
    assert_eq!(anew.earlier[0].wording, before.wording());
    assert_eq!(anew.earlier[0].model, Some(ModelRef::baseline()));
    assert_eq!((view(&bench).tasks.len(), view(&bench).funnel.chunks), (1, 1));

    *bench.transport.responder.borrow_mut() = Box::new(generator(|_| true));
    bench.run(Command::RemakeTask(request(scripted())));
    assert!(bench.problems().iter().any(|text| text.contains("not made anew")), "{:?}", bench.problems());
    assert_eq!(read(&bench, &before.id), anew, "it stays as it was");
    assert!(view(&bench).dropped.is_empty());
}

/// Tasks of each category.
fn by_category(bench: &Bench) -> BTreeMap<Category, usize> {
    let mut counts = BTreeMap::new();
    for row in view(bench).tasks.iter().filter(|row| row.review != Review::Rejected) {
        *counts.entry(row.category).or_default() += 1;
    }
    counts
}

#[test]
fn the_next_chunk_takes_the_place_of_one_that_gave_no_task() {
    let bench = bench(Rc::default(), 0);
    let asked = Rc::new(Cell::new(0));
    let counted = asked.clone();
    // The first two fact checks fail.
    *bench.transport.responder.borrow_mut() = Box::new(generator(move |_| {
        counted.set(counted.get() + 1);
        counted.get() <= 2
    }));
    bench.run(Command::Generate(GenerateRequest::of(scripted(), 4, 0)));
    let even: BTreeMap<Category, usize> = Category::ALL.map(|category| (category, 1)).into();
    assert_eq!(by_category(&bench), even);
    let tasks = view(&bench);
    assert_eq!((tasks.dropped.len(), tasks.funnel.chunks, tasks.funnel.all_dropped()), (2, 6, 2));
    assert_eq!(tasks.funnel.dropped.keys().copied().collect::<Vec<_>>(), [GenerationStage::FactCheck]);
    assert_eq!((progress(&bench).chunks, progress(&bench).done, progress(&bench).unfilled), (6, 6, 0));

    // All places are taken, also by those that took the place of others.
    bench.run(Command::Generate(GenerateRequest::of(scripted(), 4, 0)));
    assert!(bench.problems().iter().any(|text| text.contains("nothing to generate")), "{:?}", bench.problems());

    // A rejected task leaves its place to another chunk.
    let rejected = view(&bench).tasks[0].clone();
    bench.run(Command::ReviewTask { id: rejected.id.clone(), review: Review::Rejected });
    bench.run(Command::Generate(GenerateRequest::of(scripted(), 4, 0)));
    assert_eq!(by_category(&bench), even);
    let balance = view(&bench).balance;
    let kind = balance.iter().find(|kind| (kind.category, kind.subtype) == (rejected.category, rejected.subtype));
    assert_eq!(kind.map(|kind| (kind.tasks, kind.rejected)), Some((1, 1)));
}

#[test]
fn dropped_chunks_are_remembered_and_tried_again_when_asked() {
    let store: Rc<MemoryStore> = Rc::default();
    let first = bench(store.clone(), 0);
    *first.transport.responder.borrow_mut() = Box::new(generator(|_| true));
    first.run(Command::Generate(GenerateRequest::of(scripted(), 1, 0)));
    let dropped = view(&first).dropped;
    assert_eq!(dropped.len(), 4, "the first, and three that took its place");

    let second = bench(store, 0);
    assert_eq!(view(&second).dropped, dropped, "after a reload");
    *second.transport.responder.borrow_mut() = Box::new(generator(|_| false));
    let again = GenerateRequest { tries_dropped_again: true, ..GenerateRequest::of(scripted(), 1, 0) };
    second.run(Command::Generate(again));
    assert_eq!((view(&second).tasks.len(), view(&second).dropped.len()), (1, 3), "the best chunk has its task");
    second.run(Command::DeleteTasks);
    assert_eq!((view(&second).funnel.chunks, view(&second).dropped.len()), (0, 0));
}

#[test]
fn generation_stops_before_its_cap_and_goes_on_from_there() {
    let bench = bench(Rc::default(), 0);
    *bench.transport.responder.borrow_mut() = Box::new(generator(|_| false));
    let capped = |tokens: u64| GenerateRequest {
        budget: Budget { usd: None, tokens: Some(tokens) },
        ..GenerateRequest::of(scripted(), 2, 0)
    };
    // The least cap under which the first call fits: a later one, with more to say, doesn't.
    let stopped = (1_000..6_000).step_by(100).find_map(|cap| {
        bench.run(Command::Generate(capped(cap)));
        (!bench.transport.requests.borrow().is_empty()).then(|| (cap, progress(&bench)))
    });
    let (cap, stopped) = stopped.unwrap();
    assert!(stopped.blocked.is_some_and(|problem| problem.message.contains(&format!("budget of {cap} tokens"))));
    assert!(stopped.spend.tokens > 0 && stopped.spend.tokens <= cap, "{:?}", stopped.spend);
    let calls = bench.transport.requests.borrow().len();
    assert!(calls < 8, "{calls} calls");
    bench.run(Command::Generate(capped(1_000_000)));
    assert_eq!(view(&bench).tasks.len(), 2);
    assert_eq!(bench.transport.requests.borrow().len(), 8, "four stages twice, and nothing paid twice");

    let blind =
        GenerateRequest { budget: Budget { usd: Some(1.0), tokens: None }, ..GenerateRequest::of(scripted(), 3, 0) };
    bench.run(Command::Generate(blind));
    assert!(bench.problems().iter().any(|text| text.contains("price of scripted is not known")));
}

#[test]
fn a_generation_is_planned_from_what_was_seen() {
    let bench = bench(Rc::default(), 0);
    let plan = || -> Plan {
        bench.run(Command::PlanGeneration(GenerateRequest::of(scripted(), 8, 2)));
        bench.last(|e| if let Event::GenerationPlan(plan) = e { Some((**plan).clone()) } else { None }).unwrap()
    };
    let before = plan();
    assert_eq!(before.stages.len(), 6);
    assert!(before.stages.iter().all(|stage| stage.observed == 0 && stage.usd.is_none()));
    assert_eq!(before.stages[0].times, 8);
    *bench.transport.responder.borrow_mut() = Box::new(generator(|_| false));
    bench.run(Command::Generate(GenerateRequest::of(scripted(), 5, 0)));
    let after = plan();
    let answers = after.stages.iter().find(|stage| stage.work == Work::Generating(GenerationStage::Answer)).unwrap();
    assert_eq!((answers.times, answers.observed), (3, 5), "three places are open, five tasks were seen");
    assert!(answers.input_tokens.high < before.stages[0].input_tokens.high);
}
