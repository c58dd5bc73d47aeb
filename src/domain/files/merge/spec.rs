//! The union of specifications.

use super::MergeProblem;
use crate::domain::run::RunSpec;

/// A specification with its lists in an order that doesn't depend on the shard.
pub fn normal(mut spec: RunSpec) -> RunSpec {
    spec.models.sort();
    spec.models.dedup();
    spec.conditions.sort();
    spec.conditions.dedup();
    spec
}

/// What both ask for. Only models, conditions and epochs may differ, and the repository's name.
///
/// # Errors
/// The first thing in which they must agree and don't.
pub fn union(mut a: RunSpec, b: RunSpec) -> Result<RunSpec, MergeProblem> {
    let agreements = [
        ("the repository's archive", a.archive_sha256 == b.archive_sha256),
        ("their tasks", a.tasks == b.tasks),
        ("the prompts", a.prompts_sha256 == b.prompts_sha256),
        ("how much the code-only repository loses", a.strip_mode == b.strip_mode),
        ("the judge", a.judge == b.judge),
        ("the agent's limits", a.limits == b.limits),
        ("the seed", a.seed == b.seed),
    ];
    if let Some((what, _)) = agreements.into_iter().find(|(_, agree)| !agree) {
        return Err(MergeProblem::Differs(what));
    }
    a.repository = a.repository.min(b.repository);
    a.models.extend(b.models);
    a.conditions.extend(b.conditions);
    a.epochs = a.epochs.max(b.epochs);
    Ok(normal(a))
}
