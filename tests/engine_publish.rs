//! A run as the folder of a site: packed here, and looked at by a visitor who has nothing stored.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // helpers outside of test functions too

mod support;

use std::collections::BTreeMap;
use std::io::{Cursor, Read};
use std::rc::Rc;

use code_qa_bench::domain::condition::Condition;
use code_qa_bench::domain::files::publish::{INDEX_PATH, PUBLISHED_PREFIX, PublishedRun, run_path};
use code_qa_bench::domain::results::{Filter, Results, Settings};
use code_qa_bench::engine::protocol::{Command, Event, Export, PROTOCOL_VERSION, SampleRow, SampleView};
use support::Bench;
use support::scripted::{KEY, bench, newest_run, start};

/// Figures and samples of a run.
fn results(bench: &Bench, run: &str) -> (Results, Vec<SampleRow>) {
    bench.run(Command::ReadResults { run: run.into(), filter: Filter::default(), settings: Settings::default() });
    let told = bench.last(|event| match event {
        Event::Results { run: of, results, samples, .. } if of == run => Some(((**results).clone(), samples.clone())),
        _ => None,
    });
    told.unwrap_or_else(|| panic!("{:?}", bench.problems()))
}

fn sample(bench: &Bench, run: &str, row: &SampleRow) -> SampleView {
    bench.run(Command::ReadSample { run: run.into(), key: row.key.clone() });
    bench.last(|event| if let Event::Sample(view) = event { Some((**view).clone()) } else { None }).unwrap()
}

fn published(bench: &Bench) -> Vec<PublishedRun> {
    bench.last(|event| if let Event::PublishedRuns(runs) = event { Some(runs.clone()) } else { None }).unwrap().unwrap()
}

/// The files of the folder that was saved last.
fn folder(bench: &Bench) -> BTreeMap<String, Vec<u8>> {
    let (name, bytes) = bench.recorder.saved.borrow().last().cloned().unwrap();
    assert!(name.starts_with("published-run-") && name.ends_with(".zip"), "{name}");
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    let count = archive.len();
    let file = |at: usize| {
        let mut file = archive.by_index(at).unwrap();
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).unwrap();
        (file.name().unwrap().into_owned(), bytes)
    };
    (0..count).map(file).collect()
}

/// A visitor of a site with these files.
fn visitor(files: &BTreeMap<String, Vec<u8>>) -> Bench {
    let visitor = Bench::on(Rc::default());
    visitor.transport.assets.borrow_mut().extend(files.clone());
    visitor.run(Command::Hello { version: PROTOCOL_VERSION });
    visitor
}

#[test]
fn a_visitor_sees_what_was_published() {
    let host = bench(Rc::default(), 3);
    host.run(start(&[Condition::ClosedBook, Condition::CodeOnly]));
    let run = newest_run(&host).id;
    host.run(Command::Export(Export::Publish { run: run.clone(), title: " Sensors ".into() }));
    let files = folder(&host);
    assert_eq!(files.len(), 1 + 1 + 6, "index, run, and the conversations of each sample: {:?}", files.keys());
    let text = |bytes: &Vec<u8>| String::from_utf8_lossy(bytes).into_owned();
    assert!(files.values().all(|bytes| !text(bytes).contains(KEY)));
    assert!(!text(&files[&run_path(&run)]).contains("def poll"), "what was said is in files of its own");

    let visitor = visitor(&files);
    let listed = published(&visitor);
    assert_eq!((listed[0].title.as_str(), listed[0].samples, listed[0].scored), ("Sensors", 6, 6));
    let shown = format!("{PUBLISHED_PREFIX}{}", listed[0].id);
    let (figures, rows) = results(&visitor, &shown);
    let own = results(&host, &run);
    assert_eq!((&figures, &rows), (&own.0, &own.1));
    for row in &rows {
        let (theirs, ours) = (sample(&visitor, &shown, row), sample(&host, &run, row));
        assert_eq!((theirs.sample, theirs.siblings), (ours.sample, ours.siblings));
    }
    assert!(visitor.problems().is_empty(), "{:?}", visitor.problems());
    assert!(visitor.store.samples("").is_empty(), "nothing is stored");

    // A second run joins the first in the index; the same again takes its own place.
    host.transport.assets.borrow_mut().extend(files);
    host.run(start(&[Condition::ClosedBook]));
    let second = newest_run(&host).id;
    for _ in 0..2 {
        host.run(Command::Export(Export::Publish { run: second.clone(), title: String::new() }));
        host.transport.assets.borrow_mut().extend(folder(&host));
    }
    let index = text(&host.transport.assets.borrow()[INDEX_PATH]);
    assert_eq!(index.matches("\"id\"").count(), 2, "{index}");
}

#[test]
fn what_is_missing_or_damaged_is_said() {
    let host = bench(Rc::default(), 2);
    host.run(start(&[Condition::ClosedBook]));
    let run = newest_run(&host).id;
    host.run(Command::Export(Export::Publish { run: run.clone(), title: String::new() }));
    let mut files = folder(&host);
    files.retain(|path, _| !path.contains("/conversations/"));
    let visitor = visitor(&files);
    let shown = format!("{PUBLISHED_PREFIX}{run}");
    let (_, rows) = results(&visitor, &shown);
    visitor.run(Command::ReadSample { run: shown.clone(), key: rows[0].key.clone() });
    assert!(visitor.problems().iter().any(|text| text.contains("could not be loaded")), "{:?}", visitor.problems());

    for (path, bytes) in [(run_path(&run), "<!doctype html>"), (INDEX_PATH.to_owned(), "<!doctype html>")] {
        let mut files = files.clone();
        files.insert(path, bytes.into());
        let visitor = self::visitor(&files);
        let told = visitor.last(|event| if let Event::PublishedRuns(runs) = event { Some(runs.clone()) } else { None });
        visitor.run(Command::ReadResults {
            run: shown.clone(),
            filter: Filter::default(),
            settings: Settings::default(),
        });
        let is_said = told.unwrap().is_err() || visitor.problems().iter().any(|text| text.contains("can't be read"));
        assert!(is_said, "{:?}", visitor.problems());
    }
    for name in ["published-../x", "published-nothing", "published-"] {
        visitor.run(Command::ReadResults {
            run: name.into(),
            filter: Filter::default(),
            settings: Settings::default(),
        });
    }
    assert_eq!(visitor.problems().len(), 4, "{:?}", visitor.problems());
}
