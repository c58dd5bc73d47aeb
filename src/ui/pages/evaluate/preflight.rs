//! What the plan means before it runs: samples, calls, hosts, and warnings.

use leptos::prelude::*;

use super::form::{Form, task_count};
use crate::domain::provider::ModelRef;
use crate::domain::task::prompts::PromptStage;
use crate::engine::protocol::{Command, RunRequest};
use crate::ui::components::{Advice, Button, Figure, NoticeTone, Tone};
use crate::ui::engine::use_engine;
use crate::ui::pages::shared::{Estimate, PromptsNote};
use crate::ui::state::{State, use_state};
use crate::ui::words::count;

/// The figures of the plan and the Run button.
#[component]
pub fn Preflight(
    /// The plan.
    form: Form,
) -> impl IntoView {
    let (state, engine) = (use_state(), use_engine());
    let request = Memo::new(move |_| form.request());
    let samples = Memo::new(move |_| {
        request.with(|r| task_count(&state) * r.models.len() * r.conditions.len() * r.epochs as usize)
    });
    Effect::new(move |_| {
        // Prices count too.
        state.settings.view.track();
        if samples.get() > 0 {
            engine.send(Command::PlanRun(request.get()));
        }
    });
    let plan = Signal::derive(move || state.runs.plan.get().filter(|_| samples.get() > 0));
    let blocked = move || {
        if samples.get() == 0 {
            Some("Tick at least one model and one condition.")
        } else if state.runs.is_running() {
            Some("A run is under way: pause or cancel it first.")
        } else {
            None
        }
    };
    let start = Callback::new(move |()| engine.send(Command::StartRun(request.get_untracked())));
    view! {
        <aside class="preflight" aria-label="Preflight" data-test="preflight">
            <h2>"Before it runs"</h2>
            <dl class="strip">
                <Figure
                    test="preflight-tasks"
                    name="tasks"
                    value=Signal::derive(move || count(task_count(&state) as u64))
                />
                <Figure
                    test="preflight-samples"
                    name="samples"
                    value=Signal::derive(move || count(samples.get() as u64))
                />
            </dl>
            <Estimate plan=plan/>
            <PromptsNote stages=&[PromptStage::Answering, PromptStage::Judging]/>
            <p data-test="preflight-hosts">{move || request.with(|r| hosts(&state, r))}</p>
            {move || request.with(warning).map(|text| view! { <Advice test="preflight-warning" tone=NoticeTone::Warning message=text/> })}
            <Button
                test="run-start"
                tone=Tone::Primary
                disabled=Signal::derive(move || blocked().is_some())
                on_click=start
            >
                "Run"
            </Button>
            <p class="quiet" data-test="run-blocked">{move || blocked().unwrap_or_default()}</p>
        </aside>
    }
}

/// Where requests will go.
fn hosts(state: &State, request: &RunRequest) -> String {
    let used: Vec<&ModelRef> = request.models.iter().chain([&request.judge]).collect();
    let mut hosts: Vec<String> = state.settings.view.with(|view| {
        let providers = view.providers.iter().filter(|p| used.iter().any(|m| m.provider == p.id));
        providers.filter_map(|p| p.host().map(str::to_owned)).collect()
    });
    hosts.dedup();
    if hosts.is_empty() {
        "Nothing leaves this tab: the offline baseline needs no network.".into()
    } else {
        format!("Questions, answers and the files that a model reads go to {}.", hosts.join(", "))
    }
}

/// What to know before one trusts the outcome.
fn warning(request: &RunRequest) -> Option<String> {
    if request.judge.is_baseline() && request.models.iter().any(|m| !m.is_baseline()) {
        return Some(
            "The judge is the offline baseline, which only measures overlap with the gold answer: scores of language \
             models will mean little."
                .into(),
        );
    }
    let is_same = request.models.iter().any(|m| m.model == request.judge.model && !m.is_baseline());
    is_same.then(|| "The judge is one of the models under test; a judge of another family is fairer.".into())
}
