//! The code-only audit: every claim, what became of it, and why; and the answer before and after.

use leptos::prelude::*;

use crate::domain::task::{Audit, Claim, ClaimVerdict};
use crate::ui::components::{Chip, Segmented};
use crate::ui::pages::shared::WordDiff;
use crate::ui::state::use_state;
use crate::ui::words;

/// The audit of a task.
#[component]
pub fn AuditPart(
    /// The task.
    id: String,
    /// Its audit.
    audit: Audit,
) -> impl IntoView {
    let cut = (!audit.cut_files.is_empty())
        .then(|| view! { <p class="quiet">"Cut to the context budget: " {audit.cut_files.join(", ")}</p> });
    let count = |verdict: ClaimVerdict| audit.claims.iter().filter(|claim| claim.verdict == verdict).count();
    let counts = format!(
        "{} kept, {} removed, {} rewritten.",
        count(ClaimVerdict::Keep),
        count(ClaimVerdict::Remove),
        count(ClaimVerdict::Rewrite)
    );
    let (claims, answers) =
        (audit.claims.clone(), Answers { before: audit.original_answer, after: audit.revised_answer });
    view! {
        <section data-test="task-audit">
            <h3>"Code-only audit"</h3>
            <p>
                "Documentation leakage " <span class="figure" data-test="task-leakage">{words::percent(audit.doc_leakage_fraction)}</span>
                ". " {counts} " " {audit.summary}
            </p>
            <ul class="claims">{claims.into_iter().map(claim).collect_view()}</ul>
            {cut}
            <BeforeAndAfter id=id answers=answers/>
        </section>
    }
}

#[derive(Clone)]
struct Answers {
    before: String,
    after: String,
}

/// The answer before and after: what changed, or one of the two.
#[component]
fn BeforeAndAfter(
    /// The task.
    id: String,
    /// Its answers.
    answers: Answers,
) -> impl IntoView {
    let state = use_state();
    let shown = RwSignal::new("changes".to_owned());
    let runs = move || {
        let changes = state.tasks.changes.get().filter(|changes| changes.task == id);
        changes.map(|changes| changes.audit.clone()).unwrap_or_default()
    };
    let sides = [("changes", "What changed"), ("before", "Before"), ("after", "After")];
    view! {
        <h4>"Answer before and after"</h4>
        <Segmented
            test="audit-side"
            label="Answer before and after the audit"
            options=sides.map(|(id, name)| (id, name.to_owned())).to_vec()
            value=shown
            on_change=Callback::new(move |side| shown.set(side))
        />
        {move || match shown.get().as_str() {
            "before" => view! { <pre class="text-block" data-test="audit-before">{answers.before.clone()}</pre> }.into_any(),
            "after" => view! { <pre class="text-block" data-test="audit-after">{answers.after.clone()}</pre> }.into_any(),
            _ => view! { <WordDiff test="audit-changes" runs=runs()/> }.into_any(),
        }}
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
