//! The pages: at the left on wide screens, at the bottom on narrow ones.

use leptos::prelude::*;
use leptos_router::components::A;

use super::ThemeSwitch;
use crate::ui::route::Page;

/// Links to all pages.
#[component]
pub fn Rail() -> impl IntoView {
    let link = |page: Page| {
        view! {
            <li>
                <A href=page.path() exact=true attr:class="rail-link" attr:data-test=format!("nav-{}", page.id())>
                    {page.label()}
                </A>
            </li>
        }
    };
    view! {
        <nav class="rail" aria-label="Pages">
            <p class="rail-name">"Code-QA-Bench"</p>
            <ul class="rail-links">{Page::ALL.map(link).collect_view()}</ul>
            <div class="rail-foot">
                <ThemeSwitch test="theme"/>
                <p class="rail-hint">"Press " <kbd>"?"</kbd> " for keys"</p>
            </div>
        </nav>
    }
}
