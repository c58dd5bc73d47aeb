//! A run goes out as a project, is evaluated under all conditions, and comes back.

use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;

use code_qa_bench::domain::condition::Condition;
use code_qa_bench::domain::provider::Message;
use code_qa_bench::domain::results::{Filter, Settings};
use code_qa_bench::domain::run::{Sample, SampleState, Unscored};
use code_qa_bench::domain::task::Task;
use code_qa_bench::engine::ports::{Attachment, Table};
use code_qa_bench::engine::protocol::{Command, Event, Export, ImportReport, ImportRequest, PROTOCOL_VERSION};
use serde_json::{Value, json};

use crate::project::{folder, python, unpacked};
use crate::support::scripted::{KEY, bench, newest_run, scripted, start};
use crate::support::{Bench, MemoryFile};

fn exported(bench: &Bench) -> Vec<u8> {
    let run = newest_run(bench).id;
    bench.run(Command::Export(Export::InspectProject { run: run.clone() }));
    let (name, bytes) = bench.recorder.saved.borrow().last().cloned().unwrap();
    assert_eq!(name, format!("greenhouse-inspect-ai-{run}.zip"));
    bytes
}

fn bring(bench: &Bench, files: Vec<(String, Vec<u8>)>) -> ImportReport {
    let names = files.iter().map(|(name, _)| name.clone()).collect();
    let attachments = files.into_iter().map(|(_, bytes)| Rc::new(MemoryFile(bytes)) as Rc<dyn Attachment>).collect();
    let command = Command::Import(ImportRequest { names, judge: scripted() });
    futures::executor::block_on(bench.engine.handle(command, attachments));
    bench.last(|e| if let Event::Imported(report) = e { Some(report.clone()) } else { None }).unwrap()
}

fn logs(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
        .into_iter()
        .map(|path| (path.file_name().unwrap().to_string_lossy().into(), std::fs::read(path).unwrap()))
        .collect()
}

/// The stored samples of the run that logs became.
fn stored(bench: &Bench) -> Vec<Sample> {
    let records = bench.store.records.borrow();
    let of_logs = records.iter().filter(|((table, key), _)| *table == Table::Samples && key.starts_with("inspect-"));
    of_logs.map(|(_, bytes)| serde_json::from_slice(bytes).unwrap()).collect()
}

fn stored_tasks(bench: &Bench) -> Vec<Task> {
    let records = bench.store.records.borrow();
    let tasks = records.iter().filter(|((table, key), _)| *table == Table::Tasks && !key.starts_with("of-run/"));
    tasks.map(|(_, bytes)| serde_json::from_slice(bytes).unwrap()).collect()
}

fn verdict(accuracy: u32, completeness: u32, specificity: u32) -> Value {
    let verdict = json!({"accuracy": accuracy, "completeness": completeness, "specificity": specificity,
        "explanation": format!("because of {accuracy}")});
    json!({"text": format!("Well:\n```json\n{verdict}\n```")})
}

/// One way for a sample to go for each task.
pub fn ways() -> [Value; 10] {
    let calls = json!([
        {"name": "list_directory", "arguments": {"path": ""}},
        {"name": "read_file", "arguments": {"path": "greenhouse/irrigation/valves.py", "start_line": 1, "end_line": 3}},
        {"name": "search_code", "arguments": {"pattern": "def \\w+"}},
        {"name": "read_file", "arguments": {"path": "../../run.json"}},
        {"name": "fly", "arguments": {}},
    ]);
    let answer = |text: &str| json!({"text": text});
    let look =
        json!({"calls": [{"name": "search_code", "arguments": {"pattern": "class \\w+"}}], "stop": "tool_calls"});
    let cut = json!({"calls": [{"name": "list_directory", "arguments": {"path": "docs"}}], "stop": "max_tokens"});
    let no_verdict = answer("Four of five, I would say.");
    [
        json!({"turns": [{"calls": calls, "stop": "tool_calls"}, answer("<think>hm</think>It is `Valve`.")],
            "judge": [verdict(4, 3, 5), verdict(5, 5, 5)]}),
        json!({"turns": [answer("Asked again. Ünicode 🌱 \"quotes\"")],
            "judge": [no_verdict, verdict(1, 2, 0)]}),
        json!({"turns": [answer("Never judged.")], "judge": [no_verdict]}),
        json!({"turns": [answer(""), answer("")], "judge": [verdict(5, 5, 5)]}),
        json!({"turns": [{"text": "I won't.", "stop": "content_filter"}], "judge": [verdict(5, 5, 5)]}),
        json!({"turns": [{"error": "the model broke"}], "judge": [verdict(5, 5, 5)]}),
        json!({"turns": [{"text": "", "stop": "max_tokens"}], "judge": [verdict(5, 5, 5)]}),
        json!({"turns": [answer("The judge breaks.")], "judge": [{"error": "the judge broke"}]}),
        json!({"turns": [look, look, look, look, answer("Tired of it.")], "judge": [verdict(2, 2, 2)]}),
        json!({"turns": [cut, {"text": "", "stop": "max_tokens"}, answer("With more room.")], "judge": [verdict(3, 3, 3)]}),
    ]
}

fn script(questions: &[String]) -> Value {
    assert_eq!(questions.len(), ways().len());
    let tasks: BTreeMap<&String, Value> = questions.iter().zip(ways()).collect();
    let evaluation = |condition: &str, model: &str, epochs: u32, format: &str| json!({"condition": condition, "model": model, "epochs": epochs, "format": format});
    json!({"tasks": tasks, "evaluations": [
        evaluation("code_only", "mockllm/candidate", 2, "eval"),
        evaluation("closed_book", "mockllm/candidate", 2, "json"),
        evaluation("documented", "mockllm/candidate", 2, "eval"),
        evaluation("code_only", "mockllm/other", 1, "json"),
    ]})
}

fn state_of(way: usize, epoch: u32) -> Result<[f64; 3], &'static str> {
    match (way, epoch) {
        (0, 0) => Ok([4.0, 3.0, 5.0]),
        (0, _) => Ok([5.0, 5.0, 5.0]),
        (1, _) => Ok([1.0, 2.0, 0.0]),
        (3, _) => Ok([0.0, 0.0, 0.0]),
        (8, _) => Ok([2.0, 2.0, 2.0]),
        (9, _) => Ok([3.0, 3.0, 3.0]),
        (2, _) => Err("unscored: the judge gave no valid verdict: the reply holds no JSON object"),
        (4, _) => Err("refused"),
        (5, _) => Err("failed: inspect_ai reports an error: RuntimeError('the model broke')"),
        (6, _) => Err("failed: The token limit of a reply was used up before any text came; raise it for this model."),
        _ => Err("unscored: the judge could not be asked: the judge broke"),
    }
}

fn outcome(sample: &Sample) -> Result<[f64; 3], String> {
    match &sample.state {
        SampleState::Scored { verdict, .. } => Ok([verdict.accuracy, verdict.completeness, verdict.specificity]),
        SampleState::Unscored { reason, .. } => Err(format!("unscored: {reason}")),
        SampleState::Failed { message } => Err(format!("failed: {message}")),
        other => Err(other.label().into()),
    }
}

#[test]
fn a_run_goes_out_is_evaluated_and_comes_back() {
    let first = bench(Rc::default(), 10);
    first.run(start(&[Condition::CodeOnly]));
    let archive = exported(&first);
    assert_eq!(archive, exported(&first), "the same bytes every time");
    assert!(!archive.windows(KEY.len()).any(|part| part == KEY.as_bytes()));
    let folder = folder("evaluation");
    let project = unpacked(archive, &folder);
    let dataset = std::fs::read_to_string(project.join("dataset.jsonl")).unwrap();
    let lines: Vec<Value> = dataset.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let text = |line: &Value, key: &str| line[key].as_str().unwrap().to_owned();
    let questions: Vec<String> = lines.iter().map(|line| text(line, "input")).collect();
    let ids: Vec<String> = lines.iter().map(|line| text(line, "id")).collect();
    std::fs::write(folder.join("script.json"), script(&questions).to_string()).unwrap();
    let said = python("evaluate.py", &[&project, &folder.join("script.json"), &folder.join("logs")], "");

    // inspect_ai reads the dataset as it was written.
    let (dataset, samples): (Vec<Value>, Vec<Value>) = said.into_iter().partition(|line| line.get("dataset").is_some());
    let read: Vec<(&Value, &Value, &Value)> =
        dataset.iter().map(|line| (&line["dataset"], &line["input"], &line["metadata"])).collect();
    let written: Vec<(&Value, &Value, &Value)> =
        lines.iter().map(|line| (&line["id"], &line["input"], &line["metadata"])).collect();
    assert_eq!(read, written);
    assert_eq!(samples.len(), 10 * 2 * 3 + 10);

    let tasks = stored_tasks(&first);
    // Here, where the run is, and in a browser that has never seen it.
    let elsewhere = Bench::new();
    elsewhere.run(Command::Hello { version: PROTOCOL_VERSION });
    for bench in [&first, &elsewhere] {
        let report = bring(bench, logs(&folder.join("logs")));
        assert_eq!(report.problems, Vec::<String>::new());
        assert_eq!(report.taken.len(), 1, "{report:?}");
        let stored = stored(bench);
        assert_eq!(stored.len(), 10 * 2 * 3 * 2, "what the other model was not asked is there as cancelled");
        for sample in stored.iter().filter(|sample| sample.state != SampleState::Cancelled) {
            check(sample, &samples, &ids);
            crate::machine::check(sample, &ways()[ids.iter().position(|id| *id == sample.key.task).unwrap()], &tasks);
        }
        assert_eq!(stored.iter().filter(|sample| sample.state != SampleState::Cancelled).count(), samples.len());
        // Once more changes nothing.
        bring(bench, logs(&folder.join("logs")));
        assert_eq!(self::stored(bench), stored);
        results(bench);
    }
}

/// A sample as it was scripted, and as inspect_ai itself reads it.
fn check(sample: &Sample, read: &[Value], ids: &[String]) {
    let way = ids.iter().position(|id| *id == sample.key.task).unwrap();
    let expected = state_of(way, sample.key.epoch).map_err(str::to_owned);
    assert_eq!(outcome(sample), expected, "{:?}", sample.key);
    let is_it = |read: &&Value| {
        let key = &sample.key;
        read["id"] == *key.task
            && read["epoch"] == key.epoch + 1
            && read["condition"] == key.condition.id()
            && read["model"] == *key.model.model
    };
    let read = read.iter().find(is_it).unwrap();
    assert_eq!(sample.state.score(), read["value"].as_f64(), "{:?}", sample.key);
    if let SampleState::Scored { answer, verdict } = &sample.state {
        assert_eq!(
            (Some(&**answer), Some(&*verdict.explanation)),
            (read["answer"].as_str(), read["explanation"].as_str())
        );
    }
    let texts: Vec<&str> = sample
        .transcript
        .messages()
        .map(|message| match message {
            Message::System { text } | Message::User { text } => text.as_str(),
            Message::Assistant(turn) => &turn.text,
            Message::Tool(result) if result.is_error => "",
            Message::Tool(result) => &result.content,
        })
        .collect();
    let read_texts: Vec<&str> = read["texts"].as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect();
    assert_eq!(texts.len(), read_texts.len());
    assert!(texts.len() > 2 || way == 5, "only the question: {texts:?}");
    for (ours, theirs) in texts.iter().zip(read_texts) {
        assert!(ours.is_empty() || *ours == theirs, "{ours}\n{theirs}");
    }
    assert_eq!(read["input_tokens"], sample.usage.input_tokens + sample.judge_usage.input_tokens);
    assert_eq!(read["judge_output_tokens"], sample.judge_usage.output_tokens);
    if way == 0 {
        explored(sample);
    }
    if way == 1 {
        assert_eq!(sample.judging.messages().count(), 5, "asked, no verdict, asked again, verdict");
        assert_eq!((sample.usage.input_tokens, sample.judge_usage.input_tokens), (120, 240));
    }
    if let SampleState::Unscored { reason: Unscored::InvalidVerdict { .. }, answer } = &sample.state {
        assert_eq!((answer.as_str(), sample.judge_usage.output_tokens), ("Never judged.", 21));
    }
}

/// The sample that used the tools.
fn explored(sample: &Sample) {
    assert_eq!(sample.state.answer(), Some("It is `Valve`."));
    let results: Vec<(&str, bool)> = sample
        .transcript
        .messages()
        .filter_map(|message| match message {
            Message::Tool(result) => Some((result.content.as_str(), result.is_error)),
            _ => None,
        })
        .collect();
    if sample.key.condition == Condition::ClosedBook {
        assert_eq!(results, []);
        return;
    }
    let [list, read, found, outside, unknown] = results[..] else { panic!("{results:?}") };
    let is_documented = sample.key.condition == Condition::Documented;
    assert_eq!(list.0.contains("README.md"), is_documented, "{}", list.0);
    assert_eq!(read.0.contains("\"\"\""), is_documented, "{}", read.0);
    assert!(found.0.contains("greenhouse/irrigation/valves.py:"), "{}", found.0);
    assert!(outside.1 && outside.0.contains("is not allowed"), "{}", outside.0);
    assert!(unknown.1 && unknown.0.contains("fly"), "{}", unknown.0);
    let usages: Vec<bool> = sample.transcript.entries.iter().map(|entry| entry.usage.is_some()).collect();
    assert_eq!(usages, [false, false, true, false, false, false, false, false, true]);
}

/// What the page shows of it.
fn results(bench: &Bench) {
    let rows = bench.last(|e| if let Event::Runs(rows) = e { Some(rows.clone()) } else { None }).unwrap();
    let run = rows.iter().find(|row| row.id.starts_with("inspect-")).unwrap().clone();
    let models: Vec<&str> = run.spec.models.iter().map(|model| model.model.as_str()).collect();
    assert_eq!((models, run.spec.epochs), (vec!["mockllm/candidate", "mockllm/other"], 2));
    assert_eq!(run.spec.judge.model, "mockllm/judge");
    bench.run(Command::ReadResults { run: run.id, filter: Filter::default(), settings: Settings::default() });
    let results = bench.last(|e| if let Event::Results { results, .. } = e { Some(results.clone()) } else { None });
    let text = serde_json::to_value(results.unwrap()).unwrap().to_string();
    assert!(text.contains("mockllm/candidate") && text.contains("mockllm/other"), "{text}");
}

#[test]
fn the_project_needs_the_repository_of_the_run() {
    let bench = bench(Rc::default(), 1);
    bench.run(start(&[Condition::ClosedBook]));
    let run = newest_run(&bench).id;
    bench.run(Command::CloseRepository);
    let before = bench.recorder.saved.borrow().len();
    bench.run(Command::Export(Export::InspectProject { run }));
    assert_eq!(bench.recorder.saved.borrow().len(), before);
    let said = bench.last(|e| if let Event::Problem(problem) = e { Some(problem.message.clone()) } else { None });
    assert_eq!(said.unwrap(), "The repository of this run, greenhouse, is not open.");
}

/// Writes the logs of tests/fixtures/inspect_ai anew: `cargo test --test inspect_ai -- --ignored fixtures`.
#[test]
#[ignore = "writes into the sources"]
fn fixtures() {
    let bench = bench(Rc::default(), 3);
    bench.run(start(&[Condition::CodeOnly]));
    let folder = folder("fixtures");
    let project = unpacked(exported(&bench), &folder);
    let dataset = std::fs::read_to_string(project.join("dataset.jsonl")).unwrap();
    let question = |line: &str| serde_json::from_str::<Value>(line).unwrap()["input"].as_str().unwrap().to_owned();
    let tasks: BTreeMap<String, Value> = dataset.lines().map(question).zip(ways()).collect();
    let kept =
        [("closed_book", "closed-book.json"), ("code_only", "code-only.eval"), ("documented", "documented.eval")];
    let evaluations = kept.map(|(condition, name)| {
        json!({"condition": condition, "model": "mockllm/candidate", "epochs": 2, "format": "eval", "keep": name})
    });
    let script = json!({"tasks": tasks, "evaluations": evaluations});
    std::fs::write(folder.join("script.json"), script.to_string()).unwrap();
    python("evaluate.py", &[&project, &folder.join("script.json"), &folder.join("logs")], "");
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/inspect_ai");
    std::fs::create_dir_all(&fixtures).unwrap();
    for (_, name) in kept {
        std::fs::copy(folder.join("logs").join(name), fixtures.join(name)).unwrap();
    }
}
