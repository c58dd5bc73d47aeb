//! Light, dark or automatic.

use leptos::prelude::*;

use crate::ui::components::Segmented;
use crate::ui::theme::{Theme, use_theme};

/// The theme's switch.
#[component]
pub fn ThemeSwitch(
    /// Prefix of each choice's `data-test`; there are two switches in the document at times.
    test: &'static str,
) -> impl IntoView {
    let theme = use_theme();
    let options = Theme::ALL.map(|t| (t.id(), capital(t.id()))).to_vec();
    view! {
        <Segmented
            test=test
            label="Theme"
            options=options
            value=Signal::derive(move || theme.choice.get().id().to_owned())
            on_change=Callback::new(move |id: String| theme.choose.run(Theme::from_id(&id)))
        />
    }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
