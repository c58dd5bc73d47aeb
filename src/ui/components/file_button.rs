//! A button that picks files.

use leptos::html;
use leptos::prelude::*;
use web_sys::File;

/// Picks one or more files.
#[component]
pub fn FileButton(
    /// Value of `data-test`; the input's own ends in `-input`.
    test: &'static str,
    /// Endings of the files offered, such as `.jsonl`.
    accept: &'static str,
    /// Told the files that were picked.
    on_pick: Callback<Vec<File>>,
    /// Its text.
    children: Children,
) -> impl IntoView {
    let input = NodeRef::<html::Input>::new();
    let open = move |_| {
        if let Some(input) = input.get() {
            input.click();
        }
    };
    let picked = move |_| {
        let Some(input) = input.get() else { return };
        let files = input.files();
        let files: Vec<File> = files.iter().flat_map(|list| (0..list.length()).filter_map(|at| list.get(at))).collect();
        // So that the same file can be picked again.
        input.set_value("");
        if !files.is_empty() {
            on_pick.run(files);
        }
    };
    view! {
        <button type="button" class="button" data-test=test on:click=open>{children()}</button>
        <input
            type="file"
            class="visually-hidden"
            tabindex="-1"
            aria-label="Files"
            multiple=true
            accept=accept
            data-test=format!("{test}-input")
            node_ref=input
            on:change=picked
        />
    }
}
