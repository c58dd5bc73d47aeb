//! The judge's verdict (METHOD section 7).

use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use crate::domain::json::{JsonProblem, find_object};

/// What is scored, each from 0 to 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Axis {
    /// Are the claims correct?
    Accuracy,
    /// Are all rubric points covered?
    Completeness,
    /// Are files, functions and classes named?
    Specificity,
}

impl Axis {
    /// All axes, in the order shown.
    pub const ALL: [Self; 3] = [Self::Accuracy, Self::Completeness, Self::Specificity];

    /// Identifier, which is also the key in the judge's reply.
    pub fn id(self) -> &'static str {
        match self {
            Self::Accuracy => "accuracy",
            Self::Completeness => "completeness",
            Self::Specificity => "specificity",
        }
    }
}

/// A judge's verdict on one answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Verdict {
    /// 0 to 5.
    pub accuracy: f64,
    /// 0 to 5.
    pub completeness: f64,
    /// 0 to 5.
    pub specificity: f64,
    /// The judge's reasons.
    pub explanation: String,
}

impl Verdict {
    /// The verdict on an empty answer, which needs no call.
    pub fn of_empty_answer() -> Self {
        Self { accuracy: 0.0, completeness: 0.0, specificity: 0.0, explanation: "The answer is empty.".into() }
    }

    /// The value of an axis, 0 to 5.
    pub fn axis(&self, axis: Axis) -> f64 {
        match axis {
            Axis::Accuracy => self.accuracy,
            Axis::Completeness => self.completeness,
            Axis::Specificity => self.specificity,
        }
    }

    /// The score, 0 to 1: the sum of the axes divided by 15 (Code-QA-Bench, equation 1).
    pub fn score(&self) -> f64 {
        (self.accuracy + self.completeness + self.specificity) / 15.0
    }
}

/// Why a judge's reply is no verdict.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum VerdictProblem {
    /// No JSON object.
    #[error("{0}")]
    Json(#[from] JsonProblem),
    /// A key is missing.
    #[error("the key \"{0}\" is missing")]
    Missing(&'static str),
    /// A score that is no number.
    #[error("\"{0}\" is not a number")]
    NotANumber(&'static str),
    /// A score outside 0 to 5.
    #[error("\"{axis}\" is {value}, outside 0 to 5")]
    OutOfRange {
        /// The axis.
        axis: &'static str,
        /// The value as written.
        value: String,
    },
}

/// Reads a judge's reply.
///
/// # Errors
/// A [`VerdictProblem`] in words that a model can act on. A number written as a string is taken;
/// anything else that is no number from 0 to 5 is not.
pub fn parse_verdict(text: &str) -> Result<Verdict, VerdictProblem> {
    let object = find_object(text)?;
    let score = |axis: Axis| -> Result<f64, VerdictProblem> {
        let key = axis.id();
        let number = match object.get(key) {
            None => return Err(VerdictProblem::Missing(key)),
            Some(Value::Number(number)) => number.as_f64(),
            Some(Value::String(text)) => text.trim().parse::<f64>().ok(),
            Some(_) => None,
        };
        let number = number.filter(|n| n.is_finite()).ok_or(VerdictProblem::NotANumber(key))?;
        if (0.0..=5.0).contains(&number) {
            Ok(number)
        } else {
            Err(VerdictProblem::OutOfRange { axis: key, value: number.to_string() })
        }
    };
    Ok(Verdict {
        accuracy: score(Axis::Accuracy)?,
        completeness: score(Axis::Completeness)?,
        specificity: score(Axis::Specificity)?,
        explanation: object.get("explanation").and_then(Value::as_str).unwrap_or_default().to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(reply: &str, expected: Result<f64, &str>) {
        let got = parse_verdict(reply).map(|v| (v.score() * 15.0).round());
        match (got, expected) {
            (Ok(sum), Ok(expected)) => assert_eq!(sum, expected, "{reply}"),
            (Err(problem), Err(expected)) => assert_eq!(problem.to_string(), expected, "{reply}"),
            (got, expected) => panic!("{reply}: got {got:?}, expected {expected:?}"),
        }
    }

    #[test]
    fn verdicts() {
        check(r#"{"accuracy": 4, "completeness": 3.0, "specificity": 5, "explanation": "fine"}"#, Ok(12.0));
        check("Sure:\n```json\n{\"accuracy\":\"4\",\"completeness\":3,\"specificity\":5}\n```", Ok(12.0));
        check(r#"{"accuracy": 4, "completeness": 3}"#, Err("the key \"specificity\" is missing"));
        check(r#"{"accuracy": 7, "completeness": 3, "specificity": 1}"#, Err("\"accuracy\" is 7, outside 0 to 5"));
        check(r#"{"accuracy": null, "completeness": 3, "specificity": 1}"#, Err("\"accuracy\" is not a number"));
        check(r#"{"accuracy": "NaN", "completeness": 3, "specificity": 1}"#, Err("\"accuracy\" is not a number"));
        check("I would give 4 out of 5.", Err("the reply holds no JSON object"));
    }
}
