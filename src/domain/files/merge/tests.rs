use super::super::samples::{key, model, run, scored, spec, task};
use super::*;
use crate::domain::condition::Condition;
use crate::domain::run::SampleState;

fn shard(samples: Vec<Sample>) -> Shard {
    Shard::of(run(), vec![task("code-1"), task("doc-2")], samples)
}

fn with_state(state: SampleState, ended_ms: Option<u64>) -> Sample {
    Sample { state, ended_ms, ..Sample::pending(key("code-1", "m1", 0)) }
}

/// Merges two records of one sample, in both orders.
fn check(a: &Sample, b: &Sample, expected: &Sample, conflicts: usize) {
    for pair in [[a, b], [b, a]] {
        let merged = merge(pair.map(|sample| shard(vec![sample.clone()]))).unwrap();
        assert_eq!(merged.samples().collect::<Vec<_>>(), [expected]);
        assert_eq!(merged.conflicts().count(), conflicts);
    }
}

#[test]
fn the_better_standing_counts() {
    let sample = |ended_ms, accuracy| scored(key("code-1", "m1", 0), ended_ms, accuracy);
    let failed = |ended_ms| with_state(SampleState::Failed { message: "x".into() }, Some(ended_ms));
    let pending = Sample::pending(key("code-1", "m1", 0));
    check(&sample(9, 1.0), &sample(9, 1.0), &sample(9, 1.0), 0);
    check(&pending, &failed(3), &failed(3), 0);
    check(&sample(9, 1.0), &failed(3), &sample(9, 1.0), 0);
    check(&sample(9, 1.0), &with_state(SampleState::Refused, Some(1)), &sample(9, 1.0), 0);
    check(&failed(3), &with_state(SampleState::Cancelled, Some(1)), &failed(3), 0);
    check(&sample(9, 1.0), &sample(7, 5.0), &sample(7, 5.0), 1);
    check(&failed(3), &failed(4), &failed(3), 1);
}

#[test]
fn equal_times_are_told_apart_by_the_record() {
    let sample = |accuracy| scored(key("code-1", "m1", 0), 9, accuracy);
    let merged = |order: [f64; 3]| merge(order.map(|accuracy| shard(vec![sample(accuracy)]))).unwrap();
    let first = merged([1.0, 2.0, 3.0]);
    assert_eq!(first, merged([3.0, 1.0, 2.0]));
    let conflict = first.conflicts().next().unwrap();
    assert_eq!(conflict.others.len(), 2);
}

#[test]
fn specifications_are_united() {
    let mut a = shard(vec![scored(key("code-1", "m1", 0), 9, 1.0)]);
    a.spec.models = vec![model("m1")];
    a.spec.epochs = 1;
    let mut b = shard(vec![scored(key("code-1", "m0", 2), 9, 1.0)]);
    b.spec.models = vec![model("m0")];
    b.spec.conditions = vec![Condition::Documented, Condition::ClosedBook];
    b.spec.epochs = 3;
    b.prices[0].1.output_usd = 2.0;
    let merged = merge([a, b]).unwrap();
    assert_eq!(merged.spec().models, [model("m0"), model("m1")]);
    assert_eq!(merged.spec().conditions, Condition::ALL);
    assert_eq!((merged.spec().epochs, merged.open_count()), (3, 2 * 2 * 3 * 3 - 2));
    assert_eq!(merged.tasks().count(), 2);
    assert_eq!(merged.prices().map(|(_, price)| price.output_usd).collect::<Vec<_>>(), [2.0]);
}

fn refused(change: impl FnOnce(&mut Shard), expected: &str) {
    let mut other = shard(Vec::new());
    change(&mut other);
    let problem = merge([shard(Vec::new()), other]).unwrap_err();
    assert_eq!(problem.to_string(), expected);
}

#[test]
fn what_is_not_of_one_run_is_refused() {
    let differs = |what: &str| format!("The runs differ in {what}: their samples can't be compared.");
    refused(|shard| shard.spec.seed = 1, &differs("the seed"));
    refused(|shard| shard.spec.judge = model("x"), &differs("the judge"));
    refused(|shard| shard.spec.tasks.reverse(), &differs("their tasks"));
    refused(|shard| shard.spec.prompts_sha256 = "x".into(), &differs("the prompts"));
    let edited = "Task code-1 is not the same in both runs: it was edited or made anew in between.";
    refused(|shard| shard.tasks[0].rubric.clear(), edited);
    assert_eq!(merge([]).unwrap_err(), MergeProblem::Nothing);
    let mut reviewed = shard(Vec::new());
    reviewed.tasks[0].review = crate::domain::task::Review::Unreviewed;
    assert!(merge([shard(Vec::new()), reviewed]).is_ok());
    assert_eq!(spec(), shard(Vec::new()).spec);
}
