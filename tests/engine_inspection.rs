//! Looking at the code-only repository: leaks, the strict strip, the certificate, the archive to keep.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)] // tests fail by panicking

mod support;

use code_qa_bench::domain::agent::AgentLimits;
use code_qa_bench::domain::condition::Condition;
use code_qa_bench::domain::provider::ModelRef;
use code_qa_bench::domain::python::StripMode;
use code_qa_bench::domain::repository::{Certificate, LeakCount, LeakKind, Limits, Unpacker};
use code_qa_bench::domain::run::Budget;
use code_qa_bench::engine::protocol::{Command, Event, GenerateRequest, PROTOCOL_VERSION, RepositoryView, RunRequest};
use support::Bench;

fn with_sample() -> Bench {
    let bench = Bench::new();
    bench.run(Command::Hello { version: PROTOCOL_VERSION });
    bench.run(Command::OpenSample);
    bench
}

fn counts(bench: &Bench) -> Vec<LeakCount> {
    bench.run(Command::FindLeaks);
    bench.last(|event| if let Event::Leaks(counts) = event { Some(counts.clone()) } else { None }).unwrap()
}

fn places(bench: &Bench, kind: LeakKind) -> usize {
    counts(bench).iter().find(|count| count.kind == kind).unwrap().places
}

fn opened(bench: &Bench) -> RepositoryView {
    bench.last(|event| if let Event::Opened(view) = event { Some((**view).clone()) } else { None }).unwrap()
}

fn certificate(bench: &Bench) -> Certificate {
    bench.last(|event| if let Event::Certificate(facts) = event { Some((**facts).clone()) } else { None }).unwrap()
}

#[test]
fn the_strict_strip_removes_what_the_standard_one_leaves() {
    let bench = with_sample();
    assert_eq!(places(&bench, LeakKind::BareString), 1);
    assert_eq!((places(&bench, LeakKind::ProseFile), places(&bench, LeakKind::LongLiteral)), (1, 1));
    let standard = opened(&bench);

    bench.run(Command::SetStripMode { mode: StripMode::Strict });
    let strict = opened(&bench);
    assert_eq!((standard.strip_mode, strict.strip_mode), (StripMode::Standard, StripMode::Strict));
    assert_eq!(strict.lists.removed.len(), standard.lists.removed.len() + 1);
    assert_eq!((places(&bench, LeakKind::BareString), places(&bench, LeakKind::ProseFile)), (0, 0));
    assert_eq!(places(&bench, LeakKind::LongLiteral), 1);

    // It is the repository's own setting, and outlives the tab.
    let again = Bench::on(bench.store.clone());
    again.run(Command::Hello { version: PROTOCOL_VERSION });
    assert_eq!(opened(&again).strip_mode, StripMode::Strict);
    assert!(bench.problems().is_empty() && again.problems().is_empty());
}

#[test]
fn certificate_and_archive() {
    let bench = with_sample();
    bench.run(Command::Certify);
    let facts = certificate(&bench);
    assert!(facts.checks.all_hold());
    assert_eq!((facts.checks.same_tree, facts.checks.stable, facts.checks.agreed), (18, 18, 18));
    let all: u32 = facts.removed.iter().map(|removed| removed.count).sum();
    let view = opened(&bench);
    assert_eq!(all as usize, view.docstrings_removed + view.comments_removed);

    bench.run(Command::ExportCodeOnly);
    let saved = bench.recorder.saved.borrow();
    let (name, bytes) = &saved[0];
    assert_eq!(name, "greenhouse-code-only.zip");
    let files = Unpacker::run(name, bytes.clone(), Limits::default()).unwrap().files;
    assert_eq!(files.len(), facts.files.code_only + 1);
    let kept: Certificate = serde_json::from_slice(files["CODE-ONLY-CERTIFICATE.json"].bytes()).unwrap();
    assert_eq!(kept, facts);
    assert!(bench.last(|event| matches!(event, Event::Inspection(None)).then_some(())).is_some());
}

#[test]
fn without_the_second_parser_there_is_no_certificate() {
    let bench = with_sample();
    bench.second_parser.is_lost.set(true);
    bench.run(Command::Certify);
    assert!(bench.last(|event| matches!(event, Event::Certificate(_)).then_some(())).is_none());
    assert!(bench.problems()[0].contains("no certificate"), "{:?}", bench.problems());
}

#[test]
fn a_run_goes_on_only_as_it_was_stripped() {
    let bench = with_sample();
    let (model, limits) = (ModelRef::baseline(), AgentLimits::default());
    bench.run(Command::Generate(GenerateRequest::of(model.clone(), 2, 0)));
    let request = RunRequest {
        models: vec![model.clone()],
        conditions: vec![Condition::CodeOnly],
        epochs: 1,
        judge: model,
        limits,
        budget: Budget::default(),
    };
    // The store fails after the run was made, so that the run stays open.
    bench.store.writes_left.set(Some(4));
    bench.run(Command::StartRun(request));
    bench.store.writes_left.set(None);
    let run = bench.last(|event| if let Event::Runs(rows) = event { rows.first().cloned() } else { None }).unwrap();

    bench.run(Command::SetStripMode { mode: StripMode::Strict });
    bench.run(Command::ResumeRun { run: run.id.clone() });
    assert!(bench.problems().last().unwrap().contains("another code-only repository"), "{:?}", bench.problems());
    bench.run(Command::SetStripMode { mode: StripMode::Standard });
    let before = bench.problems().len();
    bench.run(Command::ResumeRun { run: run.id });
    assert_eq!(bench.problems().len(), before, "{:?}", bench.problems());
}

#[test]
fn without_a_repository_there_is_nothing_to_look_at() {
    let bench = Bench::new();
    bench.run(Command::Hello { version: PROTOCOL_VERSION });
    for command in [Command::FindLeaks, Command::Certify, Command::ExportCodeOnly] {
        bench.run(command);
    }
    assert_eq!(bench.problems(), ["No repository is open."; 3]);
}
