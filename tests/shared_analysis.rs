//! An analysis is the same however its files are shared among helpers, whatever comes back, and in which order.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)] // tests fail by panicking

#[path = "support/sdists.rs"]
mod sdists;
mod support;

use code_qa_bench::domain::python::StripMode;
use code_qa_bench::domain::repository::{
    Ahead, Analyser, Batch, Limits, Repository, Step, Unpacker, Workload, look_into, report,
};
use proptest::prelude::*;
use support::sample_archive;

/// What happens next.
#[derive(Clone, Debug)]
enum Turn {
    /// So many files are unpacked, or looked into here.
    Here(u8),
    /// A batch of so many bytes is lent.
    Lend(u16),
    /// One of the batches comes back.
    Back(prop::sample::Index, Answer),
}

#[derive(Clone, Debug)]
enum Answer {
    Whole,
    Lost,
    Cut(prop::sample::Index),
}

fn turns() -> impl Strategy<Value = Vec<Turn>> {
    let answer = prop_oneof![
        6 => Just(Answer::Whole),
        1 => Just(Answer::Lost),
        1 => any::<prop::sample::Index>().prop_map(Answer::Cut),
    ];
    let turn = prop_oneof![
        (1..20_u8).prop_map(Turn::Here),
        any::<u16>().prop_map(Turn::Lend),
        (any::<prop::sample::Index>(), answer).prop_map(|(which, answer)| Turn::Back(which, answer)),
    ];
    prop::collection::vec(turn, 1..60)
}

/// Helpers' batches with their requests.
#[derive(Default)]
struct Lent(Vec<(Batch, Vec<u8>)>);

impl Lent {
    fn turn(&mut self, load: &mut Workload, turn: &Turn) {
        match turn {
            Turn::Here(_) => {}
            Turn::Lend(bytes) => self.0.extend(load.lend(usize::from(*bytes))),
            Turn::Back(_, _) if self.0.is_empty() => {}
            Turn::Back(which, answer) => {
                let (batch, request) = self.0.remove(which.index(self.0.len()));
                let whole = look_into(&request).expect("is a request");
                match answer {
                    Answer::Whole => assert!(load.receive(&batch, Some(&whole))),
                    Answer::Lost => assert!(!load.receive(&batch, None)),
                    Answer::Cut(at) => assert!(!load.receive(&batch, Some(&whole[..at.index(whole.len())]))),
                }
            }
        }
    }
}

/// Opens an archive by turns, guessing at first that it is stripped as `guess`.
fn opened(name: &str, bytes: Vec<u8>, guess: StripMode, turns: &[Turn]) -> (Repository, Analyser) {
    let mut unpacker = Unpacker::new(name, bytes, Limits::default()).expect("is an archive");
    let (mut ahead, mut lent) = (Ahead::new(guess), Lent::default());
    let (early, late) = turns.split_at(turns.len() / 2);
    for turn in early {
        let steps = if let Turn::Here(steps) = turn { *steps } else { 0 };
        for _ in 0..steps {
            unpacker.step().expect("is sound");
            unpacker.arrived().into_iter().for_each(|(path, content)| ahead.meet(path, content));
        }
        lent.turn(ahead.load(), turn);
    }
    while unpacker.step().expect("is sound") != Step::Done {
        unpacker.arrived().into_iter().for_each(|(path, content)| ahead.meet(path, content));
    }
    let repository = unpacker.finish();
    let mut analyser = Analyser::after(ahead, &repository, StripMode::Standard);
    for turn in late {
        if let Turn::Here(steps) = turn {
            for _ in 0..*steps {
                analyser.step();
            }
        }
        lent.turn(analyser.load(), turn);
    }
    // The rest is done here, and what is lent by then never comes.
    while analyser.step().is_some() {}
    (repository, analyser)
}

fn check(name: &str, bytes: &[u8], guess: StripMode, turns: &[Turn]) {
    let (repository, analyser) = opened(name, bytes.to_vec(), guess, turns);
    let alone = Unpacker::run(name, bytes.to_vec(), Limits::default()).expect("unpacks");
    assert_eq!(repository.files, alone.files);
    let (shared, expected) = (analyser.finish(), Analyser::run(&alone, StripMode::Standard));
    assert!(shared == expected, "{turns:?}");
    assert_eq!(report::report(&repository, &shared), report::report(&alone, &expected));
}

fn mode() -> impl Strategy<Value = StripMode> {
    prop_oneof![3 => Just(StripMode::Standard), 1 => Just(StripMode::Strict)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]
    #[test]
    fn the_sample(guess in mode(), turns in turns()) {
        check("greenhouse.tar", &sample_archive(), guess, &turns);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]
    #[test]
    fn seaborn(guess in mode(), turns in turns()) {
        let file = "seaborn-0.13.2.tar.gz";
        check(file, &std::fs::read(sdists::sdist(file)).expect("can be read"), guess, &turns);
    }
}

/// A tar of files in this order.
fn tar(files: &[(&str, &str)]) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    for (path, text) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(text.len() as u64);
        header.set_mode(0o644);
        builder.append_data(&mut header, path, text.as_bytes()).unwrap();
    }
    builder.into_inner().unwrap()
}

proptest! {
    #[test]
    fn odd_paths(guess in mode(), turns in turns()) {
        let files = [
            ("a/b.py", "'''First.'''\n"),
            ("a/a/b.py", "'''Inside.'''\n"),
            ("a/b.py", "'''Second.'''\nx = 1\n"),
            ("a/.git/hook.py", "'''Hook.'''\n"),
            ("a/docs/x.py", "'''X.'''  # one\n"),
            ("a/docs/x.md", "# X\nIt returns.\n"),
            ("a/broken.py", "def f(:\n"),
            ("a/latin.py", "# coding: latin-1\n'''Ä'''\n"),
            ("a/odd.py", "# coding: foobar\n"),
            ("a/c.py", "x = 1\n"),
            ("a/c.py/d.py", "'''D.'''\n"),
            ("a/README.md", "# T\n`a.b`\n"),
        ];
        check("a.tar", &tar(&files), guess, &turns);
        check("b.tar", &tar(&[&files[..], &[("z.py", "")]].concat()), guess, &turns);
    }
}
