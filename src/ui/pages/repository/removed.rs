//! What the code-only repository lacks, and why.

use std::sync::Arc;

use leptos::prelude::*;

use super::reasons::reasons;
use crate::engine::protocol::{RemovedRow, RepositoryView};

/// Documentation files and entries left out.
#[component]
pub fn Removed(
    /// The repository.
    view: Arc<RepositoryView>,
) -> impl IntoView {
    view! {
        <section class="section">
            <h2>"Removed as documentation"</h2>
            {rows("removed-table", &view.lists.removed, "No documentation files were found.")}
        </section>
        <section class="section">
            <h2>"Left out of the repository"</h2>
            {rows("left-out-table", &view.lists.left_out, "Every entry of the archive was taken.")}
        </section>
    }
}

fn rows(test: &'static str, rows: &[RemovedRow], none: &'static str) -> AnyView {
    reasons(test, rows.iter().map(|row| (row.path.as_str(), row.reason.as_str())), none)
}
