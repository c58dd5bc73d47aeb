//! Logs of inspect_ai, as it wrote them, damaged, and changed by hand. Those under tests/fixtures/inspect_ai are of
//! three tasks in two epochs: scored, asked again and scored, and unscored.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // helpers outside of test functions too

use code_qa_bench::domain::condition::Condition;
use code_qa_bench::domain::files::inspect_ai::log::{Log, LogLimits, LogReading, looks_like_log};
use code_qa_bench::domain::run::SampleState;
use proptest::prelude::*;
use serde_json::{Value, json};

fn fixture(name: &str) -> Vec<u8> {
    std::fs::read(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/inspect_ai").join(name))
        .unwrap()
}

fn read_within(bytes: Vec<u8>, limits: LogLimits) -> Result<LogReading, String> {
    let mut log = Log::open(bytes, limits).map_err(|error| error.to_string())?;
    while log.step() {}
    Ok(log.finish())
}

fn read(bytes: Vec<u8>) -> Result<LogReading, String> {
    read_within(bytes, LogLimits::default())
}

/// The log in JSON after a change by hand; gives the labels of its samples' states, and the problems.
fn changed(change: impl Fn(&mut Value)) -> Result<(Vec<&'static str>, Vec<String>), String> {
    let text = String::from_utf8(fixture("closed-book.json")).unwrap();
    assert!(text.contains("\"value\": NaN"), "unscored is NaN in Python's JSON");
    let mut log: Value = serde_json::from_str(&text.replace(": NaN", ": null")).unwrap();
    change(&mut log);
    let reading = read(log.to_string().into_bytes())?;
    let states = reading.bundle.samples.iter().map(|sample| sample.state.label()).collect();
    Ok((states, reading.problems.iter().map(|found| format!("{}: {}", found.place, found.problem)).collect()))
}

/// The place of the sample that is changed: the first, of the task that was answered with a look at the repository.
const CHANGED: usize = 1;

/// The problem of a sample after a change of it.
fn first(change: impl Fn(&mut Value)) -> String {
    let (states, problems) = changed(|log| change(&mut log["samples"][CHANGED])).unwrap();
    assert_eq!((states.len(), problems.len()), (5, 1), "{problems:?}");
    problems.into_iter().next().unwrap()
}

/// The state of a sample after a change of it.
fn state(change: impl Fn(&mut Value)) -> String {
    let text = String::from_utf8(fixture("closed-book.json")).unwrap().replace(": NaN", ": null");
    let mut log: Value = serde_json::from_str(&text).unwrap();
    change(&mut log["samples"][CHANGED]);
    let reading = read(log.to_string().into_bytes()).unwrap();
    assert_eq!(reading.problems, []);
    match &reading.bundle.samples[CHANGED].state {
        SampleState::Failed { message } => format!("failed: {message}"),
        SampleState::Unscored { answer, reason } => format!("unscored: {answer} ({reason})"),
        other => other.label().to_owned(),
    }
}

fn refused(change: impl Fn(&mut Value), expected: &str) {
    assert_eq!(changed(change), Err(expected.to_owned()));
}

#[test]
fn both_formats_are_read() {
    let conditions = [Condition::ClosedBook, Condition::CodeOnly, Condition::Documented];
    for (name, condition) in ["closed-book.json", "code-only.eval", "documented.eval"].into_iter().zip(conditions) {
        assert!(looks_like_log(&fixture(name)), "{name}");
        let reading = read(fixture(name)).unwrap();
        assert_eq!(reading.problems, []);
        let run = &reading.bundle.run;
        assert_eq!((run.spec.conditions.as_slice(), run.spec.epochs), (&[condition][..], 2));
        assert_eq!((reading.bundle.tasks.len(), reading.bundle.samples.len()), (3, 6));
        let count = |label| reading.bundle.samples.iter().filter(|sample| sample.state.label() == label).count();
        assert_eq!((count("scored"), count("unscored")), (4, 2), "{name}");
        assert!(run.id.starts_with("inspect-") && run.id == read(fixture("code-only.eval")).unwrap().bundle.run.id);
        assert!(reading.bundle.samples.iter().all(|sample| sample.ended_ms > Some(1_700_000_000_000)));
    }
}

#[test]
fn logs_of_other_tasks_are_refused() {
    let other = "This log is of another task of inspect_ai, code_qa_bench: only those of a project that was exported \
                 from a run here can be brought.";
    refused(|log| log["eval"]["metadata"] = Value::Null, other);
    refused(|log| log["eval"]["metadata"]["code_qa_bench"]["format"] = "other".into(), other);
    let newer = "The project of this log: \"code-qa-bench/inspect-project\" of version 2, and this build reads up to 1: \
                 reload the page for a newer build.";
    refused(|log| log["eval"]["metadata"]["code_qa_bench"]["version"] = 2.into(), newer);
    let condition = "The log's header can't be read: it names no condition.";
    refused(|log| log["eval"]["metadata"]["code_qa_bench"]["condition"] = "open_book".into(), condition);
    let model = "The log's header can't be read: the model's name can't be one.";
    refused(|log| log["eval"]["model"] = "a|b".into(), model);
    let identifier = "The log's header can't be read: an identifier in it can't be one.";
    refused(|log| log["eval"]["metadata"]["code_qa_bench"]["run"] = "../x".into(), identifier);
    let epochs = "The log's header can't be read: it has more than 1000 epochs.";
    refused(|log| log["eval"]["config"]["epochs"] = 4_000_000_000_u32.into(), epochs);
    assert!(read(b"{}".to_vec()).unwrap_err().starts_with("The log's header can't be read: missing field `eval`"));
    assert!(
        read(b"PK\x03\x04".to_vec()).unwrap_err().starts_with("This is no log of inspect_ai: the archive is damaged")
    );
}

#[test]
fn what_is_not_of_the_project_is_left_out() {
    let id = "code-ddccccb8b67f6e63";
    let other = format!("sample 2: task {id} is not of the project, or was changed after it was made; left out");
    assert_eq!(first(|sample| sample["input"] = "Another question?".into()), other);
    assert_eq!(first(|sample| sample["target"] = "Another answer.".into()), other);
    assert_eq!(first(|sample| sample["metadata"]["rubric"] = json!(["another point"])), other);
    assert_eq!(first(|sample| sample["metadata"]["set"] = "doc_dependent".into()), other);
    assert_eq!(first(|sample| sample["epoch"] = 3.into()), "sample 2: epoch 3 is not from 1 to 2; left out");
    assert_eq!(first(|sample| sample["epoch"] = 0.into()), "sample 2: epoch 0 is not from 1 to 2; left out");
    assert!(first(|sample| *sample = json!({})).starts_with("sample 2: it is no sample of inspect_ai (missing field"));
    assert!(first(|sample| *sample = json!(7)).starts_with("sample 2: it is no sample of inspect_ai (invalid type"));
    let again = |log: &mut Value| log["samples"][4] = log["samples"][CHANGED].clone();
    assert_eq!(changed(again).unwrap().1, ["sample 5: it is there already; left out"]);
    let invalidated = |sample: &mut Value| sample["invalidation"] = json!({"author": "me"});
    assert_eq!(first(invalidated), "sample 2: it was invalidated in inspect_ai; left out");
    let tokens = |sample: &mut Value| sample["model_usage"]["mockllm/candidate"]["input_tokens"] = u64::MAX.into();
    assert_eq!(first(tokens), "sample 2: it used more tokens than can be; left out");
}

#[test]
fn scores_are_held_against_their_axes() {
    let score =
        |why: &str| format!("sample 2: its score is none that the judge of this project gives ({why}); left out");
    let edited = score("it is not the sum of its axes; was it edited?");
    assert_eq!(first(|sample| sample["scores"]["judge"]["value"] = 1.into()), edited);
    assert_eq!(first(|sample| sample["scores"]["judge"]["value"] = Value::Null), edited);
    let axis = |sample: &mut Value| sample["scores"]["judge"]["metadata"]["verdict"]["accuracy"] = 15.into();
    assert_eq!(first(axis), score("an axis is not from 0 to 5"));
    let end = |sample: &mut Value| sample["scores"]["judge"]["metadata"]["end"] = "won".into();
    assert_eq!(first(end), score("it doesn't say how the agent ended"));
    let neither = |sample: &mut Value| sample["scores"]["judge"]["metadata"]["verdict"] = Value::Null;
    assert_eq!(first(neither), score("it says neither a verdict nor why there is none"));
}

#[test]
fn errors_and_limits_are_no_scores() {
    let no_score = |sample: &mut Value| sample["scores"] = Value::Null;
    let answer = "unscored: It is `Valve`. (the judge could not be asked: the log has no score for this answer)";
    assert_eq!(state(no_score), answer);
    let limit = |sample: &mut Value| {
        no_score(sample);
        sample["limit"] = json!({"type": "time", "limit": 120.0});
    };
    assert_eq!(state(limit), "failed: inspect_ai stopped it at its time limit of 120.");
    let stopped = |sample: &mut Value| {
        sample["scores"]["judge"]["metadata"] = json!({"end": "stopped"});
        sample["limit"] = json!({"type": "token", "limit": 1000.0});
    };
    assert_eq!(state(stopped), "failed: inspect_ai stopped it at its token limit of 1000.");
    let error = |sample: &mut Value| sample["error"] = json!({"message": "it broke"});
    assert_eq!(state(error), "failed: inspect_ai reports an error: it broke");
    assert_eq!(state(|sample| sample["scores"]["judge"]["metadata"]["end"] = "refused".into()), "refused");
}

#[test]
fn limits_bound_what_is_unpacked() {
    let limits = |entry_bytes, total_bytes| LogLimits { entry_bytes, total_bytes, problems: 2, ..LogLimits::default() };
    let reading = read_within(fixture("code-only.eval"), limits(8 << 10, 1 << 30)).unwrap();
    assert_eq!((reading.bundle.samples.len(), reading.problems.len(), reading.left_off), (0, 2, 4));
    let found = reading.problems[0].problem.to_string();
    assert_eq!(found, "it is no sample of inspect_ai (it is larger than 0 MiB); left out");
    let reading = read_within(fixture("code-only.eval"), limits(1 << 20, 70 << 10)).unwrap();
    assert_eq!(reading.bundle.samples.len(), 2, "the rest would be more than the whole may be");
    let few = LogLimits { entries: 3, ..LogLimits::default() };
    let error = read_within(fixture("code-only.eval"), few).unwrap_err();
    assert_eq!(error, "This is no log of inspect_ai: the archive has more than 3 entries.");
}

#[test]
fn a_log_that_was_broken_off_has_what_was_done() {
    // Without its end, neither the archive's directory nor the JSON can be read.
    let whole = fixture("code-only.eval");
    assert!(read(whole[..whole.len() - 30].to_vec()).unwrap_err().starts_with("This is no log of inspect_ai"));
    let whole = fixture("closed-book.json");
    assert!(read(whole[..whole.len() - 30].to_vec()).unwrap_err().starts_with("The log's header can't be read: EOF"));
    // inspect_ai writes the header last: a log without one is of an evaluation that was broken off.
    let mut bytes = fixture("code-only.eval");
    let name = b"header.json";
    while let Some(at) = memchr::memmem::rfind(&bytes, name) {
        bytes[at..at + name.len()].copy_from_slice(b"hidden.json");
    }
    assert_eq!(read(bytes).unwrap().bundle.samples.len(), 6);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Bytes changed anywhere are reported, and never fatal; what is read all the same is of the project.
    #[test]
    fn damaged_archives_are_reported(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8)) {
        let mut bytes = fixture("code-only.eval");
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if let Ok(reading) = read(bytes) {
            prop_assert!(reading.bundle.samples.len() + reading.problems.len() <= 6 + 1);
        }
    }

    #[test]
    fn damaged_json_is_reported(at in any::<prop::sample::Index>(), text in "[\\[\\]{}\",:a0N]{0,4}", cut in 0_usize..9) {
        let mut bytes = fixture("closed-book.json");
        let at = at.index(bytes.len() - 9);
        bytes.splice(at..at + cut, text.bytes());
        if let Ok(reading) = read(bytes) {
            prop_assert!(reading.bundle.samples.len() + reading.problems.len() <= 6 + 1);
        }
    }
}
