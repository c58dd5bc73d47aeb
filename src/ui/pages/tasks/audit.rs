//! The code-only audit: every claim, what became of it, and why.

use leptos::prelude::*;

use crate::domain::task::{Audit, Claim, ClaimVerdict};
use crate::ui::components::Chip;
use crate::ui::words;

/// The audit of a task.
#[component]
pub fn AuditPart(
    /// The audit.
    audit: Audit,
) -> impl IntoView {
    let cut = (!audit.cut_files.is_empty())
        .then(|| view! { <p class="quiet">"Cut to the context budget: " {audit.cut_files.join(", ")}</p> });
    view! {
        <section data-test="task-audit">
            <h3>"Code-only audit"</h3>
            <p>
                "Documentation leakage " <span class="figure" data-test="task-leakage">{words::percent(audit.doc_leakage_fraction)}</span>
                ". " {audit.summary}
            </p>
            <ul class="claims">{audit.claims.into_iter().map(claim).collect_view()}</ul>
            {cut}
            <details>
                <summary>"Answer before the audit"</summary>
                <pre class="text-block">{audit.original_answer}</pre>
            </details>
        </section>
    }
}

fn claim(claim: Claim) -> impl IntoView {
    let (tone, word) = match claim.verdict {
        ClaimVerdict::Keep => ("good", "keep"),
        ClaimVerdict::Remove => ("bad", "remove"),
        ClaimVerdict::Rewrite => ("warn", "rewrite"),
    };
    view! {
        <li data-test="claim">
            <Chip text=word tone=tone/>
            <div><p>{claim.claim}</p><p class="quiet">{claim.reason}</p></div>
        </li>
    }
}
