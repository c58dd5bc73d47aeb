//! One sample: its task, the answer under each condition, and every message.

use std::sync::Arc;

use leptos::prelude::*;

use super::compare::Compare;
use crate::domain::run::SampleState;
use crate::engine::protocol::{Command, SampleView};
use crate::ui::components::{Button, Empty, Tone};
use crate::ui::engine::use_engine;
use crate::ui::pages::shared::{ConditionName, ModelName, Timeline};
use crate::ui::query::Param;
use crate::ui::state::{RunResults, use_state};
use crate::ui::words;

/// The sample that the address names.
#[component]
pub fn SamplePane(
    /// The results.
    results: Memo<Option<Arc<RunResults>>>,
    /// The open sample's parameter.
    open: Param,
) -> impl IntoView {
    let (state, engine) = (use_state(), use_engine());
    Effect::new(move |_| {
        let id = open.get();
        let key = results.with(|r| {
            let r = r.as_ref()?;
            r.samples.iter().find(|s| s.key.id() == id).map(|s| (r.run.clone(), s.key.clone()))
        });
        if let Some((run, key)) = key {
            engine.send(Command::ReadSample { run, key });
        }
    });
    let content = move || {
        let id = open.get();
        if id.is_empty() {
            return view! { <Empty test="sample-none" text="Choose a sample to read what the model did and why it was scored so."/> }
                .into_any();
        }
        match state.runs.sample.get().filter(|view| view.sample.key.id() == id) {
            None => view! { <p class="quiet" role="status">"Reading the sample…"</p> }.into_any(),
            Some(view) => view! { <One view=view open=open/> }.into_any(),
        }
    };
    view! { {content} }
}

#[component]
fn One(
    /// The sample.
    view: Arc<SampleView>,
    /// The open sample's parameter.
    open: Param,
) -> impl IntoView {
    let sample = &view.sample;
    let question = view.task.as_ref().map_or("The task was deleted since.".to_owned(), |task| task.question.clone());
    let turns = words::of(sample.transcript.turns() as usize, "turn", "turns");
    view! {
        <header class="detail-head">
            <p><ConditionName condition=sample.key.condition/> " " <ModelName model=sample.key.model.clone()/></p>
            <Button test="sample-close" tone=Tone::Quiet on_click=Callback::new(move |()| open.clear())>"Close"</Button>
        </header>
        <h3 class="sample-question" data-test="sample-question">{question}</h3>
        <Compare view=view.clone() open=open/>
        <Gold view=view.clone()/>
        <section>
            <h3>"What the agent did"</h3>
            <p class="quiet">{format!("{turns}, {} tokens", words::tokens(&sample.usage))}</p>
            <Timeline test="sample-transcript" transcript=transcript(&view)/>
        </section>
        <details class="making">
            <summary data-test="sample-judging">"How it was judged"</summary>
            <p class="quiet">
                "By " <ModelName model=view.judge.clone()/> {format!(", {} tokens", words::tokens(&sample.judge_usage))}
            </p>
            <Timeline test="judge-transcript" transcript=sample.judging.clone()/>
        </details>
    }
}

/// The conversation; that of a sample under way is still within its agent.
fn transcript(view: &SampleView) -> crate::domain::agent::Transcript {
    match &view.sample.state {
        SampleState::Answering { agent } => agent.transcript().clone(),
        _ => view.sample.transcript.clone(),
    }
}

/// What the answer is measured by.
#[component]
fn Gold(
    /// The sample.
    view: Arc<SampleView>,
) -> impl IntoView {
    view.task.clone().map(|task| {
        let rubric = task.rubric.into_iter().map(|point| view! { <li>{point}</li> }).collect_view();
        let href = format!("/tasks?task={}", task.id);
        view! {
            <details class="making">
                <summary data-test="sample-gold">"Gold answer and rubric"</summary>
                <pre class="text-block">{task.answer}</pre>
                <ol class="numbered">{rubric}</ol>
                <p><a href=href>"Open the task"</a></p>
            </details>
        }
    })
}
