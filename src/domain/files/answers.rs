//! Answers of agents that were run elsewhere, as JSONL: `{task, condition, model, epoch?, answer, transcript?,
//! usage?}` a line. Further keys, such as those of a question line, are allowed.

mod expected;
mod line;

use std::collections::BTreeMap;

use thiserror::Error;

use super::lines::{Limits, LineProblem, Problems, Reading, lines};
use crate::domain::agent::Transcript;
use crate::domain::provider::Usage;
use crate::domain::run::SampleKey;

pub use expected::{Expected, MOST_EPOCHS};

/// Missing answers that are listed at most; all are counted.
const MISSING_LISTED: usize = 1_000;

/// An answer that is to be judged.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportedAnswer {
    /// The sample that it is of.
    pub key: SampleKey,
    /// The answer; an empty one is what the agent answered, and scores 0.
    pub answer: String,
    /// The agent's conversation; empty where the file has none.
    pub transcript: Transcript,
    /// Tokens used; marked as not reported where the file doesn't say.
    pub usage: Usage,
}

/// What a file of answers holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answers {
    /// The answers, in the order of the file.
    pub answers: Vec<ImportedAnswer>,
    /// How many samples that are expected have no answer.
    pub missing_count: u64,
    /// The first of them.
    pub missing: Vec<SampleKey>,
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AnswerProblem {
    /// See [`LineProblem`].
    #[error("{0}")]
    Line(#[from] LineProblem),
    /// A key is missing, or its value is of another type.
    #[error("\"{key}\" is missing or no {kind}; left out")]
    Key {
        /// The key.
        key: &'static str,
        /// What it must be.
        kind: &'static str,
    },
    /// No such task.
    #[error("there is no task \"{0}\"; left out")]
    UnknownTask(String),
    /// No such condition, or none of the run.
    #[error("there is no condition \"{0}\" here; left out")]
    UnknownCondition(String),
    /// No such model in the run.
    #[error("the run has no model \"{0}\"; left out")]
    UnknownModel(String),
    /// Several models of the run have this name.
    #[error("several models of the run are called \"{0}\": write it as provider/model; left out")]
    AmbiguousModel(String),
    /// A repetition that the run doesn't have.
    #[error("epoch {found} is not below {epochs}; left out")]
    Epoch {
        /// The epoch.
        found: u64,
        /// Repetitions of the run.
        epochs: u32,
    },
    /// A second answer for the same sample.
    #[error("line {first_line} answers the same, with {}; left out", if *is_equal { "the same words" } else { "other words" })]
    Duplicate {
        /// Where it is first.
        first_line: u32,
        /// Whether both answers are the same.
        is_equal: bool,
    },
    /// The answer was given for another state of the repository. It is kept.
    #[error("the answer was given for another archive than the task's; kept")]
    OtherArchive,
    /// The answer is empty. It is kept.
    #[error("the answer is empty, and will score 0; take the line out if the agent gave none")]
    Empty,
    /// The transcript is of no known form. The answer is kept.
    #[error("the transcript can't be read ({0}); the answer is kept without it")]
    Transcript(String),
    /// The usage is of no known form. The answer is kept.
    #[error("the usage can't be read ({0}); the answer is kept without it")]
    Usage(String),
}

impl AnswerProblem {
    /// Whether the answer was kept all the same.
    pub fn is_note(&self) -> bool {
        matches!(self, Self::OtherArchive | Self::Empty | Self::Transcript(_) | Self::Usage(_))
    }
}

/// Reads a file of answers, and holds it against what is expected.
pub fn read(bytes: &[u8], expected: &Expected, limits: &Limits) -> Reading<Answers, AnswerProblem> {
    let mut problems = Problems::new(limits);
    let mut answers: Vec<ImportedAnswer> = Vec::new();
    let mut seen: BTreeMap<SampleKey, (u32, usize)> = BTreeMap::new();
    for line in lines(bytes, limits) {
        let line = match line {
            Ok(line) => line,
            Err(located) => {
                problems.push(located.line, located.problem);
                continue;
            }
        };
        let mut notes = Vec::new();
        match line.parse().map_err(AnswerProblem::from).and_then(|object| line::answer(object, expected, &mut notes)) {
            Err(problem) => problems.push(line.number, problem),
            Ok(answer) => match seen.get(&answer.key) {
                Some(&(first_line, at)) => {
                    let is_equal = answers[at].answer == answer.answer;
                    problems.push(line.number, AnswerProblem::Duplicate { first_line, is_equal });
                }
                None => {
                    notes.into_iter().for_each(|note| problems.push(line.number, note));
                    seen.insert(answer.key.clone(), (line.number, answers.len()));
                    answers.push(answer);
                }
            },
        }
    }
    let (missing_count, missing) = expected.missing(|key| seen.contains_key(key), seen.keys(), MISSING_LISTED);
    Reading { value: Answers { answers, missing_count, missing }, problems }
}

#[cfg(test)]
mod tests;
