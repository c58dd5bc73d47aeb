use std::collections::BTreeSet;

use super::testing::{model, pending, scored, small_run, tasks};
use super::*;
use crate::domain::condition::Condition::{self, ClosedBook, CodeOnly, Documented};
use crate::domain::run::Sample;
use crate::domain::stats::adjust;
use crate::domain::task::TaskSet;

const IDS: [&str; 4] = ["a", "b", "c", "d"];

fn of(samples: &[Sample]) -> SetResults {
    let outcomes = Outcomes::of(samples, &tasks(&IDS), &Filter::default());
    analyse(&outcomes, &Settings::default()).sets.remove(0)
}

/// A score on all axes alike: `fifths` of 5.
fn sample(task: &str, condition: Condition, name: &str, axis: f64) -> Sample {
    scored(task, condition, name, 0, [axis; 3])
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-12
}

#[test]
fn means_deltas_and_what_is_missing_by_hand() {
    let set = of(&[
        sample("a", CodeOnly, "m", 4.0),
        sample("b", CodeOnly, "m", 3.0),
        sample("c", CodeOnly, "m", 5.0),
        sample("a", Documented, "m", 5.0),
        sample("b", Documented, "m", 3.0),
        pending("c", Documented, "m", 0),
    ]);
    let subject = Subject::Model(model("m"));
    let code = set.condition(&subject, CodeOnly).unwrap();
    assert!(close(code.score.unwrap().mean, 0.8) && code.missing.is_empty() && code.bounds.is_none());
    let documented = set.condition(&subject, Documented).unwrap();
    assert!(close(documented.score.unwrap().mean, 0.8));
    assert_eq!(documented.missing, [("not run".to_owned(), 1)]);
    let (worst, best) = documented.bounds.unwrap();
    assert!(close(worst, 1.6 / 3.0) && close(best, 2.6 / 3.0));
    let row = set.delta(&subject, DeltaKind::Documentation).unwrap();
    assert!(close(row.delta.unwrap().delta, 0.1), "over the two tasks with both scores");
    assert_eq!((row.delta.unwrap().n, row.dropped_pairs), (2, 1));
    assert!(set.delta(&subject, DeltaKind::Code).is_none(), "closed-book was not run");
    assert!(set.contamination.is_empty());
}

#[test]
fn models_together_are_averaged_within_tasks_that_all_have() {
    let set = of(&[
        sample("a", CodeOnly, "m", 4.0),
        sample("a", CodeOnly, "n", 2.0),
        sample("b", CodeOnly, "m", 5.0),
        pending("b", CodeOnly, "n", 0),
        sample("c", CodeOnly, "m", 1.0),
        sample("c", CodeOnly, "n", 1.0),
    ]);
    let together = set.condition(&Subject::AllModels, CodeOnly).unwrap();
    assert_eq!(together.score.map(|score| score.n), Some(2), "tasks, not models times tasks");
    assert!(close(together.score.unwrap().mean, (0.6 + 0.2) / 2.0));
    assert_eq!(set.main_subject(), Some(&Subject::AllModels));
    let alone = of(&[sample("a", CodeOnly, "m", 4.0)]);
    assert_eq!(alone.main_subject(), Some(&Subject::Model(model("m"))));
}

#[test]
fn what_may_be_remembered_is_left_out_of_the_deltas() {
    let samples = [
        sample("a", ClosedBook, "m", 3.5),
        sample("b", ClosedBook, "m", 3.0),
        sample("a", CodeOnly, "m", 5.0),
        sample("b", CodeOnly, "m", 4.0),
    ];
    let flagged = |from: f64| {
        let outcomes = Outcomes::of(&samples, &tasks(&IDS), &Filter::default());
        let settings = Settings { contaminated_from: Threshold::new(from).unwrap(), ..Settings::default() };
        let set = analyse(&outcomes, &settings).sets.remove(0);
        let row = set.contamination[0].clone();
        let names: BTreeSet<String> =
            outcomes.contaminated(settings.contaminated_from).into_iter().map(|(task, _)| task).collect();
        assert_eq!(names.len(), row.flagged);
        (row.flagged, row.tasks, row.deltas[0].1.map(|delta| (delta.delta * 1e6).round() / 1e6))
    };
    assert_eq!(flagged(0.7), (1, 2, Some(0.2)), "a score of 0.7 reaches 0.7");
    assert_eq!(flagged(0.71), (0, 2, Some(0.25)));
    assert_eq!(flagged(0.0), (2, 2, None));
}

#[test]
fn categories_and_files() {
    let all: Vec<Sample> = IDS
        .iter()
        .zip([5.0, 4.0, 3.0, 2.0])
        .flat_map(|(id, axis)| [sample(id, CodeOnly, "m", axis), sample(id, Documented, "m", 5.0)])
        .collect();
    let set = of(&all);
    let means: Vec<f64> = set.categories.iter().map(|row| row.score(CodeOnly).unwrap().mean).collect();
    assert!(means.iter().zip([1.0, 0.8, 0.6, 0.4]).all(|(a, b)| close(*a, b)), "{means:?}");
    assert_eq!(set.cluster, Cluster::File);
    let files: Vec<(String, usize)> = set.clusters.iter().map(|row| (row.name.clone(), row.tasks)).collect();
    assert_eq!(files, [("pkg/file_0.py".to_owned(), 2), ("pkg/file_1.py".to_owned(), 2)]);
    let score = set.clusters[0].scores[0].unwrap();
    assert!(close(score.mean, 0.9) && score.n == 2 && score.interval.is_none(), "too few for an interval");
    let weights = CategoryWeights::new([0.0, 0.0, 1.0, 3.0]).unwrap();
    let outcomes = Outcomes::of(&all, &tasks(&IDS), &Filter::default());
    let results = analyse(&outcomes, &Settings { weights, ..Settings::default() });
    let row = &results.sets[0].conditions[0];
    assert!(close(row.reweighted.unwrap().mean, 0.25 * 0.6 + 0.75 * 0.4), "{:?}", row.reweighted);
}

#[test]
fn p_values_are_corrected_over_the_single_models() {
    let results = analyse(&small_run(), &Settings::default());
    let rows: Vec<&DeltaResult> = results.sets[0].deltas.iter().filter(|row| row.subject.model().is_some()).collect();
    let family: Vec<f64> = rows.iter().map(|row| row.delta.unwrap().p_two_sided).collect();
    assert_eq!(family.len(), 4);
    assert_eq!(rows.iter().map(|row| row.adjusted.unwrap()).collect::<Vec<_>>(), adjust(&family));
    assert!(results.sets[0].delta(&Subject::AllModels, DeltaKind::Code).unwrap().adjusted.is_none());
}

#[test]
fn the_order_of_samples_changes_nothing() {
    let mut samples: Vec<Sample> = Vec::new();
    for (i, id) in IDS.iter().enumerate() {
        for condition in Condition::ALL {
            samples.push(sample(id, condition, "m", (i + condition as usize) as f64));
        }
    }
    let forwards = of(&samples);
    samples.reverse();
    assert_eq!(of(&samples), forwards);
}

/// The words of a difference of so much on so many tasks.
fn words(differences: &[f64]) -> String {
    let ids: Vec<String> = (0..differences.len()).map(|i| format!("t{i}")).collect();
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let of_task = |(id, difference): (&&str, &f64)| {
        [sample(id, CodeOnly, "m", 2.0), sample(id, Documented, "m", 2.0 + 5.0 * difference)]
    };
    let samples: Vec<Sample> = ids.iter().zip(differences).flat_map(of_task).collect();
    let outcomes = Outcomes::of(&samples, &tasks(&ids), &Filter::default());
    let set = analyse(&outcomes, &Settings::default()).sets.remove(0);
    assert_eq!(set.set, TaskSet::CodeDerivable);
    assert_eq!(set.headline.len(), 3);
    assert!(
        set.headline[0].contains("closed-book was not run") && set.headline[1].starts_with("Reading code: nothing")
    );
    set.headline[2].clone()
}

#[test]
fn the_finding_in_words() {
    let check = |differences: &[f64], expected: &str| {
        let found = words(differences);
        assert!(found.contains(expected), "{expected:?} in {found:?}");
    };
    check(&[0.1; 5], "5 code-derivable tasks are too few to tell (+0.100 [+0.100, +0.100], n = 5)");
    check(&[0.1; 8], "Documentation raises the score on code-derivable tasks by +0.100");
    check(&[0.1; 8], "from 0.400 to 0.500");
    check(&[-0.1; 8], "lowers the score on code-derivable tasks by −0.100");
    check(&[0.01; 8], "by next to nothing: +0.010");
    check(&[0.3, -0.3, 0.2, -0.1, 0.0, 0.1, -0.2, 0.1], "cannot be told: +0.012 [−0.");
    check(&[0.3, -0.3, 0.2, -0.1, 0.0, 0.1, -0.2, 0.1], "or more is likely to show (80 % power)");
}
