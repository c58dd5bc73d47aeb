//! The connection doctor: one button, what was looked at, and the remedy.

use leptos::prelude::*;

use crate::domain::provider::{Check, CheckOutcome, Diagnosis, Trouble};
use crate::engine::protocol::{Command, DoctorReport};
use crate::ui::components::{Advice, Button, NoticeTone};
use crate::ui::engine::use_engine;
use crate::ui::state::use_state;

/// The button and the last report of a provider.
#[component]
pub fn Doctor(
    /// Identifier of the provider.
    id: String,
) -> impl IntoView {
    let (state, engine) = (use_state(), use_engine());
    let id = StoredValue::new(id);
    let (is_asking, set_asking) = signal(false);
    let report = Memo::new(move |_| state.settings.doctor.with(|all| id.with_value(|id| all.get(id).cloned())));
    Effect::new(move |_| {
        if report.with(Option::is_some) {
            set_asking.set(false);
        }
    });
    let ask = Callback::new(move |()| {
        // The old report goes, so that the next one is seen to be new.
        state.settings.doctor.update(|all| drop(all.remove(&id.get_value())));
        set_asking.set(true);
        engine.send(Command::Diagnose { provider: id.get_value(), model: None });
    });
    view! {
        <div class="doctor">
            <Button test="doctor-ask" disabled=is_asking on_click=ask>"Check the connection"</Button>
            <Show when=move || is_asking.get()>
                <p class="quiet" role="status">"Looking: the list of models, then one small call…"</p>
            </Show>
            {move || report.get().map(|report| view! { <Report report=report/> })}
        </div>
    }
}

#[component]
fn Report(
    /// What the doctor says.
    report: DoctorReport,
) -> impl IntoView {
    let Diagnosis { checks, trouble, message, remedy, command, details } = report.diagnosis;
    let is_doubtful = checks.iter().any(|check| check.outcome == CheckOutcome::Doubtful);
    let (test, tone) = match trouble {
        None if is_doubtful => ("doctor-doubtful", NoticeTone::Warning),
        None => ("doctor-well", NoticeTone::Note),
        Some(Trouble::Passing) => ("doctor-trouble", NoticeTone::Warning),
        Some(_) => ("doctor-trouble", NoticeTone::Error),
    };
    let took = report.took_ms.map(|ms| format!(" It took {ms} ms.")).unwrap_or_default();
    let command =
        (!command.is_empty()).then(|| view! { <pre class="command" data-test="doctor-command">{command}</pre> });
    view! {
        <Advice test=test tone=tone message=message + &took advice=remedy details=details/>
        {command}
        <ol class="checks" data-test="doctor-checks">{checks.into_iter().map(one).collect_view()}</ol>
    }
}

fn one(check: Check) -> impl IntoView {
    let (sign, word) = match check.outcome {
        CheckOutcome::Passed => ("✓", "yes"),
        CheckOutcome::Failed => ("✕", "no"),
        CheckOutcome::Doubtful => ("!", "not this time"),
        CheckOutcome::NotReached => ("·", "not looked at"),
    };
    view! {
        <li class="check-row">
            <span class="check-sign mono" aria-hidden="true">{sign}</span>
            {check.name} ": " {word}
        </li>
    }
}
