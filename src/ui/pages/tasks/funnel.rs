//! From chunks to questions: how many get how far.

use leptos::prelude::*;

use crate::engine::protocol::{GenerationProgress, InMaking};
use crate::ui::components::{Advice, NoticeTone, Progress};
use crate::ui::state::use_state;
use crate::ui::words;

/// The funnel of the running or the last generation.
#[component]
pub fn Funnel() -> impl IntoView {
    let state = use_state();
    let progress = Memo::new(move |_| state.tasks.generation.get().or_else(|| state.tasks.last_generation.get()));
    let is_running = move || state.tasks.generation.with(Option::is_some);
    let blocked = move || {
        progress.get().and_then(|p| p.blocked).map(|problem| {
            view! {
                <Advice
                    test="generation-blocked"
                    tone=NoticeTone::Error
                    message=problem.message
                    advice=problem.advice
                    details=problem.details
                />
            }
        })
    };
    view! {
        <Show when=move || progress.with(Option::is_some)>
            <section class="funnel-frame" aria-label="Funnel" data-test="funnel">
                {move || progress.get().map(|p| steps(&p))}
                {blocked}
                <Show when=is_running><Live progress=progress/></Show>
            </section>
        </Show>
    }
}

fn steps(p: &GenerationProgress) -> impl IntoView + use<> {
    let [pass, warn, fail] = p.fact_checks;
    let steps = [
        ("funnel-chunks", "chunks", p.chunks.to_string(), String::new()),
        ("funnel-answered", "gold answers", p.answered.to_string(), String::new()),
        (
            "funnel-checked",
            "fact checks",
            (pass + warn + fail).to_string(),
            format!("{pass} pass, {warn} warn, {fail} fail"),
        ),
        ("funnel-audited", "audited", p.audited.to_string(), String::new()),
        ("funnel-finished", "questions", p.finished.to_string(), String::new()),
        ("funnel-dropped", "dropped", p.dropped.to_string(), String::new()),
    ];
    let step = |(test, name, value, aside): (&'static str, &'static str, String, String)| {
        view! {
            <li class="funnel-step">
                <span class="funnel-name">{name}</span>
                <span class="funnel-value figure" data-test=test>{value}</span>
                <span class="quiet">{aside}</span>
            </li>
        }
    };
    view! { <ol class="funnel">{steps.map(step)}</ol> }
}

#[component]
fn Live(
    /// How generation stands.
    progress: Memo<Option<GenerationProgress>>,
) -> impl IntoView {
    let read = move |f: fn(&GenerationProgress) -> String| progress.with(|p| p.as_ref().map(f).unwrap_or_default());
    let fraction = move || {
        progress
            .with(|p| p.as_ref().filter(|p| p.chunks > 0).map(|p| (p.finished + p.dropped) as f64 / p.chunks as f64))
    };
    let working = move || {
        let all = progress.with(|p| p.as_ref().map(|p| p.in_flight.clone()).unwrap_or_default());
        let one = |row: InMaking| {
            view! {
                <li>
                    <span class="mono">{row.chunk}</span> " · " {row.stage.label()} " · " {row.step}
                    {(!row.text.is_empty()).then(|| view! { <p class="flight-text">{row.text}</p> })}
                </li>
            }
        };
        all.into_iter().map(one).collect_view()
    };
    view! {
        <Progress
            test="generation-progress"
            label=Signal::derive(move || read(|p| format!("{} of {} chunks done, by {}", p.finished + p.dropped, p.chunks, p.model)))
            fraction=Signal::derive(fraction)
            detail=Signal::derive(move || read(|p| format!("{} tokens", words::tokens(&p.usage))))
        />
        <ul class="working" data-test="generation-working">{working}</ul>
    }
}
