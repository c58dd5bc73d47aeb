//! Which chunks become tasks: threshold, number, and how many of one file.

use leptos::prelude::*;

use crate::domain::chunks::SelectionSpec;
use crate::domain::task::TaskSet;
use crate::engine::protocol::Command;
use crate::ui::components::NumberField;
use crate::ui::engine::{EngineHandle, use_engine};
use crate::ui::state::{State, use_state};

/// The rules, and what they select.
#[component]
pub fn SelectionControls() -> impl IntoView {
    let (state, engine) = (use_state(), use_engine());
    let of = move |read: fn(&SelectionSpec) -> f64| {
        Signal::derive(move || state.repository.selection.with(|s| s.as_ref().map_or(0.0, |s| read(&s.spec))))
    };
    let set = move |write: fn(&mut SelectionSpec, f64)| {
        Callback::new(move |value: f64| change(&state, engine, |spec| write(spec, value)))
    };
    let summary = move || {
        state.repository.selection.with(|s| {
            let Some(selection) = s else { return String::new() };
            let count = |set| selection.chosen.iter().filter(|c| c.1 == set).count();
            format!(
                "{} selected for code-derivable, {} for doc-dependent tasks; {} pinned, {} excluded",
                count(TaskSet::CodeDerivable),
                count(TaskSet::DocDependent),
                selection.spec.pinned.len(),
                selection.spec.excluded.len()
            )
        })
    };
    view! {
        <div class="fields selection">
            <NumberField
                test="selection-threshold"
                label="Least score"
                value=of(|s| s.threshold)
                min=-20.0
                max=30.0
                on_change=set(|s, v| s.threshold = v)
            />
            <NumberField
                test="selection-count"
                label="At most, in all"
                value=of(|s| s.count as f64)
                max=2000.0
                on_change=set(|s, v| s.count = v as usize)
            />
            <NumberField
                test="selection-per-file"
                label="At most, per file"
                value=of(|s| s.per_file as f64)
                min=1.0
                max=1000.0
                on_change=set(|s, v| s.per_file = v as usize)
            />
            <p class="quiet" data-test="selection-summary" role="status">{summary}</p>
        </div>
    }
}

/// Sends the rules in force with a change made to them.
pub fn change(state: &State, engine: EngineHandle, write: impl FnOnce(&mut SelectionSpec)) {
    let spec = state.repository.selection.with_untracked(|s| s.as_ref().map(|s| s.spec.clone()));
    if let Some(mut spec) = spec {
        write(&mut spec);
        engine.send(Command::SetSelection { spec });
    }
}
