//! The same task and model under each condition, side by side.

use std::sync::Arc;

use leptos::prelude::*;

use crate::domain::judge::{Axis, Verdict};
use crate::domain::run::{Sample, SampleState};
use crate::engine::protocol::SampleView;
use crate::ui::pages::shared::ConditionName;
use crate::ui::query::Param;
use crate::ui::words;

/// One column per condition; the open one is marked, the others open on a click.
#[component]
pub fn Compare(
    /// The sample with its siblings.
    view: Arc<SampleView>,
    /// The open sample's parameter.
    open: Param,
) -> impl IntoView {
    let mut all: Vec<&Sample> = view.siblings.iter().filter(|s| s.key != view.sample.key).collect();
    all.push(&view.sample);
    all.sort_by_key(|s| s.key.condition);
    let columns = all.into_iter().map(|s| column(s, s.key == view.sample.key, open)).collect_view();
    view! { <div class="compare" data-test="compare">{columns}</div> }
}

fn column(sample: &Sample, is_open: bool, open: Param) -> AnyView {
    let id = sample.key.id();
    let other = (!is_open).then(|| {
        view! { <button type="button" class="button button-quiet" data-test="compare-open" on:click=move |_| open.set(id.clone())>"Open"</button> }
    });
    view! {
        <section
            class="compare-column"
            class:compare-current=is_open
            data-test=format!("compare-{}", sample.key.condition.id())
        >
            <header><ConditionName condition=sample.key.condition/> {other}</header>
            {outcome(&sample.state)}
            {sample.state.answer().map(|answer| answer_block(answer.to_owned()))}
        </section>
    }
    .into_any()
}

fn answer_block(answer: String) -> AnyView {
    let text = if answer.is_empty() { "The answer is empty.".to_owned() } else { answer };
    view! { <h4>"Answer"</h4><pre class="text-block" data-test="sample-answer">{text}</pre> }.into_any()
}

fn outcome(state: &SampleState) -> AnyView {
    match state {
        SampleState::Scored { verdict, .. } => scored(verdict),
        SampleState::Unscored { reason, .. } => stated("unscored", reason.to_string()),
        SampleState::Failed { message } => stated("failed", message.clone()),
        SampleState::Refused => stated("refused", "the model refused to answer".into()),
        other => stated(other.label(), String::new()),
    }
}

fn stated(word: &'static str, why: String) -> AnyView {
    let why = if why.is_empty() { why } else { format!(": {why}") };
    view! { <p class="outcome" data-test="sample-outcome"><strong>{word}</strong>{why}</p> }.into_any()
}

fn scored(verdict: &Verdict) -> AnyView {
    let axis = |axis: Axis| {
        view! { <div><dt>{axis.id()}</dt><dd class="figure">{format!("{} of 5", verdict.axis(axis))}</dd></div> }
    };
    view! {
        <p class="outcome" data-test="sample-outcome">
            "Score " <span class="figure" data-test="sample-score">{words::score(verdict.score())}</span>
        </p>
        <dl class="axes">{Axis::ALL.map(axis)}</dl>
        <h4>"Judge's reasons"</h4>
        <p class="reasons" data-test="judge-reasons">{verdict.explanation.clone()}</p>
    }
    .into_any()
}
