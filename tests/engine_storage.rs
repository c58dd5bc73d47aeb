//! Stored records that can't be read: told once, kept, and no reason to hide the others.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // helpers outside of test functions too

mod support;

use std::rc::Rc;

use code_qa_bench::domain::condition::Condition;
use code_qa_bench::domain::run::{Amendment, Sample, SampleKey};
use code_qa_bench::domain::task::Task;
use code_qa_bench::engine::ports::Table;
use code_qa_bench::engine::protocol::{Command, Event};
use support::scripted::{bench, newest_run, samples, scripted, start};
use support::{Bench, MemoryStore};

#[test]
fn one_broken_record_hides_no_other() {
    let store: Rc<MemoryStore> = Rc::default();
    let first = bench(store.clone(), 3);
    first.run(start(&[Condition::ClosedBook]));
    let broken = {
        let mut records = store.records.borrow_mut();
        let key = records.keys().find(|(table, _)| *table == Table::Samples).cloned().unwrap();
        records.insert(key.clone(), b"{\"version\": 99}".to_vec());
        records.insert((Table::Runs, "future".into()), b"{\"version\": 99}".to_vec());
        key
    };
    let second = bench(store.clone(), 0);
    assert_eq!(newest_run(&second).ended, 2, "the broken sample is not counted as ended");
    assert_eq!(samples(&second).iter().filter(|row| row.score.is_some()).count(), 2);
    let told = second.problems().into_iter().filter(|text| text.contains("can't be read by this version")).count();
    assert!((1..=2).contains(&told), "{:?}", second.problems());
    second.run(Command::DeleteTasks);
    let again = second.problems().into_iter().filter(|text| text.contains("can't be read by this version")).count();
    assert_eq!(told, again, "each is told once");
    assert!(store.records.borrow().contains_key(&broken), "nothing is deleted on the way");
    let view = second.last(|e| if let Event::Storage(view) = e { Some(view.clone()) } else { None });
    assert!(view.is_some_and(|view| view.quota_bytes.is_some() && !view.is_nearly_full()));
}

#[test]
fn tasks_of_the_version_before_are_brought_up_to_date() {
    let store: Rc<MemoryStore> = Rc::default();
    let first = bench(store.clone(), 3);
    first.run(start(&[Condition::ClosedBook]));
    let (read, samples_before) = (read_tasks(&first), samples(&first));
    // As the version before stored them: those of the repository one by one, those of a run together.
    let as_before = |task: &mut serde_json::Value| {
        task["version"] = 1.into();
        task["audit"].as_object_mut().unwrap().remove("revised_answer").unwrap();
    };
    let mut changed = 0;
    for ((table, key), bytes) in store.records.borrow_mut().iter_mut().filter(|((table, _), _)| *table == Table::Tasks)
    {
        let mut value: serde_json::Value = serde_json::from_slice(bytes).unwrap();
        match &mut value {
            serde_json::Value::Array(tasks) => tasks.iter_mut().for_each(as_before),
            task => as_before(task),
        }
        changed += 1;
        *bytes = serde_json::to_vec(&value).unwrap_or_else(|error| panic!("{table:?} {key}: {error}"));
    }
    assert_eq!(changed, 4, "three tasks, and those of the run");
    let second = bench(store, 0);
    assert_eq!(read_tasks(&second), read);
    assert_eq!(samples(&second), samples_before);
    assert!(second.problems().is_empty(), "{:?}", second.problems());
}

/// Every task in full.
fn read_tasks(bench: &Bench) -> Vec<Task> {
    let view = bench.last(|e| if let Event::Tasks(view) = e { Some(view.clone()) } else { None }).unwrap();
    let read = |id: &str| {
        bench.run(Command::ReadTask { id: id.into() });
        bench.last(|e| if let Event::Task(task) = e { Some((**task).clone()) } else { None }).unwrap()
    };
    view.tasks.iter().map(|row| read(&row.id)).collect()
}

#[test]
fn conversations_are_apart_from_their_samples_also_those_of_the_version_before() {
    let store: Rc<MemoryStore> = Rc::default();
    let first = bench(store.clone(), 3);
    first.run(start(&[Condition::CodeOnly]));
    let before = read_samples(&first);
    assert!(before.iter().all(|sample| sample.turns() == 2 && sample.judge_turns == 1));
    let of = |table: Table| store.records.borrow().keys().filter(|(of, _)| *of == table).count();
    assert_eq!((of(Table::Samples), of(Table::Conversations)), (3, 6));
    let records = store.records.borrow().clone();
    let heads = records.iter().filter(|((table, _), _)| *table == Table::Samples);
    assert!(heads.clone().all(|(_, bytes)| !String::from_utf8_lossy(bytes).contains("search_code")));

    // As the version before stored them: all in one record, and no word on turns.
    let old: Vec<_> = before
        .iter()
        .map(|sample| {
            let mut old = serde_json::to_value(sample).unwrap();
            old["version"] = 1.into();
            old.as_object_mut().unwrap().retain(|name, _| !name.ends_with("_turns"));
            serde_json::to_vec(&old).unwrap()
        })
        .collect();
    store.records.borrow_mut().retain(|(table, _), _| *table != Table::Conversations);
    for ((_, key), _) in heads {
        let at = before.iter().position(|sample| key.ends_with(&sample.key.id())).unwrap();
        store.records.borrow_mut().insert((Table::Samples, key.clone()), old[at].clone());
    }
    let second = bench(store.clone(), 0);
    assert_eq!(read_samples(&second), before);
    assert_eq!(*store.records.borrow(), records, "they are kept as this version does");
}

#[test]
fn judging_again_keeps_the_conversation_of_the_answer() {
    let store: Rc<MemoryStore> = Rc::default();
    let first = bench(store.clone(), 2);
    first.run(start(&[Condition::CodeOnly]));
    let before = read_samples(&first);
    let amendment = Amendment::Rejudge { judge: scripted(), only_unscored: false };
    first.run(Command::AmendRun { run: newest_run(&first).id, amendment });
    let after = read_samples(&bench(store, 0));
    for (before, after) in before.iter().zip(&after) {
        assert_eq!(after.transcript, before.transcript);
        assert_eq!((after.turns(), after.earlier_verdicts.len(), after.judge_turns), (2, 1, 1));
        assert!(!after.judging.entries.is_empty());
    }
}

/// Every sample of the newest run, whole.
fn read_samples(bench: &Bench) -> Vec<Sample> {
    let run = newest_run(bench).id;
    let read = |key: &SampleKey| {
        bench.run(Command::ReadSample { run: run.clone(), key: key.clone() });
        bench.last(|e| if let Event::Sample(view) = e { Some(view.sample.clone()) } else { None }).unwrap()
    };
    samples(bench).iter().map(|row| read(&row.key)).collect()
}
