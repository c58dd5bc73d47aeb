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
    let navigate = use_navigate();
    let try_it = Callback::new(move |()| {
        engine.send(Command::OpenSample);
        navigate(Page::Repository.path(), Default::default());
    });
    view! {
        <section class="doors" aria-label="Start">
            <div class="door">
                <h2>"Try it now"</h2>
                <p>
                    "A small sample repository and the offline baseline, which is not a language model. No key, no network; \
                     nothing leaves this tab."
                </p>
                <Button test="door-sample" tone=Tone::Primary on_click=try_it>"Open the sample"</Button>
            </div>
            <div class="door">
                <h2>"Use your repository"</h2>
                <p>"Drop an archive or a folder. It stays in this tab, but for what goes to the provider that you choose."</p>
                <A href=Page::Repository.path() attr:class="button" attr:data-test="door-repository">"Load a repository"</A>
            </div>
        </section>
    }
}
