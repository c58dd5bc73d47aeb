use super::super::samples::task;
use super::*;
use crate::domain::provider::{Message, ToolResult};

const UNREVIEWED: Options = Options {
    kind: ExampleKind::QuestionAnswer,
    includes_unreviewed: true,
    includes_warned: true,
    includes_metadata: true,
    most_chars: None,
};

fn check(options: Options, change: impl FnOnce(&mut Task), expected: Result<(), Skipped>) {
    let mut task = task("code-1");
    change(&mut task);
    let export = write(&[task], &options, &PromptSet::default()).unwrap();
    assert_eq!(export.skipped.into_iter().next().map_or(Ok(()), |(_, reason)| Err(reason)), expected);
    assert_eq!(export.examples, usize::from(expected.is_ok()));
    assert_eq!(export.text.lines().count(), export.examples);
}

fn verdict(verdict: FactVerdict) -> impl FnOnce(&mut Task) {
    move |task| {
        if let Some(check) = &mut task.fact_check {
            check.verdict = verdict;
        }
    }
}

#[test]
fn only_verified_tasks_get_in() {
    let plain = Options::default();
    check(plain, |_| {}, Ok(()));
    check(plain, |task| task.review = Review::Unreviewed, Err(Skipped::Unreviewed));
    check(UNREVIEWED, |task| task.review = Review::Unreviewed, Ok(()));
    check(UNREVIEWED, |task| task.review = Review::Rejected, Err(Skipped::Rejected));
    check(UNREVIEWED, verdict(FactVerdict::Fail), Err(Skipped::Contradicted));
    check(plain, verdict(FactVerdict::Warn), Ok(()));
    check(Options { includes_warned: false, ..plain }, verdict(FactVerdict::Warn), Err(Skipped::Warned));
    check(UNREVIEWED, |task| task.fact_check = None, Err(Skipped::Unverified));
    check(UNREVIEWED, |task| task.audit = None, Err(Skipped::Unverified));
    check(
        Options { most_chars: Some(10), ..plain },
        |task| task.answer = "x".into(),
        Err(Skipped::TooLong { chars: 240 }),
    );
}

#[test]
fn explorations_are_whole_or_skipped() {
    let options = Options { kind: ExampleKind::Exploration, ..Options::default() };
    check(options, |_| {}, Ok(()));
    check(options, |task| task.transcripts.clear(), Err(Skipped::NoExploration));
    check(options, |task| drop(task.transcripts[0].transcript.entries.remove(3)), Err(Skipped::NoExploration));
    check(options, |task| task.transcripts[0].transcript.entries.truncate(4), Err(Skipped::NoExploration));
    let stray = ToolResult { call_id: "c9".into(), name: String::new(), content: String::new(), is_error: false };
    check(options, |task| task.transcripts[0].transcript.push(Message::Tool(stray)), Err(Skipped::NoExploration));
    check(options, |task| drop(task.transcripts[0].transcript.entries.drain(2..4)), Err(Skipped::NoExploration));
}

fn line(kind: ExampleKind) -> Value {
    let options = Options { kind, includes_metadata: false, ..Options::default() };
    serde_json::from_str(&write(&[task("code-1")], &options, &PromptSet::default()).unwrap().text).unwrap()
}

fn roles(line: &Value) -> Vec<&str> {
    line["messages"].as_array().unwrap().iter().map(|message| message["role"].as_str().unwrap()).collect()
}

#[test]
fn question_and_answer() {
    let line = line(ExampleKind::QuestionAnswer);
    assert_eq!(roles(&line), ["system", "user", "assistant"]);
    assert!(line["messages"][1]["content"].as_str().unwrap().contains("What does code-1 do?"));
    assert_eq!(line["messages"][2], json!({"role": "assistant", "content": "secret answer"}));
    assert_eq!(line.as_object().unwrap().keys().collect::<Vec<_>>(), ["messages"]);
}

#[test]
fn the_conversation_as_it_was() {
    let line = line(ExampleKind::Exploration);
    assert_eq!(roles(&line), ["system", "user", "assistant", "tool", "assistant", "user", "assistant"]);
    let call =
        json!({"id": "c1", "type": "function", "function": {"name": "read_file", "arguments": "{\"path\":\"a.py\"}"}});
    assert_eq!(line["messages"][2], json!({"role": "assistant", "content": null, "tool_calls": [call]}));
    assert_eq!(line["messages"][3]["tool_call_id"], "c1");
    assert_eq!((&line["messages"][4]["weight"], &line["messages"][6]["weight"]), (&json!(0), &Value::Null));
    let names: Vec<&Value> = line["tools"].as_array().unwrap().iter().map(|tool| &tool["function"]["name"]).collect();
    assert_eq!(names, ["read_file", "list_directory", "search_code"]);
}

#[test]
fn the_conversation_as_of_the_question() {
    let line = line(ExampleKind::ExplorationOfQuestion);
    assert_eq!(roles(&line), ["system", "user", "assistant", "tool", "assistant"]);
    assert!(line["messages"][1]["content"].as_str().unwrap().contains("What does code-1 do?"));
    assert_eq!(line["messages"][4]["content"], "secret answer");
    assert!(!line.to_string().contains("secret chunk"));
}
