//! A conversation as a timeline: every message, every tool call with its result.

use leptos::prelude::*;

use crate::domain::agent::{Entry, Transcript};
use crate::domain::provider::{AssistantTurn, Message, ToolResult, Usage};
use crate::ui::words;

/// Characters of a collapsed message shown beside its name.
const PEEK: usize = 110;

/// Every message; long ones unfold.
#[component]
pub fn Timeline(
    /// Value of `data-test`.
    test: &'static str,
    /// The conversation.
    transcript: Transcript,
) -> impl IntoView {
    if transcript.entries.is_empty() {
        return view! { <p class="quiet" data-test=test>"No messages were exchanged."</p> }.into_any();
    }
    let mut turn = 0;
    let items = transcript
        .entries
        .into_iter()
        .map(|entry| {
            turn += usize::from(matches!(entry.message, Message::Assistant(_)));
            item(entry, turn)
        })
        .collect_view();
    view! { <ol class="timeline" data-test=test>{items}</ol> }.into_any()
}

fn item(entry: Entry, turn: usize) -> AnyView {
    match entry.message {
        Message::System { text } => folded("system", "Instructions".into(), text, false),
        Message::User { text } => folded("user", "Asked".into(), text, false),
        Message::Assistant(reply) => assistant(reply, turn, entry.usage),
        Message::Tool(result) => tool(result),
    }
}

fn assistant(turn: AssistantTurn, number: usize, usage: Option<Usage>) -> AnyView {
    let cost = usage.map(|u| format!(" · {} tokens", words::tokens(&u))).unwrap_or_default();
    let calls = turn
        .calls
        .into_iter()
        .map(|call| {
            view! {
                <li class="tool-call" data-test="tool-call">
                    <span class="mono">{call.name}</span>
                    <code>{call.arguments}</code>
                </li>
            }
        })
        .collect_view();
    view! {
        <li class="timeline-item timeline-assistant" data-test="turn">
            <p class="timeline-name">{format!("Turn {number}{cost}")}</p>
            {(!turn.text.is_empty()).then(|| view! { <pre class="timeline-text">{turn.text}</pre> })}
            <ul>{calls}</ul>
        </li>
    }
    .into_any()
}

fn tool(result: ToolResult) -> AnyView {
    let name = if result.is_error { format!("{} failed", result.name) } else { format!("{} returned", result.name) };
    folded(if result.is_error { "tool-error" } else { "tool" }, name, result.content, result.is_error)
}

/// A message that unfolds. Its text may be hundreds of thousands of characters: it is only put on the page once it is
/// wanted.
fn folded(kind: &'static str, name: String, text: String, is_open: bool) -> AnyView {
    let peek: String = text.chars().take(PEEK).map(|c| if c == '\n' { ' ' } else { c }).collect();
    let size = words::of(text.chars().count(), "character", "characters");
    let is_shown = RwSignal::new(is_open);
    let text = StoredValue::new(text);
    let toggle = move |event: leptos::ev::Event| {
        is_shown.set(event_target::<web_sys::Element>(&event).has_attribute("open"));
    };
    view! {
        <li class=format!("timeline-item timeline-{kind}") data-test=format!("message-{kind}")>
            <details open=is_open on:toggle=toggle>
                <summary><span class="timeline-name">{name}</span> <span class="quiet">{peek} " · " {size}</span></summary>
                <Show when=move || is_shown.get()><pre class="timeline-text">{text.get_value()}</pre></Show>
            </details>
        </li>
    }
    .into_any()
}
