//! A long list of which only the visible rows exist. Rows have one fixed height.

use leptos::html;
use leptos::prelude::*;

/// Rows above and below the visible ones that exist too.
const OVERSCAN: usize = 4;

/// A scrolling list of `count` rows. `render` makes the row at an index, and is asked again when the signals
/// that it read change: the place where the reader is scrolled to stays.
#[component]
pub fn VirtualList<F>(
    /// Value of `data-test`.
    test: &'static str,
    /// What is listed.
    #[prop(into)]
    label: String,
    /// How many rows.
    #[prop(into)]
    count: Signal<usize>,
    /// Height of a row in pixels.
    row_height: f64,
    /// Makes a row.
    render: F,
    /// The row to keep in view; none by default.
    #[prop(optional, into)]
    focus: Signal<Option<usize>>,
) -> impl IntoView
where
    F: Fn(usize) -> AnyView + Clone + Send + Sync + 'static,
{
    let frame = NodeRef::<html::Div>::new();
    let (window_of, set_window) = signal((0.0, 600.0));
    // Asked for once the list has been laid out, when it may be gone already.
    let look = move || {
        if let Some(frame) = frame.try_get_untracked().flatten() {
            set_window.try_set((f64::from(frame.scroll_top()), f64::from(frame.client_height().max(200))));
        }
    };
    frame.on_load(move |_| request_animation_frame(look));
    let resized = window_event_listener(leptos::ev::resize, move |_| look());
    on_cleanup(move || resized.remove());
    let visible = Memo::new(move |_| {
        let (top, height) = window_of.get();
        let first = ((top / row_height) as usize).saturating_sub(OVERSCAN);
        let last = ((top + height) / row_height) as usize + OVERSCAN;
        (first.min(count.get()), last.min(count.get()))
    });
    keep_in_view(frame, focus, row_height);
    // As high as its rows, and never higher than most of the window.
    let height = move || format!("min({}px, 64vh)", count.get() as f64 * row_height + 2.0);
    let row = move |i: usize| {
        let render = render.clone();
        view! {
            <div class="virtual-row" role="listitem" style:top=format!("{}px", i as f64 * row_height)>
                {move || render(i)}
            </div>
        }
    };
    view! {
        <div
            class="virtual"
            node_ref=frame
            tabindex="0"
            role="list"
            aria-label=label
            data-test=test
            style:height=height
            on:scroll=move |_| look()
        >
            <div class="virtual-rows" role="presentation" style:height=move || format!("{}px", count.get() as f64 * row_height)>
                <For
                    each=move || { let (first, last) = visible.get(); first..last }
                    key=|i| *i
                    children=row
                />
            </div>
        </div>
    }
}

/// Scrolls so that the focused row can be seen.
fn keep_in_view(frame: NodeRef<html::Div>, focus: Signal<Option<usize>>, row_height: f64) {
    Effect::new(move |_| {
        let (Some(frame), Some(row)) = (frame.get(), focus.get()) else { return };
        let (top, height) = (f64::from(frame.scroll_top()), f64::from(frame.client_height()));
        let (start, end) = (row as f64 * row_height, (row + 1) as f64 * row_height);
        if start < top {
            frame.set_scroll_top(start as i32);
        } else if end > top + height && height > 0.0 {
            frame.set_scroll_top((end - height).ceil() as i32);
        }
    });
}
