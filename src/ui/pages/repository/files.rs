//! All files, with what the code-only repository has of each.

use std::sync::Arc;

use leptos::prelude::*;

use super::file_view::FilePane;
use crate::engine::protocol::{Command, FileRow, FileStatus, RepositoryView};
use crate::ui::components::{SearchField, Segmented, Split, VirtualList};
use crate::ui::engine::use_engine;
use crate::ui::keys::{ListKey, step, use_list_keys};
use crate::ui::query::Param;
use crate::ui::words;

const ROW: f64 = 30.0;

/// List beside file.
#[component]
pub fn Files(
    /// The repository.
    view: Arc<RepositoryView>,
) -> impl IntoView {
    let engine = use_engine();
    let (search, status, file) = (Param::replacing("q"), Param::new("status"), Param::new("file"));
    let files = StoredValue::new(view);
    let shown = Memo::new(move |_| files.with_value(|view| matching(view, &search.get(), &status.get())));
    let chosen = Memo::new(move |_| {
        let path = file.get();
        shown.with(|shown| files.with_value(|v| shown.iter().position(|i| v.lists.files[*i].path == path)))
    });
    Effect::new(move |_| {
        let path = file.get();
        if !path.is_empty() {
            engine.send(Command::ReadFile { path });
        }
    });
    use_list_keys(move |key| match key {
        ListKey::Close => file.clear(),
        key => {
            let next = step(chosen.get_untracked(), shown.with_untracked(Vec::len), key);
            let path = next.and_then(|n| shown.with_untracked(|s| s.get(n).copied()));
            if let Some(i) = path {
                file.set(files.with_value(|v| v.lists.files[i].path.clone()));
            }
        }
    });
    let render = move |place: usize| match shown.with(|s| s.get(place).copied()) {
        Some(i) => row(&files.with_value(|v| v.lists.files[i].clone()), file),
        None => ().into_any(),
    };
    let list = view! {
        <div class="list-head">
            <SearchField test="file-search" label="Search paths" value=search.or("") on_input=search.setter("")/>
            <Segmented
                test="file-status"
                label="Status"
                options=statuses()
                value=status.or("all")
                on_change=status.setter("all")
            />
            <p class="quiet" data-test="file-count">{move || words::of(shown.with(Vec::len), "file", "files")}</p>
        </div>
                        <VirtualList
                    test="file-list"
                    label="Files"
                    count=Signal::derive(move || shown.with(Vec::len))
                    row_height=ROW
                    render=render
                    focus=Signal::derive(move || chosen.get())
                />
    };
    let is_open = Signal::derive(move || !file.get().is_empty());
    view! { <Split is_open=is_open list=list.into_any() detail=view! { <FilePane file=file/> }.into_any()/> }
}

fn statuses() -> Vec<(&'static str, String)> {
    let all = [FileStatus::Stripped, FileStatus::Kept, FileStatus::Removed, FileStatus::Unparseable];
    std::iter::once(("all", "all".to_owned())).chain(all.map(|s| (label(s), label(s).to_owned()))).collect()
}

/// One word for a status.
pub fn label(status: FileStatus) -> &'static str {
    match status {
        FileStatus::Pending => "not read yet",
        FileStatus::Kept => "kept",
        FileStatus::Stripped => "stripped",
        FileStatus::Removed => "removed",
        FileStatus::Unparseable => "unparseable",
    }
}

fn matching(view: &RepositoryView, search: &str, status: &str) -> Vec<usize> {
    let search = search.to_lowercase();
    let fits = |file: &FileRow| {
        (status.is_empty() || label(file.status) == status)
            && (search.is_empty() || file.path.to_lowercase().contains(&search))
    };
    view.lists.files.iter().enumerate().filter(|(_, file)| fits(file)).map(|(i, _)| i).collect()
}

fn row(file: &FileRow, chosen: Param) -> AnyView {
    let (path, open) = (file.path.clone(), file.path.clone());
    let (folder, name) = path.rsplit_once('/').map_or(("", path.as_str()), |(folder, name)| (folder, name));
    let folder = if folder.is_empty() { String::new() } else { format!("{folder}/") };
    let is_current = {
        let path = path.clone();
        move || chosen.is(&path).then_some("true")
    };
    view! {
        <button
            type="button"
            class="row file-row"
            data-test="file-row"
            data-path=path.clone()
            title=path.clone()
            aria-current=is_current
            on:click=move |_| chosen.set(open.clone())
        >
            <span class="file-name"><span class="file-folder">{folder}</span>{name.to_owned()}</span>
            <span class=format!("file-status status-{}", label(file.status))>{label(file.status)}</span>
        </button>
    }
    .into_any()
}
