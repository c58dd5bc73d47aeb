//! Which run, and which of its samples count.

use leptos::prelude::*;

use crate::domain::provider::ModelRef;
use crate::domain::results::Filter;
use crate::domain::run::RunState;
use crate::domain::task::{Category, TaskSet};
use crate::ui::components::{Advice, Button, NoticeTone, Segmented, SelectField, Tone};
use crate::ui::pages::shared::{from_key, key};
use crate::ui::query::Param;
use crate::ui::state::use_state;
use crate::ui::words;

/// The filter that the address says.
pub fn filter() -> Memo<Filter> {
    let (model, category, set) = (Param::new("model"), Param::new("category"), Param::new("set"));
    Memo::new(move |_| Filter {
        model: from_key(&model.get()),
        category: Category::ALL.into_iter().find(|c| category.is(c.id())),
        set: TaskSet::ALL.into_iter().find(|s| set.is(s.id())),
    })
}

/// The run shown.
#[component]
pub fn RunPicker(
    /// The run in force with its state.
    run: Memo<Option<(String, RunState)>>,
    /// The run's parameter.
    param: Param,
    /// Computes the figures anew.
    refresh: Callback<()>,
) -> impl IntoView {
    let state = use_state();
    let name = |row: &crate::engine::protocol::RunRow| {
        let models: Vec<String> = row.spec.models.iter().map(ModelRef::label).collect();
        let text = format!("{}, {}: {}", row.spec.repository, words::date(row.created_ms), models.join(", "));
        (row.id.clone(), text)
    };
    let options = Memo::new(move |_| state.runs.rows.with(|rows| rows.iter().map(name).collect::<Vec<_>>()));
    let is_unfinished =
        move || run.get().is_some_and(|(_, state)| !matches!(state, RunState::Finished | RunState::Cancelled));
    view! {
        <div class="fields">
            <SelectField
                test="run-picker"
                label="Run"
                options=options
                value=Signal::derive(move || run.get().map(|(id, _)| id).unwrap_or_default())
                on_change=Callback::new(move |id: String| param.set(id))
            />
            <Show when=is_unfinished>
                <Button test="results-refresh" tone=Tone::Plain on_click=refresh>"Compute anew"</Button>
            </Show>
        </div>
        <Show when=is_unfinished>
            <Advice
                test="results-unfinished"
                tone=NoticeTone::Note
                message="This run has not ended: the figures are of the samples so far."
            />
        </Show>
    }
}

/// Model, set and category.
#[component]
pub fn Filters(
    /// The run in force with its state.
    run: Memo<Option<(String, RunState)>>,
) -> impl IntoView {
    let state = use_state();
    let (model, category, set) = (Param::new("model"), Param::new("category"), Param::new("set"));
    let all = |name: &str| (String::new(), name.to_owned());
    let models = Memo::new(move |_| {
        let id = run.get().map(|(id, _)| id);
        let of_run = state
            .runs
            .rows
            .with(|rows| rows.iter().find(|r| Some(&r.id) == id.as_ref()).map(|r| r.spec.models.clone()));
        std::iter::once(all("all models"))
            .chain(of_run.unwrap_or_default().iter().map(|m| (key(m), m.label())))
            .collect::<Vec<_>>()
    });
    let sets = std::iter::once(("all", "all".to_owned())).chain(TaskSet::ALL.map(|s| (s.id(), s.label().to_owned())));
    let categories =
        std::iter::once(("all", "all".to_owned())).chain(Category::ALL.map(|c| (c.id(), c.id().to_owned())));
    view! {
        <div class="fields filters">
            <SelectField
                test="filter-model"
                label="Model"
                options=models
                value=model.or("")
                on_change=model.setter("")
            />
            <div><span class="field-label">"Set"</span>
                <Segmented
                    test="filter-set"
                    label="Set"
                    options=sets.collect()
                    value=set.or("all")
                    on_change=set.setter("all")
                />
            </div>
            <div><span class="field-label">"Category"</span>
                <Segmented
                    test="filter-category"
                    label="Category"
                    options=categories.collect()
                    value=category.or("all")
                    on_change=category.setter("all")
                />
            </div>
        </div>
    }
}
