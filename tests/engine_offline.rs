//! The whole pipeline natively: the sample repository on the offline baseline, from opening to results.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // helpers outside of test functions too

mod support;

use code_qa_bench::domain::agent::AgentLimits;
use code_qa_bench::domain::condition::Condition;
use code_qa_bench::domain::provider::ModelRef;
use code_qa_bench::domain::results::{DeltaKind, Filter, Results, Settings};
use code_qa_bench::domain::run::{Budget, RunState};
use code_qa_bench::domain::task::{Review, TaskSet};
use code_qa_bench::engine::protocol::{
    Command, Event, GenerateRequest, PROTOCOL_VERSION, RepositoryView, RunRequest, SampleRow, TaskRow,
};
use support::Bench;

fn generate(code_derivable: usize, doc_dependent: usize) -> Command {
    let limits = AgentLimits::default();
    Command::Generate(GenerateRequest { model: ModelRef::baseline(), code_derivable, doc_dependent, limits })
}

fn start() -> Command {
    Command::StartRun(RunRequest {
        models: vec![ModelRef::baseline()],
        conditions: Condition::ALL.to_vec(),
        epochs: 1,
        judge: ModelRef::baseline(),
        limits: AgentLimits::default(),
        budget: Budget::default(),
    })
}

fn tasks(bench: &Bench) -> Vec<TaskRow> {
    bench.last(|event| if let Event::Tasks(view) = event { Some(view.tasks.clone()) } else { None }).unwrap()
}

fn results(bench: &Bench) -> (Results, Vec<SampleRow>) {
    let run = bench.last(|event| if let Event::Runs(rows) = event { Some(rows[0].clone()) } else { None }).unwrap();
    assert_eq!(run.state, RunState::Finished);
    bench.run(Command::ReadResults { run: run.id, filter: Filter::default(), settings: Settings::default() });
    let pick = |event: &Event| match event {
        Event::Results { results, samples, .. } => Some(((**results).clone(), samples.clone())),
        _ => None,
    };
    bench.last(pick).unwrap()
}

fn with_sample() -> Bench {
    let bench = Bench::new();
    bench.run(Command::Hello { version: PROTOCOL_VERSION });
    bench.run(Command::OpenSample);
    bench
}

#[test]
fn sample_repository_from_opening_to_results() {
    let bench = with_sample();
    let view = bench.last(|e| if let Event::Opened(view) = e { Some((**view).clone()) } else { None }).unwrap();
    assert_eq!((view.py_files, view.tier, view.selection.chosen.len()), (18, 24, 30));

    bench.run(generate(24, 10));
    let made = tasks(&bench);
    let dropped = bench.last(|e| if let Event::Tasks(view) = e { Some(view.dropped.clone()) } else { None }).unwrap();
    assert_eq!(made.len() + dropped.len(), 30, "every chunk becomes a task or is dropped with a reason");
    let of_set = |set| made.iter().filter(|task| task.set == set).count();
    assert!(of_set(TaskSet::CodeDerivable) >= 16, "{} code-derivable; {dropped:#?}", of_set(TaskSet::CodeDerivable));
    assert!(of_set(TaskSet::DocDependent) >= 8, "{} doc-dependent; {dropped:#?}", of_set(TaskSet::DocDependent));
    let audited = made.iter().filter(|task| task.set == TaskSet::CodeDerivable);
    assert!(audited.clone().all(|task| task.claims.is_some() && task.fact_check.is_some()));
    assert!(audited.clone().any(|task| task.doc_leakage_fraction > Some(0.0)), "the audit finds the chunk's prose");

    let rejected = made[0].id.clone();
    bench.run(Command::ReviewTask { id: rejected.clone(), review: Review::Rejected });
    bench.run(start());
    let (figures, samples) = results(&bench);
    assert_eq!(samples.len(), (made.len() - 1) * 3);
    assert!(samples.iter().all(|row| row.status == "scored" && row.key.task != rejected));

    for set in &figures.sets {
        let mean = |condition| {
            let cell = set.conditions.iter().find(|cell| cell.condition == condition).unwrap();
            cell.score.as_ref().unwrap().mean
        };
        println!(
            "{}: {:.3} {:.3} {:.3}",
            set.set.id(),
            mean(Condition::ClosedBook),
            mean(Condition::CodeOnly),
            mean(Condition::Documented)
        );
        println!("{}", set.headline.join("\n"));
        assert!(mean(Condition::ClosedBook) < mean(Condition::CodeOnly), "nothing is remembered");
        assert_eq!(set.deltas.len(), 2);
    }
    let doc_dependent = figures.sets.iter().find(|set| set.set == TaskSet::DocDependent).unwrap();
    let documentation = doc_dependent.deltas.iter().find(|delta| delta.kind == DeltaKind::Documentation).unwrap();
    assert!(documentation.delta.unwrap().delta > 0.0, "documentation helps where only it has the answer");
    assert!(bench.transport.requests.borrow().is_empty(), "the baseline needs no network");
    assert!(bench.problems().is_empty(), "{:?}", bench.problems());
}

#[test]
fn the_baseline_is_deterministic() {
    let run = || {
        let bench = with_sample();
        bench.run(generate(4, 2));
        bench.run(start());
        let (figures, samples) = results(&bench);
        (figures, samples.iter().map(|row| (row.key.clone(), row.axes)).collect::<Vec<_>>())
    };
    assert_eq!(run(), run());
}

#[test]
fn a_reload_finds_repository_tasks_and_runs_again() {
    let bench = with_sample();
    bench.run(generate(2, 0));
    let made = tasks(&bench);
    bench.run(start());
    let before = results(&bench);

    let again = Bench::on(bench.store.clone());
    again.run(Command::Hello { version: PROTOCOL_VERSION });
    assert!(again.last(|e| matches!(e, Event::Opened(_)).then_some(())).is_some());
    assert_eq!(tasks(&again), made);
    assert_eq!(results(&again), before);
}

#[test]
fn one_click_runs_everything() {
    let bench = Bench::new();
    bench.run(Command::Hello { version: PROTOCOL_VERSION });
    bench.run(Command::RunDemo);
    let (figures, samples) = results(&bench);
    assert_eq!(figures.sets.len(), 2);
    assert!(samples.len() >= 60 && samples.iter().all(|row| row.score.is_some()));
}

#[test]
fn a_folder_is_the_same_repository_after_a_reload() {
    let bench = Bench::new();
    bench.run(Command::Hello { version: PROTOCOL_VERSION });
    let source = "def f(x):\n    \"\"\"Return `x` when it is good; raises if not. It calls `a.b.c` for that, always.\"\"\"\n    return x\n";
    let paths = ["top/pkg/b/z.py", "top/pkg/b/a.py"].map(str::to_owned).to_vec();
    let files = paths.iter().map(|_| source.as_bytes().to_vec()).collect();
    bench.run_with_files(Command::OpenFolder { name: "top".into(), paths }, files);
    let opened =
        |bench: &Bench| bench.last(|e| if let Event::Opened(view) = e { Some((**view).clone()) } else { None });
    let before = opened(&bench).unwrap();
    assert_eq!(before.lists.files[0].path, "pkg/b/a.py", "the single top folder goes");

    let again = Bench::on(bench.store.clone());
    again.run(Command::Hello { version: PROTOCOL_VERSION });
    let after = opened(&again).unwrap();
    assert_eq!(RepositoryView { opened_in_ms: before.opened_in_ms, ..after }, before);
}

#[test]
fn deleting_tasks_leaves_the_results_of_runs() {
    let bench = with_sample();
    bench.run(generate(2, 1));
    bench.run(start());
    let before = results(&bench);
    bench.run(Command::DeleteTasks);
    assert!(tasks(&bench).is_empty());
    assert_eq!(results(&bench), before);
}

#[test]
fn what_is_opened_before_the_storage_is_read_stays_open() {
    let bench = Bench::new();
    bench.store.read_yields.set(1000);
    let is_ready = || bench.last(|event| matches!(event, Event::Ready { .. }).then_some(())).is_some();
    let open_once_ready = async {
        while !is_ready() {
            support::yield_once().await;
        }
        bench.engine.handle(Command::OpenSample, Vec::new()).await;
    };
    let hello = bench.engine.handle(Command::Hello { version: PROTOCOL_VERSION }, Vec::new());
    futures::executor::block_on(async { futures::join!(hello, open_once_ready) });
    assert!(bench.last(|event| matches!(event, Event::Opened(_)).then_some(())).is_some());
    assert!(bench.last(|event| matches!(event, Event::Closed).then_some(())).is_none());
    assert!(bench.problems().is_empty(), "{:?}", bench.problems());
}

#[test]
fn what_a_task_claims_is_looked_up_in_the_code() {
    let bench = Bench::new();
    bench.run(Command::Hello { version: PROTOCOL_VERSION });
    bench.run(Command::OpenSample);
    let (model, limits) = (ModelRef::baseline(), AgentLimits::default());
    bench.run(Command::Generate(GenerateRequest { model, code_derivable: 4, doc_dependent: 0, limits }));
    let mut anchors = 0;
    for row in tasks(&bench) {
        bench.run(Command::ReadTask { id: row.id.clone() });
        let view = bench.last(|event| if let Event::Grounding(view) = event { Some((**view).clone()) } else { None });
        let view = view.expect("the checks are told");
        assert_eq!((view.task.as_str(), view.lost), (row.id.as_str(), 0), "{view:#?}");
        assert!(view.only_documented.is_empty(), "the baseline copies code: {view:#?}");
        anchors += view.anchors.len();
    }
    assert!(anchors > 0, "evidence of the baseline names files");
}
