//! What a task says, and what it said before: edits are marked, and every earlier wording can be read and put back.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::Task;
use super::generation::question_problem;
use crate::domain::provider::ModelRef;

/// What a task says: all of it that a person may change.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wording {
    /// The question.
    pub question: String,
    /// The gold answer.
    pub answer: String,
    /// Points that a full answer makes.
    pub rubric: Vec<String>,
    /// Facts with file and function.
    pub evidence: Vec<String>,
}

/// Who wrote a wording.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Author {
    /// The generator, or the data set that it was imported from.
    #[default]
    Origin,
    /// A person, all of it or in part.
    Person,
}

impl Author {
    /// Whether no person had a hand in it.
    pub fn is_origin(&self) -> bool {
        *self == Self::Origin
    }
}

/// A wording that another took the place of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EarlierWording {
    /// What the task said.
    pub wording: Wording,
    /// Who wrote it.
    pub author: Author,
    /// The generator of the task at that time; none for imported tasks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<ModelRef>,
    /// Until when it was in force, in milliseconds since 1970.
    pub until_ms: u64,
}

/// Why a wording can't be taken.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WordingProblem {
    /// Nothing is asked.
    #[error("The question is empty: write one sentence.")]
    NoQuestion,
    /// There is nothing to judge by.
    #[error("The gold answer is empty: write what a right answer says.")]
    NoAnswer,
}

impl Wording {
    /// Without white space around the texts, and without empty points.
    ///
    /// # Errors
    /// Where question or answer is empty.
    pub fn tidied(self) -> Result<Self, WordingProblem> {
        let lines = |lines: Vec<String>| -> Vec<String> {
            lines.iter().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect()
        };
        let tidied = Self {
            question: self.question.trim().to_owned(),
            answer: self.answer.trim().to_owned(),
            rubric: lines(self.rubric),
            evidence: lines(self.evidence),
        };
        if tidied.question.is_empty() {
            Err(WordingProblem::NoQuestion)
        } else if tidied.answer.is_empty() {
            Err(WordingProblem::NoAnswer)
        } else {
            Ok(tidied)
        }
    }

    /// Which rule for questions this one breaks, of those that need no judgement; `paths` are those that it might
    /// give away. A person may break a rule, and is told.
    pub fn broken_rule(&self, paths: &[String]) -> Option<String> {
        question_problem(&self.question, paths)
    }
}

impl Task {
    /// What it says now.
    pub fn wording(&self) -> Wording {
        Wording {
            question: self.question.clone(),
            answer: self.answer.clone(),
            rubric: self.rubric.clone(),
            evidence: self.evidence.clone(),
        }
    }

    /// Number of the wording in force, from 1.
    pub fn version_number(&self) -> usize {
        self.earlier.len() + 1
    }

    /// Gives it the wording that a person wrote, and keeps the one it had. Nothing happens where they are the same.
    pub fn edit(&mut self, wording: Wording, now_ms: u64) {
        self.reword(wording, Author::Person, now_ms);
    }

    /// Puts the wording of this number, from 1, back; does nothing where there is none.
    pub fn restore(&mut self, version: usize, now_ms: u64) {
        if let Some(EarlierWording { wording, author, .. }) =
            version.checked_sub(1).and_then(|at| self.earlier.get(at)).cloned()
        {
            self.reword(wording, author, now_ms);
        }
    }

    /// Takes over all that a new making of the same task found. The wording that it had is kept, and the review
    /// begins anew.
    pub fn regenerate(&mut self, made: Task) {
        self.keep_wording(made.created_ms);
        let earlier = std::mem::take(&mut self.earlier);
        *self = Task { earlier, ..made };
    }

    fn reword(&mut self, wording: Wording, author: Author, now_ms: u64) {
        if self.wording() == wording {
            return;
        }
        self.keep_wording(now_ms);
        let Wording { question, answer, rubric, evidence } = wording;
        (self.question, self.answer, self.rubric, self.evidence) = (question, answer, rubric, evidence);
        self.author = author;
    }

    fn keep_wording(&mut self, now_ms: u64) {
        let (wording, author, model) = (self.wording(), self.author, self.model.clone());
        self.earlier.push(EarlierWording { wording, author, model, until_ms: now_ms });
    }
}

#[cfg(test)]
mod tests;
