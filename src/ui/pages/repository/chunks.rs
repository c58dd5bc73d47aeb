//! Every documentation chunk, best first, with the signals behind its score.

use std::collections::BTreeMap;
use std::sync::Arc;

use leptos::prelude::*;

use super::chunk_detail::ChunkPane;
use super::selection::SelectionControls;
use crate::domain::chunks::ChunkSource;
use crate::domain::task::{Category, TaskSet};
use crate::engine::protocol::{ChunkRow, Command, RepositoryView};
use crate::ui::components::{SearchField, Segmented, Split, VirtualList};
use crate::ui::engine::use_engine;
use crate::ui::keys::{ListKey, step, use_list_keys};
use crate::ui::query::Param;
use crate::ui::state::use_state;
use crate::ui::words;

const ROW: f64 = 64.0;
/// The score that fills the bar.
const FULL: f64 = 14.0;

/// What a chunk is selected for.
pub type Chosen = BTreeMap<String, (TaskSet, Category)>;

/// List beside chunk.
#[component]
pub fn Chunks(
    /// The repository.
    view: Arc<RepositoryView>,
) -> impl IntoView {
    let (engine, state) = (use_engine(), use_state());
    let (search, source, chunk) = (Param::replacing("cq"), Param::new("source"), Param::new("chunk"));
    let all = StoredValue::new(view);
    let shown = Memo::new(move |_| all.with_value(|view| matching(view, &search.get(), &source.get())));
    let chosen: Memo<Chosen> = Memo::new(move |_| {
        let selection = state.repository.selection.get();
        selection
            .map(|s| s.chosen.into_iter().map(|(id, set, category, _)| (id, (set, category))).collect())
            .unwrap_or_default()
    });
    let at = Memo::new(move |_| {
        let id = chunk.get();
        shown.with(|shown| all.with_value(|v| shown.iter().position(|i| v.lists.chunks[*i].id == id)))
    });
    Effect::new(move |_| {
        let id = chunk.get();
        if !id.is_empty() {
            engine.send(Command::ReadChunk { id });
        }
    });
    use_list_keys(move |key| match key {
        ListKey::Close => chunk.clear(),
        key => {
            let next = step(at.get_untracked(), shown.with_untracked(Vec::len), key);
            if let Some(i) = next.and_then(|n| shown.with_untracked(|s| s.get(n).copied())) {
                chunk.set(all.with_value(|v| v.lists.chunks[i].id.clone()));
            }
        }
    });
    let render = move |place: usize| match shown.with(|s| s.get(place).copied()) {
        Some(i) => row(all.with_value(|v| v.lists.chunks[i].clone()), chunk, chosen),
        None => ().into_any(),
    };
    let list = view! {
        <div class="list-head">
            <SearchField
                test="chunk-search"
                label="Search path and heading"
                value=search.or("")
                on_input=search.setter("")
            />
            <Segmented
                test="chunk-source"
                label="Source"
                options=sources()
                value=source.or("all")
                on_change=source.setter("all")
            />
            <p class="quiet" data-test="chunk-count">{move || words::of(shown.with(Vec::len), "chunk", "chunks")}</p>
        </div>
                        <VirtualList
                    test="chunk-list"
                    label="Chunks"
                    count=Signal::derive(move || shown.with(Vec::len))
                    row_height=ROW
                    render=render
                    focus=Signal::derive(move || at.get())
                />
    };
    let is_open = Signal::derive(move || !chunk.get().is_empty());
    view! {
        <SelectionControls/>
        <Split is_open=is_open list=list.into_any() detail=view! { <ChunkPane chunk=chunk chosen=chosen/> }.into_any()/>
    }
}

fn sources() -> Vec<(&'static str, String)> {
    let all = [ChunkSource::Docstring, ChunkSource::DocFile, ChunkSource::Readme];
    std::iter::once(("all", "all".to_owned())).chain(all.map(|s| (s.id(), s.label().to_owned()))).collect()
}

fn matching(view: &RepositoryView, search: &str, source: &str) -> Vec<usize> {
    let search = search.to_lowercase();
    let fits = |chunk: &ChunkRow| {
        (source.is_empty() || chunk.source.id() == source)
            && (search.is_empty() || format!("{} {}", chunk.path, chunk.heading).to_lowercase().contains(&search))
    };
    view.lists.chunks.iter().enumerate().filter(|(_, chunk)| fits(chunk)).map(|(i, _)| i).collect()
}

fn row(chunk: ChunkRow, open: Param, chosen: Memo<Chosen>) -> AnyView {
    let (id, current, wanted) = (chunk.id.clone(), chunk.id.clone(), chunk.id.clone());
    let tag = move || {
        let of = chosen.with(|c| c.get(&wanted).copied());
        of.map(
            |(set, category)| view! { <span class="chunk-tag">{format!("{} · {}", set.label(), category.id())}</span> },
        )
    };
    let heading = if chunk.heading.is_empty() { "(no heading)".to_owned() } else { chunk.heading.clone() };
    let width = format!("{}%", (chunk.score / FULL * 100.0).clamp(2.0, 100.0));
    view! {
        <button
            type="button"
            class="row chunk-row"
            data-test="chunk-row"
            data-id=chunk.id.clone()
            aria-current=move || open.is(&current).then_some("true")
            on:click=move |_| open.set(id.clone())
        >
            <span class="chunk-line">
                <span class="chunk-score figure">{chunk.score}</span>
                <span class="score-bar" aria-hidden="true"><span style:width=width></span></span>
                <span class="chunk-heading">{heading}</span>
                {tag}
            </span>
            <span class="chunk-line chunk-origin">
                {format!("{} · {}:{}", chunk.source.label(), chunk.path, chunk.start_line)}
            </span>
        </button>
    }
    .into_any()
}
