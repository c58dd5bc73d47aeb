//! The two ways in.

use leptos::prelude::*;
use leptos_router::components::A;
use leptos_router::hooks::use_navigate;

use crate::engine::protocol::Command;
use crate::ui::components::{Button, Tone};
use crate::ui::engine::use_engine;
use crate::ui::route::Page;

/// *Try it now* and *Use your repository*.
#[component]
pub fn Doors() -> impl IntoView {
    let engine = use_engine();
    let (to_evaluate, to_repository) = (use_navigate(), use_navigate());
    let run_all = Callback::new(move |()| {
        engine.send(Command::RunDemo);
        to_evaluate(Page::Evaluate.path(), Default::default());
    });
    let open_only = Callback::new(move |()| {
        engine.send(Command::OpenSample);
        to_repository(Page::Repository.path(), Default::default());
    });
    view! {
        <section class="doors" aria-label="Start">
            <div class="door">
                <h2>"Try it now"</h2>
                <p>
                    "A small sample repository and the offline baseline, which is not a language model. No key, no network; \
                     nothing leaves this tab."
                </p>
                <div class="acts">
                    <Button test="door-demo" tone=Tone::Primary on_click=run_all>"Run everything"</Button>
                    <Button test="door-sample" on_click=open_only>"Only open the sample"</Button>
                </div>
            </div>
            <div class="door">
                <h2>"Use your repository"</h2>
                <p>"Drop an archive or a folder. It stays in this tab, but for what goes to the provider that you choose."</p>
                <A href=Page::Repository.path() attr:class="button" attr:data-test="door-repository">
                    "Load a repository"
                </A>
            </div>
        </section>
    }
}
