use super::observations::ENOUGH;
use super::*;
use crate::domain::agent::AgentLimits;
use crate::domain::files::sample_task;
use crate::domain::run::{Sample, SampleKey, SampleState};
use crate::domain::task::TaskSet;

const PRICE: Price = Price { input_usd: 1.0, cached_usd: None, cache_write_usd: None, output_usd: 10.0 };

fn model() -> ModelRef {
    ModelRef { provider: "p".into(), model: "m".into() }
}

fn planned(observations: &Observations, price: Option<Price>) -> Plan {
    let (models, judge) = ([model()], model());
    let request = RunPlanRequest {
        task_chars: &[1000; 10],
        models: &models,
        conditions: &Condition::ALL,
        epochs: 2,
        judge: &judge,
        limits: AgentLimits::default(),
    };
    plan_run(request, observations, |_| price)
}

#[test]
fn assumptions_give_a_wide_range_and_say_that_they_are_some() {
    let plan = planned(&Observations::default(), Some(PRICE));
    assert_eq!(plan.stages.len(), 4);
    assert!(plan.stages.iter().all(|stage| stage.observed == 0));
    let closed_book = &plan.stages[0];
    assert_eq!((closed_book.times, closed_book.calls), (20, Range { low: 20, high: 20 }));
    let code_only = &plan.stages[1];
    assert_eq!(code_only.calls, Range { low: 60, high: 400 });
    assert!(code_only.input_tokens.low < code_only.input_tokens.high);
    assert_eq!(plan.stages[3].times, 60, "every answer is judged");
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
        sample.agent_turns = 1;
        let verdict = crate::domain::judge::Verdict::of_empty_answer();
        sample.state = SampleState::Scored { answer: "a".into(), verdict };
        observations.add_sample(&sample, &model());
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

#[test]
fn every_stage_of_making_tasks_is_planned() {
    let chunks = [(TaskSet::CodeDerivable, 4000), (TaskSet::CodeDerivable, 8000), (TaskSet::DocDependent, 400)];
    let model = model();
    let request = GenerationPlanRequest { chunks: &chunks, model: &model, limits: AgentLimits::default() };
    let plan = plan_generation(request, &Observations::default(), |_| Some(PRICE));
    let stages: Vec<_> = plan.stages.iter().map(|s| (s.work.label(), s.times, s.calls.low, s.calls.high)).collect();
    let expected = [
        ("gold answer", 2, 8, 50),
        ("fact check", 2, 2, 2),
        ("code-only audit", 2, 2, 2),
        ("question", 2, 2, 8),
        ("gold answer, doc-dependent", 1, 1, 1),
        ("question, doc-dependent", 1, 1, 1),
    ];
    assert_eq!(stages, expected.map(|(name, n, low, high)| (name.to_owned(), n, low, high)));
    assert_eq!(plan.stages[1].input_tokens.low, 2 * (900 + 1500 + 150), "the chunks have 1,500 tokens on average");
    let none = GenerationPlanRequest { chunks: &chunks[2..], ..request };
    assert_eq!(plan_generation(none, &Observations::default(), |_| None).smallest_difference, None);
}

#[test]
fn stored_tasks_are_a_basis_too() {
    let mut observations = Observations::default();
    let mut task = sample_task("t");
    (task.set, task.model) = (TaskSet::CodeDerivable, Some(model()));
    let usage = Usage { input_tokens: 1000, output_tokens: 100, ..Usage::default() };
    for making in &mut task.transcripts {
        making.transcript.entries.iter_mut().for_each(|entry| entry.usage = None);
        making.transcript.push_reply(crate::domain::provider::Message::Assistant(Default::default()), usage);
    }
    for _ in 0..ENOUGH {
        observations.add_task(&task);
    }
    let (chunks, model) = ([(TaskSet::CodeDerivable, 4000)], model());
    let request = GenerationPlanRequest { chunks: &chunks, model: &model, limits: AgentLimits::default() };
    let plan = plan_generation(request, &observations, |_| None);
    let answer = &plan.stages[0];
    assert_eq!((answer.observed, answer.input_tokens), (5, Range { low: 500, high: 2000 }));
    assert_eq!(plan.stages[1].observed, 0, "no fact check was seen");
}
