use super::super::lines::Limits;
use super::super::samples::{key, run, scored, task};
use super::super::secrets::forbids_secrets;
use super::*;
use crate::domain::run::SampleState;
use crate::domain::task::prompts::PromptSet;

fn bundle() -> Bundle {
    Bundle {
        run: run(),
        tasks: vec![task("code-1"), task("doc-2")],
        samples: vec![scored(key("code-1", "m1", 0), 7, 4.0), scored(key("doc-2", "m2", 1), 8, 1.0 / 3.0)],
    }
}

fn check(text: &str, tasks: usize, samples: usize, problems: &[&str]) {
    let reading = read(text.as_bytes(), &Limits::default()).unwrap();
    let found: Vec<String> = reading.problems.found.iter().map(ToString::to_string).collect();
    assert_eq!(found, problems);
    assert_eq!((reading.value.tasks.len(), reading.value.samples.len()), (tasks, samples));
    assert_eq!(reading.value.run, run());
}

fn refused(text: &str, expected: &str) {
    assert_eq!(read(text.as_bytes(), &Limits::default()).unwrap_err().to_string(), expected);
}

#[test]
fn a_bundle_comes_back_as_it_was() {
    let text = write(&bundle()).unwrap();
    let reading = read(text.as_bytes(), &Limits::default()).unwrap();
    assert!(reading.problems.is_empty(), "{:?}", reading.problems);
    assert_eq!(reading.value, bundle());
    assert_eq!(text.lines().count(), 5);
}

#[test]
fn a_cut_file_loses_only_its_end() {
    let text = write(&bundle()).unwrap();
    let promised = "Line 4: the head promises 2 samples, and the file has 1: it was cut or changed";
    let whole_lines = text.lines().take(4).map(|line| format!("{line}\n")).collect::<String>();
    check(&whole_lines, 2, 1, &[promised]);
    let cut = "Line 5: the file ends within this line: it was cut, and what followed is missing";
    check(&text[..text.len() - 20], 2, 1, &[cut, &promised.replace("Line 4", "Line 5")]);
}

#[test]
fn what_is_not_of_the_run_is_left_out() {
    let with = |sample| {
        let mut bundle = bundle();
        bundle.samples[1] = sample;
        write(&bundle).unwrap()
    };
    let not_of = |id: &str| format!("Line 5: sample {id} is not of this run; left out");
    check(&with(scored(key("code-9", "m1", 0), 7, 4.0)), 2, 1, &[&not_of("code-9|code_only|p|m1|0")]);
    check(&with(scored(key("code-1", "m9", 0), 7, 4.0)), 2, 1, &[&not_of("code-1|code_only|p|m9|0")]);
    check(&with(scored(key("code-1", "m1", 2), 7, 4.0)), 2, 1, &[&not_of("code-1|code_only|p|m1|2")]);
    let twice = "Line 5: sample code-1|code_only|p|m1|0 is there already, in line 4; left out";
    check(&with(scored(key("code-1", "m1", 0), 7, 3.0)), 2, 1, &[twice]);
    let figures = "Line 5: sample code-1|code_only|p|m1|1 has figures that can't be; left out";
    check(&with(scored(key("code-1", "m1", 1), 7, 5.1)), 2, 1, &[figures]);
    let mut other = bundle();
    other.tasks[1] = task("doc-9");
    let problems = ["Line 3: task doc-9 is not of this run; left out", "Line 5: the run's task doc-2 is missing"];
    check(&write(&other).unwrap(), 1, 2, &problems);
}

#[test]
fn prompts_are_held_against_their_hash() {
    let mut bundle = bundle();
    bundle.run.prompts = PromptSet::default();
    bundle.run.spec.prompts_sha256 = bundle.run.prompts.sha256();
    let text = write(&bundle).unwrap();
    let read = |text: &str| read(text.as_bytes(), &Limits::default()).unwrap();
    assert_eq!(read(&text).value, bundle);
    let reading = read(&text.replacen("You judge", "You praise", 1));
    let problem =
        "Line 1: the run's prompts are not those that its specification was made with: they were changed; left out";
    assert_eq!(reading.problems.found.iter().map(ToString::to_string).collect::<Vec<_>>(), [problem]);
    assert_eq!(reading.value.run.prompts, PromptSet::none());
}

#[test]
fn heads_that_are_of_no_use_are_refused() {
    refused("", "The file is empty.");
    refused(
        "{}",
        "The first line is no head of a run: this is a line that names no format, and not of the format code-qa-bench/run-bundle.",
    );
    let text = write(&bundle()).unwrap();
    let newer = "The first line is no head of a run: \"code-qa-bench/run-bundle\" of version 2, and this build reads up \
                 to 1: reload the page for a newer build.";
    refused(&text.replacen("\"version\":1", "\"version\":2", 1), newer);
    let newer = newer.replace("run-bundle", "run");
    refused(&text.replacen("\"run\":{\"version\":1", "\"run\":{\"version\":2", 1), &newer);
    let identifier = "The run's identifier is empty, too long or has a character that identifiers can't have.";
    refused(&text.replacen("run-1", "run/1", 1), identifier);
    refused(&text.replacen("\"epochs\":2", "\"epochs\":4000000000", 1), "The run has more than 1000000 samples.");
    refused(&text.replacen("\"m2\"", "\"m1\"", 1), "The run's specification names a model twice.");
}

#[test]
fn a_key_that_a_provider_echoed_is_found() {
    let mut bundle = bundle();
    let secrets = ["sk-very-secret-\"key\"", "sk-other"];
    assert_eq!(forbids_secrets(write(&bundle).unwrap().as_bytes(), &secrets), Ok(()));
    bundle.samples[1].state = SampleState::Failed { message: format!("bad key {}", secrets[0]) };
    let found = forbids_secrets(write(&bundle).unwrap().as_bytes(), &secrets).unwrap_err();
    assert_eq!((found.secret, found.line), (0, 5));
}
