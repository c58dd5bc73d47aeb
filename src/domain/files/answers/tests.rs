use super::super::samples::{spec, task};
use super::*;
use crate::domain::condition::Condition;

fn check(expected: &Expected, text: &str, keys: &[&str], problems: &[&str], missing_count: u64) {
    let reading = read(text.as_bytes(), expected, &Limits::default());
    let got: Vec<String> = reading.value.answers.iter().map(|answer| answer.key.id()).collect();
    let found: Vec<String> = reading.problems.found.iter().map(ToString::to_string).collect();
    assert_eq!(got, keys, "{text}");
    assert_eq!(found, problems, "{text}");
    assert_eq!(reading.value.missing_count, missing_count, "{text}");
    assert_eq!(reading.value.missing.len() as u64, missing_count, "{text}");
}

fn of_run(text: &str, keys: &[&str], problems: &[&str]) {
    // 2 tasks × 2 models × 2 conditions × 2 epochs
    check(&Expected::of_run(&spec()), text, keys, problems, 16 - keys.len() as u64);
}

#[test]
fn answers_of_a_run() {
    let line = r#"{"task":"code-1","condition":"code_only","model":"m1","answer":"a"}"#;
    let key = "code-1|code_only|p|m1|0";
    of_run(line, &[key], &[]);
    of_run(&line.replace("\"m1\"", "\"p/m1\""), &[key], &[]);
    of_run(&line.replace("\"m1\"", r#"{"provider":"p","model":"m1"}"#), &[key], &[]);
    of_run(&line.replace("}", r#","epoch":1}"#), &["code-1|code_only|p|m1|1"], &[]);
    of_run(&line.replace("}", r#","epoch":2}"#), &[], &["Line 1: epoch 2 is not below 2; left out"]);
    of_run(&line.replace("}", r#","epoch":-1}"#), &[], &["Line 1: \"epoch\" is missing or no number from 0; left out"]);
    of_run(&line.replace("code-1", "code-7"), &[], &["Line 1: there is no task \"code-7\"; left out"]);
    of_run(
        &line.replace("code_only", "documented"),
        &[],
        &["Line 1: there is no condition \"documented\" here; left out"],
    );
    of_run(&line.replace("m1", "m7"), &[], &["Line 1: the run has no model \"m7\"; left out"]);
    of_run(&line.replace("\"a\"", "null"), &[], &["Line 1: \"answer\" is missing or no text; left out"]);
    let empty = "Line 1: the answer is empty, and will score 0; take the line out if the agent gave none";
    of_run(&line.replace("\"a\"", "\" \""), &[key], &[empty]);
    let twice = format!("{line}\n{line}\n{}", line.replace("\"a\"", "\"b\""));
    let same = "Line 2: line 1 answers the same, with the same words; left out";
    of_run(&twice, &[key], &[same, "Line 3: line 1 answers the same, with other words; left out"]);
    let note = "Line 1: the answer was given for another archive than the task's; kept";
    of_run(&line.replace("}", r#","archive_sha256":"bb"}"#), &[key], &[note]);
    let note = "Line 1: the transcript can't be read (it is no list of messages); the answer is kept without it";
    of_run(&line.replace("}", r#","transcript":"log"}"#), &[key], &[note]);
    let note = "Line 1: the usage can't be read (more tokens than can be); the answer is kept without it";
    of_run(
        &line
            .replace("}", r#","usage":{"prompt_tokens":1e3,"completion_tokens":2}}"#)
            .replace("1e3", &u64::MAX.to_string()),
        &[key],
        &[note],
    );
    of_run("", &[], &[]);
}

#[test]
fn models_of_one_name_must_be_told_apart() {
    let mut spec = spec();
    spec.models[1] = crate::domain::provider::ModelRef { provider: "q".into(), model: "m1".into() };
    let line = r#"{"task":"code-1","condition":"code_only","model":"m1","answer":"a"}"#;
    let problem = "Line 1: several models of the run are called \"m1\": write it as provider/model; left out";
    check(&Expected::of_run(&spec), line, &[], &[problem], 16);
    check(&Expected::of_run(&spec), &line.replace("m1", "q/m1"), &["code-1|code_only|q|m1|0"], &[], 15);
}

#[test]
fn answers_of_any_agent_to_a_list_of_tasks() {
    let expected = Expected::of_tasks(&[task("code-1"), task("doc-2")], &[Condition::CodeOnly, Condition::Documented]);
    let line = r#"{"task":"code-1","condition":"code_only","model":"my agent/2","answer":"a","epoch":1}"#;
    check(&expected, line, &["code-1|code_only|imported|my agent/2|1"], &[], 2 * 2 * 2 - 1);
    let far = line.replace("\"epoch\":1", "\"epoch\":4000000000");
    check(&expected, &far, &[], &["Line 1: epoch 4000000000 is not below 1000; left out"], 0);
}

#[test]
fn a_question_line_becomes_an_answer_line() {
    let questions = super::super::questions::write(&[task("code-1")], &[Condition::CodeOnly]).unwrap();
    let line = questions
        .trim_end()
        .replace("}", r#","model":"m1","answer":"a","usage":{"prompt_tokens":3,"completion_tokens":2}}"#);
    let reading = read(line.as_bytes(), &Expected::of_run(&spec()), &Limits::default());
    assert!(reading.problems.is_empty(), "{:?}", reading.problems);
    assert_eq!(reading.value.answers[0].usage, Usage { input_tokens: 3, output_tokens: 2, ..Usage::default() });
}
