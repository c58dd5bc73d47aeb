//! Running models on the tasks: what to run, what that means, and how it goes.

mod acts;
mod amend;
mod budget;
mod flight;
mod form;
mod limits;
mod live;
mod matrix;
mod preflight;
mod prompts;
mod publish;
mod runs;
mod settings;

use leptos::prelude::*;
use leptos_router::components::A;

use crate::ui::components::Empty;
use crate::ui::pages::repository::Opening;
use crate::ui::pages::shared::Import;
use crate::ui::pages::tasks::Funnel;
use crate::ui::route::Page;
use crate::ui::state::{Activity, use_state};

use form::Form;
use limits::Limits;
use live::Live;
use matrix::Matrix;
use preflight::Preflight;
use runs::Runs;

/// The page.
#[component]
pub fn EvaluatePage() -> impl IntoView {
    let state = use_state();
    let has_tasks = Memo::new(move |_| state.tasks.view.with(|view| !view.tasks.is_empty()));
    let form = Form::new();
    let is_coming = Memo::new(move |_| {
        state.tasks.generation.with(Option::is_some)
            || state.repository.activity.with(|activity| matches!(activity, Activity::Opening(_)))
    });
    let none = move || {
        if is_coming.get() {
            return view! { <p class="quiet" data-test="evaluate-preparing">"Tasks are being made; they can be run once they are there."</p> }.into_any();
        }
        view! {
            <Empty
                test="evaluate-no-tasks"
                text="An evaluation runs models on tasks. There are none for the loaded repository."
            >
                <A href=Page::Tasks.path() attr:class="button">"Generate tasks"</A>
            </Empty>
        }
        .into_any()
    };
    view! {
        <article class="page evaluate" data-test="page-evaluate">
            <h1>"Evaluate"</h1>
            // What comes before a run, where one click does everything.
            <Opening/>
            <Show when=move || state.tasks.generation.with(Option::is_some)><Funnel/></Show>
            <Live/>
            <Show when=move || has_tasks.get() fallback=none>
                <section class="evaluate-plan" aria-label="Plan">
                    <div>
                        <Matrix form=form/>
                        <Limits form=form/>
                    </div>
                    <Preflight form=form/>
                </section>
            </Show>
            <section class="acts" aria-label="Files">
                <Import judge=form.judge/>
                <span class="field-hint">"Runs of this site (several of one specification become one), or answers of agents elsewhere."</span>
            </section>
            <Runs form=form/>
        </article>
    }
}
