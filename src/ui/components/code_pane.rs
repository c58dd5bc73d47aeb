//! Two texts side by side, line by line, or one alone.
//!
//! Both sides are one list, so they scroll together; one bar below shifts both sideways together.

use std::sync::Arc;

use leptos::prelude::*;

use super::VirtualList;

/// Height of a line in pixels.
const LINE: f64 = 20.0;

/// A row: a line on the left, on the right, or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PaneRow {
    /// Index of the left line.
    pub left: Option<u32>,
    /// Index of the right line.
    pub right: Option<u32>,
    /// How it is marked.
    pub tone: PaneTone,
}

/// How a row is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaneTone {
    /// Not at all.
    Plain,
    /// Only on the left.
    Removed,
    /// On both sides, differing.
    Changed,
}

/// A line cut into pieces with a class each.
pub type PaneLine = Vec<(&'static str, String)>;

/// Which sides are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the names are the definitions
pub enum PaneSides {
    Both,
    Left,
    Right,
}

type Source = Arc<dyn Fn(u32) -> PaneLine + Send + Sync>;

/// Code in one or two columns.
#[component]
pub fn CodePane(
    /// Value of `data-test`.
    test: &'static str,
    /// What is shown.
    #[prop(into)]
    label: String,
    /// The rows.
    rows: Arc<Vec<PaneRow>>,
    /// The left text's lines.
    left: Source,
    /// The right text's lines.
    right: Source,
    /// Characters of the longest line.
    longest: usize,
    /// Which sides are shown.
    sides: PaneSides,
) -> impl IntoView {
    let (shift, set_shift) = signal(0);
    let count = rows.len();
    let render =
        move |i: usize| rows.get(i).map(|row| line(*row, sides, &left, &right)).unwrap_or_else(|| ().into_any());
    let class = match sides {
        PaneSides::Both => "code-pane code-pane-both",
        PaneSides::Left | PaneSides::Right => "code-pane",
    };
    view! {
        <div class=class style=("--shift", move || format!("{}px", shift.get()))>
            <VirtualList test=test label=label count=Signal::stored(count) row_height=LINE render=render/>
            <div
                class="code-shift"
                tabindex="0"
                role="region"
                aria-label="Scroll both sides sideways"
                on:scroll=move |event| {
                    set_shift.set(event_target::<web_sys::Element>(&event).scroll_left());
                }
            >
                <div style:width=format!("calc({}ch + 50%)", longest + 8)></div>
            </div>
        </div>
    }
}

fn line(row: PaneRow, sides: PaneSides, left: &Source, right: &Source) -> AnyView {
    let class = match row.tone {
        PaneTone::Plain => "code-row",
        PaneTone::Removed => "code-row code-removed",
        PaneTone::Changed => "code-row code-changed",
    };
    let left = (sides != PaneSides::Right).then(|| side(row.left, left, row.tone == PaneTone::Removed));
    let right = (sides != PaneSides::Left).then(|| side(row.right, right, false));
    view! { <div class=class>{left}{right}</div> }.into_any()
}

fn side(index: Option<u32>, source: &Source, is_removed: bool) -> AnyView {
    let Some(index) = index else { return view! { <div class="code-side code-none"></div> }.into_any() };
    let pieces = source(index)
        .into_iter()
        .map(
            |(class, text)| {
                if class.is_empty() { text.into_any() } else { view! { <span class=class>{text}</span> }.into_any() }
            },
        )
        .collect_view();
    view! {
        <div class="code-side">
            <span class="code-number">{index + 1}</span>
            <span class="code-sign" aria-hidden="true">{if is_removed { "−" } else { "" }}</span>
            <span class="code-text"><span class="code-shifted">{pieces}</span></span>
        </div>
    }
    .into_any()
}
