//! With which settings the models of a run were called.

use leptos::prelude::*;

use crate::domain::run::UsedSettings;
use crate::engine::protocol::RunRow;
use crate::ui::words;

/// The settings, folded; nothing for runs of the offline baseline alone.
#[component]
pub fn SettingsUsed(
    /// The run.
    row: Memo<RunRow>,
) -> impl IntoView {
    let all = Memo::new(move |_| {
        let is_told = |used: &&UsedSettings| !used.model.is_baseline();
        row.with(|row| row.settings.iter().filter(is_told).cloned().collect::<Vec<_>>())
    });
    let one = |used: UsedSettings| {
        let mut parts = vec![format!("{} tokens a reply", words::count(used.max_tokens))];
        parts.extend(used.extra.iter().map(|(name, value)| format!("{name} {value}")));
        view! {
            <li>
                <span class="mono">{used.model.label()}</span>
                {format!(": {}, since {}", parts.join(", "), words::date(used.since_ms))}
            </li>
        }
    };
    view! {
        <Show when=move || all.with(|all| !all.is_empty())>
            <details>
                <summary data-test="run-settings">"Settings of its models"</summary>
                <ul>{move || all.get().into_iter().map(one).collect_view()}</ul>
            </details>
        </Show>
    }
}
