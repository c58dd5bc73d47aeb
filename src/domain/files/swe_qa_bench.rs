//! SWE-QA-Bench: a file a repository, with lines `{question, answer}`.
//! They have no identifier and no category, so that the category is a guess by the question's first word.

use serde::Deserialize;
use serde_json::Value;

use super::checks::is_blank;
use super::datasets::{DatasetProblem, Imported, Row, Target};
use super::lines::{Limits, Line, Problems, Reading, lines};
use crate::domain::task::{Dataset, Task};

/// Only what tells a task from a judged answer, of which the data set has a file too.
#[derive(Deserialize)]
struct BenchRow {
    #[serde(default)]
    question: Option<String>,
    #[serde(default)]
    answer: Option<String>,
    #[serde(default)]
    reference: Option<Value>,
    #[serde(default)]
    scores: Option<Value>,
}

/// Reads a file of SWE-QA-Bench as tasks on a repository.
pub fn read(bytes: &[u8], target: &Target, limits: &Limits) -> Reading<Vec<Task>, DatasetProblem> {
    let mut problems = Problems::new(limits);
    let mut imported = Imported::default();
    for line in lines(bytes, limits) {
        match line {
            Ok(line) => {
                let added = row(&line).and_then(|row| imported.add(row.into_task(target), line.number));
                if let Err(problem) = added {
                    problems.push(line.number, problem);
                }
            }
            Err(located) => problems.push(located.line, located.problem),
        }
    }
    Reading { value: imported.tasks, problems }
}

fn row(line: &Line<'_>) -> Result<Row, DatasetProblem> {
    let row: BenchRow = line.parse()?;
    if row.reference.is_some() || row.scores.is_some() {
        return Err(DatasetProblem::JudgedAnswer);
    }
    let filled = |text: Option<String>| text.filter(|text| !is_blank(text));
    Ok(Row {
        dataset: Dataset::SweQaBench,
        row_id: None,
        commit: None,
        question: filled(row.question).ok_or(DatasetProblem::NoQuestion)?,
        answer: filled(row.answer).ok_or(DatasetProblem::NoAnswer)?,
        category: None,
        subtype: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_become_tasks_that_say_what_they_lack() {
        let target = Target { repository: "flask".into(), archive_sha256: "aa".into(), now_ms: 7 };
        let file = include_bytes!("../../../tests/fixtures/files/swe_qa_bench.jsonl");
        let reading = read(file, &target, &Limits::default());
        let told: Vec<String> = reading
            .value
            .iter()
            .map(|task| format!("{} {:?}", task.category.id(), task.origin.imported().unwrap().category_basis))
            .collect();
        assert_eq!(told, ["what FirstWord", "where FirstWord", "what Assumed"]);
        let problems: Vec<String> = reading.problems.found.iter().map(ToString::to_string).collect();
        assert_eq!(
            problems,
            [
                "Line 4: the question is there already, in line 1; left out",
                "Line 5: the row has no reference answer; left out",
                "Line 6: the row is a model's answer with its scores, and no task; left out",
                "Line 7: the row has no question; left out",
            ]
        );
        let task = &reading.value[0];
        assert_eq!(task.id, "swe-qa-bench-cb1baf73284f9dea");
        assert!(task.chunk.is_none() && task.audit.is_none() && task.rubric.is_empty() && task.model.is_none());
        assert_eq!((task.repository.as_str(), task.archive_sha256.as_str(), task.created_ms), ("flask", "aa", 7));
        let written = super::super::tasks::write(&reading.value).unwrap();
        let again = super::super::tasks::read(written.as_bytes(), Some("aa"), &Limits::default());
        assert_eq!((again.value, again.problems.is_empty()), (reading.value, true));
    }
}
