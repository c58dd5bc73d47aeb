//! A run as a folder that a site shows.

use leptos::prelude::*;

use crate::engine::protocol::{Command, Export};
use crate::ui::components::{Button, Field};
use crate::ui::engine::use_engine;

/// A title and the button, folded until they are wanted.
#[component]
pub fn Publish(
    /// The run.
    id: StoredValue<String>,
) -> impl IntoView {
    let engine = use_engine();
    let title = RwSignal::new(String::new());
    let publish = Callback::new(move |()| {
        let export = Export::Publish { run: id.get_value(), title: title.get_untracked() };
        engine.send(Command::Export(export));
    });
    view! {
        <details>
            <summary data-test="run-publish">"Publish"</summary>
            <div class="fields">
                <Field
                    test="publish-title"
                    label="What it is"
                    value=title
                    on_input=Callback::new(move |text| title.set(text))
                    hint="Shown above the run. Everything of it becomes public: questions, answers, prompts and what was said."
                />
                <Button test="publish-save" on_click=publish>"Make the folder"</Button>
                <span class="field-hint">"A zip with the folder \u{201c}published\u{201d}: unpack it over the site's own, and visitors see the run."</span>
            </div>
        </details>
    }
}
