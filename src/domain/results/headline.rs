//! A run's finding in words, with the figures that it rests on.

use super::{DeltaKind, DeltaResult, SetResults, Settings, Subject};
use crate::domain::condition::Condition;
use crate::domain::stats::Delta;

/// A difference below this is called next to nothing: it is less than any published interval of a score is wide.
pub const NEGLIGIBLE: f64 = 0.02;

/// What the set says of memory, of reading code and of documentation; where there are several models, also how they
/// differ.
pub(super) fn headline(results: &SetResults, settings: &Settings) -> Vec<String> {
    let Some(subject) = results.main_subject() else { return Vec::new() };
    let mut sentences = vec![memory(results, subject, settings)];
    for kind in DeltaKind::ALL {
        sentences.push(match results.delta(subject, kind) {
            None => not_run(kind),
            Some(row) => sentence(results, row),
        });
        sentences.extend(by_model(results, kind));
    }
    sentences
}

fn memory(results: &SetResults, subject: &Subject, settings: &Settings) -> String {
    let set = results.set.label();
    let Some(row) = results.condition(subject, Condition::ClosedBook) else {
        return "Memory: nothing can be said, because closed-book was not run.".into();
    };
    let Some(score) = row.score else {
        return format!("Memory: nothing can be said, because no {set} task has a closed-book score.");
    };
    let flagged = results.contamination.iter().find(|row| row.subject == *subject);
    let flagged = flagged.map(|row| {
        let from = settings.contaminated_from.score();
        let share = 100.0 * row.flagged as f64 / row.tasks.max(1) as f64;
        format!("; {} of them ({share:.0} %) reach {from:.2} and may be remembered", row.flagged)
    });
    format!(
        "Memory: without looking, {} {} {:.3} [{:.3}, {:.3}] on {} {set} tasks{}.",
        who(subject),
        if *subject == Subject::AllModels { "score" } else { "scores" },
        score.mean,
        score.low,
        score.high,
        score.n,
        flagged.unwrap_or_default()
    )
}

fn who(subject: &Subject) -> String {
    match subject {
        Subject::AllModels => "the models together".into(),
        Subject::Model(model) => model.label(),
    }
}

fn subject_of(kind: DeltaKind) -> &'static str {
    match kind {
        DeltaKind::Code => "Reading code",
        DeltaKind::Documentation => "Documentation",
    }
}

fn not_run(kind: DeltaKind) -> String {
    let (plus, minus) = kind.conditions();
    let why = format!("it takes both {} and {}", plus.label(), minus.label());
    format!("{}: nothing can be said, because {why}.", subject_of(kind))
}

fn sentence(results: &SetResults, row: &DeltaResult) -> String {
    let (what, set) = (subject_of(row.kind), results.set.label());
    let Some(delta) = &row.delta else {
        return format!("{what}: nothing can be said, because no {set} task has both scores.");
    };
    let figures = figures(delta);
    let (plus, minus) = row.kind.conditions();
    let mean = |condition| results.condition(&row.subject, condition).and_then(|row| row.score);
    let way = match (mean(minus), mean(plus)) {
        // Each mean is over the tasks that have that score; where pairs were dropped they aren't those of the delta.
        (Some(from), Some(to)) if row.dropped_pairs == 0 => format!(", from {:.3} to {:.3}", from.mean, to.mean),
        _ => String::new(),
    };
    match verdict(delta) {
        Verdict::TooFew => format!("{what}: {} {set} tasks are too few to tell ({figures}).", delta.n),
        Verdict::Raises => format!("{what} raises the score on {set} tasks by {figures}{way}."),
        Verdict::Lowers => format!("{what} lowers the score on {set} tasks by {figures}{way}."),
        Verdict::Negligible => format!("{what} changes the score on {set} tasks by next to nothing: {figures}{way}."),
        Verdict::CannotTell => {
            let least = delta.smallest_detectable.map_or(String::new(), |least| {
                format!("; at this n only a difference of {least:.3} or more is likely to show (80 % power)")
            });
            format!("{what}: whether it changes the score on {set} tasks cannot be told: {figures}{least}.")
        }
    }
}

/// What an interval says.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    TooFew,
    Raises,
    Lowers,
    Negligible,
    CannotTell,
}

fn verdict(delta: &Delta) -> Verdict {
    match delta {
        d if !d.is_testable() => Verdict::TooFew,
        d if d.low > -NEGLIGIBLE && d.high < NEGLIGIBLE => Verdict::Negligible,
        d if d.low > 0.0 => Verdict::Raises,
        d if d.high < 0.0 => Verdict::Lowers,
        _ => Verdict::CannotTell,
    }
}

/// Which models say what, where there are several.
fn by_model(results: &SetResults, kind: DeltaKind) -> Option<String> {
    let rows = results.deltas.iter().filter(|row| row.kind == kind && row.subject.model().is_some());
    let rows: Vec<(&DeltaResult, &Delta)> = rows.filter_map(|row| Some((row, row.delta.as_ref()?))).collect();
    if rows.len() < 2 {
        return None;
    }
    let parts = [
        (Verdict::Raises, "raises it for"),
        (Verdict::Lowers, "lowers it for"),
        (Verdict::Negligible, "changes next to nothing for"),
        (Verdict::CannotTell, "cannot be told for"),
        (Verdict::TooFew, "has too few tasks for"),
    ];
    let part = |(wanted, words): (Verdict, &str)| {
        let models = rows.iter().filter(|(_, delta)| verdict(delta) == wanted);
        let models: Vec<String> =
            models.map(|(row, delta)| format!("{} ({})", row.subject.label(), signed(delta.delta))).collect();
        (!models.is_empty()).then(|| format!("{words} {}", models.join(", ")))
    };
    let parts: Vec<String> = parts.into_iter().filter_map(part).collect();
    Some(format!("{} by model: {}.", subject_of(kind), parts.join("; ")))
}

fn figures(delta: &Delta) -> String {
    format!("{} [{}, {}], n = {}", signed(delta.delta), signed(delta.low), signed(delta.high), delta.n)
}

/// Three decimals with a sign; a minus sign, not a hyphen.
fn signed(value: f64) -> String {
    format!("{value:+.3}").replace('-', "−")
}
