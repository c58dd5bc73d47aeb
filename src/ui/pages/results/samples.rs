//! Every sample of the run, with filters in the address.

use std::sync::Arc;

use leptos::prelude::*;

use crate::domain::condition::Condition;
use crate::engine::protocol::SampleRow;
use crate::ui::components::{Chip, SearchField, Segmented, SelectField, VirtualList};
use crate::ui::keys::{ListKey, step, use_list_keys};
use crate::ui::pages::shared::ConditionName;
use crate::ui::query::Param;
use crate::ui::state::RunResults;
use crate::ui::words;

const ROW: f64 = 64.0;

/// The list.
#[component]
pub fn Samples(
    /// The results.
    results: Memo<Option<Arc<RunResults>>>,
    /// The open sample's parameter.
    open: Param,
) -> impl IntoView {
    let (search, condition, status) = (Param::replacing("q"), Param::new("condition"), Param::new("status"));
    let shown = Memo::new(move |_| {
        results.with(|r| {
            r.as_ref().map(|r| matching(r, &search.get(), &condition.get(), &status.get())).unwrap_or_default()
        })
    });
    let id_of = move |place: usize| {
        let index = shown.with_untracked(|s| s.get(place).copied())?;
        results.with_untracked(|r| r.as_ref().and_then(|r| r.samples.get(index)).map(|s| s.key.id()))
    };
    let at = Memo::new(move |_| {
        let id = open.get();
        let is_it = |r: &Arc<RunResults>, i: usize| r.samples.get(i).is_some_and(|s| s.key.id() == id);
        results.with(|r| r.as_ref().and_then(|r| shown.with(|s| s.iter().position(|i| is_it(r, *i)))))
    });
    use_list_keys(move |key| match key {
        ListKey::Close => open.clear(),
        key => {
            if let Some(id) = step(at.get_untracked(), shown.with_untracked(Vec::len), key).and_then(id_of) {
                open.set(id);
            }
        }
    });
    let render = move |place: usize| {
        let index = shown.with(|s| s.get(place).copied());
        let sample = index.and_then(|i| results.with(|r| r.as_ref().and_then(|r| r.samples.get(i).cloned())));
        sample.map(|s| row(s, open)).unwrap_or_else(|| ().into_any())
    };
    let conditions =
        std::iter::once(("all", "all".to_owned())).chain(Condition::ALL.map(|c| (c.id(), c.label().to_owned())));
    view! {
        <div class="list-head">
            <SearchField test="sample-search" label="Search questions" value=search.or("") on_input=search.setter("")/>
            <Segmented
                test="sample-condition"
                label="Condition"
                options=conditions.collect()
                value=condition.or("all")
                on_change=condition.setter("all")
            />
            <SelectField
                test="sample-status"
                label="Status"
                options=Signal::stored(statuses())
                value=status.or("")
                on_change=status.setter("")
            />
            <p class="quiet" data-test="sample-count">{move || words::of(shown.with(Vec::len), "sample", "samples")}</p>
        </div>
                        <VirtualList
                    test="sample-list"
                    label="Samples"
                    count=Signal::derive(move || shown.with(Vec::len))
                    row_height=ROW
                    render=render
                    focus=Signal::derive(move || at.get())
                />
    }
}

fn statuses() -> Vec<(String, String)> {
    let all = ["scored", "unscored", "failed", "refused", "cancelled", "answering", "judging", "not run"];
    let mut options = vec![(String::new(), "any".to_owned())];
    options.extend(all.map(|s| (s.to_owned(), s.to_owned())));
    options.push(("contaminated".into(), "possibly remembered".into()));
    options
}

fn matching(results: &RunResults, search: &str, condition: &str, status: &str) -> Vec<usize> {
    let (search, filter) = (search.to_lowercase(), &results.filter);
    let fits = |s: &SampleRow| {
        (condition.is_empty() || s.key.condition.id() == condition)
            && (status.is_empty() || s.status == status || (status == "contaminated" && s.is_contaminated))
            && (search.is_empty() || s.question.to_lowercase().contains(&search))
            && filter.model.as_ref().is_none_or(|model| *model == s.key.model)
            && filter.category.is_none_or(|category| category == s.category)
            && filter.set.is_none_or(|set| set == s.set)
    };
    results.samples.iter().enumerate().filter(|(_, s)| fits(s)).map(|(i, _)| i).collect()
}

fn row(sample: SampleRow, open: Param) -> AnyView {
    let id = sample.key.id();
    let (current, target) = (id.clone(), id.clone());
    let outcome = sample.score.map_or_else(|| sample.status.clone(), words::score);
    let remembered = sample.is_contaminated.then(|| {
        view! { <Chip text="possibly remembered" tone="warn" title="The closed-book score of this task reaches the threshold under \"How it is counted\"."/> }
    });
    view! {
        <button
            type="button"
            class="row sample-row"
            data-test="sample-row"
            data-id=id
            data-condition=sample.key.condition.id()
            data-status=sample.status.clone()
            title=sample.question.clone()
            aria-current=move || open.is(&current).then_some("true")
            on:click=move |_| open.set(target.clone())
        >
            <span class="task-question">{sample.question.clone()}</span>
            <span class="task-meta">
                <span class="figure sample-score">{outcome}</span>
                <ConditionName condition=sample.key.condition/>
                <span>{sample.key.model.label()}</span>
                {remembered}
            </span>
        </button>
    }
    .into_any()
}
