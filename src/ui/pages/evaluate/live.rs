//! The active run: progress per condition, samples in flight, errors with advice.

use std::sync::Arc;

use leptos::prelude::*;

use super::acts::Acts;
use super::budget::ChangeBudget;
use super::flight::{Errors, Flights};
use super::runs::word;
use crate::domain::condition::Condition;
use crate::domain::run::RunState;
use crate::engine::protocol::{ConditionProgress, ModelPace, RunProgress};
use crate::ui::components::{Advice, Figure, NoticeTone, Progress};
use crate::ui::pages::shared::{ConditionName, spend, tokens};
use crate::ui::state::use_state;
use crate::ui::words;

/// How the active run stands, as long as it lasts.
type Active = Memo<Option<Arc<RunProgress>>>;

/// The run that is running, paused or blocked; nothing once it has ended. Only what changes is made anew.
#[component]
pub fn Live() -> impl IntoView {
    let state = use_state();
    let active: Active = Memo::new(move |_| {
        let is_active = |p: &Arc<RunProgress>| !matches!(p.run.state, RunState::Finished | RunState::Cancelled);
        state.runs.progress.get().filter(is_active)
    });
    let id = Memo::new(move |_| active.with(|p| p.as_ref().map(|p| p.run.id.clone())));
    view! { {move || id.get().map(|id| view! { <One id=id active=active/> })} }
}

#[component]
fn One(
    /// The run.
    id: String,
    /// How it stands.
    active: Active,
) -> impl IntoView {
    let run_state = Memo::new(move |_| active.with(|p| p.as_ref().map_or(RunState::Finished, |p| p.run.state.clone())));
    let read = move |f: fn(&RunProgress) -> String| {
        Signal::derive(move || active.with(|p| p.as_ref().map(|p| f(p)).unwrap_or_default()))
    };
    let share = Memo::new(move |_| active.with(|p| p.as_ref().map_or(0.0, |p| share(p.run.ended, p.run.samples))));
    let budget = Memo::new(move |_| active.with(|p| p.as_ref().map(|p| p.budget).unwrap_or_default()));
    let stands_still = move || run_state.with(|s| matches!(s, RunState::Paused | RunState::Blocked { .. }));
    view! {
        <section class="live" aria-label="Active run" data-test="live">
            <h2>"Run of " {read(|p| words::date(p.run.created_ms))} ": " <span data-test="run-state">{move || run_state.with(word)}</span></h2>
            <Notice state=run_state/>
            <Progress
                test="run-progress"
                label=read(|p| format!("{} of {} samples ended", p.run.ended, p.run.samples))
                fraction=Signal::derive(move || Some(share.get()))
                detail=Signal::derive(move || words::percent(share.get()))
            />
            <div class="acts"><Acts id=id.clone() state=run_state/></div>
            <Show when=stands_still><ChangeBudget id=id.clone() budget=budget/></Show>
            <dl class="strip">
                <Figure test="live-rate" name="samples" value=read(rate)/>
                <Figure test="live-left" name="left" value=read(left)/>
                <Figure test="live-concurrency" name="requests at a time" value=read(paces)/>
                <Figure test="live-tokens" name="tokens" value=read(|p| tokens(&p.spend, &p.budget))/>
                <Figure test="live-usage" name="in and out" value=read(|p| words::tokens(&p.usage))/>
                <Figure test="live-spend" name="USD" value=read(|p| spend(&p.spend, &p.budget))/>
            </dl>
            <ul class="live-conditions">
                {Condition::ALL.map(|condition| view! { <OneCondition condition=condition active=active/> })}
            </ul>
            <Errors
                errors=Memo::new(move |_| active.with(|p| p.as_ref().map(|p| p.errors.clone()).unwrap_or_default()))
            />
            <Flights
                flights=Memo::new(move |_| active.with(|p| p.as_ref().map(|p| p.in_flight.clone()).unwrap_or_default()))
            />
        </section>
    }
}

/// Why the run stands still, where it does.
#[component]
pub fn Notice(
    /// How the run stands.
    state: Memo<RunState>,
) -> impl IntoView {
    let notice = move || match state.get() {
        RunState::Paused => Some(
            view! {
                <Advice
                    test="run-notice"
                    message="The run is paused; nothing that was done is lost."
                    advice="Resume it when you like, also after a reload."
                />
            }
            .into_any(),
        ),
        RunState::Blocked { message, advice, details } => Some(
            view! {
                <Advice test="run-notice" tone=NoticeTone::Error message=message advice=advice details=details/>
            }
            .into_any(),
        ),
        _ => None,
    };
    view! { {notice} }
}

#[component]
fn OneCondition(
    /// The condition.
    condition: Condition,
    /// How the run stands.
    active: Active,
) -> impl IntoView {
    let now = Memo::new(move |_| {
        active.with(|p| p.as_ref().and_then(|p| p.conditions.iter().find(|c| c.condition == condition).cloned()))
    });
    let read = move |f: fn(&ConditionProgress) -> String| {
        Signal::derive(move || now.with(|c| c.as_ref().map(f).unwrap_or_default()))
    };
    let fraction = move || now.with(|c| c.as_ref().map(|c| share(ended(c), c.samples)));
    view! {
        <Show when=move || now.with(Option::is_some)>
            <li data-test=format!("live-{}", condition.id())>
                <ConditionName condition=condition/>
                <Progress
                    test="condition-progress"
                    label=read(|c| format!("{} of {} ended, {} scored", ended(c), c.samples, c.scored))
                    fraction=Signal::derive(fraction)
                    detail=read(|c| c.mean_score.map_or("no score yet".into(), |m| format!("mean so far {}", words::score(m))))
                />
                <p class="quiet">{read(without_score)}</p>
            </li>
        </Show>
    }
}

/// Requests in flight and allowed, by model.
fn paces(progress: &RunProgress) -> String {
    let one = |pace: &ModelPace| format!("{} of {} ({})", pace.in_flight, pace.limit, pace.model.model);
    let all: Vec<String> = progress.paces.iter().map(one).collect();
    if all.is_empty() { "none needed".into() } else { all.join(", ") }
}

fn ended(c: &ConditionProgress) -> usize {
    c.scored + c.without_score.iter().map(|(_, count)| count).sum::<usize>()
}

fn without_score(c: &ConditionProgress) -> String {
    c.without_score.iter().map(|(label, count)| format!("{count} {label}")).collect::<Vec<_>>().join(", ")
}

fn share(done: usize, all: usize) -> f64 {
    if all == 0 { 0.0 } else { done as f64 / all as f64 }
}

fn rate(progress: &RunProgress) -> String {
    progress.samples_per_minute.map_or("not known yet".to_owned(), |rate| format!("{rate:.1} a minute"))
}

fn left(progress: &RunProgress) -> String {
    let samples = progress.run.samples.saturating_sub(progress.run.ended) as f64;
    match progress.samples_per_minute.filter(|rate| *rate > 0.0).map(|rate| samples / rate) {
        None => "not known yet".into(),
        Some(minutes) if minutes < 1.0 => "under a minute".into(),
        Some(minutes) => format!("about {minutes:.0} min"),
    }
}
