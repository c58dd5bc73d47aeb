//! The project's tools give what ours give, to the letter.

use std::path::Path;
use std::sync::Arc;

use code_qa_bench::domain::agent::AgentLimits;
use code_qa_bench::domain::condition::Condition;
use code_qa_bench::domain::files::inspect_ai::{Project, ProjectArchive, prompts};
use code_qa_bench::domain::provider::ModelRef;
use code_qa_bench::domain::python::StripMode;
use code_qa_bench::domain::repository::view::RepositoryView;
use code_qa_bench::domain::repository::{Analyser, Repository};
use code_qa_bench::domain::run::{Budget, RUN_VERSION, Run, RunSpec, RunState};
use code_qa_bench::domain::task::prompts::PromptSet;
use serde_json::{Value, json};

use crate::project::{folder, python, unpacked};

/// A repository with all that files can be: long, wide, odd line ends, other encodings, no text at all.
fn odd() -> Arc<Repository> {
    let text = |text: &str| text.as_bytes().to_vec();
    let mut files = vec![
        ("README.md".to_owned(), text("\u{feff}# Odd\r\nlines\rand\nothers")),
        ("pkg/__init__.py".into(), Vec::new()),
        ("pkg/long.py".into(), (0..2000).map(|n| format!("value_{n} = {n}  # {n}\n")).collect::<String>().into()),
        ("pkg/wide.py".into(), format!("x = '{}'\ny = '{}'\n", "ä".repeat(5000), "b".repeat(25_000)).into()),
        ("pkg/mac.py".into(), text("a = 1\rb = 2\r\nc = 'x\x0cy\u{2028}z'\n\n\nd = 3")),
        ("pkg/latin.py".into(), b"# -*- coding: latin-1 -*-\nname = 'caf\xe9'\n".to_vec()),
        ("pkg/docs.py".into(), text("\"\"\"Doc.\"\"\"\n\n\ndef f(x):\n    '''f.'''\n    return x  # x\n")),
        ("pkg/broken.py".into(), text("def (:\n")),
        ("data/raw.bin".into(), vec![0, 159, 146, 150]),
        ("data/zero.txt".into(), text("a\0b")),
    ];
    files.extend((0..450).map(|n| (format!("many/file_{n:03}.py"), format!("def test_{n}(): pass\n").into())));
    Arc::new(Repository::from_files("odd", files))
}

fn calls() -> Vec<(&'static str, Value)> {
    let read = |path: &str, start: Value, end: Value| {
        ("read_file", json!({"path": path, "start_line": start, "end_line": end}))
    };
    let list = |path: &str| ("list_directory", json!({"path": path}));
    let search = |pattern: &str, path: &str| ("search_code", json!({"pattern": pattern, "path": path}));
    let (all, none) = (Value::Null, Value::Null);
    vec![
        read("README.md", all.clone(), none.clone()),
        read("./pkg//long.py", all.clone(), none.clone()),
        read("/pkg/long.py", json!(1990), json!(9999)),
        read("pkg\\long.py", json!(801), json!(1700)),
        read("pkg/long.py", json!(2001), none.clone()),
        read("pkg/long.py", json!(7), json!(3)),
        read("pkg/wide.py", all.clone(), none.clone()),
        read("pkg/mac.py", all.clone(), none.clone()),
        read("pkg/latin.py", all.clone(), none.clone()),
        read("pkg/docs.py", all.clone(), none.clone()),
        read("pkg/__init__.py", all.clone(), none.clone()),
        read("data/raw.bin", all.clone(), none.clone()),
        read("data/zero.txt", all.clone(), none.clone()),
        read("../run.json", all.clone(), none.clone()),
        read("pkg/../../run.json", all, none),
        list(""),
        list("pkg/"),
        list("many"),
        list("pkg/long.py"),
        list(".."),
        search("value_1\\d+ =", ""),
        search("^def (test_)?\\w+\\(", ""),
        search("^def", "many/file_007.py"),
        search("^[a-d] = ", "pkg"),
        search("x.y", "pkg/mac.py"),
        search("[äb]{300}", ""),
        search("caf\\w", ""),
        search("nowhere to be found", ""),
        search("#", ""),
    ]
}

fn exported(repository: &Arc<Repository>, views: [&RepositoryView; 2], folder: &Path) -> std::path::PathBuf {
    let model = ModelRef::baseline();
    let run = Run {
        version: RUN_VERSION,
        id: "run-1".into(),
        created_ms: 1,
        spec: RunSpec {
            repository: "odd".into(),
            archive_sha256: "aa".into(),
            tasks: Vec::new(),
            models: vec![model.clone()],
            conditions: Condition::ALL.into(),
            epochs: 1,
            judge: model,
            limits: AgentLimits::default(),
            prompts_sha256: PromptSet::default().sha256(),
            seed: 1,
            strip_mode: StripMode::Standard,
        },
        budget: Budget::default(),
        prices: Vec::new(),
        settings: Vec::new(),
        prompts: PromptSet::default(),
        state: RunState::Finished,
    };
    let words = prompts(&run).unwrap();
    let mut archive = ProjectArchive::new(&Project::of(&run, &[]), &words, &[], views).unwrap();
    while archive.step(repository).unwrap() {}
    unpacked(archive.finish().unwrap(), folder)
}

#[test]
fn the_tools_say_the_same() {
    let repository = odd();
    let analysis = Arc::new(Analyser::run(&repository, StripMode::Standard));
    let views = [Condition::Documented, Condition::CodeOnly]
        .map(|condition| RepositoryView::new(repository.clone(), analysis.clone(), condition));
    let project = exported(&repository, [&views[0], &views[1]], &folder("tools"));
    let asked: Vec<(usize, &str, Value)> = [0, 1]
        .into_iter()
        .flat_map(|view| calls().into_iter().map(move |(tool, arguments)| (view, tool, arguments)))
        .collect();
    let lines: Vec<Value> =
        asked.iter().map(|(view, tool, args)| json!([views[*view].condition().id(), tool, args])).collect();
    let theirs = python("call_tools.py", &[&project, Path::new("tools")], &Value::from(lines).to_string());
    assert_eq!(theirs.len(), asked.len());
    for ((view, tool, arguments), theirs) in asked.iter().zip(theirs) {
        let text = |key: &str| arguments[key].as_str().unwrap_or_default();
        let line = |key: &str| arguments[key].as_u64().map(|line| line as u32);
        let view = &views[*view];
        let ours = match *tool {
            "read_file" => view.read_file(text("path"), line("start_line"), line("end_line")),
            "list_directory" => view.list_directory(text("path")),
            _ => view.search_code(text("pattern"), Some(text("path"))),
        };
        let (key, ours) = match ours {
            Ok(text) => ("found", text),
            Err(error) => ("refused", error.to_string()),
        };
        let theirs = theirs[key].as_str().unwrap_or_else(|| panic!("{tool} {arguments}: {theirs}\n{ours}"));
        // What is not there may be suggested differently.
        let told = |text: &str| {
            text.split(" Did you mean").next().unwrap_or_default().split(" Use ").next().map(str::to_owned)
        };
        assert!(
            ours == theirs || ours.starts_with("There is no") && told(&ours) == told(theirs),
            "{tool} {arguments}\n{ours}\n{theirs}"
        );
    }
}
