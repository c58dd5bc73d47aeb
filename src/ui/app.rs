//! The composition root: builds the adapters, hands them to the pages, and maps addresses to pages.

mod provider_keys;

use std::sync::Arc;

use leptos::prelude::*;
use leptos_router::components::{Route, Router, Routes};
use leptos_router::path;

use super::downloads::{Content, Downloads};
use super::engine::EngineHandle;
use super::frame::Frame;
use super::pages::evaluate::EvaluatePage;
use super::pages::published::PublishedPage;
use super::pages::repository::RepositoryPage;
use super::pages::results::ResultsPage;
use super::pages::settings::SettingsPage;
use super::pages::tasks::TasksPage;
use super::published::PublishedFigures;
use super::state::State;
use super::theme::{Theme, ThemeHandle};
use crate::adapters;
use crate::adapters::worker_client::WorkerClient;
use crate::engine::protocol::Problem;

/// The app.
#[component]
pub fn App() -> impl IntoView {
    let state = State::empty();
    provide_context(state);
    let engine = engine(state);
    provide_context(engine);
    provide_context(provider_keys::keys(state, engine));
    keep_what_is_stored(state);
    provide_context(theme());
    provide_context(downloads(state));
    let figures = || async { adapters::published::load().await.map(Arc::new) };
    provide_context(PublishedFigures(LocalResource::new(figures)));
    view! {
        <Router>
            <Frame>
                <Routes fallback=NotFound>
                    <Route path=path!("/") view=PublishedPage/>
                    <Route path=path!("/repository") view=RepositoryPage/>
                    <Route path=path!("/tasks") view=TasksPage/>
                    <Route path=path!("/evaluate") view=EvaluatePage/>
                    <Route path=path!("/results") view=ResultsPage/>
                    <Route path=path!("/settings") view=SettingsPage/>
                </Routes>
            </Frame>
        </Router>
    }
}

/// The engine in its worker; everything it says goes into the state.
fn engine(state: State) -> EngineHandle {
    let client = StoredValue::new_local(WorkerClient::start(move |event| state.apply(event)));
    EngineHandle::new(Callback::new(move |(command, files)| {
        client.with_value(|client| client.send(command, files));
    }))
}

/// Asks the browser to keep what is stored, once there is something that cost somebody something.
fn keep_what_is_stored(state: State) {
    let is_worth_it = Memo::new(move |_| state.runs.rows.with(|rows| !rows.is_empty()));
    Effect::new(move |_| {
        if is_worth_it.get() {
            adapters::persistence::ask();
        }
    });
}

fn downloads(state: State) -> Downloads {
    Downloads::new(Callback::new(move |(name, content): (String, Content)| {
        let (result, advice) = match content {
            Content::Text(text) => (adapters::download::save_text(&name, &text), ALLOW),
            Content::Made(Some(blob)) => (adapters::download::save(&name, &blob), ALLOW),
            Content::Made(None) => {
                (Err("nothing was made".into()), "Close other tabs and try again: there may be too little memory.")
            }
        };
        if let Err(error) = result {
            state.notify(Problem {
                message: format!("{name} could not be handed over for download."),
                advice: advice.into(),
                details: format!("{error:?}"),
            });
        }
    }))
}

/// What helps where the browser takes no file.
const ALLOW: &str = "Allow downloads for this site and try again.";

fn theme() -> ThemeHandle {
    let choice = RwSignal::new(Theme::from_id(&adapters::theme::stored().unwrap_or_default()));
    let system = RwSignal::new(adapters::theme::system_is_dark());
    adapters::theme::on_system_change(move |is_dark| system.set(is_dark));
    ThemeHandle {
        choice: choice.into(),
        is_dark: Signal::derive(move || choice.get().is_dark(system.get())),
        choose: Callback::new(move |theme: Theme| {
            adapters::theme::keep(Some(theme.id()).filter(|_| theme != Theme::Auto));
            choice.set(theme);
        }),
    }
}

#[component]
fn NotFound() -> impl IntoView {
    view! {
        <article class="page" data-test="page-not-found">
            <h1>"There is no page at this address"</h1>
            <p>"Choose one at the left."</p>
        </article>
    }
}
