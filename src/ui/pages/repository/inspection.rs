//! Progress while the repository is looked at, checked or packed.

use leptos::prelude::*;

use crate::engine::protocol::{Command, InspectionKind};
use crate::ui::components::{Button, Progress};
use crate::ui::engine::use_engine;
use crate::ui::state::use_state;
use crate::ui::words;

/// A bar with a way to stop, while something is under way.
#[component]
pub fn Inspection() -> impl IntoView {
    let (state, engine) = (use_state(), use_engine());
    let progress = state.repository.inspection;
    let is_underway = Memo::new(move |_| progress.with(Option::is_some));
    let label = move || progress.with(|p| p.as_ref().map(|p| words_of(p.kind).to_owned())).unwrap_or_default();
    let fraction = Signal::derive(move || progress.with(|p| p.as_ref().map(|p| p.fraction)));
    view! {
        <Show when=move || is_underway.get()>
            <div class="opening">
                <Progress
                    test="inspection"
                    label=Signal::derive(label)
                    fraction=fraction
                    detail=Signal::derive(move || fraction.get().map(words::percent).unwrap_or_default())
                />
                <Button
                    test="inspection-cancel"
                    on_click=Callback::new(move |()| engine.send(Command::CancelInspection))
                >
                    "Cancel"
                </Button>
            </div>
        </Show>
    }
}

fn words_of(kind: InspectionKind) -> &'static str {
    match kind {
        InspectionKind::Leaks => "Looking for natural language",
        InspectionKind::Certificate => "Checking every stripped file with two parsers",
        InspectionKind::Archive => "Packing the code-only repository",
    }
}
