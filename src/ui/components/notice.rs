//! What happened, to what, and what to do.

use leptos::prelude::*;

/// How grave it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NoticeTone {
    /// Something to know.
    #[default]
    Note,
    /// Something that needs care.
    Warning,
    /// Something that went wrong.
    Error,
}

/// A message with advice and details that unfold.
#[component]
pub fn Advice(
    /// Value of `data-test`.
    test: &'static str,
    /// How grave it is; a note by default.
    #[prop(optional)]
    tone: NoticeTone,
    /// What happened, to what.
    #[prop(into)]
    message: String,
    /// What to do; nothing by default.
    #[prop(optional, into)]
    advice: String,
    /// More, to be unfolded and copied; nothing by default.
    #[prop(optional, into)]
    details: String,
    /// Called when it is dismissed; it can't be by default.
    #[prop(optional, into)]
    on_dismiss: Option<Callback<()>>,
) -> impl IntoView {
    let (class, sign, role) = match tone {
        NoticeTone::Note => ("notice", "i", "status"),
        NoticeTone::Warning => ("notice notice-warn", "!", "status"),
        NoticeTone::Error => ("notice notice-error", "✕", "alert"),
    };
    view! {
        <div class=class role=role data-test=test>
            <span class="notice-sign" aria-hidden="true">{sign}</span>
            <div class="notice-body">
                <p class="notice-message">{message}</p>
                {(!advice.is_empty()).then(|| view! { <p class="notice-advice">{advice}</p> })}
                {(!details.is_empty())
                    .then(|| view! { <details><summary>"Details"</summary><pre>{details}</pre></details> })}
            </div>
            {on_dismiss
                .map(|dismiss| {
                    view! {
                        <button
                            type="button"
                            class="notice-dismiss"
                            aria-label="Dismiss"
                            data-test="notice-dismiss"
                            on:click=move |_| dismiss.run(())
                        >
                            "✕"
                        </button>
                    }
                })}
        </div>
    }
}
