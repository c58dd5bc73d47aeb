//! Stored records that can't be read: told once, kept, and no reason to hide the others.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // helpers outside of test functions too

mod support;

use std::rc::Rc;

use code_qa_bench::domain::condition::Condition;
use code_qa_bench::engine::ports::Table;
use code_qa_bench::engine::protocol::{Command, Event};
use support::MemoryStore;
use support::scripted::{bench, newest_run, samples, start};

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
