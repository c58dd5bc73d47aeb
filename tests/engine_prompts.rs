//! Prompts that the user has changed: they reach the model, and a run goes on with those that it was begun with.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // helpers outside of test functions too

mod support;

use std::rc::Rc;

use code_qa_bench::domain::condition::Condition;
use code_qa_bench::domain::provider::ModelRef;
use code_qa_bench::domain::run::{Amendment, RunState};
use code_qa_bench::domain::task::Task;
use code_qa_bench::domain::task::prompts::{PromptEdits, PromptSet, template};
use code_qa_bench::engine::ports::Table;
use code_qa_bench::engine::protocol::{
    Command, Event, Export, GenerateRequest, ImportReport, ImportRequest, PROTOCOL_VERSION,
};
use support::Bench;
use support::scripted::{bench, fail, model, newest_run, samples, scripted, start};

const OWN_ANSWER: &str = "You are asked about {question} and {answer}. Remember well.";
const OWN_JUDGE: &str = "You judge harshly: \"accuracy\", \"completeness\", \"specificity\", \"explanation\", as JSON.";

fn edits(texts: &[(&str, &str)]) -> PromptEdits {
    let mut edits = PromptEdits::default();
    texts.iter().for_each(|(id, text)| edits.set(template(id).unwrap(), text));
    edits
}

fn set(bench: &Bench, texts: &[(&str, &str)]) {
    bench.run(Command::SetPrompts { prompts: edits(texts) });
}

/// The instructions of every request since so many.
fn systems(bench: &Bench, since: usize) -> Vec<String> {
    let requests = bench.transport.requests.borrow();
    let system = |body: &str| {
        let body: serde_json::Value = serde_json::from_str(body).unwrap();
        body["messages"][0]["content"].as_str().unwrap().to_owned()
    };
    requests[since..].iter().map(|request| system(&request.wire.body)).collect()
}

fn calls(bench: &Bench) -> usize {
    bench.transport.requests.borrow().len()
}

fn in_force(bench: &Bench) -> PromptEdits {
    bench.last(|e| if let Event::Prompts(edits) = e { Some(edits.clone()) } else { None }).unwrap()
}

fn words(bench: &Bench) -> Option<PromptSet> {
    bench.run(Command::ReadRunPrompts { run: newest_run(bench).id });
    bench.last(|e| if let Event::RunPrompts { prompts, .. } = e { Some(prompts.clone()) } else { None }).unwrap()
}

#[test]
fn edited_words_reach_agent_and_judge_and_change_the_hash() {
    let bench = bench(Rc::default(), 1);
    bench.run(start(&[Condition::ClosedBook]));
    let standard = newest_run(&bench);
    assert_eq!(standard.changed_prompts, 0);
    let before = calls(&bench);
    set(&bench, &[("answer.closed_book", OWN_ANSWER), ("judge.system", OWN_JUDGE)]);
    bench.run(start(&[Condition::ClosedBook]));
    let run = newest_run(&bench);
    assert_eq!(systems(&bench, before), [OWN_ANSWER, OWN_JUDGE]);
    assert_eq!(run.changed_prompts, 2);
    assert_ne!(run.spec.prompts_sha256, standard.spec.prompts_sha256);
    assert_eq!(words(&bench).map(|set| set.sha256()), Some(run.spec.prompts_sha256));
    assert!(samples(&bench).iter().all(|row| row.score.is_some()));
}

#[test]
fn a_run_goes_on_with_the_words_that_it_was_begun_with() {
    let store = Rc::default();
    let first = bench(Rc::clone(&store), 2);
    set(&first, &[("answer.closed_book", OWN_ANSWER), ("judge.system", OWN_JUDGE)]);
    *first.transport.responder.borrow_mut() = Box::new(|_| fail(401, "{}"));
    first.run(start(&[Condition::ClosedBook]));
    assert!(matches!(newest_run(&first).state, RunState::Blocked { .. }));

    // After a reload, with the defaults back.
    let second = bench(store, 0);
    assert_eq!(in_force(&second), edits(&[("answer.closed_book", OWN_ANSWER), ("judge.system", OWN_JUDGE)]));
    set(&second, &[]);
    let run = newest_run(&second).id;
    second.run(Command::ResumeRun { run: run.clone() });
    let own = |system: &String| system.starts_with("You are asked") || system == OWN_JUDGE;
    assert!(samples(&second).iter().all(|row| row.score.is_some()));
    assert_eq!(calls(&second), 4);
    assert!(systems(&second, 0).iter().all(own), "{:?}", systems(&second, 0));

    // So do judging again and growing.
    second.run(Command::AmendRun {
        run: run.clone(),
        amendment: Amendment::Rejudge { judge: scripted(), only_unscored: false },
    });
    assert_eq!(systems(&second, 4), [OWN_JUDGE, OWN_JUDGE]);
    second.run(Command::AmendRun {
        run,
        amendment: Amendment::Extend { models: Vec::new(), conditions: Vec::new(), epochs: 2 },
    });
    assert_eq!(calls(&second), 10);
    assert!(systems(&second, 0).iter().all(own));
    assert_eq!(newest_run(&second).changed_prompts, 2);
    second.run(start(&[Condition::ClosedBook]));
    assert!(!systems(&second, 10).iter().any(own), "a new run has the defaults");
}

#[test]
fn tasks_are_made_with_the_words_in_force_and_keep_their_hash() {
    let bench = bench(Rc::default(), 0);
    set(
        &bench,
        &[
            ("document_answer.system", "Own words: \"answer\", \"code_evidence\"."),
            ("question.doc_dependent", "Ask: \"question\", \"rubric\"."),
        ],
    );
    *bench.transport.responder.borrow_mut() = Box::new(|request| {
        let is_answer = request.wire.body.contains("Own words");
        assert!(is_answer || request.wire.body.contains("Ask: "), "{}", request.wire.body);
        let answer = r#"{"answer": "It polls.", "code_evidence": ["a", "b", "c"]}"#;
        let question = r#"{"question": "How does it poll?", "rubric": ["a", "b", "c"]}"#;
        support::ok(support::chat_text(if is_answer { answer } else { question }))
    });
    bench.run(Command::Generate(GenerateRequest::of(scripted(), 0, 1)));
    let records = bench.store.records.borrow();
    let tasks = records.iter().filter(|((table, _), _)| *table == Table::Tasks);
    let tasks: Vec<Task> = tasks.map(|(_, bytes)| serde_json::from_slice(bytes).unwrap()).collect();
    let hash = in_force(&bench).in_force().sha256();
    assert_eq!(tasks.iter().map(|task| task.prompts_sha256.clone()).collect::<Vec<_>>(), [Some(hash)]);
}

#[test]
fn texts_that_can_not_be_used_change_nothing() {
    let bench = bench(Rc::default(), 0);
    set(&bench, &[("answer.user", "Tell me.")]);
    assert_eq!(in_force(&bench), PromptEdits::default());
    assert_eq!(bench.problems(), ["A prompt can't be used as it is, so nothing was changed."]);
}

#[test]
fn a_file_takes_the_prompts_to_another_browser() {
    let here = bench(Rc::default(), 1);
    set(&here, &[("judge.system", OWN_JUDGE)]);
    here.run(Command::Export(Export::Prompts));
    here.run(start(&[Condition::ClosedBook]));
    here.run(Command::Export(Export::Run { run: newest_run(&here).id }));
    let saved = here.recorder.saved.borrow().clone();
    let there = Bench::new();
    there.run(Command::Hello { version: PROTOCOL_VERSION });
    let bring = |name: &str, bytes: &[u8]| {
        let request = ImportRequest { names: vec![name.into()], judge: ModelRef::baseline() };
        there.run_with(Command::Import(request), bytes.to_vec());
        let report = |e: &Event| if let Event::Imported(report) = e { Some(report.clone()) } else { None };
        there.last(report).unwrap()
    };
    let ImportReport { taken, problems, .. } = bring("prompts.json", &saved[0].1);
    assert_eq!((taken, problems), (vec!["prompts.json: 1 prompts that differ from the defaults.".into()], vec![]));
    assert_eq!(in_force(&there), edits(&[("judge.system", OWN_JUDGE)]));
    // A run brings its own.
    there.run(Command::SetPrompts { prompts: PromptEdits::default() });
    assert_eq!(bring("run.jsonl", &saved[1].1).problems, Vec::<String>::new());
    assert_eq!(newest_run(&there).changed_prompts, 1);
    let broken = String::from_utf8(saved[0].1.clone()).unwrap().replace("judge.system", "judge.nobody");
    assert_eq!(
        bring("prompts.json", broken.as_bytes()).problems,
        ["prompts.json: judge.nobody was left out: there is no prompt of this name"]
    );
}

#[test]
fn a_run_of_an_earlier_build_goes_on_where_its_words_are_known() {
    let bench = bench(Rc::default(), 1);
    *bench.transport.responder.borrow_mut() = Box::new(|_| fail(401, "{}"));
    bench.run(start(&[Condition::ClosedBook]));
    let id = newest_run(&bench).id;
    // As an earlier build would have stored it: the hash alone.
    let as_before = |sha256: &str| {
        let mut records = bench.store.records.borrow_mut();
        let bytes = records.get_mut(&(Table::Runs, id.clone())).unwrap();
        let mut run: serde_json::Value = serde_json::from_slice(bytes).unwrap();
        run.as_object_mut().unwrap().remove("prompts");
        run["spec"]["prompts_sha256"] = sha256.into();
        *bytes = serde_json::to_vec(&run).unwrap();
    };
    as_before("3d1aeec90db7aec458fb411362b146d54c187362edf07f1da0b67b587f2f46b9");
    let later = support::scripted::bench(Rc::clone(&bench.store), 0);
    *later.transport.responder.borrow_mut() = Box::new(model);
    later.run(Command::ResumeRun { run: id.clone() });
    assert!(samples(&later).iter().all(|row| row.score.is_some()));

    as_before("unheard-of");
    let later = support::scripted::bench(Rc::clone(&bench.store), 0);
    assert_eq!(words(&later), None);
    later.run(Command::AmendRun { run: id, amendment: Amendment::Rejudge { judge: scripted(), only_unscored: false } });
    let expected = "This run was begun by another version of the site, with prompts that are not known any more.";
    assert_eq!(later.problems(), [expected]);
}
