//! The repository in figures.

use std::sync::Arc;

use leptos::prelude::*;

use crate::engine::protocol::RepositoryView;
use crate::ui::components::Figure;
use crate::ui::words::{bytes, count};

/// A strip of figures.
#[component]
pub fn Strip(
    /// The repository.
    view: Arc<RepositoryView>,
) -> impl IntoView {
    let figures = [
        ("figure-files", "files", count(view.lists.files.len() as u64)),
        ("figure-bytes", "in all", bytes(view.bytes)),
        ("figure-python", "Python files", count(view.py_files as u64)),
        ("figure-docstrings", "docstrings removed", count(view.docstrings_removed as u64)),
        ("figure-comments", "comments removed", count(view.comments_removed as u64)),
        ("figure-removed", "documentation files removed", count(view.lists.removed.len() as u64)),
        ("figure-unparseable", "don't parse", count(view.lists.unparseable.len() as u64)),
        ("figure-left-out", "entries left out", count(view.lists.left_out.len() as u64)),
        ("figure-tier", "tasks by tier", count(view.tier as u64)),
    ];
    let one = |(test, name, value)| view! { <Figure test=test name=name value=Signal::stored(value)/> };
    let hash = view.archive_sha256.clone();
    let memory = view.engine_peak_bytes.map(|peak| format!("; the engine has taken {} of memory", bytes(peak)));
    let opened = format!("Opened in {} ms{}.", count(view.opened_in_ms), memory.unwrap_or_default());
    let exact = (view.opened_in_ms, view.engine_peak_bytes.unwrap_or_default());
    view! {
        <dl class="strip">{figures.map(one)}</dl>
        <p class="quiet" data-test="opened-in" data-ms=exact.0.to_string() data-bytes=exact.1.to_string()>{opened}</p>
        {(!hash.is_empty())
            .then(|| view! { <p class="quiet">"SHA-256 of the archive: " <code class="hash" data-test="archive-hash">{hash}</code></p> })}
    }
}
