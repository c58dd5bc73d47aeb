//! What is loaded: files with their code-only form, what was removed and why, every chunk, what natural
//! language is left, and the certificate of all this.

mod certificate;
mod chunk_detail;
mod chunks;
mod drop;
mod file_view;
mod files;
mod inspection;
mod leaks;
mod lines;
mod reasons;
mod removed;
mod selection;
mod strip;
mod unparseable;

use std::sync::Arc;

use leptos::prelude::*;

use crate::engine::protocol::RepositoryView;
use crate::ui::components::{Tab, Tabs};
use crate::ui::query::Param;
use crate::ui::state::use_state;

use certificate::Certificate;
use chunks::Chunks;
pub use drop::Opening;
use drop::{Another, DropZone};
use files::Files;
use leaks::Leaks;
use removed::Removed;
use strip::Strip;
use unparseable::Unparseable;

/// The page.
#[component]
pub fn RepositoryPage() -> impl IntoView {
    let state = use_state();
    let content = move || match state.repository.open.get() {
        None => view! {
            <h1>"Load a repository"</h1>
            <DropZone/>
        }
        .into_any(),
        Some(view) => view! { <Loaded view=view/> }.into_any(),
    };
    view! {
        <article class="page repository" data-test="page-repository">
            <Opening/>
            {content}
        </article>
    }
}

#[component]
fn Loaded(
    /// The repository.
    view: Arc<RepositoryView>,
) -> impl IntoView {
    let tab = Param::new("tab");
    let tabs = [
        ("files", "Files", Some(view.lists.files.len())),
        ("removed", "Removed", Some(view.lists.removed.len() + view.lists.left_out.len())),
        ("unparseable", "Unparseable", Some(view.lists.unparseable.len())),
        ("chunks", "Chunks", Some(view.lists.chunks.len())),
        ("leaks", "Leaks", None),
        ("certificate", "Certificate", None),
    ];
    let tabs = tabs.map(|(id, name, count)| Tab { id, name, count }).to_vec();
    let shown = view.clone();
    let panel = move || {
        let view = shown.clone();
        match tab.or("files").get().as_str() {
            "removed" => view! { <Removed view=view/> }.into_any(),
            "unparseable" => view! { <Unparseable view=view/> }.into_any(),
            "chunks" => view! { <Chunks view=view/> }.into_any(),
            "leaks" => view! { <Leaks view=view/> }.into_any(),
            "certificate" => view! { <Certificate/> }.into_any(),
            _ => view! { <Files view=view/> }.into_any(),
        }
    };
    view! {
        <header class="repository-head">
            <h1 data-test="repository-name">{view.name.clone()}</h1>
            <Another/>
        </header>
        <Strip view=view/>
        <Tabs
            test="tab"
            label="Parts of the repository"
            tabs=Signal::stored(tabs)
            value=tab.or("files")
            on_change=tab.setter("files")
        />
        <div id="panel" role="tabpanel" class="panel">{panel}</div>
    }
}
