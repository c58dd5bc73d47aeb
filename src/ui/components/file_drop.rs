//! Where files or a folder are dropped or picked.

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{File, FileSystemDirectoryEntry, FileSystemDirectoryReader, FileSystemEntry, FileSystemFileEntry};

/// What was dropped or picked.
#[derive(Clone, Debug)]
pub enum Dropped {
    /// One file.
    File(File),
    /// A folder: its name, and each file with its path within it.
    Folder(String, Vec<(String, File)>),
    /// Nothing that could be read, and why.
    Unreadable(String),
}

/// A drop zone that is a button too.
#[component]
pub fn FileDrop(
    /// Prefix of every `data-test` within.
    test: &'static str,
    /// Endings of the files offered when picking, such as `.zip`.
    accept: &'static str,
    /// Told what was dropped or picked.
    on_drop: Callback<Dropped>,
    /// What stands in the zone.
    children: Children,
) -> impl IntoView {
    let file = NodeRef::<html::Input>::new();
    let folder = NodeRef::<html::Input>::new();
    let (is_over, set_over) = signal(false);
    folder.on_load(|input| drop(input.set_attribute("webkitdirectory", "")));
    let dropped = move |event: leptos::ev::DragEvent| {
        event.prevent_default();
        set_over.set(false);
        take_drop(&event, on_drop);
    };
    let hover = move |event: leptos::ev::DragEvent| {
        event.prevent_default();
        set_over.set(true);
    };
    view! {
        <div
            class="drop"
            class:drop-over=move || is_over.get()
            data-test=format!("{test}-zone")
            on:dragover=hover
            on:dragleave=move |_| set_over.set(false)
            on:drop=dropped
        >
            {children()}
            <div class="drop-acts">
                <Picker test=format!("{test}-file") text="Choose an archive" input=file/>
                <Picker test=format!("{test}-folder") text="Choose a folder" input=folder/>
            </div>
            <input
                type="file"
                class="visually-hidden"
                tabindex="-1"
                aria-label="Archive"
                accept=accept
                data-test=format!("{test}-file-input")
                node_ref=file
                on:change=move |_| take_picked(file, on_drop, false)
            />
            <input
                type="file"
                class="visually-hidden"
                tabindex="-1"
                aria-label="Folder"
                multiple=true
                data-test=format!("{test}-folder-input")
                node_ref=folder
                on:change=move |_| take_picked(folder, on_drop, true)
            />
        </div>
    }
}

#[component]
fn Picker(
    /// Value of `data-test`.
    test: String,
    /// Its text.
    text: &'static str,
    /// The input that it opens.
    input: NodeRef<html::Input>,
) -> impl IntoView {
    let open = move |_| {
        if let Some(input) = input.get_untracked() {
            input.click();
        }
    };
    view! { <button type="button" class="button" data-test=test on:click=open>{text}</button> }
}

/// Takes the files of an input and empties it, so that the same file can be picked again.
fn take_picked(input: NodeRef<html::Input>, on_drop: Callback<Dropped>, is_folder: bool) {
    let Some(input) = input.get_untracked() else { return };
    let files: Vec<File> =
        input.files().map(|list| (0..list.length()).filter_map(|i| list.get(i)).collect()).unwrap_or_default();
    input.set_value("");
    match files.first() {
        None => {}
        Some(file) if !is_folder => on_drop.run(Dropped::File(file.clone())),
        Some(_) => on_drop.run(folder_of(files)),
    }
}

/// Files of a folder input know their path: `name/a/b.py`.
fn folder_of(files: Vec<File>) -> Dropped {
    let path = |file: &File| {
        let path = js_sys::Reflect::get(file, &"webkitRelativePath".into()).ok().and_then(|p| p.as_string());
        path.filter(|p| !p.is_empty()).unwrap_or_else(|| file.name())
    };
    let name = files.first().map(path).unwrap_or_default();
    let name = name.split('/').next().unwrap_or_default().to_owned();
    Dropped::Folder(name, files.into_iter().map(|f| (path(&f), f)).collect())
}

/// Entries must be taken before the event ends; their contents are read afterwards.
fn take_drop(event: &leptos::ev::DragEvent, on_drop: Callback<Dropped>) {
    let Some(items) = event.data_transfer().map(|data| data.items()) else { return };
    let entries: Vec<FileSystemEntry> = (0..items.length())
        .filter_map(|i| items.get(i))
        .filter_map(|item| item.webkit_get_as_entry().ok().flatten())
        .collect();
    spawn_local(async move {
        let outcome = match entries.as_slice() {
            [] => Dropped::Unreadable("Nothing that was dropped is a file or a folder.".into()),
            [entry] if entry.is_file() => match file_of(entry).await {
                Some(file) => Dropped::File(file),
                None => Dropped::Unreadable(format!("{} could not be read.", entry.name())),
            },
            [entry] => Dropped::Folder(entry.name(), walk(entry.clone()).await),
            _ => Dropped::Unreadable("Drop one archive or one folder at a time.".into()),
        };
        on_drop.run(outcome);
    });
}

/// Every file below an entry, with its path within the entry's parent.
async fn walk(root: FileSystemEntry) -> Vec<(String, File)> {
    let mut files = Vec::new();
    let mut pending = vec![root];
    while let Some(entry) = pending.pop() {
        if entry.is_directory() {
            let folder: &FileSystemDirectoryEntry = entry.unchecked_ref();
            pending.extend(children_of(&folder.create_reader()).await);
        } else if let Some(file) = file_of(&entry).await {
            files.push((entry.full_path().trim_start_matches('/').to_owned(), file));
        }
    }
    files
}

async fn file_of(entry: &FileSystemEntry) -> Option<File> {
    let entry: &FileSystemFileEntry = entry.unchecked_ref();
    let promise = js_sys::Promise::new(&mut |resolve, reject| {
        entry.file_with_callback_and_callback(&resolve, &reject);
    });
    JsFuture::from(promise).await.ok()?.dyn_into().ok()
}

/// A reader gives its entries in batches until an empty one.
async fn children_of(reader: &FileSystemDirectoryReader) -> Vec<FileSystemEntry> {
    let mut all = Vec::new();
    loop {
        let promise = js_sys::Promise::new(&mut |resolve, reject| {
            let _ = reader.read_entries_with_callback_and_callback(&resolve, &reject);
        });
        let batch = JsFuture::from(promise).await.map(|entries| js_sys::Array::from(&entries)).unwrap_or_default();
        if batch.length() == 0 {
            return all;
        }
        all.extend(batch.iter().filter_map(|entry| entry.dyn_into().ok()));
    }
}
