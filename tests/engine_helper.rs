//! A helper analyses a part of a repository: what is opened is the same with and without one, whatever it does.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)] // tests fail by panicking

mod support;

use std::cell::Cell;
use std::rc::Rc;

use code_qa_bench::domain::python::StripMode;
use code_qa_bench::domain::repository::{Limits, Unpacker};
use code_qa_bench::engine::protocol::{Command, Event, OpenStage, PROTOCOL_VERSION};
use futures::FutureExt;
use serde_json::Value;
use support::helper::HelperIs;
use support::{Bench, sample_archive};

/// A repository of some megabytes: the sample many times.
fn files() -> Vec<(String, Vec<u8>)> {
    let sample = Unpacker::run("a.tar", sample_archive(), Limits::default()).unwrap().files;
    let copy = |number: usize| {
        sample.iter().map(move |(path, content)| {
            let text = String::from_utf8_lossy(content.bytes()).replace("return", &format!("return {number} +"));
            (format!("top/copy{number}/{path}"), text.into_bytes())
        })
    };
    (0..50).flat_map(copy).collect()
}

fn archive() -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    for (path, bytes) in files() {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        builder.append_data(&mut header, path, bytes.as_slice()).unwrap();
    }
    builder.into_inner().unwrap()
}

fn open() -> Command {
    Command::OpenArchive { name: "copies.tar".into() }
}

fn bench(is: HelperIs) -> Bench {
    let bench = Bench::new();
    bench.helper.is.set(is);
    bench.run(Command::Hello { version: PROTOCOL_VERSION });
    bench
}

/// What the page was shown, but for the time that it took.
fn shown(bench: &Bench) -> Value {
    let view = bench.last(|event| if let Event::Opened(view) = event { Some((**view).clone()) } else { None });
    let mut view = view.unwrap_or_else(|| panic!("not opened: {:?}", bench.problems()));
    view.opened_in_ms = 0;
    serde_json::to_value(&view).unwrap()
}

fn alone() -> Value {
    let bench = bench(HelperIs::Missing);
    bench.run_with(open(), archive());
    shown(&bench)
}

#[test]
fn whatever_the_helper_does_the_result_is_the_same() {
    let expected = alone();
    let check = |is: HelperIs, least_answers: u32| {
        let bench = bench(is);
        bench.run_with(open(), archive());
        let (asked, answered) = (bench.helper.asked.get(), bench.helper.answered.get());
        assert!(asked > 0 && answered >= least_answers, "{is:?}: {answered} of {asked} requests answered");
        assert!(shown(&bench) == expected, "{is:?} changes the result");
        assert!(bench.problems().is_empty(), "{is:?}: {:?}", bench.problems());
        assert_eq!((bench.helper.readied.get(), bench.helper.dismissed.get()), (1, 1), "{is:?}");
        asked
    };
    let all = check(HelperIs::There(0), 4);
    check(HelperIs::There(3), 4);
    check(HelperIs::There(40), 0);
    assert!(check(HelperIs::Dying(2), 2) < all);
    // One that is lost isn't asked again, but for what it was asked at once.
    assert!(check(HelperIs::Missing, 0) <= 2);
    assert!(check(HelperIs::Confused, 0) <= 2);
    assert_eq!(check(HelperIs::Stuck, 0), 2);
}

#[test]
fn it_begins_while_the_archive_is_unpacked() {
    let bench = bench(HelperIs::There(1));
    let early = Rc::new(Cell::new(None));
    let (seen, helper) = (early.clone(), bench.helper.clone());
    *bench.recorder.watch.borrow_mut() = Some(Box::new(move |event| {
        if matches!(event, Event::Opening(progress) if progress.stage == OpenStage::Analysing) && seen.get().is_none() {
            seen.set(Some(helper.asked.get()));
        }
    }));
    bench.run_with(open(), archive());
    assert!(early.get().is_some_and(|asked| asked > 0), "{early:?}");
}

#[test]
fn folders_and_other_modes_are_shared_too() {
    let (paths, contents): (Vec<_>, Vec<_>) = files().into_iter().unzip();
    let command = Command::OpenFolder { name: "copies".into(), paths };
    let results = [HelperIs::Missing, HelperIs::There(1)].map(|is| {
        let bench = bench(is);
        bench.run_with_files(command.clone(), contents.clone());
        let standard = shown(&bench);
        let asked = bench.helper.asked.get();
        bench.run(Command::SetStripMode { mode: StripMode::Strict });
        assert!(bench.helper.asked.get() > asked && asked > 0);
        // Opened again, it is stripped as before, though the work ahead was for the other mode.
        let again = Bench::on(bench.store.clone());
        again.helper.is.set(is);
        again.run(Command::Hello { version: PROTOCOL_VERSION });
        assert_eq!(shown(&again)["strip_mode"], "strict");
        (standard, shown(&bench)["lists"].clone(), shown(&again)["lists"].clone())
    });
    assert!(results[0] == results[1]);
    assert!(results[0].1 == results[0].2);
}

#[test]
fn a_small_repository_is_not_worth_a_helper() {
    let bench = bench(HelperIs::There(1));
    bench.run(Command::OpenSample);
    shown(&bench);
    let helper = &bench.helper;
    assert_eq!((helper.readied.get(), helper.asked.get(), helper.dismissed.get()), (0, 0, 0));
}

#[test]
fn cancelling_stops_both() {
    let expected = alone();
    for stage in [OpenStage::Unpacking, OpenStage::Analysing] {
        let bench = bench(HelperIs::Stuck);
        let (engine, helper) = (bench.engine.clone(), bench.helper.clone());
        *bench.recorder.watch.borrow_mut() = Some(Box::new(move |event| {
            if matches!(event, Event::Opening(progress) if progress.stage == stage) && helper.asked.get() > 0 {
                engine.handle(Command::CancelOpen, Vec::new()).now_or_never();
            }
        }));
        bench.run_with(open(), archive());
        assert_eq!(bench.problems(), ["Opening copies.tar was cancelled."], "{stage:?}");
        assert_eq!(bench.helper.dismissed.get(), 1, "{stage:?}");

        *bench.recorder.watch.borrow_mut() = None;
        bench.helper.is.set(HelperIs::There(1));
        bench.run_with(open(), archive());
        assert!(shown(&bench) == expected);
    }
}
