//! What a task said before, and the way back.

use std::sync::Arc;

use leptos::prelude::*;

use crate::domain::task::{Author, Task};
use crate::engine::protocol::Command;
use crate::ui::components::Button;
use crate::ui::engine::use_engine;
use crate::ui::pages::shared::WordDiff;
use crate::ui::state::use_state;
use crate::ui::words;

/// The earlier wordings of a task, newest first; nothing where there are none.
#[component]
pub fn Versions(
    /// The task.
    task: Arc<Task>,
) -> impl IntoView {
    let count = task.earlier.len();
    (count > 0).then(move || {
        let one = |at: usize| view! { <Version task=task.clone() at=at/> };
        view! {
            <section data-test="task-versions">
                <h3>{words::of(count, "earlier version", "earlier versions")}</h3>
                {(0..count).rev().map(one).collect_view()}
            </section>
        }
    })
}

#[component]
fn Version(
    /// The task.
    task: Arc<Task>,
    /// Place of the wording.
    at: usize,
) -> impl IntoView {
    let (state, engine) = (use_state(), use_engine());
    let earlier = task.earlier.get(at).cloned();
    let id = StoredValue::new(task.id.clone());
    let restore = Callback::new(move |()| engine.send(Command::RestoreTask { id: id.get_value(), version: at + 1 }));
    let changes = move || {
        let changes = state.tasks.changes.get().filter(|changes| id.with_value(|id| changes.task == *id))?;
        let [question, answer] = changes.wordings.get(at)?.clone();
        Some(view! {
            <WordDiff test="version-question" runs=question/>
            <WordDiff test="version-answer" runs=answer/>
        })
    };
    earlier.map(|earlier| {
        let author = match (earlier.author, &earlier.model) {
            (Author::Person, _) => "edited by hand".to_owned(),
            (Author::Origin, Some(model)) => format!("by {}", model.label()),
            (Author::Origin, None) => "as imported".to_owned(),
        };
        view! {
            <details class="making" data-test="task-version">
                <summary>{format!("Version {}, {author}, until {}", at + 1, words::date(earlier.until_ms))}</summary>
                <p class="quiet">"What the next version changed: question, then answer."</p>
                {changes}
                <Button test="version-restore" on_click=restore>"Put this version back"</Button>
            </details>
        }
    })
}
