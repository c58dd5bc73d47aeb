//! One small call to find out whether a model can be used.

use leptos::prelude::*;

use crate::domain::provider::ModelRef;
use crate::engine::protocol::Command;
use crate::ui::components::{Advice, Button, NoticeTone};
use crate::ui::engine::use_engine;
use crate::ui::state::use_state;

/// The button and the last outcome.
#[component]
pub fn TestCall(
    /// The model.
    model: ModelRef,
) -> impl IntoView {
    let (state, engine) = (use_state(), use_engine());
    let model = StoredValue::new(model);
    let (is_testing, set_testing) = signal(false);
    let report = Memo::new(move |_| state.settings.connections.with(|all| model.with_value(|m| all.get(m).cloned())));
    let test = Callback::new(move |()| {
        let model = model.get_value();
        // The old outcome goes, so that the next one is seen to be new.
        state.settings.connections.update(|all| drop(all.remove(&model)));
        set_testing.set(true);
        engine.send(Command::TestModel { model });
    });
    let outcome = move || match report.get().map(|r| r.outcome) {
        None => is_testing.get().then(|| view! { <p class="quiet" role="status">"Asking…"</p> }.into_any()),
        Some(Ok((reply, ms))) => Some(
            view! {
                <Advice test="test-ok" tone=NoticeTone::Note message=format!("It answered in {ms} ms.") details=reply/>
            }
            .into_any(),
        ),
        Some(Err(problem)) => Some(
            view! {
                <Advice
                    test="test-failed"
                    tone=NoticeTone::Error
                    message=problem.message
                    advice=problem.advice
                    details=problem.details
                />
            }
            .into_any(),
        ),
    };
    view! {
        <Button test="test-connection" on_click=test>"Test connection"</Button>
        <div class="test-outcome">{outcome}</div>
    }
}
