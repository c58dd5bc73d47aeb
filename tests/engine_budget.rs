//! What a run costs, and the cap at which it pauses by itself.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // helpers outside of test functions too

mod support;

use std::rc::Rc;

use code_qa_bench::domain::condition::Condition;
use code_qa_bench::domain::provider::{ModelSettings, Price, ProviderConfig, ProviderKind, Remote};
use code_qa_bench::domain::run::{Amendment, Budget, RunState};
use code_qa_bench::engine::protocol::Command;
use support::Bench;
use support::scripted::{bench, newest_run, progress, samples, start};

/// Ten tokens in and five out a call, as the scripted model reports: 10 + 5 × 20 = 110 millionths of a dollar.
const PRICE: Price = Price { input_usd: 1.0, cached_usd: None, cache_write_usd: None, output_usd: 20.0 };
const CALL_USD: f64 = 110e-6;

/// Five tasks for a scripted model whose replies are bounded by 100 tokens, at this price.
fn priced(price: Option<Price>) -> Bench {
    let bench = bench(Rc::default(), 5);
    let remote =
        Remote { base_url: "http://127.0.0.1:9/v1".into(), max_concurrency: 4, streams: false, ..Remote::default() };
    let model = ModelSettings { max_tokens: 100, price, ..ModelSettings::named("scripted") };
    bench.run(Command::SaveProvider {
        provider: ProviderConfig {
            id: "p1".into(),
            label: "Scripted".into(),
            kind: ProviderKind::Remote(remote),
            models: vec![model],
        },
    });
    bench
}

fn start_with(budget: Budget) -> Command {
    match start(&[Condition::ClosedBook]) {
        Command::StartRun(request) => {
            Command::StartRun(code_qa_bench::engine::protocol::RunRequest { budget, ..request })
        }
        other => other,
    }
}

fn calls(bench: &Bench) -> usize {
    bench.transport.requests.borrow().len()
}

#[test]
fn spend_is_the_sum_of_all_calls() {
    let bench = priced(Some(PRICE));
    bench.run(start_with(Budget::default()));
    let spend = progress(&bench).spend;
    assert_eq!((calls(&bench), spend.tokens, spend.unpriced_tokens), (10, 150, 0));
    assert!((spend.usd - 10.0 * CALL_USD).abs() < 1e-12, "{spend:?}");
}

#[test]
fn an_unknown_price_is_unknown_and_a_budget_in_usd_is_refused() {
    let bench = priced(None);
    bench.run(start_with(Budget { usd: Some(1.0), tokens: None }));
    assert!(
        bench.problems().iter().any(|text| text.contains("price of scripted is not known")),
        "{:?}",
        bench.problems()
    );
    assert_eq!(calls(&bench), 0);
    bench.run(start_with(Budget::default()));
    let spend = progress(&bench).spend;
    assert_eq!((spend.usd, spend.tokens, spend.unpriced_tokens), (0.0, 150, 150));
}

#[test]
fn a_run_pauses_before_its_budget_and_goes_on_with_a_larger_one() {
    let bench = priced(Some(PRICE));
    // Room for a few calls at their longest (a prompt of some 500 tokens, a reply of 100), not for all.
    let budget = Budget { usd: Some(0.003), tokens: None };
    bench.run(start_with(budget));
    let RunState::Blocked { message, advice, .. } = newest_run(&bench).state else { panic!("not blocked") };
    assert!(message.contains("budget of 0.003 USD"), "{message}");
    assert!(advice.starts_with("Raise the budget"), "{advice}");
    let spent = progress(&bench).spend;
    let made = calls(&bench);
    assert!(made > 0 && made < 10 && spent.usd <= 0.003, "{made} calls, {spent:?}");
    assert!((spent.usd - made as f64 * CALL_USD).abs() < 1e-9, "calls in flight were let finish and are counted");

    let run = newest_run(&bench).id;
    bench.run(Command::SetBudget { run: run.clone(), budget: Budget { usd: Some(1.0), tokens: None } });
    bench.run(Command::ResumeRun { run });
    assert_eq!(newest_run(&bench).state, RunState::Finished);
    assert_eq!(calls(&bench), 10, "no call was made twice");
    assert!((progress(&bench).spend.usd - 10.0 * CALL_USD).abs() < 1e-9);
    assert!(samples(&bench).iter().all(|row| row.score.is_some()));
}

#[test]
fn a_budget_in_tokens_holds_without_prices() {
    let bench = priced(None);
    bench.run(start_with(Budget { usd: None, tokens: Some(600) }));
    assert!(matches!(newest_run(&bench).state, RunState::Blocked { .. }), "{:?}", newest_run(&bench).state);
    assert!(progress(&bench).spend.tokens <= 600);
    assert!(calls(&bench) > 0);
}

#[test]
fn a_run_says_with_which_settings_its_models_were_called() {
    let bench = priced(None);
    bench.run(start(&[Condition::ClosedBook]));
    let used = |bench: &Bench| {
        let settings = newest_run(bench).settings;
        settings.into_iter().map(|used| (used.model.model, used.max_tokens, used.extra.len())).collect::<Vec<_>>()
    };
    assert_eq!(used(&bench), [("scripted".to_owned(), 100, 0)], "model and judge are the same");
    let judge = support::scripted::scripted();
    let amend =
        Command::AmendRun { run: newest_run(&bench).id, amendment: Amendment::Rejudge { judge, only_unscored: false } };
    bench.run(amend.clone());
    assert_eq!(used(&bench).len(), 1, "nothing was changed");
    let warm = serde_json::json!({"temperature": 0.7});
    let model =
        ModelSettings { max_tokens: 200, extra: warm.as_object().unwrap().clone(), ..ModelSettings::named("scripted") };
    let remote = Remote { base_url: "http://127.0.0.1:9/v1".into(), streams: false, ..Remote::default() };
    let kind = ProviderKind::Remote(remote);
    let provider = ProviderConfig { id: "p1".into(), label: "Scripted".into(), kind, models: vec![model] };
    bench.run(Command::SaveProvider { provider });
    bench.run(amend);
    assert_eq!(used(&bench), [("scripted".to_owned(), 100, 0), ("scripted".to_owned(), 200, 1)]);
}
