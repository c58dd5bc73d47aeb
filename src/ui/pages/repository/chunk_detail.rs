//! One chunk: why it scores what it scores, what it is selected for, and its text.

use std::sync::Arc;

use leptos::prelude::*;

use super::chunks::Chosen;
use super::selection::change;
use crate::domain::chunks::Signal as ChunkSignal;
use crate::engine::protocol::ChunkView;
use crate::ui::components::{Button, Empty, Tone};
use crate::ui::engine::use_engine;
use crate::ui::query::Param;
use crate::ui::state::use_state;
use crate::ui::words;

/// The chunk that the address names.
#[component]
pub fn ChunkPane(
    /// The chunk's parameter.
    chunk: Param,
    /// What chunks are selected for.
    chosen: Memo<Chosen>,
) -> impl IntoView {
    let state = use_state();
    let content = move || {
        let id = chunk.get();
        if id.is_empty() {
            return view! { <Empty test="chunk-none" text="Choose a chunk to see why it scores what it scores."/> }
                .into_any();
        }
        match state.repository.chunk.get().filter(|view| view.row.id == id) {
            None => view! { <p class="quiet" role="status">"Reading the chunk…"</p> }.into_any(),
            Some(view) => view! { <One view=view chunk=chunk chosen=chosen/> }.into_any(),
        }
    };
    view! { {content} }
}

#[component]
fn One(
    /// The chunk.
    view: Arc<ChunkView>,
    /// The chunk's parameter.
    chunk: Param,
    /// What chunks are selected for.
    chosen: Memo<Chosen>,
) -> impl IntoView {
    let row = view.row.clone();
    let id = row.id.clone();
    let selected = move || {
        chosen.with(|c| c.get(&id).copied()).map_or_else(
            || "Not selected.".to_owned(),
            |(set, category)| format!("Selected for a {} task of category {}.", set.label(), category.id()),
        )
    };
    view! {
        <header class="detail-head">
            <h2>{if row.heading.is_empty() { "(no heading)".to_owned() } else { row.heading.clone() }}</h2>
            <Button test="chunk-close" tone=Tone::Quiet on_click=Callback::new(move |()| chunk.clear())>"Close"</Button>
        </header>
        <p class="quiet mono">
            {format!("{}:{} · {} · {}", row.path, row.start_line, row.source.label(), words::of(row.chars, "character", "characters"))}
        </p>
        <p data-test="chunk-selected">{selected}</p>
        <Choice id=row.id.clone()/>
        <section>
            <h3>"Score " <span class="figure" data-test="chunk-score">{row.score}</span></h3>
            <ul class="signals">{row.signals.iter().map(signal).collect_view()}</ul>
        </section>
        <pre class="text-block" data-test="chunk-content">{view.content.clone()}</pre>
    }
}

fn signal(signal: &ChunkSignal) -> impl IntoView + use<> {
    view! {
        <li data-test="signal">
            <span class="signal-points figure">{words::points(signal.points())}</span>
            <span class="signal-name">{signal.id()}</span>
            <span class="quiet">{signal.sentence()}</span>
        </li>
    }
}

/// Pin and exclude.
#[component]
fn Choice(
    /// The chunk.
    id: String,
) -> impl IntoView {
    let (state, engine) = (use_state(), use_engine());
    let id = StoredValue::new(id);
    let spec = move || state.repository.selection.with(|s| s.as_ref().map(|s| s.spec.clone()));
    let is_pinned = Signal::derive(move || spec().is_some_and(|s| id.with_value(|id| s.pinned.contains(id))));
    let is_excluded = Signal::derive(move || spec().is_some_and(|s| id.with_value(|id| s.excluded.contains(id))));
    let pin = Callback::new(move |()| {
        change(&state, engine, |spec| {
            let id = id.get_value();
            spec.excluded.remove(&id);
            if !spec.pinned.remove(&id) {
                spec.pinned.insert(id);
            }
        });
    });
    let exclude = Callback::new(move |()| {
        change(&state, engine, |spec| {
            let id = id.get_value();
            spec.pinned.remove(&id);
            if !spec.excluded.remove(&id) {
                spec.excluded.insert(id);
            }
        });
    });
    view! {
        <div class="acts">
            <Button test="chunk-pin" pressed=is_pinned on_click=pin>"Pin: always take it"</Button>
            <Button test="chunk-exclude" pressed=is_excluded on_click=exclude>"Exclude: never take it"</Button>
        </div>
    }
}
