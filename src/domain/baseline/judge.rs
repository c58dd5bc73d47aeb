//! The baseline as a judge: overlap, nothing more.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::domain::retrieval::{code_references, terms};

/// From this share of a rubric point's words on, the point counts as covered.
const COVERED: f64 = 0.6;
/// So many names shared with the gold answer are as specific as can be, where it has as many.
const ENOUGH_NAMES: f64 = 8.0;
/// A gold answer with fewer names is counted as if it had these: naming the question's topic is not enough.
const LEAST_NAMES: f64 = 3.0;

/// The verdict, in the form that every judge replies in. Accuracy: Dice coefficient of the words and names
/// in answer and gold answer. Completeness: mean share of the rubric points' words, a point with 60 %
/// counting whole; without a rubric the gold answer is the one point. Specificity: names shared with the gold answer, of those it has, at least three and at
/// most eight.
pub fn verdict(gold_answer: &str, rubric: &[String], answer: &str) -> Value {
    let gold = names(&format!("{gold_answer} {}", rubric.join(" ")));
    let given = names(answer);
    let shared = gold.intersection(&given).count() as f64;
    let words: BTreeSet<String> = terms(answer).into_iter().collect();
    let gold_words: BTreeSet<String> = terms(gold_answer).into_iter().collect();
    let shared_words = gold_words.intersection(&words).count() as f64;
    let all = gold.len() + given.len() + gold_words.len() + words.len();
    let dice = ratio(2.0 * (shared + shared_words), all as f64);
    let gold_point = [gold_answer.to_owned()];
    let rubric = if rubric.is_empty() { &gold_point } else { rubric };
    let coverage: Vec<f64> = rubric.iter().map(|point| covered(point, &words)).collect();
    let covered_points = coverage.iter().filter(|share| **share >= COVERED).count();
    let counted = coverage.iter().map(|share| if *share >= COVERED { 1.0 } else { *share }).sum::<f64>();
    let specific = ratio(shared, (gold.len() as f64).clamp(LEAST_NAMES, ENOUGH_NAMES)).min(1.0);
    json!({
        "accuracy": halves(dice),
        "completeness": halves(ratio(counted, rubric.len() as f64)),
        "specificity": halves(specific),
        "explanation": format!(
            "By word overlap, not by understanding: {shared} of {} names and {shared_words} of {} words of the reference \
             are in the answer, which has {} and {}; {covered_points} of {} rubric points share {:.0} % or more of their words with it.",
            gold.len(), gold_words.len(), given.len(), words.len(), rubric.len(), COVERED * 100.0
        ),
    })
}

fn names(text: &str) -> BTreeSet<String> {
    code_references(text).into_iter().map(|name| name.to_lowercase()).collect()
}

fn covered(point: &str, words: &BTreeSet<String>) -> f64 {
    let wanted: BTreeSet<String> = terms(point).into_iter().collect();
    ratio(wanted.intersection(words).count() as f64, wanted.len() as f64)
}

fn ratio(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

/// A share from 0 to 1 as points from 0 to 5 in steps of one half.
fn halves(share: f64) -> f64 {
    (share.clamp(0.0, 1.0) * 10.0).round() / 2.0
}
