//! Files that leave the engine and come back: tasks, questions and answers, runs and their shards, data sets.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // helpers outside of test functions too

mod support;

use std::rc::Rc;

use code_qa_bench::domain::condition::Condition;
use code_qa_bench::domain::files::fine_tuning::ExampleKind;
use code_qa_bench::domain::run::RunState;
use code_qa_bench::engine::ports::{Attachment, Table};
use code_qa_bench::engine::protocol::{Command, Event, Export, ImportReport, ImportRequest};
use serde_json::{Value, json};
use support::scripted::{KEY, bench, newest_run, samples, scripted, start};
use support::{Bench, MemoryFile};

/// What the user keeps.
fn kept(bench: &Bench, export: Export) -> (String, String) {
    bench.run(Command::Export(export));
    let (name, bytes) = bench.recorder.saved.borrow().last().cloned().unwrap();
    (name, String::from_utf8(bytes).unwrap())
}

fn bring(bench: &Bench, files: &[(&str, &str)]) -> ImportReport {
    let names = files.iter().map(|(name, _)| (*name).to_owned()).collect();
    let attachments =
        files.iter().map(|(_, text)| Rc::new(MemoryFile(text.as_bytes().to_vec())) as Rc<dyn Attachment>).collect();
    let command = Command::Import(ImportRequest { names, judge: scripted() });
    futures::executor::block_on(bench.engine.handle(command, attachments));
    bench.last(|e| if let Event::Imported(report) = e { Some(report.clone()) } else { None }).unwrap()
}

fn task_count(bench: &Bench) -> usize {
    bench.last(|e| if let Event::Tasks(view) = e { Some(view.tasks.len()) } else { None }).unwrap()
}

fn calls(bench: &Bench) -> usize {
    bench.transport.requests.borrow().len()
}

#[test]
fn tasks_go_to_another_browser() {
    let first = bench(Rc::default(), 4);
    let (name, text) = kept(&first, Export::Tasks);
    assert!(name.ends_with("-tasks.jsonl"), "{name}");
    let second = bench(Rc::default(), 0);
    let cut = &text[..text.len() - 40];
    let report = bring(&second, &[("tasks.jsonl", cut)]);
    assert_eq!(task_count(&second), 3);
    assert!(report.problems.iter().any(|text| text.contains("line 4") && text.contains("cut")), "{report:?}");
    bring(&second, &[("tasks.jsonl", &text)]);
    assert_eq!(kept(&second, Export::Tasks).1, text, "what came back is what left");
}

#[test]
fn agents_elsewhere_answer_and_are_judged_here() {
    let bench = bench(Rc::default(), 3);
    let (_, questions) = kept(&bench, Export::Questions);
    let stored: Vec<Value> = {
        let records = bench.store.records.borrow();
        let tasks = records.iter().filter(|((table, key), _)| *table == Table::Tasks && !key.starts_with("of-run/"));
        tasks.map(|(_, bytes)| serde_json::from_slice(bytes).unwrap()).collect()
    };
    for task in &stored {
        assert!(!questions.contains(task["answer"].as_str().unwrap()), "the gold answer is not given away");
    }
    let answers: String = questions
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .filter(|question| question["condition"] == "code_only")
        .enumerate()
        .map(|(at, question)| {
            let answer = if at == 0 { "" } else { "`SensorHub.poll` does it." };
            json!({"task": question["task"], "condition": "code_only", "model": "my-agent", "answer": answer})
                .to_string()
                + "\n"
        })
        .collect();
    let broken = answers.clone()
        + "{oops\n"
        + &json!({"task": "gone", "condition": "code_only", "model": "m", "answer": "a"}).to_string()
        + "\n";
    let report = bring(&bench, &[("answers.jsonl", &broken)]);
    assert!(report.problems.iter().any(|text| text.contains("line 4")), "{report:?}");
    assert!(report.problems.iter().any(|text| text.contains("no task \"gone\"")), "{report:?}");
    let run = newest_run(&bench);
    assert_eq!((run.state, run.samples, run.ended), (RunState::Finished, 3, 3));
    assert_eq!(calls(&bench), 2, "the judge is asked for the two answers that are not empty, and nobody else is");
    let scores: Vec<Option<f64>> = samples(&bench).iter().map(|row| row.score).collect();
    assert_eq!(scores.iter().filter(|score| **score == Some(0.0)).count(), 1);
    assert_eq!(scores.iter().filter(|score| **score == Some(0.8)).count(), 2);
}

#[test]
fn a_run_goes_to_another_browser_whole_and_without_keys() {
    let first = bench(Rc::default(), 2);
    first.run(start(&Condition::ALL));
    let run = newest_run(&first);
    let (_, text) = kept(&first, Export::Run { run: run.id.clone() });
    assert!(!text.contains(KEY));
    let second = Bench::new();
    second.run(Command::Hello { version: code_qa_bench::engine::protocol::PROTOCOL_VERSION });
    let report = bring(&second, &[("run.jsonl", &text)]);
    assert!(report.problems.is_empty(), "{report:?}");
    assert_eq!(newest_run(&second).state, RunState::Finished);
    assert_eq!(samples(&second), samples(&first));
    assert_eq!(kept(&second, Export::Run { run: run.id }).1, text);
    // Once more changes nothing.
    bring(&second, &[("run.jsonl", &text)]);
    assert_eq!(samples(&second), samples(&first));
}

#[test]
fn shards_of_one_specification_become_one_run() {
    let whole = bench(Rc::default(), 4);
    whole.run(start(&[Condition::ClosedBook]));
    let run = newest_run(&whole);
    let (_, text) = kept(&whole, Export::Run { run: run.id.clone() });
    let (head, samples_of): (Vec<&str>, Vec<&str>) =
        text.lines().partition(|line| !line.contains("code-qa-bench/sample"));
    assert_eq!(samples_of.len(), 4);
    let shard = |range: std::ops::Range<usize>| {
        let count = range.len();
        let lines: Vec<String> = head
            .iter()
            .map(|line| {
                let mut value: Value = serde_json::from_str(line).unwrap();
                if value.get("samples").is_some() {
                    value["samples"] = count.into();
                }
                value.to_string()
            })
            .chain(samples_of[range].iter().map(|line| (*line).to_owned()))
            .collect();
        lines.join("\n") + "\n"
    };
    let elsewhere = Bench::new();
    elsewhere.run(Command::Hello { version: code_qa_bench::engine::protocol::PROTOCOL_VERSION });
    let report = bring(&elsewhere, &[("a.jsonl", &shard(0..3)), ("b.jsonl", &shard(2..4))]);
    assert_eq!(report.taken.len(), 1, "{report:?}");
    assert_eq!((newest_run(&elsewhere).ended, newest_run(&elsewhere).state), (4, RunState::Finished));
    // One after the other comes to the same.
    let later = Bench::new();
    later.run(Command::Hello { version: code_qa_bench::engine::protocol::PROTOCOL_VERSION });
    bring(&later, &[("a.jsonl", &shard(0..2))]);
    assert_eq!((newest_run(&later).ended, newest_run(&later).state), (2, RunState::Paused));
    bring(&later, &[("b.jsonl", &shard(2..4))]);
    assert_eq!((newest_run(&later).ended, newest_run(&later).state), (4, RunState::Finished));
}

#[test]
fn published_data_sets_become_tasks_that_can_be_run() {
    let bench = bench(Rc::default(), 0);
    let rows = "{\"question\": \"What is the hub?\", \"answer\": \"A class.\"}\nnot json\n{\"question\": \"Why?\", \"answer\": \"So.\"}\n";
    let report = bring(&bench, &[("hub.jsonl", rows)]);
    assert_eq!(task_count(&bench), 2);
    assert!(report.problems.iter().any(|text| text.contains("line 2")), "{report:?}");
    bench.run(start(&[Condition::CodeOnly]));
    assert!(samples(&bench).iter().all(|row| row.score == Some(0.8)));
    let unknown = bring(&bench, &[("notes.txt", "hello")]);
    assert!(unknown.taken.is_empty() && unknown.problems[0].contains("nothing that is known here"), "{unknown:?}");
}

#[test]
fn training_data_holds_verified_tasks_only() {
    let bench = bench(Rc::default(), 3);
    let export = |includes_unreviewed| Export::FineTuning { kind: ExampleKind::QuestionAnswer, includes_unreviewed };
    bench.run(Command::Export(export(false)));
    assert!(
        bench.problems().iter().any(|text| text.starts_with("No task can be training data")),
        "nothing is accepted yet"
    );
    let (_, text) = kept(&bench, export(true));
    assert_eq!(text.lines().count(), 3);
    assert!(
        text.lines().all(|line| serde_json::from_str::<Value>(line).unwrap()["messages"][2]["role"] == "assistant")
    );
}
