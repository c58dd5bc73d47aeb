//! What work will take: calls, tokens and cost as ranges, by stage, and what so many tasks can show.

use std::sync::Arc;

use leptos::prelude::*;

use crate::domain::plan::{Plan, Range, Stage, Work};
use crate::domain::stats::PUBLISHED_SPREAD;
use crate::ui::components::{Cell, Column, Figure, Table};
use crate::ui::words;

/// The figures of a plan, and its stages.
#[component]
pub fn Estimate(
    /// The plan; nothing while there is none.
    #[prop(into)]
    plan: Signal<Option<Arc<Plan>>>,
) -> impl IntoView {
    let read = move |f: fn(&Plan) -> String| {
        Signal::derive(move || plan.with(|plan| plan.as_deref().map(f).unwrap_or_default()))
    };
    view! {
        <Show when=move || plan.with(Option::is_some)>
            <dl class="strip">
                <Figure test="estimate-calls" name="calls" value=read(|p| whole(p.calls()))/>
                <Figure test="estimate-tokens" name="tokens" value=read(|p| whole(p.tokens()))/>
                <Figure test="estimate-usd" name="USD" value=read(usd)/>
                <Figure test="estimate-difference" name="smallest difference shown" value=read(difference)/>
            </dl>
            <details>
                <summary data-test="estimate-stages">"By stage"</summary>
                {move || plan.get().map(stages)}
            </details>
            <p class="quiet">
                {format!(
                    "A difference counts as shown with 80 % power at 5 %, if it spreads from task to task as in the published results (standard deviation {:.2} to {:.2}).",
                    PUBLISHED_SPREAD.0,
                    PUBLISHED_SPREAD.1,
                )}
            </p>
        </Show>
    }
}

fn whole(range: Range<u64>) -> String {
    if range.low == range.high {
        words::count(range.low)
    } else {
        format!("{} to {}", words::count(range.low), words::count(range.high))
    }
}

fn money(range: Range<f64>) -> String {
    if range.high == 0.0 { "nothing".into() } else { format!("{:.2} to {:.2}", range.low, range.high) }
}

fn usd(plan: &Plan) -> String {
    let unpriced = plan.unpriced().len();
    match (plan.usd(), unpriced) {
        (range, 0) => money(range),
        (range, _) if range.high == 0.0 => "price unknown".into(),
        (range, _) => {
            format!("{}, and what {} costs", money(range), words::of(unpriced, "unpriced model", "unpriced models"))
        }
    }
}

fn difference(plan: &Plan) -> String {
    plan.smallest_difference
        .map_or("no tasks".into(), |range| format!("{} to {}", words::score(range.low), words::score(range.high)))
}

fn stages(plan: Arc<Plan>) -> impl IntoView {
    let row = |stage: &Stage| {
        let basis = match stage.observed {
            _ if stage.model.is_baseline() => "uses no tokens".to_owned(),
            0 => "assumptions".to_owned(),
            n if matches!(stage.work, Work::Answering(_) | Work::Judging) => {
                words::of(n, "stored sample", "stored samples")
            }
            n => words::of(n, "stored task", "stored tasks"),
        };
        vec![
            Cell::of(stage.work.label()),
            Cell::of(stage.model.label()),
            Cell::of(whole(stage.calls)),
            Cell::of(whole(stage.input_tokens)),
            Cell::of(whole(stage.output_tokens)),
            Cell::of(stage.usd.map_or("price unknown".into(), money)),
            Cell::of(basis),
        ]
    };
    let mut columns = vec![Column::words("Stage"), Column::words("Model")];
    columns.extend(["Calls", "Tokens in", "Tokens out", "USD"].map(Column::figures));
    columns.push(Column::words("Rests on"));
    let rows = plan.stages.iter().map(row).collect();
    view! { <Table test="estimate-table" caption="What each stage will take" columns=columns rows=rows/> }
}
