//! Which runs can be looked at: those of this browser, and those that the site shows.

use leptos::prelude::*;

use crate::domain::files::publish::{PUBLISHED_PREFIX, PublishedRun};
use crate::domain::provider::ModelRef;
use crate::domain::run::RunState;
use crate::engine::protocol::RunRow;
use crate::ui::state::use_state;
use crate::ui::words;

/// A run that can be looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// Its identifier.
    pub id: String,
    /// What it is, in a line.
    pub name: String,
    /// The models under test.
    pub models: Vec<ModelRef>,
    /// How it stands.
    pub state: RunState,
}

/// All runs that can be looked at, those of this browser first.
pub fn choices() -> Memo<Vec<Choice>> {
    let state = use_state();
    Memo::new(move |_| {
        let mut all: Vec<Choice> = state.runs.rows.with(|rows| rows.iter().map(of_row).collect());
        state.runs.published.with(|published| {
            if let Some(Ok(runs)) = published {
                all.extend(runs.iter().map(of_published));
            }
        });
        all
    })
}

fn of_row(row: &RunRow) -> Choice {
    let name = name(&row.spec.repository, row.created_ms, &row.spec.models);
    Choice { id: row.id.clone(), name, models: row.spec.models.clone(), state: row.state.clone() }
}

fn of_published(run: &PublishedRun) -> Choice {
    let name = format!("Published: {}", name(&run.repository, run.created_ms, &run.models));
    Choice { id: format!("{PUBLISHED_PREFIX}{}", run.id), name, models: run.models.clone(), state: RunState::Finished }
}

fn name(repository: &str, created_ms: u64, models: &[ModelRef]) -> String {
    let models: Vec<String> = models.iter().map(ModelRef::label).collect();
    format!("{repository}, {}: {}", words::date(created_ms), models.join(", "))
}
