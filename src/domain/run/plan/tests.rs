use super::*;
use crate::domain::run::SampleKey;

const PRICE: Price = Price { input_usd: 1.0, cached_usd: None, cache_write_usd: None, output_usd: 10.0 };

fn model() -> ModelRef {
    ModelRef { provider: "p".into(), model: "m".into() }
}

fn planned(observations: &Observations, price: Option<Price>) -> Plan {
    let (models, judge) = ([model()], model());
    let request = PlanRequest {
        task_chars: &[1000; 10],
        models: &models,
        conditions: &Condition::ALL,
        epochs: 2,
        judge: &judge,
        limits: AgentLimits::default(),
    };
    plan(request, observations, |_| price)
}

#[test]
fn assumptions_give_a_wide_range_and_say_that_they_are_some() {
    let plan = planned(&Observations::default(), Some(PRICE));
    assert_eq!(plan.stages.len(), 4);
    assert!(plan.stages.iter().all(|stage| stage.observed == 0));
    let closed_book = &plan.stages[0];
    assert_eq!((closed_book.samples, closed_book.calls), (20, Range { low: 20, high: 20 }));
    let code_only = &plan.stages[1];
    assert_eq!(code_only.calls, Range { low: 60, high: 400 });
    assert!(code_only.input_tokens.low < code_only.input_tokens.high);
    assert_eq!(plan.stages[3].samples, 60, "every answer is judged");
    let by_hand =
        plan.stages.iter().map(|s| s.input_tokens.low as f64 / 1e6 + s.output_tokens.low as f64 / 1e5).sum::<f64>();
    assert!((plan.usd().low - by_hand).abs() < 1e-9);
}

#[test]
fn unknown_prices_stay_unknown() {
    let plan = planned(&Observations::default(), None);
    assert_eq!(plan.usd(), Range { low: 0.0, high: 0.0 });
    assert_eq!(plan.unpriced(), [model()]);
}

#[test]
fn what_was_seen_takes_the_place_of_assumptions() {
    let mut observations = Observations::default();
    for _ in 0..ENOUGH {
        let key = SampleKey { task: "t".into(), condition: Condition::CodeOnly, model: model(), epoch: 0 };
        let mut sample = Sample::pending(key);
        sample.usage = Usage { input_tokens: 4000, output_tokens: 200, ..Usage::default() };
        sample.transcript.push_reply(crate::domain::provider::Message::Assistant(Default::default()), sample.usage);
        let verdict = crate::domain::judge::Verdict::of_empty_answer();
        sample.state = SampleState::Scored { answer: "a".into(), verdict };
        observations.add(&sample, &model());
    }
    let plan = planned(&observations, Some(PRICE));
    let code_only = &plan.stages[1];
    assert_eq!((code_only.observed, code_only.input_tokens), (5, Range { low: 20 * 2000, high: 20 * 8000 }));
    assert_eq!(plan.stages[2].observed, 0, "the other condition was not seen");
}

#[test]
fn more_tasks_show_smaller_differences() {
    let plan = planned(&Observations::default(), None);
    let difference = plan.smallest_difference.unwrap();
    assert!((difference.low - 2.801_585 * 0.07 / 10.0_f64.sqrt()).abs() < 1e-6);
    assert!(difference.high > difference.low);
}
