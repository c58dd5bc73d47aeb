//! The active run: progress per condition, samples in flight, errors with advice.

use std::sync::Arc;

use leptos::prelude::*;

use crate::domain::run::RunState;
use crate::engine::protocol::{ConditionProgress, ErrorCount, InFlight, RunProgress};
use crate::ui::components::{Advice, Figure, NoticeTone, Progress};
use crate::ui::pages::shared::{ConditionName, ModelName};
use crate::ui::state::use_state;
use crate::ui::words;

/// The run that is running, paused or blocked; nothing once it has ended.
#[component]
pub fn Live() -> impl IntoView {
    let state = use_state();
    let active = Memo::new(move |_| {
        let is_active = |p: &Arc<RunProgress>| !matches!(p.run.state, RunState::Finished | RunState::Cancelled);
        state.runs.progress.get().filter(is_active)
    });
    let content = move || active.get().map(|progress| view! { <One progress=progress/> });
    view! { {content} }
}

#[component]
fn One(
    /// How the run stands.
    progress: Arc<RunProgress>,
) -> impl IntoView {
    let p = progress.clone();
    let rate = p.samples_per_minute.map_or("not known yet".to_owned(), |rate| format!("{rate:.1} a minute"));
    let share = if p.run.samples == 0 { 0.0 } else { p.run.ended as f64 / p.run.samples as f64 };
    view! {
        <section class="live" aria-label="Active run" data-test="live">
            <State progress=progress.clone()/>
            <Progress
                test="run-progress"
                label=Signal::stored(format!("{} of {} samples ended", p.run.ended, p.run.samples))
                fraction=Signal::stored(Some(share))
                detail=Signal::stored(words::percent(share))
            />
            <dl class="strip">
                <Figure test="live-rate" name="samples" value=Signal::stored(rate)/>
                <Figure test="live-left" name="left" value=Signal::stored(left(&p))/>
                <Figure test="live-concurrency" name="at a time" value=Signal::stored(p.concurrency.to_string())/>
                <Figure test="live-tokens" name="tokens" value=Signal::stored(words::tokens(&p.usage))/>
            </dl>
            <ul class="live-conditions">{p.conditions.iter().map(condition).collect_view()}</ul>
            <Errors errors=p.errors.clone()/>
            <Flights flights=p.in_flight.clone()/>
        </section>
    }
}

#[component]
fn State(
    /// How the run stands.
    progress: Arc<RunProgress>,
) -> impl IntoView {
    let (word, notice) = match &progress.run.state {
        RunState::Running => ("running", None),
        RunState::Paused => (
            "paused",
            Some(("Nothing that was done is lost.".to_owned(), "Resume it below.".to_owned(), String::new())),
        ),
        RunState::Blocked { message, advice, details } => {
            ("blocked", Some((message.clone(), advice.clone(), details.clone())))
        }
        RunState::Cancelled => ("cancelled", None),
        RunState::Finished => ("finished", None),
    };
    let tone = if word == "blocked" { NoticeTone::Error } else { NoticeTone::Note };
    view! {
        <h2>"Run of " {words::date(progress.run.created_ms)} ": " <span data-test="run-state">{word}</span></h2>
        {notice.map(|(message, advice, details)| view! {
            <Advice test="run-notice" tone=tone message=message advice=advice details=details/>
        })}
    }
}

fn left(progress: &RunProgress) -> String {
    let samples = progress.run.samples.saturating_sub(progress.run.ended) as f64;
    match progress.samples_per_minute.filter(|rate| *rate > 0.0).map(|rate| samples / rate) {
        None => "not known yet".into(),
        Some(minutes) if minutes < 1.0 => "under a minute".into(),
        Some(minutes) => format!("about {minutes:.0} min"),
    }
}

fn condition(c: &ConditionProgress) -> impl IntoView + use<> {
    let ended = c.scored + c.without_score.iter().map(|(_, count)| count).sum::<usize>();
    let mean = c.mean_score.map_or("no score yet".into(), |m| format!("mean so far {}", words::score(m)));
    let without: Vec<String> = c.without_score.iter().map(|(label, count)| format!("{count} {label}")).collect();
    let share = if c.samples == 0 { 0.0 } else { ended as f64 / c.samples as f64 };
    view! {
        <li data-test=format!("live-{}", c.condition.id())>
            <ConditionName condition=c.condition/>
            <Progress
                test="condition-progress"
                label=Signal::stored(format!("{ended} of {} ended, {} scored", c.samples, c.scored))
                fraction=Signal::stored(Some(share))
                detail=Signal::stored(mean)
            />
            {(!without.is_empty()).then(|| view! { <p class="quiet">{without.join(", ")}</p> })}
        </li>
    }
}

#[component]
fn Errors(
    /// Failed calls by kind.
    errors: Vec<ErrorCount>,
) -> impl IntoView {
    let one = |error: ErrorCount| {
        view! {
            <Advice
                test="run-error"
                tone=NoticeTone::Warning
                message=format!("{} × {}", error.count, error.kind.label())
                advice=error.kind.advice()
                details=error.last_message
            />
        }
    };
    errors.into_iter().map(one).collect_view()
}

#[component]
fn Flights(
    /// Samples in flight.
    flights: Vec<InFlight>,
) -> impl IntoView {
    let one = |flight: InFlight| {
        view! {
            <li data-test="in-flight">
                <ConditionName condition=flight.key.condition/>
                <ModelName model=flight.key.model/>
                <span class="flight-step mono">{flight.step}</span>
                <span class="flight-question">{flight.question}</span>
            </li>
        }
    };
    (!flights.is_empty()).then(|| {
        view! { <h3>"In flight"</h3><ul class="flights">{flights.into_iter().map(one).collect_view()}</ul> }
    })
}
