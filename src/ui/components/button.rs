//! A button.

use leptos::prelude::*;

/// How a button looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// An ordinary act.
    #[default]
    Plain,
    /// The act that the view is for; one per view.
    Primary,
    /// An act that deletes.
    Danger,
    /// An act beside the matter.
    Quiet,
}

impl Tone {
    fn class(self) -> &'static str {
        match self {
            Self::Plain => "button",
            Self::Primary => "button button-primary",
            Self::Danger => "button button-danger",
            Self::Quiet => "button button-quiet",
        }
    }
}

/// A button with a stable hook for tests.
#[component]
pub fn Button(
    /// Value of `data-test`.
    test: &'static str,
    /// What it does.
    on_click: Callback<()>,
    /// How it looks; plain by default.
    #[prop(optional)]
    tone: Tone,
    /// Whether it can't be used now; it can by default.
    #[prop(optional, into)]
    disabled: Signal<bool>,
    /// Whether it is on, for buttons that switch; none by default.
    #[prop(optional, into)]
    pressed: Option<Signal<bool>>,
    /// A longer name, where the text is short; none by default.
    #[prop(optional, into)]
    title: Option<String>,
    /// Its text.
    children: Children,
) -> impl IntoView {
    view! {
        <button
            type="button"
            class=tone.class()
            data-test=test
            title=title
            disabled=move || disabled.get()
            aria-pressed=move || pressed.map(|on| on.get().to_string())
            on:click=move |_| on_click.run(())
        >
            {children()}
        </button>
    }
}
