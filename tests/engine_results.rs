//! Figures through the engine: what the reader sets, what passes the filter, and repetitions.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // helpers outside of test functions too

mod support;

use std::rc::Rc;

use code_qa_bench::domain::condition::Condition;
use code_qa_bench::domain::results::{CategoryWeights, DeltaKind, Filter, Results, Settings, Subject, Threshold};
use code_qa_bench::domain::task::Category;
use code_qa_bench::engine::protocol::{Command, Event, RunRequest, SampleRow};
use support::Bench;
use support::scripted::{bench, newest_run, scripted, start};

/// A run in which every answer is scored 4, 3, 5: 0.8.
fn run(epochs: u32) -> Bench {
    let bench = bench(Rc::default(), 5);
    let Command::StartRun(request) = start(&Condition::ALL) else { unreachable!() };
    bench.run(Command::StartRun(RunRequest { epochs, ..request }));
    bench
}

fn read(bench: &Bench, filter: Filter, settings: Settings) -> (Results, Vec<SampleRow>) {
    bench.run(Command::ReadResults { run: newest_run(bench).id, filter, settings });
    let pick = |event: &Event| match event {
        Event::Results { results, samples, .. } => Some(((**results).clone(), samples.clone())),
        _ => None,
    };
    bench.last(pick).unwrap()
}

fn from(score: f64) -> Settings {
    Settings { contaminated_from: Threshold::new(score).unwrap(), ..Settings::default() }
}

#[test]
fn the_threshold_of_what_may_be_remembered_is_the_readers() {
    let bench = run(1);
    for (threshold, is_flagged) in [(0.7, true), (0.8, true), (0.81, false), (0.7, true)] {
        let (results, rows) = read(&bench, Filter::default(), from(threshold));
        assert_eq!(results.settings, from(threshold));
        let row = &results.sets[0].contamination[0];
        assert_eq!(row.flagged, if is_flagged { row.tasks } else { 0 }, "{threshold}");
        assert_eq!(row.deltas.iter().all(|(_, delta)| delta.is_none()), is_flagged);
        assert!(rows.iter().all(|row| row.is_contaminated == is_flagged), "{threshold}");
    }
}

#[test]
fn tasks_are_the_unit_however_often_they_were_repeated() {
    let (once, thrice) = (run(1), run(3));
    let figures = |bench: &Bench| read(bench, Filter::default(), Settings::default()).0;
    assert_eq!(figures(&once), figures(&thrice), "three equal epochs are one");
    let set = &figures(&thrice).sets[0];
    let delta = set.delta(&Subject::Model(scripted()), DeltaKind::Documentation).unwrap().delta.unwrap();
    assert_eq!((delta.n, delta.delta), (set.tasks, 0.0));
}

#[test]
fn a_filter_leaves_the_list_of_samples_whole() {
    let bench = run(1);
    let filter = Filter { category: Some(Category::What), ..Filter::default() };
    let weights = CategoryWeights::new([0.0, 1.0, 1.0, 1.0]).unwrap();
    let (results, rows) = read(&bench, filter, Settings { weights, ..Settings::default() });
    let of_what = rows.iter().filter(|row| row.category == Category::What).count();
    assert!(of_what > 0 && of_what < rows.len());
    assert_eq!(results.sets[0].tasks * 3, of_what);
    let row = &results.sets[0].conditions[0];
    assert!(row.score.is_some() && row.reweighted.is_none(), "no task that passes has any weight");
}
