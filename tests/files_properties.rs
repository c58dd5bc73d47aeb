//! Invariants of files: what is written comes back, no bytes break a reader, and merging shards doesn't depend on
//! order, grouping or repetition.

#![allow(clippy::expect_used, clippy::panic)] // tests fail by panicking

#[path = "files/records.rs"]
mod records;

use std::collections::{BTreeMap, BTreeSet};

use code_qa_bench::domain::condition::Condition;
use code_qa_bench::domain::files::answers::{self, Expected};
use code_qa_bench::domain::files::bundle::{self, Bundle};
use code_qa_bench::domain::files::fine_tuning::{self, ExampleKind, Options};
use code_qa_bench::domain::files::merge::{Merged, Shard};
use code_qa_bench::domain::files::secrets::forbids_secrets;
use code_qa_bench::domain::files::{Limits, Target, prompts, questions, read_record, swe_qa_bench, swe_qa_pro, tasks};
use code_qa_bench::domain::run::Sample;
use code_qa_bench::domain::task::prompts::{PromptEdits, PromptSet, template};
use code_qa_bench::domain::task::{Author, Task};
use proptest::prelude::*;
use records::{run, sample, shard, spec, task, text};

fn limits() -> Limits {
    Limits { line_bytes: 1 << 20, lines: 1_000, problems: 20 }
}

fn bundle_of(shard: Shard) -> Bundle {
    let Shard { spec, tasks, prices, samples } = shard;
    Bundle { run: run(spec, prices), tasks, samples }
}

/// Runs every reader over some bytes.
fn read_all(bytes: &[u8]) {
    let few = Limits { line_bytes: 300, lines: 4, problems: 2 };
    let target = Target { repository: "r".into(), archive_sha256: "aa".into(), now_ms: 1 };
    for limits in [limits(), few] {
        let tasks = tasks::read(bytes, Some("aa"), &limits);
        assert!(tasks.problems.found.len() <= limits.problems);
        for kind in [ExampleKind::QuestionAnswer, ExampleKind::Exploration, ExampleKind::ExplorationOfQuestion] {
            fine_tuning::write(
                &tasks.value,
                &Options { kind, includes_unreviewed: true, ..Options::default() },
                &PromptSet::default(),
            )
            .expect("tasks can be written");
        }
        for expected in [Expected::of_run(&spec()), Expected::of_tasks(&tasks.value, &Condition::ALL)] {
            answers::read(bytes, &expected, &limits);
        }
        if let Ok(reading) = bundle::read(bytes, &limits) {
            let Bundle { run, tasks, samples, .. } = reading.value;
            run.spec.sample_keys();
            let _ = Merged::of(Shard::of(run, tasks, samples));
        }
        let _ = prompts::read(bytes);
        swe_qa_bench::read(bytes, &target, &limits);
        swe_qa_pro::read(bytes, "r", &target, &limits);
        swe_qa_pro::repositories(bytes, &limits);
    }
}

fn join(a: &Merged, b: &Merged) -> Merged {
    a.clone().join(b.clone()).expect("shards of one run")
}

fn merged(shard: Shard) -> Merged {
    Merged::of(shard).expect("a shard")
}

/// What conflicts there are: the records of each sample, as sets.
fn conflicts(merged: &Merged) -> BTreeMap<String, BTreeSet<String>> {
    let json = |sample: &Sample| serde_json::to_string(sample).expect("a sample can be written");
    let set = |kept: &Sample, others: &[Sample]| others.iter().chain([kept]).map(json).collect();
    merged.conflicts().map(|conflict| (conflict.kept.key.id(), set(conflict.kept, conflict.others))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn tasks_come_back_as_they_were(list in prop::collection::btree_map("[a-z0-9-]{1,12}", task(), 0..4)) {
        let list: Vec<_> = list.into_iter().map(|(id, mut task)| { task.id = id; task }).collect();
        let text = tasks::write(&list).expect("tasks can be written");
        let reading = tasks::read(text.as_bytes(), Some("aa"), &Limits::default());
        prop_assert!(reading.problems.is_empty(), "{:?}", reading.problems);
        prop_assert_eq!(reading.value, list);
    }

    #[test]
    fn a_task_of_the_version_before_is_brought_up_to_date(task in task()) {
        // Nobody could edit it, so that the audit left what the task says.
        let mut task = Task { author: Author::Origin, earlier: Vec::new(), ..task };
        if let Some(audit) = &mut task.audit {
            audit.revised_answer.clone_from(&task.answer);
        }
        let mut old = serde_json::to_value(&task).expect("JSON");
        old["version"] = 1.into();
        if let Some(audit) = old["audit"].as_object_mut() {
            audit.remove("revised_answer");
        }
        let bytes = serde_json::to_vec(&old).expect("JSON");
        prop_assert_eq!(&read_record::<Task>(&bytes).expect("it can be read"), &task);
        old["version"] = 3.into();
        let newer = read_record::<Task>(&serde_json::to_vec(&old).expect("JSON"));
        prop_assert!(newer.is_err_and(|error| error.to_string().contains("newer build")));
    }

    #[test]
    fn bundles_come_back_as_they_were(shard in shard(), prompt in text()) {
        let mut bundle = bundle_of(shard);
        let mut edits = PromptEdits::default();
        edits.set(template("answer.tools").expect("a template"), &prompt);
        bundle.run.prompts = edits.in_force();
        bundle.run.spec.prompts_sha256 = bundle.run.prompts.sha256();
        prop_assert_eq!(bundle.run.words(), Some(bundle.run.prompts.clone()));
        let file = prompts::write(&edits).expect("a file");
        prop_assert_eq!(prompts::read(file.as_bytes()), Ok((edits, Vec::new())));
        let text = bundle::write(&bundle).expect("a bundle can be written");
        let reading = bundle::read(text.as_bytes(), &Limits::default()).expect("a bundle");
        prop_assert!(reading.problems.is_empty(), "{:?}", reading.problems);
        prop_assert_eq!(reading.value, bundle);
    }

    #[test]
    fn a_cut_bundle_loses_only_its_end_and_says_so(shard in shard(), cut in 0.0..1.0_f64) {
        let bundle = bundle_of(shard);
        let text = bundle::write(&bundle).expect("a bundle can be written");
        let at = (text.len() as f64 * cut) as usize;
        match bundle::read(&text.as_bytes()[..at], &Limits::default()) {
            Err(_) => prop_assert!(!text.as_bytes()[..at].contains(&b'\n')),
            Ok(reading) => {
                prop_assert!(bundle.samples.starts_with(&reading.value.samples));
                prop_assert!(bundle.tasks.starts_with(&reading.value.tasks));
                let is_whole = reading.value == bundle; // all but the last line end is there
                prop_assert_eq!(reading.problems.is_empty(), is_whole);
            }
        }
    }

    #[test]
    fn questions_become_answers(task in task(), answer in text()) {
        let text = questions::write(std::slice::from_ref(&task), &Condition::ALL).expect("questions can be written");
        let add = |line: &str| {
            let mut line: serde_json::Value = serde_json::from_str(line).expect("JSON");
            line["model"] = "agent".into();
            line["answer"] = answer.clone().into();
            format!("{line}\n")
        };
        let text: String = text.lines().map(add).collect();
        let reading = answers::read(text.as_bytes(), &Expected::of_tasks(&[task], &Condition::ALL), &Limits::default());
        prop_assert_eq!((reading.value.answers.len(), reading.value.missing_count), (3, 0));
        prop_assert!(reading.value.answers.iter().all(|imported| imported.answer == answer.trim()));
        prop_assert!(reading.problems.found.iter().all(|located| located.problem.is_note()));
    }

    #[test]
    fn a_secret_is_found_wherever_it_is(mut shard in shard(), secret in "[ -~é]{6,20}", at in any::<prop::sample::Index>()) {
        prop_assume!(secret.trim().len() >= 6);
        let clean = bundle_of(shard.clone());
        prop_assume!(!bundle::write(&clean).expect("a bundle").contains(secret.trim()));
        shard.tasks[0].question = format!("q {secret} q");
        if !shard.samples.is_empty() {
            let at = at.index(shard.samples.len());
            shard.samples[at].transcript = records::said(&format!("{{\"key\": {}}}", serde_json::json!(secret)));
        }
        let text = bundle::write(&bundle_of(shard)).expect("a bundle");
        for line in text.lines().filter(|line| line.contains("q ") || line.contains("key\\\"")) {
            prop_assert!(forbids_secrets(line.as_bytes(), &[&secret]).is_err(), "{line}");
        }
    }

    #[test]
    fn no_bytes_break_a_reader(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        read_all(&bytes);
    }

    #[test]
    fn no_change_of_a_file_breaks_a_reader(
        shard in shard(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        numbers in prop::sample::select(vec!["", "18446744073709551615", "-1", "1e308", "[[[[", "\"x\"", "null"]),
    ) {
        let bundle = bundle_of(shard);
        let mut text = bundle::write(&bundle).expect("a bundle");
        if !numbers.is_empty() {
            text = text.replace(":42", &format!(":{numbers}")).replace(":3,", &format!(":{numbers},"));
        }
        read_all(text.as_bytes());
        let mut bytes = text.into_bytes();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        read_all(&bytes);
    }

    #[test]
    fn merging_is_associative_commutative_and_idempotent(a in shard(), b in shard(), c in shard()) {
        let [a, b, c] = [a, b, c].map(merged);
        let left = join(&join(&a, &b), &c);
        let right = join(&a, &join(&b, &c));
        prop_assert_eq!(&left, &right);
        prop_assert_eq!(conflicts(&left), conflicts(&right));
        prop_assert_eq!(&join(&a, &b), &join(&b, &a));
        prop_assert_eq!(conflicts(&join(&a, &b)), conflicts(&join(&b, &a)));
        prop_assert_eq!(&join(&left, &left), &left);
        prop_assert_eq!(&join(&left, &b), &left);
        prop_assert_eq!(conflicts(&join(&left, &a)), conflicts(&left));
    }

    #[test]
    fn nothing_scored_is_lost(shards in prop::collection::vec(shard(), 1..4)) {
        let all: Vec<Sample> = shards.iter().flat_map(|shard| shard.samples.clone()).collect();
        let merged = code_qa_bench::domain::files::merge::merge(shards).expect("shards of one run");
        let kept: BTreeMap<_, _> = merged.samples().map(|sample| (sample.key.clone(), sample)).collect();
        let spec = merged.spec();
        for sample in &all {
            let standing = kept.get(&sample.key).expect("every sample is there");
            prop_assert!(standing.state.score().is_some() || sample.state.score().is_none());
            prop_assert!(standing.state.has_ended() || !sample.state.has_ended());
            prop_assert!(spec.models.contains(&sample.key.model) && sample.key.epoch < spec.epochs);
            let in_conflict = merged.conflicts().any(|conflict| conflict.others.contains(sample));
            prop_assert!(sample.state.score().is_none() || *standing == sample || in_conflict);
        }
        prop_assert!(kept.values().all(|sample| all.contains(sample)), "no record is made up");
    }

    #[test]
    fn a_merged_run_comes_back_from_a_bundle_and_merges_with_itself(a in shard(), b in shard()) {
        let whole = join(&merged(a), &merged(b));
        let samples: Vec<Sample> = whole.samples().cloned().collect();
        let prices = whole.prices().map(|(model, price)| (model.clone(), price)).collect();
        let shard = Shard { spec: whole.spec().clone(), tasks: whole.tasks().cloned().collect(), prices, samples };
        let text = bundle::write(&bundle_of(shard.clone())).expect("a bundle");
        let Bundle { run, tasks, samples, .. } = bundle::read(text.as_bytes(), &Limits::default()).expect("one").value;
        let (before, after) = (merged(shard), merged(Shard::of(run, tasks, samples)));
        prop_assert_eq!(&before, &after);
        prop_assert_eq!(join(&whole, &after), whole);
    }
}

/// What the strategies must reach, so that the properties say something.
#[test]
fn samples_of_every_state_and_conflicts_are_made() {
    use proptest::strategy::ValueTree;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut labels = BTreeSet::new();
    let mut conflicting = 0;
    for _ in 0..200 {
        labels.insert(sample().new_tree(&mut runner).expect("a sample").current().state.label());
        let [a, b, c] = std::array::from_fn(|_| merged(shard().new_tree(&mut runner).expect("a shard").current()));
        conflicting += usize::from(!conflicts(&join(&join(&a, &b), &c)).is_empty());
    }
    assert_eq!(labels.len(), 8, "{labels:?}");
    assert!(conflicting > 20, "{conflicting}");
}
