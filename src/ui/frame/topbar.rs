//! What is loaded, what runs, what leaves the tab.

use leptos::prelude::*;

use crate::domain::run::RunState;
use crate::engine::protocol::{Command, HostContact};
use crate::ui::components::{Button, Tone};
use crate::ui::engine::use_engine;
use crate::ui::state::{Activity, Link, use_state};
use crate::ui::words;

/// Three facts at the top of every page.
#[component]
pub fn TopBar() -> impl IntoView {
    view! {
        <header class="topbar">
            <Loaded/>
            <Running/>
            <Hosts/>
        </header>
    }
}

#[component]
fn Loaded() -> impl IntoView {
    let state = use_state();
    let text = move || {
        if let Activity::Opening(progress) = state.repository.activity.get() {
            return format!("Opening {}", progress.name);
        }
        state.repository.open.with(|open| match open {
            None => "No repository loaded".into(),
            Some(view) => {
                let sample = if view.is_sample { " (sample)" } else { "" };
                format!(
                    "{}{sample}, {} Python files, tier of {} tasks",
                    view.name,
                    words::count(view.py_files as u64),
                    view.tier
                )
            }
        })
    };
    view! { <p class="topbar-item" data-test="top-loaded"><span class="topbar-name">"Loaded"</span> {text}</p> }
}

#[component]
fn Running() -> impl IntoView {
    let state = use_state();
    let engine = use_engine();
    let is_running = Memo::new(move |_| state.runs.is_running());
    let text = move || {
        if state.tasks.generation.with(Option::is_some) {
            return state.tasks.generation.with(|g| {
                g.as_ref().map(|g| format!("generating, {} of {} chunks", g.done, g.chunks)).unwrap_or_default()
            });
        }
        let run = state.runs.progress.get();
        match run.map(|p| (p.run.state.clone(), p.run.ended, p.run.samples, words::tokens(&p.usage))) {
            Some((RunState::Running, ended, samples, tokens)) => {
                format!("{ended} of {samples} samples, {tokens} tokens")
            }
            Some((RunState::Paused, ended, samples, _)) => format!("paused at {ended} of {samples} samples"),
            Some((RunState::Blocked { .. }, ended, samples, _)) => format!("blocked at {ended} of {samples} samples"),
            _ => idle(&state.link.get()).into(),
        }
    };
    view! {
        <p class="topbar-item" data-test="top-running"><span class="topbar-name">"Running"</span> {text}</p>
        <Show when=move || is_running.get()>
            <Button
                test="top-pause"
                tone=Tone::Quiet
                on_click=Callback::new(move |()| engine.send(Command::PauseRun))
            >
                "Pause"
            </Button>
        </Show>
    }
}

fn idle(link: &Link) -> &'static str {
    match link {
        Link::Starting => "engine starting",
        Link::Ready => "nothing",
        Link::Lost(_) => "engine stopped",
    }
}

#[component]
fn Hosts() -> impl IntoView {
    let state = use_state();
    let name = |host: &HostContact| {
        format!("{} ({} requests, {})", host.host, words::count(host.requests), words::bytes(host.bytes_sent))
    };
    let text = move || {
        state.settings.hosts.with(|hosts| match hosts.as_slice() {
            [] => "nothing has left this tab".into(),
            hosts => hosts.iter().map(name).collect::<Vec<_>>().join(", "),
        })
    };
    view! { <p class="topbar-item topbar-hosts" data-test="top-hosts"><span class="topbar-name">"Sent to"</span> {text}</p> }
}
