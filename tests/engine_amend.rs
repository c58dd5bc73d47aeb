//! Runs that have ended and go on: failed samples again, judged again, more of everything.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // helpers outside of test functions too

mod support;

use std::rc::Rc;

use code_qa_bench::domain::condition::Condition;
use code_qa_bench::domain::provider::ModelRef;
use code_qa_bench::domain::run::{Amendment, RunState, Sample};
use code_qa_bench::engine::protocol::{Command, Event};
use support::scripted::{bench, fail, model, newest_run, samples, scripted, start};
use support::{Bench, chat_text, ok};

fn amend(bench: &Bench, amendment: Amendment) {
    bench.run(Command::AmendRun { run: newest_run(bench).id, amendment });
}

fn calls(bench: &Bench) -> usize {
    bench.transport.requests.borrow().len()
}

fn stored(bench: &Bench) -> Vec<Sample> {
    bench.store.samples("")
}

#[test]
fn failed_samples_alone_are_tried_again() {
    let bench = bench(Rc::default(), 3);
    *bench.transport.responder.borrow_mut() = Box::new(|request| {
        let is_closed_book = !request.wire.body.contains("\"tools\"");
        if is_closed_book && !request.wire.body.contains("You judge") {
            fail(400, r#"{"error":{"message":"bad temperature"}}"#)
        } else {
            model(request)
        }
    });
    bench.run(start(&[Condition::ClosedBook, Condition::CodeOnly]));
    assert_eq!((newest_run(&bench).state, newest_run(&bench).to_retry), (RunState::Finished, 3));
    let before = calls(&bench);

    *bench.transport.responder.borrow_mut() = Box::new(model);
    amend(&bench, Amendment::Retry);
    assert_eq!(calls(&bench) - before, 6, "three answers and three verdicts, and nothing else");
    assert!(samples(&bench).iter().all(|row| row.score.is_some()));
    assert_eq!(newest_run(&bench).to_retry, 0);
    amend(&bench, Amendment::Retry);
    assert!(bench.problems().iter().any(|text| text.starts_with("There is nothing to do")), "{:?}", bench.problems());
}

#[test]
fn answers_are_judged_again_without_being_asked_for_again() {
    let bench = bench(Rc::default(), 2);
    bench.run(start(&Condition::ALL));
    let before = calls(&bench);
    let answers: Vec<String> = stored(&bench).iter().map(|s| s.state.answer().unwrap().to_owned()).collect();
    *bench.transport.responder.borrow_mut() = Box::new(|request| {
        assert!(request.wire.body.contains("You judge"), "only the judge is asked");
        ok(chat_text("{\"accuracy\": 1, \"completeness\": 1, \"specificity\": 1, \"explanation\": \"stricter\"}"))
    });
    amend(&bench, Amendment::Rejudge { judge: scripted(), only_unscored: false });
    assert_eq!(calls(&bench) - before, 6);
    let after = stored(&bench);
    assert_eq!(after.iter().map(|s| s.state.answer().unwrap().to_owned()).collect::<Vec<_>>(), answers);
    assert!(after.iter().all(|s| s.state.score() == Some(0.2)));
    assert!(after.iter().all(|s| s.earlier_verdicts.len() == 1 && s.earlier_verdicts[0].verdict.score() == 0.8));
    assert!(after.iter().all(|s| s.judge_usage.input_tokens == 20), "both judgements are paid for");

    // Another judge takes the place of the first.
    amend(&bench, Amendment::Rejudge { judge: ModelRef::baseline(), only_unscored: false });
    assert_eq!(newest_run(&bench).spec.judge, ModelRef::baseline());
    assert!(stored(&bench).iter().all(|s| s.earlier_verdicts.len() == 2));
}

#[test]
fn only_what_is_unscored_is_judged_again_where_that_is_asked() {
    let bench = bench(Rc::default(), 2);
    *bench.transport.responder.borrow_mut() =
        Box::new(
            |request| {
                if request.wire.body.contains("You judge") { ok(chat_text("no idea")) } else { model(request) }
            },
        );
    bench.run(start(&[Condition::ClosedBook]));
    assert_eq!(newest_run(&bench).unscored, 2);
    *bench.transport.responder.borrow_mut() = Box::new(model);
    let before = calls(&bench);
    amend(&bench, Amendment::Rejudge { judge: scripted(), only_unscored: true });
    assert_eq!((calls(&bench) - before, newest_run(&bench).unscored), (2, 0));
    amend(&bench, Amendment::Rejudge { judge: scripted(), only_unscored: true });
    assert_eq!(calls(&bench) - before, 2);
}

#[test]
fn a_finished_run_grows_by_conditions_models_and_repetitions() {
    let bench = bench(Rc::default(), 2);
    bench.run(start(&[Condition::CodeOnly]));
    let first = stored(&bench);
    let models = vec![scripted(), ModelRef::baseline()];
    amend(&bench, Amendment::Extend { models, conditions: vec![Condition::ClosedBook], epochs: 2 });
    let run = newest_run(&bench);
    assert_eq!((run.state, run.samples, run.ended), (RunState::Finished, 2 * 2 * 2 * 2, 16));
    let all = stored(&bench);
    assert_eq!(all.len(), 16);
    assert!(first.iter().all(|sample| all.contains(sample)), "what was there is as it was");
}

#[test]
fn a_plan_rests_on_what_was_seen_once_there_is_enough() {
    let bench = bench(Rc::default(), 6);
    let plan = |bench: &Bench| {
        let Command::StartRun(request) = start(&[Condition::CodeOnly]) else { panic!("a start") };
        bench.run(Command::PlanRun(request));
        bench.last(|e| if let Event::Plan(plan) = e { Some((**plan).clone()) } else { None }).unwrap()
    };
    let before = plan(&bench);
    assert!(before.stages.iter().all(|stage| stage.observed == 0 && stage.usd.is_none()));
    bench.run(start(&[Condition::CodeOnly]));
    let after = plan(&bench);
    let answering = &after.stages[0];
    assert_eq!((answering.times, answering.observed), (6, 6));
    // Two calls of ten tokens each for every sample: from half of that to double.
    assert_eq!((answering.input_tokens.low, answering.input_tokens.high), (6 * 10, 6 * 40));
    assert!(after.tokens().high < before.tokens().high);
}
