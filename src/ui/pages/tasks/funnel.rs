//! From chunks to questions: how many get how far.

use leptos::prelude::*;

use crate::domain::task::{Funnel as Counts, GenerationStage};
use crate::engine::protocol::{GenerationProgress, InMaking};
use crate::ui::components::{Advice, NoticeTone, Progress};
use crate::ui::pages::shared::{spend, tokens};
use crate::ui::state::use_state;
use crate::ui::words;

/// The funnel of all the repository's tasks, and how the running or the last generation goes.
#[component]
pub fn Funnel() -> impl IntoView {
    let state = use_state();
    let progress = Memo::new(move |_| state.tasks.generation.get().or_else(|| state.tasks.last_generation.get()));
    let is_running = move || state.tasks.generation.with(Option::is_some);
    let funnel = Memo::new(move |_| match state.tasks.generation.get() {
        Some(running) => running.funnel,
        None => state.tasks.view.with(|view| view.funnel.clone()),
    });
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
    let unfilled = move || {
        progress.get().filter(|p| p.unfilled > 0).map(|p| {
            let places = words::of(p.unfilled, "place has", "places have");
            let message = format!("{places} no task: their chunks gave none, and no other chunk could take the place.");
            view! {
                <Advice
                    test="generation-unfilled"
                    tone=NoticeTone::Warning
                    message=message
                    advice="Lower the threshold on the Repository page, or try the dropped chunks again."
                />
            }
        })
    };
    view! {
        <Show when=move || { is_running() || funnel.with(|f| f.chunks > 0) || progress.with(|p| p.as_ref().is_some_and(|p| p.blocked.is_some())) }>
            <section class="funnel-frame" aria-label="Funnel" data-test="funnel">
                {move || steps(&funnel.get())}
                {blocked}
                {unfilled}
                <Show when=is_running><Live progress=progress/></Show>
            </section>
        </Show>
    }
}

fn steps(funnel: &Counts) -> impl IntoView + use<> {
    let [pass, warn, fail] = funnel.fact_checks;
    let at = |(stage, count): (&GenerationStage, &usize)| format!("{count} at the {}", stage.label());
    let drops: Vec<String> = funnel.dropped.iter().map(at).collect();
    let steps = [
        ("funnel-chunks", "chunks", funnel.chunks, String::new()),
        ("funnel-answered", "gold answers", funnel.answered, String::new()),
        ("funnel-checked", "fact checks", pass + warn + fail, format!("{pass} pass, {warn} warn, {fail} fail")),
        ("funnel-audited", "audited", funnel.audited, String::new()),
        ("funnel-finished", "questions", funnel.finished, String::new()),
        ("funnel-dropped", "dropped", funnel.all_dropped(), drops.join(", ")),
    ];
    let step = |(test, name, value, aside): (&'static str, &'static str, usize, String)| {
        view! {
            <li class="funnel-step">
                <span class="funnel-name">{name}</span>
                <span class="funnel-value figure" data-test=test>{words::count(value as u64)}</span>
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
    let fraction =
        move || progress.with(|p| p.as_ref().filter(|p| p.chunks > 0).map(|p| p.done as f64 / p.chunks as f64));
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
            label=Signal::derive(move || read(|p| format!("{} of {} chunks done, by {}", p.done, p.chunks, p.model)))
            fraction=Signal::derive(fraction)
            detail=Signal::derive(move || read(cost))
        />
        <ul class="working" data-test="generation-working">{working}</ul>
    }
}

fn cost(progress: &GenerationProgress) -> String {
    let (spent, budget) = (&progress.spend, &progress.budget);
    format!("{} tokens, USD {}", tokens(spent, budget), spend(spent, budget))
}
